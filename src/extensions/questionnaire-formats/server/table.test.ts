import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, drafted, instrumentOf, itemsOf, lost, mistakes } from '../test/drafts.ts';

const rows = [
  ['Nr', 'Frage', 'Antworten', 'Skala', 'umgepolt'],
  ['1', 'Ich war wach.', 'Häufigkeit: nie=0|manchmal=1|oft=2', 'Schlaf', 'ja'],
  ['2', 'Ich war müde; sehr sogar.', 'Häufigkeit', 'Schlaf|Tag', ''],
  ['3', 'Ich habe daran gedacht, mir das Leben zu nehmen.', 'nie=0|selten=0,5|oft=1', 'Tag', 'nein'],
  ['4', 'Noch etwas?', 'Text', '', ''],
];
const written = (separator: string, table = rows) =>
  table.map((cells) => cells.map((cell) => `"${cell}"`).join(separator)).join('\r\n');
const changed = (row: number, column: number, cell: string) =>
  written(
    ';',
    rows.map((cells, r) => cells.map((old, c) => (r === row && c === column ? cell : old))),
  );

test('a table becomes an instrument with its answers, sum scales and turned questions, whatever separates its cells', () => {
  const made = instrumentOf(written(';'));
  for (const separator of [',', '\t']) assert.deepEqual(instrumentOf(written(separator)), made);
  const items = made.dimensions.flatMap((one) => one.items);
  assert.deepEqual(
    items.map(({ id, type, options }) => [id, type, options.map(({ label, value }) => `${label} ${value}`)]),
    [
      ['mood-1', 'QUESTION_VERTICAL_RADIO', ['nie 0', 'manchmal 1', 'oft 2']],
      ['mood-2', 'QUESTION_VERTICAL_RADIO', ['nie 0', 'manchmal 1', 'oft 2']],
      ['mood-3', 'QUESTION_VERTICAL_RADIO', ['nie 0', 'selten 0.5', 'oft 1']],
      ['mood-4', 'QUESTION_TEXT_OPTIONAL', []],
    ],
  );
  const scales = made.scales.map((one) => ('reversed' in one ? [one.key, one.items, one.reversed] : []));
  assert.deepEqual(scales, [
    ['schlaf', ['mood-1', 'mood-2'], ['mood-1']],
    ['tag', ['mood-2', 'mood-3'], []],
  ]);
});

test('a draft says what a person decides, and a rule for a question that seems to ask for a wish to die', () => {
  const { text, notKept, notes } = drafted(written(';'));
  for (const what of ['licence', 'source', 'language', 'title', 'purpose', 'direction', 'crisis_decided_by'])
    assert.match(text, new RegExp(`"${what}": "DECIDE: `));
  const { crisis } = instrumentOf(written(';'));
  assert.deepEqual(
    crisis.map(({ item, kind, at_least, level }) => [item, kind, at_least, level]),
    [['mood-3', 'self', 0.5, 'notice']],
  );
  assert.deepEqual([notKept.length, notes.length], [0, 1]);
});

test('English headings, values before their words, a stem and questions without an id are read', () => {
  const text =
    'Question\tAnswers\tStem\nAm Morgen\t0=nie|1=oft\tIn dieser Woche:\nAm Abend\t0=nie|1=oft\tIn dieser Woche:\n' +
    'Wann?\tdate\t\n';
  const { dimensions } = instrumentOf(text);
  const [dimension] = dimensions;
  assert.ok(dimension?.form === 'fixed');
  assert.deepEqual(
    dimension.pages?.map(({ connector, items }) => [connector, items]),
    [
      ['In dieser Woche:', ['mood-01', 'mood-02']],
      [undefined, ['mood-03']],
    ],
  );
});

test('an unknown column and formatting are listed with their lines', () => {
  const table = rows.map((cells, index) => [...cells, ['Bemerkung', 'alt', '', 'neu', ''][index] ?? '']);
  const formatted = written(';', table).replace('Ich war wach', 'Ich war <b>wach</b>');
  assert.deepEqual(lost(formatted), ['column "Bemerkung": line 2, line 4', 'HTML <b>: 1']);
  assert.equal(itemsOf(formatted)[0]?.content, 'Ich war wach.');
});

