import assert from 'node:assert/strict';
import test from 'node:test';
import standard from '../../protocols/standard.json' with { type: 'json' };
import { effect, effectFile, habit, habitFile } from '../../test/conditional-sample.ts';
import { changed, mistakesOf, sampleInstrument } from '../../test/sample-instrument.ts';
import { anInstrument, instrumentText, shippedInstrument } from '../../test/survey-samples.ts';
import { protocolConditionProblems } from './instrument-condition-checks.ts';
import { parseInstrument } from './instrument.ts';
import { parseProtocol } from './protocol.ts';

const ITEMS = 'dimensions.0.items';
const after = (clause: object) => ({ any: [clause] });
/** The mistakes of the sample with this condition on its fifth question. */
const mistakesWith = (condition: object) =>
  mistakesOf(changed(habitFile, [...ITEMS.split('.'), '4', 'show_if'], condition));

const ON_FIFTH = 'dimensions[0].items[4].show_if';

test('the sample with conditions on item, page and instrument has no mistake', () => {
  assert.deepEqual([mistakesOf(habitFile), mistakesOf(effectFile)], [[], []]);
});

test('a condition that cannot work is refused with its place', () => {
  const cases: readonly (readonly [object, string])[] = [
    [{ item: 'h-6', answered: true }, 'any[0]: The item "h-6" is asked later: put it on an earlier page.'],
    [{ item: 'h-4', is: 1 }, 'any[0]: The item "h-4" is asked on the same page: put it on an earlier page.'],
    [{ item: 'h-5', is: 1 }, 'any[0]: The item "h-5" is asked on the same page: put it on an earlier page.'],
    [{ item: 'h-1', is: 9 }, 'any[0]: The item "h-1" has no option with the value 9.'],
    [{ item: 'h-1', is: '1' }, 'any[0]: The item "h-1" has no option with the value "1".'],
    [{ item: 'h-1', at_least: 2.5 }, 'any[0]: The item "h-1" has no option with the value 2.5.'],
    [{ item: 'h-1' }, 'any[0]: The value needs one of is, is_not, at_least, at_most, answered.'],
    [
      { item: 'h-1', is: 1, is_not: 2 },
      'any[0]: The value needs one of is, is_not, at_least, at_most, answered.',
    ],
    [{ item: 'h-1', equals: 1 }, 'any[0].equals: The key "equals" is not known here.'],
  ];
  for (const [clause, expected] of cases)
    assert.deepEqual(mistakesWith(after(clause)), [`${ON_FIFTH}.${expected}`]);
  assert.deepEqual(mistakesWith({}), [`${ON_FIFTH}: The value needs either all or any.`]);
  assert.deepEqual(mistakesWith({ all: [] }), [`${ON_FIFTH}.all: The value needs at least one entry.`]);
});

