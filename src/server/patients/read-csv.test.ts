import assert from 'node:assert/strict';
import process from 'node:process';
import { test } from 'node:test';
import { checkRow, countCodes, IMPORT_COLUMNS, MAX_IMPORT_BYTES } from '../../domain/csv-import.ts';
import { mapInSlices } from '../work/slices.ts';
import { readCsv } from './read-csv.ts';

const header = IMPORT_COLUMNS.join(';');
const line = 'A1;1990-01-01;FEMALE;F32.1;therapie1;2026-01-01;2026-06-01;S-1|S-2';
const cells = ['A1', '1990-01-01', 'FEMALE', 'F32.1', 'therapie1', '2026-01-01', '2026-06-01', 'S-1|S-2'];

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

async function rowsOf(text: string): Promise<readonly (readonly string[])[]> {
  const read = await readCsv(bytes(text));
  return read.kind === 'rows' ? read.rows : assert.fail(read.code);
}

async function refusalOf(file: Uint8Array): Promise<string | undefined> {
  const read = await readCsv(file);
  return read.kind === 'refused' ? read.code : undefined;
}

test('an import file is read with semicolons or commas and with any line end', async () => {
  assert.deepEqual(await rowsOf(`${header}\n${line}\n`), [cells]);
  assert.deepEqual(await rowsOf(`${header}\r\n${line}`), [cells]);
  assert.deepEqual(await rowsOf(`${header}\r${line}\r`), [cells]);
  assert.deepEqual(await rowsOf(`${header}\n${line}\n`.replaceAll(';', ',')), [cells]);
});

test('an import file may mix line ends and begin with empty lines', async () => {
  assert.deepEqual(await rowsOf(`${header}\r\n${line}\n${line}\r${line}`), [cells, cells, cells]);
  assert.deepEqual(await rowsOf(`\r\n\n${header}\n${line}`), [cells]);
  const [first = ''] = await rowsOf(`${header}\r${line}`.replaceAll(';', ',').replace('S-1', 'S;1'));
  assert.deepEqual(first, [...cells.slice(0, -1), 'S;1|S-2']);
});

test('a line end of two characters is read as one even when a chunk ends between them', async () => {
  for (let length = 0; length < line.length; length += 1) {
    const padded = line.replace('therapie1', 'therapie1'.padEnd(9 + length, 'x'));
    const rows = await rowsOf(`${header}\r\n${`${padded}\r\n`.repeat(40)}`);
    assert.deepEqual([rows.length, new Set(rows.map(String)).size], [40, 1]);
  }
});

test('a quoted cell of an import file may contain the delimiter, quotes and line breaks', async () => {
  const rows = await rowsOf(`"code";${header.slice(5)}\n"A;""1""\nx";1990-01-01\n`);
  assert.deepEqual(rows, [['A;"1"\nx', '1990-01-01']]);
});

test('empty lines and lines of delimiters only do not count as patients', async () => {
  assert.deepEqual(await rowsOf(`${header}\n\n;;;;;;;\n${line}\n ; ;;;;;;\n\n`), [cells]);
});

test('each row knows its line in the file, past empty lines and line breaks in cells', async () => {
  const read = await readCsv(bytes(`${header}\n\n${line}\r\n;;;;;;;\n"A\n2";x\n${line}`));
  assert.ok(read.kind === 'rows');
  assert.deepEqual(read.lines, [3, 6, 7]);
});

test('an import file with only the header has no rows', async () => {
  assert.deepEqual(await rowsOf(header), []);
});

test('umlauts survive although an import file is read in chunks', async () => {
  const many = Array.from({ length: 5000 }, (_, n) => `ÄÖÜß${n}${';ü'.repeat(7)}`);
  const rows = await rowsOf(`${header}\n${many.join('\n')}`);
  assert.equal(rows.length, 5000);
  assert.ok(rows.every((row, n) => row.length === 8 && row[0] === `ÄÖÜß${n}` && row[7] === 'ü'));
});

test('a byte order mark, another encoding and another kind of file are refused with different codes', async () => {
  assert.equal(await refusalOf(bytes(`\ufeff${header}\n${line}`)), 'csv_has_bom');
  assert.equal(await refusalOf(Buffer.from(`${header}\nMüller`, 'latin1')), 'csv_not_utf8');
  assert.equal(await refusalOf(Buffer.from(`\ufeff${header}`, 'utf16le')), 'csv_not_utf8');
  assert.equal(await refusalOf(bytes('PK\u0003\u0004xl/workbook.xml')), 'csv_wrong_format');
  assert.equal(await refusalOf(bytes('%PDF-1.7 ä')), 'csv_wrong_format');
});

