import assert from 'node:assert/strict';
import test from 'node:test';
import { bands, changed, mistakesOf, sampleInstrument } from '../../test/sample-instrument.ts';
import { CRISIS_KINDS } from './crisis.ts';
import { parseInstrument } from './instrument.ts';

const rule = (from: number, level: 'notice' | 'urgent' | undefined) => ({
  item: 'f-1',
  kind: 'self',
  at_least: from,
  clinician: 'Text',
  ...(level && { level }),
});

const crosswalk = { title: 'Anderes Maß', source: 'Q', person_sd: 6 };
const A = 'dimensions.0';
const F = 'dimensions.1';

/** The name of the mistake, the changed path, the new value, and the reported mistake. */
const cases: readonly (readonly [name: string, path: string, value: unknown, expected: string])[] = [
  ['a missing key', 'licence', undefined, 'licence: The key "licence" is missing.'],
  ['a misspelt key', 'titel', 'x', 'titel: The key "titel" is not known here.'],
  ['a wrong kind of value', 'title', 5, 'title: The value must be a text, but is 5.'],
  ['an empty text', 'title', ' ', 'title: The value must not be empty.'],
  [
    'an unknown status',
    'status',
    'beta',
    'status: The value must be one of "demonstration" | "draft" | "published" | "licensed", but is "beta".',
  ],
  ['a wrong version', 'version', '1', 'version: The value must be a version like 1.0.0.'],
  [
    'an unknown item type',
    `${F}.items.2.type`,
    'SLIDER',
    'dimensions[1].items[2].type: The value must be one of "INFO"',
  ],
  [
    'an unknown form',
    `${F}.form`,
    'loose',
    'dimensions[1].form: The value must be one of "fixed" | "adaptive", but is "loose".',
  ],
  [
    'a dimension id given twice',
    `${F}.id`,
    'adapted',
    'dimensions[1].id: The dimension id "adapted" is used twice.',
  ],
  [
    'an item id given twice',
    `${F}.items.0.id`,
    'a-1',
    'dimensions[1].items[0].id: The item id "a-1" is used twice.',
  ],
  [
    'an unknown option set',
    `${F}.items.1.options`,
    'constructor',
    'dimensions[1].items[1].options: There is no option set "constructor" in option_sets.',
  ],
  [
    'an option value given twice',
    `${F}.items.3.options.1.value`,
    1,
    'dimensions[1].items[3].options[1].value: The option value "1" is used twice.',
  ],
  [
    'an option without a label',
    `${F}.items.3.options.1.label`,
    undefined,
    'dimensions[1].items[3].options[1].label: The key "label" is missing.',
  ],
  [
    'a choice without options',
    `${F}.items.1.options`,
    undefined,
    'dimensions[1].items[1].options: An item of type QUESTION_HORIZONTAL_RADIO needs at least 2 options.',
  ],
  [
    'a text with options',
    `${F}.items.0.type`,
    'QUESTION_TEXT',
    'dimensions[1].items[0].options: An item of type QUESTION_TEXT has no options.',
  ],
  [
    'a range with odd ends',
    `${F}.items.2.options`,
    'levels',
    'dimensions[1].items[2].options: The options of a range are its two ends, with the values 0 and 100.',
  ],
  [
    'an e-mail item without windows',
    `${F}.items.2.type`,
    'EMAIL_NOTIFICATION_POST',
    'dimensions[1].items[2]: An e-mail item must say in "windows" when it is asked.',
  ],
  [
    'a text that may be declined',
    `${F}.items.2`,
    { id: 'f-3', type: 'QUESTION_TEXT', content: 'Text', declinable: true },
    'dimensions[1].items[2].declinable: An item of type QUESTION_TEXT cannot be declinable.',
  ],
  [
    'a crosswalk without some sums',
    'scales.1.crosswalks',
    [
      {
        ...crosswalk,
        table: [
          [0, 40],
          [2, 50],
          [3, 55],
          [4, 60],
        ],
      },
    ],
    'scales[1].crosswalks[0].table: The table needs each sum from 0 to 4, in order.',
  ],
  [
    'a crosswalk that does not rise',
    'scales.1.crosswalks',
    [
      {
        ...crosswalk,
        table: [
          [0, 40],
          [1, 50],
          [2, 50],
          [3, 55],
          [4, 60],
        ],
      },
    ],
    'scales[1].crosswalks[0].table: The T-scores of the table must rise.',
  ],
  [
    'limits of something that is no whole number',
    `${F}.items.0.min`,
    0,
    'dimensions[1].items[0].min: An item of type QUESTION_HORIZONTAL_RADIO cannot have a min.',
  ],
  [
    'limits that no number meets',
    `${F}.items.2`,
    { id: 'f-3', type: 'QUESTION_INTEGER', content: 'Text', min: 9, max: 3 },
    'dimensions[1].items[2].max: The max must not be below the min.',
  ],
  [
    'an opposite that has no numbers',
    'opposites',
    [['f-1', 'f-9']],
    'opposites[0]: "f-9" is no item of the file with numbers as answers.',
  ],
  [
    'an item that is its own opposite',
    'opposites',
    [['f-1', 'f-1']],
    'opposites[0]: An item is no opposite of itself.',
  ],
  [
    'an adaptive item that may be declined',
    `${A}.items.1.declinable`,
    true,
    'dimensions[0].items[1].declinable: An item of an adaptive dimension cannot be declinable.',
  ],
  [
    'an option with the value of declined questions',
    `${F}.items.3.options.1.value`,
    'declined',
    'dimensions[1].items[3].options[1]: "declined" is reserved for questions without an answer.',
  ],
  [
    'parameters that do not fit the options',
    `${A}.items.1.b`,
    [0],
    'dimensions[0].items[1].b: 3 options need 2 values in b, but there are 1.',
  ],
  [
    'thresholds that do not rise',
    `${A}.items.1.b`,
    [1, 1],
    'dimensions[0].items[1].b[1]: Thresholds must rise strictly, but 1 follows 1.',
  ],
  ['a slope of zero', `${A}.items.0.a`, 0, 'dimensions[0].items[0].a: The value must be greater than 0.'],
  [
    'a slope without measure',
    `${A}.items.0.a`,
    1e9,
    'dimensions[0].items[0].a: The slope must be a number above 0 and at most',
  ],
  [
    'an adaptive item without parameters',
    `${A}.items.0.a`,
    undefined,
    'dimensions[0].items[0]: An adaptive item needs its parameters a and b.',
  ],
  [
    'an adaptive item without a choice',
    `${A}.items.0.type`,
    'QUESTION_TEXT',
    'dimensions[0].items[0].type: An adaptive item needs a type with one choice among options.',
  ],
  [
    'an adaptive item for some windows only',
    `${A}.items.0.windows`,
    ['PRE'],
    'dimensions[0].items[0].windows: An adaptive item is asked in every window.',
  ],
  [
    'categories that do not begin at 0',
    `${A}.items.0.options`,
    [1, 2, 3].map((value) => ({ id: `l${value}`, label: 'x', value })),
    'dimensions[0].items[0].options: The option values of an adaptive item are its categories: 0, 1, 2 … in any order.',
  ],
  [
    'parameters in a fixed dimension',
    `${F}.items.0.a`,
    1,
    'dimensions[1].items[0]: Only items of an adaptive dimension have a and b.',
  ],
  [
    'more items than the bank has',
    `${A}.adaptive.stop.max_items`,
    3,
    'dimensions[0].adaptive.stop.max_items: max_items must not be above the number of items, 2.',
  ],
  [
    'a minimum above the maximum',
    `${A}.adaptive.stop.min_items`,
    3,
    'dimensions[0].adaptive.stop.min_items: min_items must not be above max_items.',
  ],
  [
    'a typical length above the maximum',
    `${A}.adaptive.expected_items`,
    3,
    'dimensions[0].adaptive.expected_items: expected_items must not be above max_items.',
  ],
  [
    'healthy answers beyond the maximum',
    `${A}.adaptive.stop.healthiest.items`,
    3,
    'dimensions[0].adaptive.stop.healthiest.items: The items of healthiest must not be above max_items.',
  ],
  ['an item on no page', `${F}.pages.1.items`, ['f-3'], 'dimensions[1].pages: The item "f-4" is on no page.'],
  [
    'an item on two pages',
    `${F}.pages.1.items.2`,
    'f-1',
    'dimensions[1].pages[1].items[2]: The item "f-1" is used twice.',
  ],
  [
    'a page with an unknown item',
    `${F}.pages.1.items.2`,
    'f-9',
    'dimensions[1].pages[1].items[2]: There is no item "f-9" in this dimension.',
  ],
  [
    'a page that sends itself with a question on it',
    `${F}.items.2.type`,
    'INFO_AUTOSUBMIT',
    'dimensions[1]: The INFO_AUTOSUBMIT item "f-3" must be alone on its page.',
  ],
  [
    'an unknown norm set',
    'scales.0.norm_set',
    'other',
    'scales[0].norm_set: There is no norm set "other" in norm_sets.',
  ],
  [
    'norms for a group that are norms for everybody',
    'scales.0.norm_groups',
    ['norm'],
    'scales[0].norm_groups[0]: There is no norm set "norm" with a group in norm_sets.',
  ],
  [
    'an unknown dimension of a scale',
    'scales.0.dimension',
    'plain',
    'scales[0].dimension: There is no adaptive dimension "plain".',
  ],
  ['a scale key given twice', 'scales.1.key', 'theta', 'scales[1].key: There are two scales "theta".'],
  ['an unknown item of a scale', 'scales.1.items.2', 'f-9', 'scales[1].items[2]: There is no item "f-9".'],
  ['an item counted twice', 'scales.1.items.2', 'f-1', 'scales[1].items[2]: There are two items "f-1".'],
  [
    'items of different ranges in one percentage',
    'scales.1',
    { ...sampleInstrument.scales[1], method: 'pomp', items: ['f-1', 'f-2', 'f-3'] },
    'scales[1].items: The items of a percentage must have the same lowest and the same highest value.',
  ],
  [
    'a reversed item that is not in the scale',
    'scales.1.reversed',
    ['f-3'],
    'scales[1].reversed[0]: The reversed item "f-3" is not among the items.',
  ],
  [
    'a missing decrement',
    'scales.2.decrements',
    {},
    'scales[2].decrements: The decrements of "f-4" are missing.',
  ],
  [
    'a level without decrement',
    'scales.2.decrements.f-4',
    [0, 0.1],
    'scales[2].decrements.f-4: "f-4" needs one decrement for each of its levels, whose values are 1, 2, 3 …',
  ],
  [
    'a decrement of a foreign item',
    'scales.2.decrements.f-1',
    [0, 0.1, 0.2],
    'scales[2].decrements.f-1: "f-1" is not an item of this scale.',
  ],
  [
    'a value without numbers',
    `${F}.items.2.type`,
    'QUESTION_TEXT',
    'scales[3].item: The item "f-3" has no numbers to score.',
  ],
  [
    'bands that do not rise',
    'scales.0.bands.list.2.from',
    55,
    'scales[0].bands.list[2].from: Each band must begin above the band before it.',
  ],
  [
    'a lowest band that begins somewhere',
    'scales.0.bands.list.0.from',
    20,
    'scales[0].bands.list[0].from: The lowest band begins with null.',
  ],
  [
    'a band without a severity',
    'scales.0.bands.list.1.condition_severity',
    undefined,
    'scales[0].bands.list[1]: With condition_severity "on" every band needs a condition_severity.',
  ],
  [
    'T bands on a sum',
    'scales.1.bands',
    { metric: 't', source: 'Q', list: bands },
    'scales[1].bands.metric: Only an irt scale and one with a norm_set have T-scores.',
  ],
  [
    'a change of theta on a sum',
    'scales.1.reliable_change',
    { method: 'theta', source: 'Q' },
    'scales[1].reliable_change.method: Only an irt scale has a change of theta.',
  ],
  [
    'a crisis rule that everybody breaks',
    'crisis.0.at_least',
    0,
    'crisis[0].at_least: at_least must be above the lowest value, 0, and at most the highest, 2.',
  ],
  [
    'a crisis item that not everybody is asked',
    'crisis.0.item',
    'a-1',
    'crisis[0].item: A crisis item must be in a fixed dimension, or not everybody would be asked.',
  ],
  [
    'a crisis rule above the highest answer',
    'crisis.0.at_least',
    3,
    'crisis[0].at_least: at_least must be above the lowest value, 0, and at most the highest, 2.',
  ],
  ['a crisis rule of an unknown item', 'crisis.0.item', 'f-9', 'crisis[0].item: There is no item "f-9".'],
  [
    'a crisis rule of an unknown level',
    'crisis.0.level',
    'grave',
    'crisis[0].level: The value must be one of',
  ],
  ['a crisis rule without a kind', 'crisis.0.kind', undefined, 'crisis[0]: The rule of "f-1" has no kind.'],
  ...CRISIS_KINDS.filter((kind) => kind !== 'self').map(
    (kind) =>
      [
        `a crisis rule of the kind ${kind}`,
        'crisis.0.kind',
        kind,
        `crisis[0].kind: The rule of "f-1" is of the kind "${kind}", but only "self" can be used yet.`,
      ] as const,
  ),
  [
    'a crisis rule of an unknown kind',
    'crisis.0.kind',
    'suicide',
    'crisis[0].kind: The value must be one of "self"',
  ],
  [
    'a crisis rule without words',
    'crisis.0.clinician',
    ' ',
    'crisis[0].clinician: The value must not be empty.',
  ],
  [
    'two crisis rules that begin at the same answer',
    'crisis',
    [rule(1, 'notice'), rule(1, 'urgent')],
    'crisis[1].at_least: Two rules of the item "f-1" begin at 1.',
  ],
  [
    'a milder crisis rule for a graver answer',
    'crisis',
    [rule(1, 'urgent'), rule(2, 'notice')],
    'crisis[1].level: The rule of "f-1" from 2 on is milder than the one from 1 on.',
  ],
  [
    'a milder crisis rule for a graver answer, given first',
    'crisis',
    [rule(2, 'notice'), rule(1, undefined)],
    'crisis[1].level: The rule of "f-1" from 2 on is milder than the one from 1 on.',
  ],
  [
    'an item id of the page of help',
    `${F}.items.1.id`,
    'crisis-help-7',
    'dimensions[1].items[1].id: The item id "crisis-help-7" is reserved for the page of help',
  ],
];

