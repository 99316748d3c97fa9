import assert from 'node:assert/strict';
import { test } from 'node:test';
import { convertCsv as convertWith, type ImportHeadings, typedDate, withEnds } from './csv-convert.ts';
import { sniffEncoding } from './csv-encoding.ts';
import { IMPORT_COLUMNS } from './csv-import.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const windows1252 = (...codes: number[]) => Uint8Array.from(codes);

const headings: ImportHeadings = new Map(IMPORT_COLUMNS.map((column, index) => [`spalte ${index}`, column]));
function convertCsv(file: Uint8Array) {
  const converted = convertWith(file, headings);
  if (converted.kind === 'no_text') return converted;
  const { typedDates: _dates, ...rest } = converted;
  return rest;
}
const header = IMPORT_COLUMNS.join(';');
const germanHeader = IMPORT_COLUMNS.map((_column, index) => `Spalte ${index}`);

test('the conversion leaves a valid import file unchanged', () => {
  assert.deepEqual(convertCsv(utf8('Müller;1\n')), { kind: 'csv', text: 'Müller;1\n', changes: [] });
});

test('the conversion removes the byte order mark of Excel', () => {
  const converted = convertCsv(utf8('\ufeffcode;Müller'));
  assert.deepEqual(converted, { kind: 'csv', text: 'code;Müller', changes: ['byte_order_mark_removed'] });
});

test('the conversion turns umlauts, ß, the euro sign and quotes from Windows-1252 into UTF-8', () => {
  const converted = convertCsv(windows1252(0xe4, 0xf6, 0xfc, 0xc4, 0xd6, 0xdc, 0xdf, 0x80, 0x84, 0x93));
  assert.deepEqual(converted, { kind: 'csv', text: 'äöüÄÖÜß€„“', changes: ['encoding_changed'] });
});

test('the conversion turns Excel’s Unicode text (UTF-16) into UTF-8', () => {
  const converted = convertCsv(Buffer.from('\ufeffcode;Müller', 'utf16le'));
  assert.deepEqual(converted, { kind: 'csv', text: 'code;Müller', changes: ['encoding_changed'] });
});

test('the conversion writes German dates of Excel as yyyy-MM-dd', () => {
  const converted = convertCsv(utf8('A;31.01.1990;x;"1.2.2026",28.02.2027\r\n01.01.2026;x\r\nx;2.3.2026'));
  assert.deepEqual(converted, {
    kind: 'csv',
    text: 'A;1990-01-31;x;"2026-02-01",2027-02-28\r\n2026-01-01;x\r\nx;2026-03-02',
    changes: ['dates_changed'],
  });
});

test('a converted date is found again as it was typed, in its own line', () => {
  const converted = convertWith(utf8('A;1.2.2026;2026-03-01\r\n\r\n01.02.2026;A'), headings);
  const { typedDates } = converted.kind === 'csv' ? converted : assert.fail();
  assert.equal(typedDate(typedDates, 1, '2026-02-01'), '1.2.2026');
  assert.equal(typedDate(typedDates, 1, '2026-03-01'), '2026-03-01');
  assert.equal(typedDate(typedDates, 3, '2026-02-01'), '01.02.2026');
});

test('the conversion leaves impossible dates and dates inside other text for the check', () => {
  for (const text of ['A;31.02.1990;x', 'A;am 31.01.1990;x', 'A;31.01.90;x', 'A;31.01.1990-1;x'])
    assert.deepEqual(convertCsv(utf8(text)), { kind: 'csv', text, changes: [] });
});

test('the conversion separates cells by semicolons where tabs did, and keeps a cell with a semicolon whole', () => {
  const converted = convertCsv(utf8(`${header.replaceAll(';', '\t')}\r\nA;B\t31.01.1990\t"x\ty"\t\r\n`));
  assert.deepEqual(converted, {
    kind: 'csv',
    text: `${header}\r\n"A;B";1990-01-31;"x\ty";\r\n`,
    changes: ['tabs_changed', 'dates_changed'],
  });
  const inside = `${header}\nA;x\ty\n`;
  assert.deepEqual(convertCsv(utf8(inside)), { kind: 'csv', text: inside, changes: [] });
});

test('the conversion translates German headings, in any case and quoted, after empty lines', () => {
  const own = germanHeader.map((name) => `"${name.toUpperCase()}"`).join(',');
  const changed = { kind: 'csv', changes: ['headings_changed'] };
  assert.deepEqual(convertCsv(utf8(`${germanHeader.join('; ')}\nSpalte 0;x`)), {
    ...changed,
    text: `${header}\nSpalte 0;x`,
  });
  assert.deepEqual(convertCsv(utf8(`\n${own}\nA,x`)), {
    ...changed,
    text: `\n${header.replaceAll(';', ',')}\nA,x`,
  });
});

