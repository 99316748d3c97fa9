import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Column } from '../../ui/table-rows.ts';
import { tableCsv } from './table-csv.ts';

type Row = { code: string; day: string; ids: string[] };

const columns: Column<Row>[] = [
  { id: 'menu', title: 'Bearbeiten', width: 1, isControl: true, cell: () => null },
  { id: 'code', title: 'Code', width: 1, value: ({ code }) => code, cell: () => null },
  {
    id: 'date_of_birth',
    title: 'Geburtstag',
    width: 1,
    value: ({ day }) => day,
    filter: { kind: 'date' },
    cell: () => null,
  },
  {
    id: 'admission',
    title: 'Aufnahme',
    width: 1,
    value: ({ day }) => day,
    filter: { kind: 'date' },
    cell: () => null,
  },
  { id: 'ids', title: 'System-ID', width: 1, value: ({ ids }) => ids, cell: () => null },
];

test('the file has the shown columns in German, without controls and without the birth date', () => {
  const rows = [{ code: 'P1', day: '2026-02-01', ids: ['S-1', 'S-2'] }];
  assert.equal(tableCsv(rows, columns), '\uFEFFCode;Aufnahme;System-ID\r\nP1;01.02.2026;S-1, S-2\r\n');
});

test('a cell that says more than its value has its words in the file', () => {
  const result: Column<Row> = {
    id: 'result',
    title: 'Ergebnis',
    width: 1,
    value: () => 'Nicht Verfügbar',
    words: () => ['dringend seit 24 Std.', 'schlechter'],
    cell: () => null,
  };
  const rows = [{ code: 'P1', day: '2026-02-01', ids: [] }];
  assert.equal(tableCsv(rows, [result]), '\uFEFFErgebnis\r\ndringend seit 24 Std., schlechter\r\n');
});

test('a text that a spreadsheet would run as a formula is guarded', () => {
  assert.match(tableCsv([{ code: '=1+1', day: '2026-02-01', ids: [] }], columns), /\r\n'=1\+1;/);
});
