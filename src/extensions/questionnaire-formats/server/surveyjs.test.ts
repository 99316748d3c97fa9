import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, instrumentOf, itemsOf, lost, mistakes } from '../test/drafts.ts';

type Json = Readonly<Record<string, unknown>>;

const often = [
  { value: 0, text: 'nie' },
  { value: 1, text: { default: 'sometimes', de: 'manchmal' } },
  { value: 2, text: 'oft' },
];
const a = { type: 'radiogroup', name: 'a', title: 'Wie oft?', choices: often };
const form = (elements: readonly Json[], more: Json = {}) =>
  JSON.stringify({ title: 'Woche', pages: [{ name: 'page1', elements }], ...more }, null, 1);

/** The line on which the text stands first. */
const lineOf = (text: string, part: string) => text.slice(0, text.indexOf(part)).split('\n').length;

test('the questions of a form become items', () => {
  const text = form([
    a,
    { type: 'dropdown', name: 'b', title: 'Welche?', choices: ['rot', 'blau'] },
    { type: 'checkbox', name: 'c', title: 'Was alles?', choices: [1, 2], description: 'mehrere möglich' },
    {
      type: 'rating',
      name: 'd',
      title: 'Wie sehr?',
      rateMax: 3,
      minRateDescription: 'kaum',
      maxRateDescription: 'sehr',
    },
    { type: 'boolean', name: 'e', title: 'Allein?', labelTrue: 'Ja, allein' },
    { type: 'text', name: 'f', title: 'Wer?', isRequired: true },
    { type: 'text', name: 'g', title: 'Stunden', inputType: 'number', min: 0, max: 24, step: 1 },
    { type: 'text', name: 'h', title: 'Seit wann?', inputType: 'date' },
    { type: 'comment', name: 'i' },
    { type: 'html', name: 'j', html: '<p>Vielen Dank.</p>' },
  ]);
  const items = itemsOf(text);
  assert.deepEqual(
    items.map(({ id, type, content }) => [id, type, content]),
    [
      ['woche-a', 'QUESTION_VERTICAL_RADIO', 'Wie oft?'],
      ['woche-b', 'QUESTION_SELECT', 'Welche?'],
      ['woche-c', 'QUESTION_CHECKBOX', 'Was alles? (mehrere möglich)'],
      ['woche-d', 'QUESTION_HORIZONTAL_RADIO', 'Wie sehr?'],
      ['woche-e', 'QUESTION_HORIZONTAL_RADIO', 'Allein?'],
      ['woche-f', 'QUESTION_TEXT', 'Wer?'],
      ['woche-g', 'QUESTION_INTEGER', 'Stunden'],
      ['woche-h', 'QUESTION_DATE', 'Seit wann?'],
      ['woche-i', 'QUESTION_TEXT_AREA_OPTIONAL', 'i'],
      ['woche-j', 'INFO', 'Vielen Dank.'],
    ],
  );
  const labels = items.map(({ options }) => options.map(({ label, value }) => `${label}=${value}`).join('|'));
  assert.deepEqual(labels.slice(0, 5), [
    'nie=0|manchmal=1|oft=2',
    'rot=rot|blau=blau',
    '1=1|2=2',
    '1 – kaum=1|2=2|3 – sehr=3',
    'Ja, allein=1|Nein=0',
  ]);
  assert.equal(instrumentOf(text).title, 'Woche');
  assert.deepEqual(lost(text), ['language default: a', 'HTML <p>: j']);
});

const matrix = {
  type: 'matrix',
  name: 'm',
  title: 'In dieser Woche:',
  columns: often.slice(0, 1).concat(often.slice(2)),
  rows: [{ value: 'wach', text: 'Ich war wach.' }, 'Ich war müde.'],
};

test('each row of a matrix is a question below its title, panels and pages give their titles and conditions', () => {
  const panel = { type: 'panel', name: 'p', title: 'Schlaf', visibleIf: '{a} > 0', elements: [matrix] };
  const text = form([a, panel, { type: 'comment', name: 'z', title: 'Mehr?', visibleIf: '{m.wach} = 2' }]);
  const items = itemsOf(text);
  assert.deepEqual(
    items.map(({ id, show_if }) => [id, show_if]),
    [
      ['woche-a', undefined],
      ['woche-m.wach', { all: [{ item: 'woche-a', at_least: 1 }] }],
      ['woche-m.2', { all: [{ item: 'woche-a', at_least: 1 }] }],
      ['woche-z', { all: [{ item: 'woche-m.wach', is: 2 }] }],
    ],
  );
  const [dimension] = instrumentOf(text).dimensions;
  assert.ok(dimension?.form === 'fixed');
  assert.deepEqual(
    dimension.pages?.map(({ connector, items: ids }) => [connector, ids.length]),
    [
      [undefined, 1],
      ['Schlaf – In dieser Woche:', 2],
      [undefined, 1],
    ],
  );
});

