import assert from 'node:assert/strict';
import { test } from 'node:test';
import { array, assert as always, constantFrom, property, record, stringMatching } from 'fast-check';
import { draftInstrument } from '../domain/draft-instrument.ts';
import { readXlsForm } from '../domain/xlsform-form.ts';
import { decidedOf, draftFile } from '../test/drafts.ts';
import { workbook } from '../test/workbooks.ts';

type Table = readonly (readonly string[])[];

const HEADINGS = ['type', 'name', 'label', 'relevant', 'appearance', 'constraint', 'required', 'hint'];
const lists: Table = [
  ['list_name', 'name', 'label'],
  ['often', '0', 'nie'],
  ['often', '1', 'oft'],
  ['often', '2', 'immer'],
];

const sheets = (survey: Table, choices: Table, more: Readonly<Record<string, Table>> = {}) =>
  Object.entries({ survey, choices, ...more }).map(([name, table]) => ({
    name,
    rows: table.map((cells, index) => ({ line: index + 1, cells })),
  }));

function draftOf(rows: Table, { headings = HEADINGS, choices = lists, more = {} } = {}) {
  const { form, id } = readXlsForm(sheets([headings, ...rows], choices, more), (name) => name || 'mood');
  return draftInstrument(form, id);
}

function drafted(...given: Parameters<typeof draftOf>) {
  const made = draftOf(...given);
  assert.ok(made.kind === 'draft', JSON.stringify(made));
  return made;
}

const itemsOf = (...given: Parameters<typeof draftOf>) =>
  decidedOf(drafted(...given).instrument).dimensions.flatMap(({ items }) => items);

const lost = (...given: Parameters<typeof draftOf>) =>
  drafted(...given).notKept.map(({ name, places }) => `${name}: ${places.join(', ')}`);

/** Refused with one mistake, that of the pattern, in that row. */
function assertRefused(
  rows: Table,
  row: number,
  pattern: RegExp,
  more?: Parameters<typeof draftOf>[1],
): void {
  const made = draftOf(rows, more);
  assert.ok(made.kind === 'mistakes', JSON.stringify(made));
  assert.deepEqual(
    made.mistakes.map(({ line, message }) => [line, pattern.test(message)]),
    [[row, true]],
    JSON.stringify(made.mistakes),
  );
}

test('the types of an XLSForm become item types, in every spelling that its programs know', () => {
  const items = itemsOf([
    ['select_one often', 'a', 'Frage a?'],
    ['select one from often', 'b', 'Frage b?', '', 'likert'],
    ['select_one often', 'c', 'Frage c?', '', 'minimal'],
    ['select_multiple often', 'd', 'Frage d?'],
    ['select all that apply from often', 'e', 'Frage e?'],
    ['integer', 'f', 'Frage f?', '', '', '. > 0 and . <= 30'],
    ['decimal', 'g', 'Frage g?'],
    ['range', 'h', 'Frage h?'],
    ['date', 'i', 'Frage i?'],
    ['text', 'j', 'Frage j?', '', '', '', 'yes'],
    ['string', 'k', 'Frage k?', '', 'multiline', '', '', 'in Worten'],
    ['note', 'l', 'Danke.'],
  ]);
  assert.deepEqual(
    items.map(({ id, type, options }) => `${id} ${type} ${options.map(({ value }) => value).join()}`.trim()),
    [
      'mood-a QUESTION_VERTICAL_RADIO 0,1,2',
      'mood-b QUESTION_HORIZONTAL_RADIO 0,1,2',
      'mood-c QUESTION_SELECT 0,1,2',
      'mood-d QUESTION_CHECKBOX 0,1,2',
      'mood-e QUESTION_CHECKBOX 0,1,2',
      'mood-f QUESTION_INTEGER',
      'mood-g QUESTION_DOUBLE_POSITIVE',
      'mood-h QUESTION_RANGE_INDICATOR',
      'mood-i QUESTION_DATE',
      'mood-j QUESTION_TEXT',
      'mood-k QUESTION_TEXT_AREA_OPTIONAL',
      'mood-l INFO',
    ],
  );
  assert.deepEqual([items[5]?.min, items[5]?.max, items[7]?.min, items[7]?.max], [1, 30, 1, 10]);
  assert.equal(items[10]?.content, 'Frage k? (in Worten)');
});

