import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  emptyFilter,
  filteredBy,
  passingRows,
  plainView,
  sortedRows,
  type TableView,
  valuesOf,
  withFirst,
} from './table-rows.ts';

const rows = [
  { code: 'P10', born: '1980-05-17', ids: ['S-17'] },
  { code: 'P9', born: '1999-12-31', ids: [] },
  { code: 'K7', born: '1980-05-17', ids: ['S-3', 'S-17'] },
];
type Row = (typeof rows)[number];

const columns = [
  { id: 'menu' },
  { id: 'code', value: ({ code }: Row) => code, filter: { kind: 'text' as const } },
  { id: 'born', value: ({ born }: Row) => born, filter: { kind: 'date' as const } },
  { id: 'ids', value: ({ ids }: Row) => ids, filter: { kind: 'text' as const } },
];

function codes({ sort = null, filters = {} }: Partial<TableView>): string[] {
  const values = valuesOf(rows, columns);
  const passing = passingRows(rows.length, values, columns, filters);
  return sortedRows(passing, values, columns, sort).map((index) => rows[index]!.code);
}
const typed = (text: string) => ({ ...emptyFilter, text });

test('a table without filters and order keeps the order of its rows', () => {
  assert.deepEqual(codes({}), ['P10', 'P9', 'K7']);
});

test('a table shows the rows that pass the filters of all columns', () => {
  assert.deepEqual(codes({ filters: { ids: typed('S-17') } }), ['P10', 'K7']);
  assert.deepEqual(codes({ filters: { ids: typed('S-17'), code: typed('p') } }), ['P10']);
  assert.deepEqual(codes({ filters: { ids: typed('S-17'), code: typed('p9') } }), []);
});

test('a kept row stays although the filter no longer lets it pass, until the filters change', () => {
  const values = valuesOf(rows, columns);
  const filters = { ids: typed('S-17') };
  assert.deepEqual(
    passingRows(rows.length, values, columns, filters, (index) => index === 1),
    [0, 1, 2],
  );
  assert.deepEqual(filteredBy({ ...plainView, filters, kept: ['P9'] }, {}).kept, []);
});

test('rows of equal value keep their order, in ascending and descending order', () => {
  assert.deepEqual(codes({ sort: { id: 'born', desc: false } }), ['P10', 'K7', 'P9']);
  assert.deepEqual(codes({ sort: { id: 'born', desc: true } }), ['P9', 'P10', 'K7']);
});

test('filtered rows are sorted as well', () => {
  assert.deepEqual(codes({ sort: { id: 'code', desc: true }, filters: { ids: typed('s') } }), ['P10', 'K7']);
});

test('the rows that stand first are in front, and the others keep their order', () => {
  const front = (first: Parameters<typeof withFirst<Row>>[1]) =>
    withFirst(rows, first).map(({ code }) => code);
  assert.deepEqual(
    front((all) => all.filter(({ code }) => code !== 'P10').toReversed()),
    ['K7', 'P9', 'P10'],
  );
  assert.deepEqual(
    front(() => []),
    ['P10', 'P9', 'K7'],
  );
  assert.equal(withFirst(rows, undefined), rows, 'the same list, so that the table computes nothing anew');
});

test('a column without a value and an unknown column neither sort nor filter', () => {
  for (const id of ['menu', 'constructor']) {
    assert.deepEqual(codes({ sort: { id, desc: true } }), ['P10', 'P9', 'K7']);
    assert.deepEqual(codes({ filters: { [id]: typed('x') } }), ['P10', 'P9', 'K7']);
  }
});

test('each cell value is read once for any number of sorts and filters', () => {
  let reads = 0;
  const read = ({ code }: Row) => ((reads += 1), code);
  const values = valuesOf(rows, [{ id: 'code', value: read, filter: { kind: 'text' } }]);
  for (const _ of [1, 2, 3]) {
    values.sorted('code');
    assert.deepEqual(values.filtered('code'), ['p10', 'p9', 'k7']);
  }
  assert.equal(reads, rows.length);
});

test('rows without a value come last in both directions', () => {
  const columns = [{ id: 'ids', value: ({ ids }: { ids: readonly string[] }) => ids }];
  const rows = [{ ids: [] }, { ids: ['b'] }, { ids: ['a'] }];
  const sorted = (desc: boolean) =>
    sortedRows([0, 1, 2], valuesOf(rows, columns), columns, { id: 'ids', desc });
  assert.deepEqual(
    [sorted(false), sorted(true)],
    [
      [2, 1, 0],
      [1, 2, 0],
    ],
  );
});