test('what a table cannot say is refused with its line, and all of it at once', () => {
  assertRefused(changed(2, 0, '1'), 3, /item id "mood-1" is used twice/);
  assertRefused(changed(3, 1, ''), 4, /no question/);
  assertRefused(changed(4, 2, 'Stärke'), 5, /"Stärke" is no list of answers/);
  assertRefused(changed(4, 2, 'Häufigkeit: ja=1|nein=0'), 5, /given twice/);
  assertRefused(changed(3, 2, 'ja: sehr=1|nein=0'), 4, /No later row names the list "ja"/);
  assertRefused(changed(3, 2, 'nie|oft'), 4, /is no list of answers/);
  assertRefused(changed(3, 2, 'nie=0|oft=0'), 4, /option value "0" is used twice/);
  assertRefused(changed(3, 2, 'nie=0'), 4, /at least 2 options/);
  assertRefused(changed(3, 4, 'vielleicht'), 4, /"vielleicht" does not say/);
  assertRefused(changed(4, 4, 'ja'), 5, /reversed, but in no scale/);
  assertRefused(changed(4, 3, 'Tag'), 3, /no numbers to score/);
  assertRefused(changed(3, 1, '=A1'), 4, /formula of a spreadsheet/);
  assertRefused(changed(3, 1, '#NAME?'), 4, /formula of a spreadsheet/);
  assertRefused(changed(3, 1, '<img src=x>'), 4, /HTML that is more than formatting/);
  assertRefused(changed(0, 3, 'Antwort'), 1, /column is given twice/);
  assert.deepEqual(
    mistakes(changed(0, 4, '')).map((one) => one.replace(/".*"/, '')),
    ['2 cell 5:  stands in no column', '4 cell 5:  stands in no column'],
  );
  assertRefused(changed(0, 1, 'Titel'), 1, /no such column. It is called item, frage/);
  assertRefused(`${written(';')}\n"offen`, 6, /not complete/);
  assertRefused(rows[0]!.join(';'), 1, /holds no question/);
});

test('a line break inside a cell does not move the lines of the rows below it', () => {
  const broken = changed(1, 1, 'Ich war\nwach.').replace('"Tag";"nein"', '"Tag";"vielleicht"');
  assertRefused(broken, 5, /"vielleicht"/);
});

const SUBSCALES = ['Ruhe', 'Schlaf', 'Kraft', 'Nähe'];
const pasted = Array.from({ length: 28 }, (_, index) => [
  `${index + 1}.`,
  `Ich hatte in der Woche genug von Sache ${index + 1}, wie ich es "kenne".`,
  '0 = nie; 1 = manchmal; 2 = oft',
  SUBSCALES[index % 4] ?? '',
  index % 5 === 0 ? 'x' : '',
]);
const paste = (table: readonly (readonly string[])[]) => table.map((cells) => cells.join('\t')).join('\n');

test('28 items that are pasted without headings become a draft with four scales and their turned questions', () => {
  const made = instrumentOf(paste(pasted));
  const items = made.dimensions.flatMap((one) => one.items);
  assert.equal(items.length, 28);
  assert.equal(items[27]?.content, 'Ich hatte in der Woche genug von Sache 28, wie ich es "kenne".');
  assert.deepEqual(
    items[27]?.options.map(({ label, value }) => [label, value]),
    [
      ['nie', 0],
      ['manchmal', 1],
      ['oft', 2],
    ],
  );
  const scales = made.scales.map((one) =>
    'reversed' in one ? [one.title, one.items.length, one.reversed] : [],
  );
  assert.deepEqual(scales, [
    ['Ruhe', 7, ['mood-1', 'mood-21']],
    ['Schlaf', 7, ['mood-6', 'mood-26']],
    ['Kraft', 7, ['mood-11']],
    ['Nähe', 7, ['mood-16']],
  ]);
  const headed = paste([['Nr.', 'Aussage', 'Antwortmöglichkeiten', 'Subskala', 'rekodiert'], ...pasted]);
  assert.deepEqual(instrumentOf(headed), made);
});

test('the columns of a table without headings are known by what stands in them, in any order', () => {
  const expected = instrumentOf(paste(pasted));
  for (const order of [
    [2, 1, 3, 4, 0],
    [3, 4, 1, 0, 2],
  ]) {
    const other = pasted.map((cells) => order.map((column) => cells[column] ?? ''));
    assert.deepEqual(instrumentOf(paste(other)), expected);
  }
  assert.deepEqual(
    itemsOf('Ich war wach.\t0 nie | 1 oft\nIch war müde.\t0 nie | 1 oft').map(({ id, content }) => [
      id,
      content,
    ]),
    [
      ['mood-01', 'Ich war wach.'],
      ['mood-02', 'Ich war müde.'],
    ],
  );
});