test('a group stands above its questions, and one as a table makes rows of them', () => {
  const { instrument } = drafted([
    ['begin_group', 'g', 'In dieser Woche', '', 'table-list'],
    ['select_one often', 'a', 'Ich war wach.'],
    ['begin group', 'h', 'nachts'],
    ['select_one often', 'b', 'Ich war müde.'],
    ['end group'],
    ['end_group'],
    ['select_one often', 'head', 'Am Tag', '', 'label'],
    ['select_one often', 'c', 'Ich war froh.', '', 'list-nolabel'],
  ]);
  const [dimension] = decidedOf(instrument).dimensions;
  assert.ok(dimension?.form === 'fixed');
  assert.deepEqual(
    dimension.pages?.map(({ connector, items }) => [connector, items]),
    [
      ['In dieser Woche', ['mood-a']],
      ['In dieser Woche – nachts', ['mood-b']],
      ['Am Tag', ['mood-c']],
    ],
  );
  assert.deepEqual(
    dimension.items.map(({ type }) => type),
    ['QUESTION_HORIZONTAL_RADIO', 'QUESTION_VERTICAL_RADIO', 'QUESTION_HORIZONTAL_RADIO'],
  );
});

const asked: Table = [
  ['select_one often', 'a', 'Frage a?'],
  ['select_multiple often', 'b', 'Frage b?'],
  ['text', 'c', 'Frage c?'],
];

test('a condition that compares earlier questions is read, also that of a group, and every other one is refused with its row', () => {
  const behind = (relevant: string): Table => [...asked, ['text', 'z', 'Frage z?', relevant]];
  for (const [relevant, show_if] of [
    ["${a} = '1'", { all: [{ item: 'mood-a', is: 1 }] }],
    ['${a} = ‘1’', { all: [{ item: 'mood-a', is: 1 }] }],
    [
      '${a} >= 1 and ${a} != 2',
      {
        all: [
          { item: 'mood-a', at_least: 1 },
          { item: 'mood-a', is_not: 2 },
        ],
      },
    ],
    [
      "selected(${b}, '2') or selected(${a}, '0')",
      {
        any: [
          { item: 'mood-b', is: 2 },
          { item: 'mood-a', is: 0 },
        ],
      },
    ],
    ["not(selected(${b}, '2'))", { all: [{ item: 'mood-b', is_not: 2 }] }],
    ["not( selected( ${a} , '2' ) )", { all: [{ item: 'mood-a', is_not: 2 }] }],
    ["${c} != ''", { all: [{ item: 'mood-c', answered: true }] }],
  ] as const)
    assert.deepEqual(itemsOf(behind(relevant)).at(-1)?.show_if, show_if, relevant);
  const grouped = itemsOf([
    ...asked,
    ['begin_group', 'g', '', '${a} > 0'],
    ['text', 'z', 'Frage z?', "selected(${b}, '1')"],
    ['end_group'],
  ]);
  assert.deepEqual(grouped.at(-1)?.show_if, {
    all: [
      { item: 'mood-a', at_least: 1 },
      { item: 'mood-b', is: 1 },
    ],
  });
  for (const relevant of [
    "${a} = '7'",
    "${b} = '1'",
    'count-selected(${b}) > 1',
    "${nowhere} = '1'",
    "selected(${b}, '9')",
    "not(${a} = '1')",
    "${a} = '1' and (${a} = '2' or ${a} = '0')",
    ". = '1'",
  ])
    assertRefused(behind(relevant), 5, /^depends on/);
});

const survey = (...columns: readonly string[]): Table => [
  ['text', 'a', ...columns.map((one) => `Frage (${one})`)],
];

