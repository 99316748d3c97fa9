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