test('a table without headings whose columns are not clear is refused by the names of the columns', () => {
  const told = mistakes(paste(pasted.map((cells) => [...cells, 'noch ein Wort'])));
  assert.deepEqual(
    told.map((one) => one.slice(0, 38)),
    ['1 text: There is no such column. It is', '1 answers: There is no such column. It'],
  );
  assert.match(mistakes('Ich war wach.\tSchlaf\nIch war müde.\tSchlaf')[0] ?? '', /no such column/);
  assertRefused(
    paste(pasted.map((cells, row) => (row === 4 ? cells.with(2, 'nie, oft') : cells))),
    5,
    /no list/,
  );
});

const listOf = (cell: string) =>
  itemsOf(`Frage\tAntworten\nWach?\t${cell}`)[0]?.options.map(({ label, value }) => `${value} ${label}`);

test('answers in one cell are read as people write them, and a mixed list is refused', () => {
  for (const cell of [
    'nie=0|oft=1',
    '0 = nie; 1 = oft',
    '0 nie | 1 oft',
    '0: nie, 1: oft',
    '0 - nie / 1 - oft',
    'nie (0), oft (1)',
    '(0) nie; (1) oft;',
    '"0 nie\n1 oft"',
  ])
    assert.deepEqual(listOf(cell), ['0 nie', '1 oft'], cell);
  assert.deepEqual(listOf('0,5 = nie | 1 = an 2, 3 Tagen'), ['0.5 nie', '1 an 2, 3 Tagen']);
  for (const cell of [
    '0 = nie; 1 = oft, 2 = immer',
    '0 = nie; 1 oft',
    '0 = nie; 1 = oft | 2 = immer',
    'nie=0; oft=1 | immer=2',
    'nie, oft',
    '0; 1',
    '0 nie; 1 oft, 2 immer',
  ])
    assertRefused(`Frage\tAntworten\nWach?\t${cell}`, 2, /is no list of answers/);
});

test('a cell without answers has those of the row above, which a note says', () => {
  const text = 'Frage\tAntworten\nWach?\tnie=0|oft=1\nMüde?\t\nWann?\tDatum\nWo?\tText';
  assert.deepEqual(
    itemsOf(text).map(({ options }) => options.length),
    [2, 2, 0, 0],
  );
  assert.match(drafted(text).notes.join(' '), /1 question\(s\) have no answers of their own .*: line 3\./);
  assertRefused(`${text}\nWarum?\t`, 6, /The row has no answers/);
});

function turned(...signs: readonly string[]) {
  const cells = signs.map((sign, index) => `Frage ${index}?\tnie=0|oft=1\tA\t${sign}`);
  const [scale] = instrumentOf(['Item\tAntworten\tSkala\tPolung', ...cells].join('\n')).scales;
  return scale && 'reversed' in scale ? scale.reversed : [];
}

test('a minus turns a question beside plus signs or alone, and says no beside other words', () => {
  assert.deepEqual(turned('+', '-', '+'), ['mood-02']);
  assert.deepEqual(turned('', '–', ''), ['mood-02']);
  assert.deepEqual(turned('x', '-', 'r'), ['mood-01', 'mood-03']);
  assertRefused(
    paste([
      ['Item', 'Antworten', 'Skala', 'Polung'],
      ['Wach?', 'nie=0|oft=1', 'A', '+'],
      ['Müde?', 'nie=0|oft=1', 'A', 'x'],
    ]),
    2,
    /"\+" does not say/,
  );
});

const long = (rows: number) =>
  ['Frage\tAntworten', ...Array.from({ length: rows }, (_, index) => `Frage ${index}?\tnie=0|oft=1`)].join(
    '\n',
  );

test('a table of more than 1000 questions, and a text of more than 10000 signs, are refused', () => {
  assert.equal(itemsOf(long(1000)).length, 1000);
  assertRefused(long(1001), 1, /more than 1000 questions/);
  assertRefused(`Frage\tAntworten\n${'x'.repeat(10_001)}\tText`, 2, /more than 10000 signs/);
});