test('German texts are taken, else those without a language, the form’s own, or the first', () => {
  const choices: Table = [];
  const contentOf = (columns: readonly string[], more: Readonly<Record<string, Table>> = {}) => {
    const headings = ['type', 'name', ...columns];
    const [item] = itemsOf(survey(...columns), { headings, choices, more });
    const others = lost(survey(...columns), { headings, choices, more });
    return [item?.content, others.length];
  };
  assert.deepEqual(contentOf(['label::English (en)', 'label::Deutsch (de)']), [
    'Frage (label::Deutsch (de))',
    1,
  ]);
  assert.deepEqual(contentOf(['label', 'label::German']), ['Frage (label::German)', 1]);
  assert.deepEqual(contentOf(['label:English', 'label']), ['Frage (label)', 1]);
  assert.deepEqual(contentOf(['label::French', 'label::English']), ['Frage (label::French)', 1]);
  const settings: Table = [['default_language'], ['English']];
  assert.deepEqual(contentOf(['label::French', 'label::English'], { settings }), [
    'Frage (label::English)',
    1,
  ]);
});

test('what an item does not have is listed with its sheet and row', () => {
  const headings = [...HEADINGS, 'media::image', 'default'];
  const rows: Table = [
    ['start', 'began'],
    ['calculate', 'sum', 'Summe'],
    ['select_one often', 'a', 'Frage **a**?', '', 'quick', '. != 2', '${b} = 1', '', 'a.png'],
    ['integer', 'b', '<b>Frage</b> b?', '', '', '. < today()', '', '', '', '5'],
    ['select_multiple often', 'c', 'Frage [c](https://example.org)?'],
    ['range', 'd', 'Frage d?', '', 'picker'],
    ['begin_group', 'g', '', '', 'field-list w1', '', 'yes'],
    ['end_group'],
  ];
  const choices: Table = [...lists, ['other', '1', 'ja']];
  const more = {
    settings: [
      ['form_title', 'version'],
      ['Woche', '3'],
    ],
    entities: [['dataset'], ['x']],
  };
  assert.deepEqual(lost(rows, { headings, choices, more }), [
    'sheet "entities": (file)',
    'column "media::image": survey, row 4',
    'column "default": survey, row 5',
    'column "version": settings, row 2',
    'type start: survey, row 2 (began)',
    'type calculate: survey, row 3 (sum)',
    'formatting (Markdown): survey, row 4 (a), survey, row 6 (c)',
    'required by a condition: survey, row 4 (a)',
    'appearance quick: survey, row 4 (a)',
    'constraint . != 2: survey, row 4 (a)',
    'HTML <b>: survey, row 5 (b)',
    'constraint . < today(): survey, row 5 (b)',
    'answers below 0: survey, row 5 (b)',
    'appearance picker: survey, row 7 (d)',
    'required of a group: survey, row 8 (g)',
    'appearance w1: survey, row 8 (g)',
    'list "other": choices, row 5',
  ]);
  const made = drafted(rows, { headings, choices, more });
  assert.deepEqual(decidedOf(made.instrument).title, 'Woche');
  assert.equal(itemsOf(rows, { headings, choices, more })[0]?.content, 'Frage a?');
});

const one = (...cells: readonly string[]): Table => [cells];

