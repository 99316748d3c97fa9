import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, drafted, instrumentOf, itemsOf, lost, mistakes } from '../test/drafts.ts';

const HEADINGS = [
  'Variable / Field Name',
  'Form Name',
  'Section Header',
  'Field Type',
  'Field Label',
  'Choices, Calculations, OR Slider Labels',
  'Field Note',
  'Text Validation Type OR Show Slider Number',
  'Text Validation Min',
  'Text Validation Max',
  'Identifier?',
  'Branching Logic (Show field only if...)',
  'Required Field?',
  'Custom Alignment',
  'Question Number (surveys only)',
  'Matrix Group Name',
  'Matrix Ranking?',
  'Field Annotation',
];
const API =
  'field_name,form_name,section_header,field_type,field_label,select_choices_or_calculations,field_note,' +
  'text_validation_type_or_show_slider_number,text_validation_min,text_validation_max,identifier,branching_logic,' +
  'required_field,custom_alignment,question_number,matrix_group_name,matrix_ranking,field_annotation';

type Field = Partial<
  Record<
    | 'section'
    | 'type'
    | 'label'
    | 'choices'
    | 'note'
    | 'validation'
    | 'min'
    | 'max'
    | 'identifier'
    | 'logic'
    | 'required'
    | 'alignment'
    | 'number'
    | 'matrix'
    | 'ranking'
    | 'annotation'
    | 'form',
    string
  >
>;

const often = { type: 'radio', choices: '0, nie | 1, manchmal | 2, oft' };

function dictionary(fields: Readonly<Record<string, Field>>, headings: string = quoted(HEADINGS)): string {
  const rows = Object.entries(fields).map(([name, one]) =>
    quoted([
      name,
      one.form ?? 'weekly_mood',
      one.section ?? '',
      one.type ?? 'radio',
      one.label ?? `Frage ${name}`,
      one.choices ?? '',
      one.note ?? '',
      one.validation ?? '',
      one.min ?? '',
      one.max ?? '',
      one.identifier ?? '',
      one.logic ?? '',
      one.required ?? '',
      one.alignment ?? '',
      one.number ?? '',
      one.matrix ?? '',
      one.ranking ?? '',
      one.annotation ?? '',
    ]),
  );
  return [headings, ...rows, ''].join('\n');
}

