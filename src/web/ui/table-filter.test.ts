import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type CellValue,
  type ColumnFilter,
  comparableOf,
  compareCells,
  dateOperators,
  type DateOperator,
  digitsOf,
  type FilterInput,
  matcherOf,
} from './table-rows.ts';

const typed = (text: string, operator: DateOperator = '==') => ({ text, operator });

/** True if the cell passes the filter. */
const filterBy = (kind: ColumnFilter['kind'], input: FilterInput) => (value: CellValue) =>
  matcherOf(kind, input)(comparableOf(kind, value));

test('a text filter finds a part, whatever its case', () => {
  const matches = filterBy('text', typed('p10'));
  assert.equal(matches('P1003'), true);
  assert.equal(matches('XP10'), true);
  assert.equal(matches('P2001'), false);
  assert.equal(filterBy('text', typed('MU\u0308LLER'))('müller'), true);
});

test('a text filter finds a patient by any of the System-IDs', () => {
  const matches = filterBy('text', typed('s-17'));
  assert.equal(matches(['S-3', 'S-17']), true);
  assert.equal(matches(['S-1', '7']), false);
  assert.equal(matches([]), false);
});

test('an empty filter, or one of blanks, lets everything pass', () => {
  for (const kind of ['text', 'date', 'number', 'choice'] as const)
    assert.equal(filterBy(kind, typed('  '))('2024-05-01'), true, kind);
});

test('a date filter compares with the day before, the day itself and the day after', () => {
  const days = ['2024-02-28', '2024-02-29', '2024-03-01'];
  const expected: Record<DateOperator, boolean[]> = {
    '>': [false, false, true],
    '<': [true, false, false],
    '>=': [false, true, true],
    '<=': [true, true, false],
    '==': [false, true, false],
  };
  for (const [operator, results] of Object.entries(expected))
    assert.deepEqual(
      days.map(filterBy('date', typed('29.02.2024', operator as DateOperator))),
      results,
      operator,
    );
});

test('a cell without a day passes no date filter', () => {
  for (const operator of dateOperators)
    assert.equal(filterBy('date', typed('29.02.2024', operator))(''), false, operator);
});

test('a date filter understands a month and a year', () => {
  const days = ['2025-12-31', '2026-02-28', '2026-03-01', '2026-12-31', '2027-01-01'];
  const passing = (text: string, operator?: DateOperator) =>
    days.filter(filterBy('date', typed(text, operator)));
  assert.deepEqual(passing('2026'), ['2026-02-28', '2026-03-01', '2026-12-31']);
  assert.deepEqual(passing('2026', '>'), ['2027-01-01']);
  assert.deepEqual(passing('2026', '<'), ['2025-12-31']);
  assert.deepEqual(passing('02.2026'), ['2026-02-28']);
  assert.deepEqual(passing('2/2026', '<='), ['2025-12-31', '2026-02-28']);
  assert.deepEqual(passing('2026-03'), ['2026-03-01']);
});

test('a date filter with an unfinished or impossible date hides no row', () => {
  for (const text of ['29', '29.02.', '29.02.20', '30.02.2024', '13.2026', '202'])
    assert.equal(filterBy('date', typed(text))('2024-01-01'), true, text);
});

test('a number filter takes digits only and means the whole number', () => {
  assert.equal(digitsOf('1a-2,5 '), '125');
  assert.equal(filterBy('number', typed('1'))(1), true);
  assert.equal(filterBy('number', typed('01'))(1), true);
  assert.equal(filterBy('number', typed('1'))(10), false);
  assert.equal(filterBy('number', typed('0'))(0), true);
});

test('a choice filter finds exactly its value', () => {
  const matches = filterBy('choice', typed('LOW'));
  assert.equal(matches('LOW'), true);
  assert.equal(matches('LOWER'), false);
  assert.equal(matches(['HIGH', 'LOW']), true);
});

test('codes with numbers are sorted by the number', () => {
  assert.deepEqual(
    ['P10', 'P9', 'p2'].sort((a, b) => compareCells(a, b)),
    ['p2', 'P9', 'P10'],
  );
  assert.deepEqual(
    [10, 9, 2].sort((a, b) => compareCells(a, b)),
    [2, 9, 10],
  );
});

test('dates are sorted by day, not by how they are shown', () => {
  const days = ['2024-12-01', '2025-01-31', '2024-02-29'];
  assert.deepEqual(
    days.sort((a, b) => compareCells(a, b, 'date')),
    ['2024-02-29', '2024-12-01', '2025-01-31'],
  );
});
