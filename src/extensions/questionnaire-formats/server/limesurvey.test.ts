import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, instrumentOf, itemsOf, lost, mistakes } from '../test/drafts.ts';

const COLUMNS = [
  'id',
  'class',
  'type/scale',
  'name',
  'relevance',
  'text',
  'help',
  'language',
  'mandatory',
  'other',
  'hidden',
  'cssclass',
] as const;
type Cells = Partial<Record<(typeof COLUMNS)[number], string>>;

const row = (kind: string, type: string, name: string, text: string, more: Cells = {}): Cells => ({
  class: kind,
  'type/scale': type,
  name,
  text,
  language: kind === 'S' ? '' : 'de',
  ...more,
});
const question = (type: string, name: string, more: Cells = {}) =>
  row('Q', type, name, `Frage ${name}`, more);
const answers = [row('A', '0', '0', 'nie'), row('A', '0', '1', 'manchmal'), row('A', '0', '2', 'oft')];

const file = (...rows: readonly Cells[]) =>
  [COLUMNS, ...rows.map((cells) => COLUMNS.map((name) => cells[name] ?? ''))]
    .map((cells) =>
      cells.map((cell) => (cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t'),
    )
    .join('\n');

const q1 = [question('L', 'Q1'), ...answers];
const boxes = [question('M', 'Q2'), row('SQ', '', 'a', 'Sport'), row('SQ', '', 'b', 'Lesen')];
const matrix = [
  question('F', 'Q3'),
  row('SQ', '', 'a', 'Ich war wach.'),
  row('SQ', '', 'b', 'Ich war müde.'),
  ...answers,
];

test('the question types of LimeSurvey become item types, each row of an array an item below its question', () => {
  const text = file(
    row('SL', '', 'surveyls_title', 'Woche'),
    row('G', '', 'Schlaf', ''),
    ...q1,
    ...boxes,
    ...matrix,
    row('G', '', 'Anderes', 'Zum Schluss.'),
    question('!', 'Q4'),
    ...answers,
    question('5', 'Q5'),
    question('Y', 'Q6'),
    question('N', 'Q7'),
    question('D', 'Q8'),
    question('S', 'Q9', { mandatory: 'Y' }),
    question('T', 'Q10', { help: 'kurz' }),
    question('X', 'Q11'),
  );
  const items = itemsOf(text);
  assert.deepEqual(
    items.map(({ id, type, options }) => [id.replace('mood-', ''), type, options.length]),
    [
      ['Q1', 'QUESTION_VERTICAL_RADIO', 3],
      ['Q2', 'QUESTION_CHECKBOX', 2],
      ['Q3_a', 'QUESTION_HORIZONTAL_RADIO', 3],
      ['Q3_b', 'QUESTION_HORIZONTAL_RADIO', 3],
      ['Q4', 'QUESTION_SELECT', 3],
      ['Q5', 'QUESTION_HORIZONTAL_RADIO', 5],
      ['Q6', 'QUESTION_HORIZONTAL_RADIO', 2],
      ['Q7', 'QUESTION_INTEGER', 0],
      ['Q8', 'QUESTION_DATE', 0],
      ['Q9', 'QUESTION_TEXT', 0],
      ['Q10', 'QUESTION_TEXT_AREA_OPTIONAL', 0],
      ['Q11', 'INFO', 0],
    ],
  );
  assert.equal(items.at(-2)?.content, 'Frage Q10 (kurz)');
  const made = instrumentOf(text);
  assert.equal(made.title, 'Woche');
  const [dimension] = made.dimensions;
  assert.ok(dimension?.form === 'fixed');
  assert.deepEqual(
    dimension.pages?.map(({ connector, items: ids }) => [connector, ids.length]),
    [
      ['Schlaf', 2],
      ['Schlaf – Frage Q3', 2],
      ['Anderes – Zum Schluss.', 5],
      ['Anderes – Zum Schluss.', 3],
    ],
  );
});

test('simple relevance becomes a condition, and every other one is refused with its line', () => {
  const behind = (relevance: string, group = '1') =>
    file(
      ...q1,
      ...boxes,
      ...matrix,
      row('G', '', 'Mehr', '', { relevance: group }),
      question('T', 'Z', { relevance }),
    );
  for (const [relevance, all] of [
    [`((Q1.NAOK == "1"))`, [{ item: 'mood-Q1', is: 1 }]],
    [
      `Q1 > 0 and Q2_a == "Y"`,
      [
        { item: 'mood-Q1', at_least: 1 },
        { item: 'mood-Q2', is: 'a' },
      ],
    ],
    [`Q3_b.NAOK >= 1`, [{ item: 'mood-Q3_b', at_least: 1 }]],
  ] as const)
    assert.deepEqual(itemsOf(behind(relevance)).at(-1)?.show_if, { all }, relevance);
  assert.deepEqual(itemsOf(behind('Q1 == 1', 'Q1 != 0')).at(-1)?.show_if, {
    all: [
      { item: 'mood-Q1', is_not: 0 },
      { item: 'mood-Q1', is: 1 },
    ],
  });
  for (const relevance of [
    '!is_empty(Q1)',
    'Q1 == 7',
    'Q9 == 1',
    'Q1 == 1 and Q1 == 2 or Q3_a == 1',
    'count(Q2_a) > 1',
    'Q1 + 1 > 1',
  ])
    assertRefused(behind(relevance), 16, /Z: depends on/);
  const hidden = question('Y', 'H', { relevance: 'Q1 == 1' });
  assertRefused(
    file(...q1, hidden, question('T', 'Z', { relevance: 'Q1 == 2 or H == "Y"' })),
    7,
    /depends on "H"/,
  );
});

test('settings, other languages and looks are listed by name, and what changes a question is refused with its line', () => {
  const english = q1.map((cells) => ({ ...cells, language: 'en', text: 'x' }));
  const text = file(
    row('S', '', 'format', 'G'),
    question('T', 'Q0', { cssclass: 'x', hidden: '0' }),
    ...q1.map((cells) => (cells.name === '2' ? { ...cells, relevance: '5' } : cells)),
    ...english,
  );
  assert.deepEqual(lost(text), [
    'attribute hidden: Q0',
    'attribute cssclass: Q0',
    'language en: (form)',
    'setting format: (form)',
    'assessment value: 2',
  ]);
  for (const [rows, line, pattern] of [
    [[question('L', 'Q1', { hidden: '1' }), ...answers], 2, /attribute "hidden"/],
    [[question('L', 'Q1', { other: 'Y' }), ...answers], 2, /answer of one's own/],
    [[question('*', 'Q1')], 2, /of the type "\*"/],
    [
      [question('F', 'Q1'), row('SQ', '', 'a', 'x', { relevance: 'Q9 == 1' }), ...answers],
      3,
      /asked only sometimes/,
    ],
    [[...q1, row('QTA', '', 'q', 'x')], 6, /of the class "QTA"/],
    [[question('T', 'Q1', { text: 'Hallo {TOKEN:FIRSTNAME}' })], 2, /value of another place/],
    [[...q1, ...q1], 6, /used twice/],
    [[row('S', '', 'format', 'G')], 1, /holds no question/],
  ] as const)
    assert.match(mistakes(file(...rows))[0] ?? '', new RegExp(`^${line} .*${pattern.source}`));
});