test('a text without the columns of the template is refused as a wrong format', async () => {
  const files = [
    '',
    '\n\n',
    '{"code": 1}',
    '<html></html>',
    line,
    header.replaceAll(';', '\t'),
    `${header};more`,
  ];
  for (const file of [...files, header.replace('code;', ''), `${header}\n"A1;1990`, `${header}\nA"1";1990`])
    assert.equal(await refusalOf(bytes(file)), 'csv_wrong_format', file);
});

test('an import file of 10,000 rows or 5 MB is accepted, a larger one is refused', async () => {
  assert.equal((await rowsOf(`${header}\n${`${line}\n`.repeat(10_000)}`)).length, 10_000);
  assert.equal(await refusalOf(bytes(`${header}\n${`${line}\n`.repeat(10_001)}`)), 'too_large');
  const full = bytes(`${header}\n${'\n'.repeat(MAX_IMPORT_BYTES - header.length - 1)}`);
  assert.equal(full.length, MAX_IMPORT_BYTES);
  assert.equal(await refusalOf(full), undefined);
  assert.equal(await refusalOf(Buffer.concat([full, bytes('\n')])), 'too_large');
});

test('an import file with too many rows of delimiters only is refused', async () => {
  assert.deepEqual(await rowsOf(`${header}\n${';;;;;;;\n'.repeat(15_000)}${line}`), [cells]);
  assert.equal(await refusalOf(bytes(`${header}\n${';\n'.repeat(2_000_000)}`)), 'too_large');
});

test('a quoted cell that never ends is refused', async () => {
  assert.equal(await refusalOf(bytes(`${header}\n"${'x'.repeat(4_000_000)}`)), 'csv_wrong_format');
});

test('an import file of five million delimiters is refused', async () => {
  assert.equal(await refusalOf(new Uint8Array(MAX_IMPORT_BYTES).fill(0x3b)), 'too_large');
});

test('a large import file is read in few rounds of the event loop', async () => {
  let rounds = 0;
  let next: NodeJS.Immediate | undefined;
  const goOn = () => {
    rounds += 1;
    next = setImmediate(goOn);
  };
  goOn();
  const began = process.cpuUsage();
  await rowsOf(`${header}\n${`${line}${'X'.repeat(430)}\n`.repeat(9000)}`);
  const { user, system } = process.cpuUsage(began);
  clearImmediate(next);
  // About one round for 10 ms of work, instead of one for each of the 4500 chunks.
  assert.ok(rounds < 50 + (user + system) / 1000, `${rounds} rounds`);
});

test('other requests have their turn while 10,000 rows are read and checked', async () => {
  const rows = Array.from({ length: 10_000 }, (_, n) => line.replace('A1', `K${(n * 7919) % 100_003}Q`));
  const file = bytes(`${header}\n${rows.join('\n')}\n`);
  let turns = 0;
  const takeTurn = () => {
    turns += 1;
    next = setImmediate(takeTurn);
  };
  let next = setImmediate(takeTurn);
  assert.equal(await countValid(file), 10_000);
  clearImmediate(next);
  assert.ok(turns >= 5, `others had ${turns} turns`);
});

async function countValid(file: Uint8Array): Promise<number> {
  const read = await readCsv(file);
  const rows = read.kind === 'rows' ? read.rows : assert.fail(read.code);
  const counts = countCodes(rows);
  const context = {
    today: '2026-03-10',
    codeKeys: new Set<string>(),
    clinicians: new Map([['therapie1', { id: 'c1', enabled: true }]]),
    diagnosisIds: new Set(['F32.1']),
  };
  const checked = await mapInSlices(rows, (row) => checkRow(row, context, counts));
  return checked.filter(({ record }) => record !== undefined).length;
}

function doubleSlowly(n: number): number {
  const end = performance.now() + 0.02;
  while (performance.now() < end);
  return n * 2;
}

test('work in slices keeps the order of the list', async () => {
  const items = Array.from({ length: 2000 }, (_, n) => n);
  assert.deepEqual(
    await mapInSlices(items, doubleSlowly),
    items.map((n) => n * 2),
  );
  assert.deepEqual(await mapInSlices([], doubleSlowly), []);
});