test('what changes a question is refused with its row', () => {
  const headings = [...HEADINGS, 'choice_filter', 'read_only', 'parameters'];
  for (const [rows, pattern] of [
    [one('geopoint', 'a', 'Wo?'), /of the type "geopoint"/],
    [one('', 'a', 'Wo?'), /of the type ""/],
    [one('select_one often or_other', 'a', 'Wo?'), /answer of one's own/],
    [one('select one from often or specify other', 'a', 'Wo?'), /answer of one's own/],
    [one('select_one nowhere', 'a', 'Wo?'), /no list "nowhere"/],
    [one('select_one_from_file a.csv', 'a', 'Wo?'), /of the type "select_one_from_file a.csv"/],
    [one('text', '', 'Wo?'), /has no name/],
    [one('text', 'a b', 'Wo?'), /must be an item id/],
    [one('text', 'a', ''), /has no text/],
    [one('text', 'a', 'Hallo ${name}'), /value of another place/],
    [one('text', 'a', '=B2'), /formula of a spreadsheet/],
    [one('text', 'a', '<img src="x">'), /more than formatting/],
    [one('date', 'a', 'Wann?', '', 'month-year'), /asks for a month-year/],
    [one('select_one often', 'a', 'Wo?', '', '', '', '', '', 'x = 1'), /choice_filter/],
    [one('text', 'a', 'Wo?', '', '', '', '', '', '', 'yes'), /read_only/],
    [one('range', 'a', 'Wo?', '', '', '', '', '', '', '', 'start=0 end=1 step=0.1'), /whole numbers/],
    [one('note', 'a', 'Danke.'), /holds no question/],
  ] as const) {
    const isEmpty = /holds no question/.test(pattern.source);
    assertRefused(rows, isEmpty ? 1 : 2, pattern, { headings });
  }
  assertRefused([['begin_group', 'g', 'Gruppe'], ...asked], 2, /does not end/);
  assertRefused([...asked, ['end_group']], 5, /does not begin/);
  assertRefused([['begin_repeat', 'g', 'x'], ...asked, ['end_repeat']], 2, /begin_repeat/);
  assertRefused([...asked, ['text', 'a', 'Noch?']], 5, /used twice/);
  assertRefused(asked, 5, /needs a list, a name and a label/, { choices: [...lists, ['often', '3', '']] });
  const many = Array.from({ length: 10_001 }, (_, index) => ['often', `${index}`, 'nie']);
  assertRefused(asked, 1, /more than 10000 rows/, { choices: [['list_name', 'name', 'label'], ...many] });
  assertRefused(asked, 1, /no such column/, { headings: ['type', 'name', 'text'] });
});

test('every type, column and appearance of an XLSForm is drafted, listed or refused', () => {
  const outcomes = new Set<string>();
  const word = stringMatching(/^x[a-z]{8}$/);
  const types = constantFrom('text', 'select_one often', 'integer', 'note', 'deviceid', undefined);
  const row = record({ type: types, strange: word, appearance: word, extra: word });
  always(
    property(array(row, { minLength: 1, maxLength: 4 }), word, (rows, column) => {
      const headings = ['type', 'name', 'label', 'appearance', column];
      const table = rows.map(({ type, strange, appearance, extra }, index) => [
        type ?? strange,
        `q${index}`,
        `Frage ${index}?`,
        appearance,
        extra,
      ]);
      const made = draftOf([...table, ['text', 'last', 'Ende?']], { headings });
      outcomes.add(made.kind);
      const said = JSON.stringify(made);
      const foreign = rows.filter(({ type }) => type === undefined);
      assert.equal(made.kind, foreign.length > 0 ? 'mistakes' : 'draft');
      for (const { strange } of foreign) assert.ok(said.includes(strange), said);
      if (made.kind === 'draft')
        for (const [index, { type, appearance }] of rows.entries()) {
          assert.ok(said.includes(type === 'deviceid' ? 'type deviceid' : `Frage ${index}?`), said);
          assert.ok(said.includes(column), said);
          if (type !== 'deviceid') assert.ok(said.includes(appearance), said);
        }
    }),
    { numRuns: 200 },
  );
  assert.deepEqual([...outcomes].toSorted(), ['draft', 'mistakes']);
});

test('a workbook with a sheet survey is read as an XLSForm, by the name that its settings give', async () => {
  const made = await draftFile(
    workbook({
      settings: [
        ['form_title', 'form_id', 'version'],
        ['Woche', 'Meine Woche', { type: 's="1"', xml: '<v>45000</v>' }],
      ],
      choices: lists.map((cells, index) =>
        index === 0 ? cells : cells.map((cell, at) => (at === 1 ? Number(cell) : cell)),
      ),
      survey: [
        ['type', 'name', 'label'],
        ['select_one often', 'a', 'Frage a?'],
      ],
    }),
  );
  assert.ok(made.kind === 'draft', JSON.stringify(made));
  const { id, title, dimensions } = decidedOf(made.instrument);
  assert.deepEqual([id, title], ['meine-woche', 'Woche']);
  assert.deepEqual(
    dimensions.flatMap(({ items }) => items).map(({ options }) => options.map(({ value }) => value)),
    [[0, 1, 2]],
  );
});