test('simple visibleIf becomes a condition, and every other one is refused with its line', () => {
  const c = { type: 'checkbox', name: 'c', title: 'Was?', choices: ['x', 'y'] };
  const e = { type: 'boolean', name: 'e', title: 'Allein?' };
  const behind = (visibleIf: string) => form([a, c, e, { ...a, name: 'z', visibleIf }]);
  for (const [logic, condition] of [
    [`{a} = 1`, { all: [{ item: 'woche-a', is: 1 }] }],
    [
      `{a} = '1' or {e} = true`,
      {
        any: [
          { item: 'woche-a', is: 1 },
          { item: 'woche-e', is: 1 },
        ],
      },
    ],
    [
      `{c} contains 'x' && {e} == false`,
      {
        all: [
          { item: 'woche-c', is: 'x' },
          { item: 'woche-e', is: 0 },
        ],
      },
    ],
    [
      `{c} notempty and {a} != 2`,
      {
        all: [
          { item: 'woche-c', answered: true },
          { item: 'woche-a', is_not: 2 },
        ],
      },
    ],
  ] as const)
    assert.deepEqual(itemsOf(behind(logic)).at(-1)?.show_if, condition, logic);
  for (const logic of [
    `{c} = ['x']`,
    `{c} = 'x'`,
    `{c} contains 'q'`,
    `{a} = 1 and ({a} = 2 or {e} = true)`,
    `{a} + 1 > 2`,
    `{a} anyof [1, 2]`,
    `{z} = 1`,
    `{panel.a} = 1`,
    `age({a}) > 3`,
  ])
    assertRefused(behind(logic), lineOf(behind(logic), '"z"') - 2, /z: depends on/);
});

test('looks are listed by name, and what changes a question is refused with its line', () => {
  const looks = { ...a, colCount: 2, showOtherItem: false, defaultValue: 1, placeholder: 'x' };
  const text = form([looks, matrix], { showProgressBar: 'top', logoPosition: 'right' });
  assert.deepEqual(
    lost(text).filter((one) => !one.startsWith('language')),
    ['showProgressBar: (form)', 'logoPosition: (form)', 'colCount: a', 'defaultValue: a', 'placeholder: a'],
  );
  for (const [element, part, pattern] of [
    [{ ...a, showOtherItem: true }, '"showOtherItem"', /"showOtherItem", which is not known or changes/],
    [{ ...a, choices: [{ value: 1, text: 'x', visibleIf: '{a}=1' }, 2] }, '"choices"', /with "visibleIf"/],
    [{ ...a, choicesByUrl: { url: 'x' } }, '"choicesByUrl"', /"choicesByUrl"/],
    [{ ...a, enableIf: '{b} = 1' }, '"enableIf"', /"enableIf"/],
    [{ ...a, visible: false }, '"visible"', /hidden/],
    [{ ...a, valueName: 'b' }, '"valueName"', /valueName/],
    [{ ...a, title: 'Hallo {b}' }, '"title": "Hallo', /value of another place in it: \{b\}/],
    [{ ...a, title: ['x'] }, '"title": [', /no text/],
    [{ type: 'text', name: 'a', inputType: 'email' }, '"inputType"', /kind "email"/],
    [{ type: 'text', name: 'a', inputType: 'number', step: 0.5 }, '"inputType"', /whole numbers/],
    [{ type: 'rating', name: 'a', rateMin: '0' }, '"rateMin"', /"rateMin" that is no number/],
    [{ type: 'rating', name: 'a', rateMin: 5, rateMax: 1 }, '"type"', /do not fit/],
  ] as const) {
    const whole = form([element]);
    const told = mistakes(whole)[0] ?? '';
    assert.match(told, pattern, JSON.stringify(element));
    assert.equal(Number.parseInt(told, 10), lineOf(whole, part), told);
  }
  const dynamic = form([a, { type: 'paneldynamic', name: 'd' }]);
  assertRefused(dynamic, lineOf(dynamic, 'paneldynamic') - 1, /of the type "paneldynamic"/);
  assertRefused(form([a], { triggers: [] }), lineOf(form([a], { triggers: [] }), '"triggers"'), /"triggers"/);
  const twice = form([a, a]);
  const second = twice.lastIndexOf('"type"');
  assertRefused(twice, twice.slice(0, second).split('\n').length - 1, /"woche-a" is used twice/);
  assert.match(mistakes(form([{ type: 'html', name: 'j', html: 'Hallo' }]))[0] ?? '', /holds no question/);
  assert.match(mistakes(form([{ type: 'comment' }]))[0] ?? '', /has no name/);
  const introduced = form([a], { description: 'Bitte denken Sie an die letzten Tage.' });
  assert.equal(instrumentOf(introduced).dimensions[0]?.paragraph, 'Bitte denken Sie an die letzten Tage.');
});