test('a mistake of a condition names its line', () => {
  const text = JSON.stringify(habitFile, null, 1).replace('"is_not": 4', '"is_not": 44');
  const parsed = parseInstrument(text);
  assert.ok(parsed.kind === 'mistakes');
  const [mistake] = parsed.mistakes;
  const lines = text.split('\n');
  // The line of the clause, which begins one line before its item.
  assert.match(lines.slice((mistake?.line ?? 0) - 1).join('\n'), /^\s*\{\s*"item": "h-1",\s*"is_not": 44/);
});

/** The mistakes of item-types, which has every type, with a condition on its last item. */
function mistakesAbout(type: string, clause: object): readonly string[] {
  const file = JSON.parse(instrumentText('item-types'));
  const places = file.dimensions.flatMap((dimension: { items: { id: string; type: string }[] }, d: number) =>
    dimension.items.map((item, i) => ({ ...item, d, i })),
  );
  const { id } = places.find((one: { type: string }) => one.type === type);
  const extra = { id: 'extra', type: 'INFO', content: 'Text', show_if: after({ item: id, ...clause }) };
  const dimensions = [...file.dimensions, { id: 'more', form: 'fixed', items: [extra] }];
  return mistakesOf({ ...file, dimensions }).map((one) => one.replace(/^.*?: /, ''));
}

test('what a type of item can be asked depends on its answer', () => {
  const refused: readonly (readonly [string, object, RegExp])[] = [
    ['QUESTION_TEXT', { is: 'x' }, /cannot be compared: use "answered"/],
    ['QUESTION_DATE', { at_least: 5 }, /cannot be compared: use "answered"/],
    ['QUESTION_RANGE_INDICATOR', { at_least: 101 }, /is a number from 0 to 100, never 101/],
    ['QUESTION_INTEGER', { is: 'x' }, /is a number from \d+.*, never "x"/],
    ['QUESTION_CHECKBOX', { at_least: 1 }, /have no order|has no option/],
    ['INFO', { answered: true }, /has no answer for a condition/],
    ['EMAIL_NOTIFICATION_PRE', { answered: true }, /has no answer for a condition/],
  ];
  for (const [type, clause, expected] of refused)
    assert.match(mistakesAbout(type, clause)[0] ?? '', expected, type);
  for (const [type, clause] of [
    ['QUESTION_TEXT', { answered: true }],
    ['QUESTION_DATE', { answered: false }],
    ['QUESTION_RANGE_INDICATOR', { at_least: 50 }],
    ['QUESTION_DOUBLE_POSITIVE', { at_most: 2.5 }],
  ] as const)
    assert.deepEqual(mistakesAbout(type, clause), [], type);
});

test('an item that is asked in fewer windows decides nothing in the others', () => {
  const early = changed(habitFile, [...ITEMS.split('.'), '0', 'windows'], ['PRE']);
  assert.match(mistakesOf(early)[0] ?? '', /The item "h-1" is not asked before it in INTERMEDIATE\./);
});

test('the value for an item that is not asked lies among its answers', () => {
  const condition = { ...after({ item: 'h-1', is: 1 }), counts_as: 7 };
  assert.deepEqual(mistakesWith(condition), [`${ON_FIFTH}.counts_as: The values of "h-5" go from 0 to 4.`]);
});

test('the items of an adaptive test have no condition, and none depends on them', () => {
  const show_if = after({ item: 'a-1', is: 1 });
  const own = mistakesOf(changed(sampleInstrument, ['dimensions', '0', 'items', '1', 'show_if'], show_if));
  assert.match(own.join('\n'), /An adaptive test chooses its items/);
  const other = mistakesOf(changed(sampleInstrument, ['dimensions', '1', 'items', '2', 'show_if'], show_if));
  assert.match(other.join('\n'), /"a-1" is one of an adaptive test, which may not ask it/);
});

test('a question about danger depends on nothing but questions about danger', () => {
  const crisis = ['h-2', 'h-4'].map((item) => ({ item, kind: 'self', at_least: 2, clinician: 'Text' }));
  const hidden = mistakesOf({ ...habitFile, crisis });
  assert.match(
    hidden.join('\n'),
    /"h-2" has a crisis rule: its condition may only name other items with one/,
  );
  const all = [...crisis, { ...crisis[0], item: 'h-1' }];
  assert.deepEqual(mistakesOf({ ...habitFile, crisis: all }), []);
  const whole = { ...effectFile, crisis: [{ ...crisis[0], item: 'e-1' }] };
  assert.deepEqual(mistakesOf(whole), [], 'who is asked an instrument at all is a matter of the protocol');
});

test('the condition of an instrument names items of instruments before it', () => {
  const own = mistakesOf({ ...effectFile, show_if: after({ item: 'e-1', is: 1 }) });
  assert.deepEqual(own, [
    'show_if.any[0]: The condition of an instrument names items of instruments before it.',
  ]);
});

const windowsOf = (...instruments: string[]) => [{ type: 'PRE' as const, instruments }];
const known = new Map([habit, effect].map((one) => [one.id, one]));

test('a protocol is refused where a condition names an item that is not asked before it', () => {
  assert.deepEqual(
    protocolConditionProblems({ skips: [], windows: windowsOf('habit', 'effect') }, known),
    [],
  );
  const problemsOf = (...ids: string[]) =>
    protocolConditionProblems({ skips: [], windows: windowsOf(...ids) }, known);
  assert.deepEqual(problemsOf('effect', 'habit'), [
    'in PRE "effect" has a condition: The item "h-1" is asked later: put it on an earlier page.',
  ]);
  assert.deepEqual(problemsOf('effect'), [
    'in PRE "effect" has a condition: The item "h-1" is not asked before it in PRE.',
  ]);
  const stranger = anInstrument(
    JSON.stringify({ ...effectFile, show_if: after({ item: 'nothing', is: 1 }) }),
  );
  assert.deepEqual(
    protocolConditionProblems({ skips: [], windows: windowsOf('effect') }, new Map([['effect', stranger]])),
    ['in PRE "effect" has a condition: No instrument has an item "nothing".'],
  );
});

test('a skip that cannot work is refused, and the skips of the standard protocol can', () => {
  const parsed = parseProtocol(standard);
  assert.ok(parsed.kind === 'protocol');
  const { protocol } = parsed;
  const [skip] = protocol.skips;
  assert.ok(skip);
  const shipped = new Map(
    protocol.windows.flatMap((window) =>
      window.instruments.map((id) => [id, shippedInstrument(id)] as const),
    ),
  );
  assert.deepEqual(protocolConditionProblems(protocol, shipped), []);
  const problemsOf = (change: Partial<typeof skip>) =>
    protocolConditionProblems({ ...protocol, skips: [{ ...skip, ...change }] }, shipped)[0] ?? '';
  assert.match(problemsOf({ item: 'nothing' }), /No instrument has an item "nothing"/);
  assert.match(problemsOf({ value: 'other people' }), /no option with the value "other people"/);
  assert.match(problemsOf({ instruments: ['dep'] }), /is asked later/);
});