const quoted = (cells: readonly string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');

test('the field types of a data dictionary become item types, with the headings of the page and of the API', () => {
  const fields: Readonly<Record<string, Field>> = {
    a: often,
    b: { ...often, alignment: 'LH' },
    c: { ...often, type: 'dropdown' },
    d: { ...often, type: 'checkbox' },
    e: { type: 'yesno' },
    f: { type: 'truefalse' },
    g: { type: 'slider', choices: 'gar nicht | | sehr', min: '0', max: '10' },
    h: { type: 'text', required: 'y' },
    i: { type: 'text', note: 'in Worten' },
    j: { type: 'text', validation: 'integer', min: '0', max: '20' },
    k: { type: 'text', validation: 'number' },
    l: { type: 'text', validation: 'date_dmy' },
    m: { type: 'notes' },
    n: { type: 'descriptive', label: 'Danke.' },
  };
  const items = itemsOf(dictionary(fields));
  assert.deepEqual(
    items.map(({ id, type }) => `${id} ${type}`),
    [
      'weekly-mood-a QUESTION_VERTICAL_RADIO',
      'weekly-mood-b QUESTION_HORIZONTAL_RADIO',
      'weekly-mood-c QUESTION_SELECT',
      'weekly-mood-d QUESTION_CHECKBOX',
      'weekly-mood-e QUESTION_HORIZONTAL_RADIO',
      'weekly-mood-f QUESTION_HORIZONTAL_RADIO',
      'weekly-mood-g QUESTION_RANGE_INDICATOR',
      'weekly-mood-h QUESTION_TEXT',
      'weekly-mood-i QUESTION_TEXT_OPTIONAL',
      'weekly-mood-j QUESTION_INTEGER',
      'weekly-mood-k QUESTION_DOUBLE_POSITIVE',
      'weekly-mood-l QUESTION_DATE',
      'weekly-mood-m QUESTION_TEXT_AREA_OPTIONAL',
      'weekly-mood-n INFO',
    ],
  );
  const [a, , , , e, , g, , i, j] = items;
  assert.deepEqual(
    a?.options.map(({ label, value }) => [label, value]),
    [
      ['nie', 0],
      ['manchmal', 1],
      ['oft', 2],
    ],
  );
  assert.deepEqual(
    e?.options.map(({ label, value }) => [label, value]),
    [
      ['Ja', 1],
      ['Nein', 0],
    ],
  );
  assert.deepEqual([g?.min, g?.max, g?.options.map(({ value }) => value)], [0, 10, [0, 10]]);
  assert.deepEqual([i?.content, j?.min, j?.max], ['Frage i (in Worten)', 0, 20]);
  assert.deepEqual(drafted(dictionary(fields, API)), drafted(dictionary(fields)));
});

test('a section header stands above the fields below it, also above each page of a matrix', () => {
  const matrix = { ...often, matrix: 'sleep' };
  const fields = {
    a: { ...matrix, section: 'In dieser Woche:' },
    ...Object.fromEntries(['b', 'c', 'd', 'e', 'f'].map((name) => [name, matrix])),
    g: { ...often, section: 'Im ganzen Leben:' },
  };
  const [dimension] = instrumentOf(dictionary(fields)).dimensions;
  assert.ok(dimension?.form === 'fixed');
  assert.deepEqual(
    dimension.pages?.map(({ connector, items }) => [connector, items.length]),
    [
      ['In dieser Woche:', 5],
      ['In dieser Woche:', 1],
      ['Im ganzen Leben:', 1],
    ],
  );
});

const asked = {
  a: often,
  b: { ...often, type: 'checkbox' },
  n: { type: 'text', validation: 'integer' },
  t: { type: 'text' },
};
const behind = (logic: string) => dictionary({ ...asked, z: { ...often, logic } });

test('simple branching logic becomes a condition on an earlier page', () => {
  const [a, b, n, t] = ['a', 'b', 'n', 't'].map((name) => `weekly-mood-${name}`);
  for (const [logic, condition] of [
    [`[a]='1'`, { all: [{ item: a, is: 1 }] }],
    [`[a] = 2`, { all: [{ item: a, is: 2 }] }],
    [
      `[a]='1' and [b(2)]='1'`,
      {
        all: [
          { item: a, is: 1 },
          { item: b, is: 2 },
        ],
      },
    ],
    [
      `([a]<>"1") OR ([n] > 3)`,
      {
        any: [
          { item: a, is_not: 1 },
          { item: n, at_least: 4 },
        ],
      },
    ],
    [
      `[a]>0 and [a]<2`,
      {
        all: [
          { item: a, at_least: 1 },
          { item: a, at_most: 1 },
        ],
      },
    ],
    [
      `([a]='1' or [a]='2')`,
      {
        any: [
          { item: a, is: 1 },
          { item: a, is: 2 },
        ],
      },
    ],
    [
      `[n]>=2 and [n]<=8`,
      {
        all: [
          { item: n, at_least: 2 },
          { item: n, at_most: 8 },
        ],
      },
    ],
    [`[b(0)]='0'`, { all: [{ item: b, is_not: 0 }] }],
    [`[t]<>''`, { all: [{ item: t, answered: true }] }],
    [`[t]=""`, { all: [{ item: t, answered: false }] }],
  ] as const)
    assert.deepEqual(itemsOf(behind(logic)).at(-1)?.show_if, condition, logic);
  const [dimension] = instrumentOf(behind(`[a]='1'`)).dimensions;
  assert.ok(dimension?.form === 'fixed');
  assert.deepEqual(
    dimension.pages?.map(({ items }) => items.length),
    [4, 1],
  );
});

test('branching logic that an instrument would not follow to the letter is refused with its line', () => {
  for (const logic of [
    `[a]='1' and [n]>3 or [t]<>''`,
    `([a]='1' or [a]='2') and [n]>3`,
    `[a]='7'`,
    `[b]='1'`,
    `[b(9)]='1'`,
    `[a(1)]='1'`,
    `[t]='ja'`,
    `[a]='1' [n]=2`,
    `[x]='1'`,
    `[z]='1'`,
    `[visit][a]='1'`,
    `sum([a],[n]) > 3`,
    `datediff([a],'today','d')>1`,
    `[a]>2`,
    `[a]`,
  ])
    assertRefused(behind(logic), 6, /z: depends on/);
  const hidden = { ...asked, h: { ...often, logic: `[a]='1'` } };
  for (const logic of [`[h]<>'1'`, `[h]<2`])
    assertRefused(
      dictionary({ ...hidden, z: { ...often, logic } }),
      7,
      /in a way that an instrument cannot express/,
    );
});

test('what of a data dictionary is not kept is listed by name', () => {
  const fields = {
    a: {
      ...often,
      identifier: 'y',
      number: '1a',
      annotation: '@HIDEBUTTON @PLACEHOLDER="x"',
      alignment: 'RV',
    },
    b: { type: 'text', validation: 'number', min: '1', max: '9', annotation: 'interne Notiz' },
    c: { type: 'slider', choices: 'wenig | mittel | viel', validation: 'number' },
    d: { type: 'text', validation: 'integer', label: '<p>Wie <b>alt</b> [Jahre]? <a href="x">Hilfe</a></p>' },
  };
  assert.deepEqual(lost(dictionary(fields)), [
    'identifier: a',
    'question number: a',
    'action tag @HIDEBUTTON: a',
    'action tag @PLACEHOLDER: a',
    'field annotation: b',
    'text validation (min): b',
    'text validation (max): b',
    'answers of 0 and below: b',
    'label in the middle of a slider: c',
    'number beside a slider: c',
    'HTML <p>: d',
    'HTML <b>: d',
    'HTML <a>: d',
    'answers below 0: d',
  ]);
});

test('what of a data dictionary cannot be expressed is refused with its line', () => {
  const behindA = (field: Field) => dictionary({ a: often, z: field });
  for (const [field, pattern] of [
    [{ type: 'calc', choices: 'sum([a])' }, /of the type "calc"/],
    [{ type: 'file' }, /of the type "file"/],
    [{ type: 'text', validation: 'email' }, /text of the kind "email"/],
    [{ type: 'text', validation: 'integer', min: '-5' }, /a:items.*|>=0/],
    [{ type: 'text', validation: 'integer', max: '[a]' }, /limit that is no number/],
    [{ type: 'slider', max: '1000' }, /at most 100/],
    [{ type: 'slider', max: '[a]' }, /limit that is no number/],
    [{ ...often, ranking: 'y' }, /ranking/],
    [{ ...often, annotation: '@HIDDEN-SURVEY' }, /action tag @HIDDEN-SURVEY/],
    [{ ...often, annotation: '@NONEOFTHEABOVE=2' }, /action tag @NONEOFTHEABOVE/],
    [{ ...often, label: 'Seit [a]?' }, /value of another place in it: \[a\]/],
    [{ ...often, label: '<img src="x">' }, /HTML that is more than formatting/],
    [{ ...often, label: '<span style="display:none">x</span>' }, /HTML that is more than formatting/],
    [{ ...often, label: '' }, /has no text/],
    [{ type: 'radio', choices: 'nie | oft' }, /write it as "1, never"/],
    [{ ...often, form: 'other' }, /two instruments/],
  ] as const)
    assert.match(
      mistakes(behindA(field))[0] ?? '',
      new RegExp(`^3 .*${pattern.source}`),
      JSON.stringify(field),
    );
  const twice = dictionary({ a: often }) + dictionary({ a: often }).split('\n')[1];
  assertRefused(twice, 3, /"weekly-mood-a" is used twice/);
  assertRefused(quoted(HEADINGS), 1, /holds no question/);
  assertRefused(quoted(HEADINGS.slice(0, 4)), 1, /no such column. It is called field label/);
});
