import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strToU8, zipSync } from 'fflate';
import { decidedOf, draftFile } from '../test/drafts.ts';
import { workbook, type TestCell } from '../test/workbooks.ts';

const heading = ['Nr', 'Frage', 'Antworten', 'Skala', 'umgepolt'];
const rows: readonly (readonly TestCell[])[] = [
  heading,
  [1, 'Ich war wach & froh.', '0 nie | 1 oft', 'Tag', 'x'],
  [2, 'Ich war müde.', '0 nie | 1 oft', 'Tag', ''],
];
const changed = (row: number, column: number, cell: TestCell) =>
  rows.map((cells, index) => (index === row ? cells.with(column, cell) : cells));

async function drafted(bytes: Uint8Array, name?: string) {
  const made = await draftFile(bytes, name);
  assert.ok(made.kind === 'draft', JSON.stringify(made));
  return {
    instrument: decidedOf(made.instrument),
    lost: made.notKept.map(({ name: what, places }) => `${what}: ${places.join(', ')}`),
  };
}

async function assertRefused(bytes: Uint8Array, ...patterns: readonly RegExp[]): Promise<void> {
  const made = await draftFile(bytes);
  assert.ok(made.kind === 'mistakes', JSON.stringify(made));
  const told = made.mistakes.map(({ line, place, message }) => `${line} ${place}: ${message}`);
  assert.equal(told.length, patterns.length, told.join('\n'));
  for (const [index, pattern] of patterns.entries()) assert.match(told[index] ?? '', pattern);
}

test('the first sheet of a workbook is a table as its CSV would be, and further sheets are listed', async () => {
  const { instrument, lost } = await drafted(
    workbook({ Fragen: rows, Notizen: [['x']], Leer: [] }),
    'Müde.xlsx',
  );
  assert.equal(instrument.id, 'mude');
  assert.deepEqual(
    instrument.dimensions
      .flatMap(({ items }) => items)
      .map(({ id, content, options }) => [id, content, options.length]),
    [
      ['mude-1', 'Ich war wach & froh.', 2],
      ['mude-2', 'Ich war müde.', 2],
    ],
  );
  const [scale] = instrument.scales;
  assert.ok(scale && 'reversed' in scale);
  assert.deepEqual([scale.title, scale.reversed], ['Tag', ['mude-1']]);
  assert.deepEqual(lost, ['sheet "Notizen": (file)']);
});

test('rows without a cell, of which some programs write a million, cost nothing', async () => {
  const empty = '<row r="1048575" ht="12"/><row r="1048576" ht="12"></row></sheetData>';
  const xml = `<worksheet><sheetData>${empty}</worksheet>`;
  const files = { 'xl/worksheets/part1.xml': xml, 'xl/worksheets/part2.xml': xml };
  const { instrument } = await drafted(workbook({ Fragen: rows, Leer: [], Frei: [] }, { files }));
  assert.equal(instrument.dimensions.flatMap(({ items }) => items).length, 2);
});

test('formulas with values, comments, pictures and formatting inside of cells are listed', async () => {
  const files = {
    'xl/comments1.xml': '<comments/>',
    'xl/media/image1.png': 'x',
    'xl/sharedStrings.xml': '<sst><si><r><rPr><b/></rPr><t>Ich war </t></r><r><t>wach.</t></r></si></sst>',
  };
  const table = changed(1, 1, { type: 't="s"', xml: '<v>0</v>' }).map((cells, index) =>
    index === 2 ? cells.with(3, { type: 't="str"', xml: '<f>D2</f><v>Tag</v>' }) : cells,
  );
  const { instrument, lost } = await drafted(workbook({ Fragen: table }, { files }));
  assert.equal(instrument.dimensions.flatMap(({ items }) => items)[0]?.content, 'Ich war wach.');
  assert.deepEqual(lost, [
    'formula (its value is kept): Fragen!D3',
    'comments: xl/comments1.xml',
    'media: xl/media/image1.png',
    'formatting inside of cells: (file)',
  ]);
});

const scaleOf = async (bytes: Uint8Array) => (await drafted(bytes)).instrument.scales[0];

test('cells of one column that are merged have one text in each row', async () => {
  const table = rows.map((cells, index) => (index === 2 ? cells.with(3, '') : cells));
  const after = '<mergeCells count="1"><mergeCell ref="D2:D3"/></mergeCells>';
  const merged = await scaleOf(workbook({ Fragen: table }, { after }));
  assert.ok(merged && 'items' in merged);
  assert.deepEqual(merged.items, ['mood-1', 'mood-2']);
});

test('an error of the spreadsheet, a formula without a value, and a date that it made of a text are refused with their row', async () => {
  const refused = (cell: TestCell, ...patterns: readonly RegExp[]) =>
    assertRefused(workbook({ Fragen: changed(2, 3, cell) }), ...patterns);
  await refused(
    { type: 't="e"', xml: '<v>#REF!</v>' },
    /^3 Fragen!D3: "#REF!" is an error of the spreadsheet/,
  );
  await refused({ type: '', xml: '<f>D2</f>' }, /^3 Fragen!D3: The formula has no value yet/);
  await refused({ type: 's="1"', xml: '<v>45000</v>' }, /^3 Fragen, cell 4: The spreadsheet made a date/);
  await refused('=D2', /^3 Skala: "=D2" is a formula of a spreadsheet/);
  await assertRefused(workbook({ Fragen: changed(2, 2, 'oft') }), /^3 2: "oft" is no list of answers/);
  await assertRefused(workbook({ Fragen: [heading] }), /^1 .*holds no question/);
  await assertRefused(workbook({ Fragen: [] }), /The workbook is empty/);
});

