import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MOST_SHIFT, shiftDate, shiftOf, shownAge } from './research-dates.ts';

test('the date shift of a person is at most half a year forwards or backwards, and every number of days occurs', () => {
  const shifts = Array.from({ length: 20_000 }, (_, n) => shiftOf(Uint8Array.of(0, 0, n >> 8, n & 255)));
  assert.equal(Math.min(...shifts), -MOST_SHIFT);
  assert.equal(Math.max(...shifts), MOST_SHIFT);
  assert.equal(new Set(shifts).size, 2 * MOST_SHIFT + 1);
  assert.equal(shiftOf(Uint8Array.of(255, 255, 255, 255)), (0xff_ff_ff_ff % 365) - MOST_SHIFT);
});

test('the date shift keeps the distance between two dates of a person, also over a leap day', () => {
  assert.equal(shiftDate('2024-02-28', 2), '2024-03-01');
  assert.equal(shiftDate('2024-01-10', -10), '2023-12-31');
  assert.equal(shiftDate('2024-01-10', 0), '2024-01-10');
});

test('a date that the shift would move beyond the calendar is left out', () => {
  assert.equal(shiftDate('0001-01-01', -1), null);
});

test('the age in years rises on the birthday and not on the day before it', () => {
  assert.equal(shownAge('1990-06-15', '2020-06-14'), 29);
  assert.equal(shownAge('1990-06-15', '2020-06-15'), 30);
  assert.equal(shownAge('1992-02-29', '2021-02-28'), 28);
  assert.equal(shownAge('1992-02-29', '2021-03-01'), 29);
  assert.equal(shownAge('2020-01-01', '2019-12-31'), null);
});

test('research data show no age above 90', () => {
  assert.equal(shownAge('1936-01-01', '2025-12-31'), 89);
  assert.equal(shownAge('1936-01-01', '2026-01-01'), 90);
  assert.equal(shownAge('1920-01-01', '2026-01-01'), 90);
});