test('an item may have several crisis rules, and each may be asked in some windows only', () => {
  const crisis = [rule(1, 'notice'), rule(2, 'urgent')];
  const file = changed(sampleInstrument, ['crisis'], crisis);
  assert.deepEqual(mistakesOf(changed(file, `${F}.items.0.windows`.split('.'), ['PRE'])), []);
  const same = [rule(2, 'notice'), rule(1, 'notice')];
  assert.deepEqual(mistakesOf(changed(sampleInstrument, ['crisis'], same)), []);
});

test('the mistake of a crisis rule has its line', () => {
  const text = JSON.stringify(
    changed(sampleInstrument, ['crisis'], [rule(1, 'notice'), rule(1, 'urgent')]),
    null,
    2,
  );
  const parsed = parseInstrument(text);
  assert.ok(parsed.kind === 'mistakes');
  const [mistake] = parsed.mistakes;
  assert.match(text.split('\n')[(mistake?.line ?? 0) - 1] ?? '', /"at_least": 1/);
});

test('the sample instrument file has no mistake', () => {
  assert.deepEqual(mistakesOf(sampleInstrument), []);
});

for (const [name, path, value, expected] of cases) {
  test(`a refused instrument file names the place of its mistake: ${name}`, () => {
    const file = changed(sampleInstrument, path.split('.'), value);
    const found = mistakesOf(file);
    const told = found.some((mistake) => mistake.startsWith(expected));
    assert.ok(told, `expected: ${expected}\nfound:\n${found.join('\n')}`);
  });
}