const sheet = (cell: string) => `<worksheet><sheetData><row r="1">${cell}</row></sheetData></worksheet>`;

const withSheet = (xml: string) => workbook({ Fragen: rows }, { files: { 'xl/worksheets/part1.xml': xml } });

test('a workbook that would grow in memory is refused before it is read', async () => {
  for (const xml of [
    sheet('<c r="XFD1048576" t="inlineStr"><is><t>x</t></is></c>'),
    sheet('<c r="ZZZZZ1"><v>1</v></c>'),
    sheet('<c><v>1</v></c>'),
    sheet('<c r="A1"/>').replace('r="1"', 'r="99999999"'),
    sheet('<c r="A1"><v>1</v></c>').replace('</worksheet>', '<mergeCell ref="A1:A9999999"/></worksheet>'),
  ])
    await assertRefused(withSheet(xml), /larger than 2000000 cells/);
  await assertRefused(
    withSheet(sheet(`<c r="A1" t="inlineStr"><is><t>${'x'.repeat(8_100_000)}</t></is></c>`)),
    /unpacks to more than 8 MB/,
  );
  await assertRefused(withSheet('<!DOCTYPE x [<!ENTITY a "b">]><worksheet/>'), /document type of its own/);
  const shared = `<sst><si><t>${'x'.repeat(1_000_000)}</t></si></sst>`;
  const six = Array.from({ length: 6 }, () => [{ type: 't="s"', xml: '<v>0</v>' }]);
  await assertRefused(
    workbook({ Fragen: six }, { files: { 'xl/sharedStrings.xml': shared } }),
    /more than 5000000 letters/,
  );
  const sheets = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`S${index}`, rows]));
  await assertRefused(workbook(sheets), /holds 51 sheets/);
  await assertRefused(withSheet('<worksheet>'), /The sheet "Fragen" cannot be read: unclosed tag/);
});

test('a workbook without its parts, an old one, a document and a damaged archive are refused by their kind', async () => {
  await assertRefused(zipSync({ 'xl/workbook.xml': strToU8('<workbook/>') }), /The workbook holds no sheets/);
  await assertRefused(Buffer.from('d0cf11e0a1b11ae1', 'hex'), /save it as XLSX/);
  await assertRefused(
    zipSync({ 'word/document.xml': strToU8('<x/>') }),
    /no instrument\.csv, but word\/document\.xml/,
  );
  const whole = workbook({ Fragen: rows });
  await assertRefused(whole.slice(0, whole.length / 2), /damaged or has a password/);
  const hurt = whole.with(60, 255).with(61, 255).with(62, 255);
  await assertRefused(hurt, /damaged or has a password|cannot be read/);
});

const dictionary = 'field_name,form_name,field_type,field_label\na,week,yesno,Wäch?\n';

test('the data dictionary in an instrument archive of REDCap is read, and its other files are listed', async () => {
  const { instrument, lost } = await drafted(archive, 'Archiv.zip');
  assert.equal(instrument.id, 'week');
  assert.equal(instrument.dimensions.flatMap(({ items }) => items)[0]?.content, 'Wäch?');
  assert.deepEqual(lost, ['file "AuthorID.txt": (file)', 'file "attachments/a.png": (file)']);
});

const archive = zipSync({
  'instrument.csv': strToU8(`\uFEFF${dictionary}`),
  'AuthorID.txt': strToU8('x'),
  'attachments/a.png': strToU8('x'),
});

const archiveOf = (csv: Uint8Array, more = {}) => zipSync({ 'instrument.csv': csv, ...more });

test('an instrument archive is refused with the line of its table, or for its encoding, size, paths or content', async () => {
  await assertRefused(
    archiveOf(strToU8(dictionary.replace('yesno', 'calc'))),
    /^2 a: "a" is of the type "calc"/,
  );
  await assertRefused(
    archiveOf(Buffer.from(dictionary, 'latin1')),
    /^2 .*instrument\.csv cannot be read: .*UTF-8/,
  );
  await assertRefused(archiveOf(Buffer.from(dictionary, 'utf16le')), /UTF-16/);
  await assertRefused(archiveOf(strToU8('a,b\n1,2\n')), /no data dictionary of REDCap/);
  await assertRefused(archiveOf(new Uint8Array(20_000_001)), /unpacks to more than 20 MB/);
  const many = Object.fromEntries(
    Array.from({ length: 1001 }, (_, index) => [`f${index}`, new Uint8Array(0)]),
  );
  await assertRefused(archiveOf(strToU8(dictionary), many), /more than 1000 files/);
  await assertRefused(
    zipSync({ '../instrument.csv': strToU8(dictionary) }),
    /no instrument\.csv, but \.\.\/instrument\.csv/,
  );
});