test('the conversion leaves headings that are unknown, missing or doubled for the check', () => {
  const doubled = [...germanHeader, 'Spalte 0'];
  for (const cells of [doubled, germanHeader.slice(1), [...germanHeader.slice(1), 'Ort']])
    assert.deepEqual(convertCsv(utf8(cells.join(';'))), { kind: 'csv', text: cells.join(';'), changes: [] });
});

const turned = (cells: readonly string[]) => cells.toReversed().join(';');

test('the conversion brings the columns into the order of the import, and keeps quoted cells, empty lines and surplus cells', () => {
  const cells = ['A', '1990', '"x;\n""y"""', 'F', 'a,b', '', '', 'S|T'];
  const lines = [turned(germanHeader), turned(cells), '', `${turned(cells)};more`, ''];
  assert.deepEqual(convertCsv(utf8(lines.join('\r\n'))), {
    kind: 'csv',
    text: [header, cells.join(';'), '', `${cells.join(';')};more`, ''].join('\r\n'),
    changes: ['headings_changed', 'order_changed'],
  });
});

test('a converted import file needs no second conversion', () => {
  const first = convertCsv(Buffer.from('\ufeffM\u00fcller;31.01.1990', 'utf16le'));
  const text = first.kind === 'csv' ? first.text : assert.fail();
  assert.deepEqual(convertCsv(utf8(text)), { kind: 'csv', text, changes: [] });
});

test('a workbook or a picture cannot be converted', () => {
  for (const start of [
    [0x50, 0x4b, 3, 4],
    [0xd0, 0xcf, 0x11, 0xe0],
    [0x89, 0x50, 0, 0],
  ])
    assert.deepEqual(convertCsv(Uint8Array.from(start)), { kind: 'no_text' });
});

test('the encoding of a file is recognised by its bytes', () => {
  assert.equal(sniffEncoding(utf8('äöü')), 'utf-8');
  assert.equal(sniffEncoding(utf8('')), 'utf-8');
  assert.equal(sniffEncoding(utf8('\ufeffx')), 'utf-8-bom');
  assert.equal(sniffEncoding(windows1252(0x4d, 0xfc)), 'other');
  assert.equal(sniffEncoding(windows1252(0xef, 0xbb, 0xbf, 0xfc)), 'other');
  assert.equal(sniffEncoding(windows1252(0xff, 0xfe, 0x41, 0)), 'utf-16le');
  assert.equal(sniffEncoding(windows1252(0xfe, 0xff, 0, 0x41)), 'utf-16be');
  assert.equal(sniffEncoding(utf8('a\u0000b')), 'binary');
});

test('missing ends of therapies are filled with an open end or months after the admission, and nothing else changes', () => {
  const file = [
    header,
    'A1;1990-01-31;FEMALE;F32.1;therapie1;2026-08-31;;"S-1;x"|S-2',
    'A2;1990-01-31;FEMALE;F32.1;"therapie1"; "2026-02-28" ;"";',
    'A3;1990-01-31;FEMALE;F32.1;therapie1;2026-01-15;2027-01-15;S-1',
    '',
    ';;;;;;;',
    'A4;1990-01-31;FEMALE;F32.1;therapie1;morgen;;',
    'A5;1990-01-31;FEMALE;F32.1;therapie1;2026-01-15',
  ];
  const filled = (end: 'open' | number) => withEnds(`${file.join('\r\n')}\r\n`, end).split('\r\n');
  const changed = (lines: readonly string[]) => lines.filter((line, place) => line !== file[place]);
  assert.deepEqual(changed(filled('open')), [
    'A1;1990-01-31;FEMALE;F32.1;therapie1;2026-08-31;offen;"S-1;x"|S-2',
    'A2;1990-01-31;FEMALE;F32.1;"therapie1"; "2026-02-28" ;offen;',
    'A4;1990-01-31;FEMALE;F32.1;therapie1;morgen;offen;',
    '',
  ]);
  assert.deepEqual(changed(filled(12)), [
    'A1;1990-01-31;FEMALE;F32.1;therapie1;2026-08-31;2027-08-31;"S-1;x"|S-2',
    'A2;1990-01-31;FEMALE;F32.1;"therapie1"; "2026-02-28" ;2027-02-28;',
    '',
  ]);
});
