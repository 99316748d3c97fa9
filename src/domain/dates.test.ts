import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { addDays, addMonths, daysBetween, startOfDay } from './dates.ts';

const day = fc
  .integer({ min: 0, max: 500_000 })
  .map((days) => Temporal.PlainDate.from('1000-01-01').add({ days }).toString());

function hours(date: string): number {
  return (startOfDay(addDays(date, 1), 'Europe/Berlin') - startOfDay(date, 'Europe/Berlin')) / 3_600_000;
}

test('one month after the 31st is the last day of a shorter month', () => {
  assert.equal(addMonths('2026-01-31', 1), '2026-02-28');
  assert.equal(addMonths('2024-01-31', 1), '2024-02-29');
  assert.equal(addMonths('2026-01-31', 3), '2026-04-30');
  assert.equal(addMonths('2025-11-30', 3), '2026-02-28');
});

test('one year after 29 February is 28 February, four years after it 29 February', () => {
  assert.equal(addMonths('2024-02-29', 12), '2025-02-28');
  assert.equal(addMonths('2024-02-29', 48), '2028-02-29');
});

test('two months after 31 January is 31 March, although February is shorter', () => {
  assert.equal(addMonths('2026-01-31', 2), '2026-03-31');
});

test('adding days crosses months, leap days and years', () => {
  assert.equal(addDays('2024-02-28', 1), '2024-02-29');
  assert.equal(addDays('2023-02-28', 1), '2023-03-01');
  assert.equal(addDays('2026-01-01', -1), '2025-12-31');
  assert.equal(addDays('2026-01-01', 27), '2026-01-28');
});

test('adding a day across a clock change gives the next day', () => {
  assert.equal(addDays('2026-03-28', 1), '2026-03-29');
  assert.equal(addDays('2026-03-29', 1), '2026-03-30');
  assert.equal(addDays('2026-10-25', 1), '2026-10-26');
  assert.equal(daysBetween('2026-03-28', '2026-03-30'), 2);
});

test('adding days and months agrees with Temporal', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: -4000, max: 4000 }), (start, n) => {
      const date = Temporal.PlainDate.from(start);
      assert.equal(addDays(start, n), date.add({ days: n }).toString());
      assert.equal(addMonths(start, n), date.add({ months: n }).toString());
      assert.equal(daysBetween(start, addDays(start, n)), n);
    }),
    { numRuns: 2000 },
  );
});

test('a day beyond the year 9999 or before the year 1 is an error', () => {
  assert.throws(() => addDays('9999-12-31', 1), RangeError);
  assert.throws(() => addMonths('0001-01-31', -1), RangeError);
});

test('adding days to a text that is no date is an error', () => {
  assert.throws(() => addDays('1990-02-30', 1), RangeError);
  assert.throws(() => startOfDay('1990-02-30', 'Europe/Berlin'), RangeError);
});

test('a day in Berlin begins at midnight, in winter and in summer', () => {
  assert.equal(startOfDay('2026-01-15', 'Europe/Berlin'), Date.parse('2026-01-14T23:00:00Z'));
  assert.equal(startOfDay('2026-07-15', 'Europe/Berlin'), Date.parse('2026-07-14T22:00:00Z'));
});

test('a day on which the clocks change has 23 or 25 hours', () => {
  assert.equal(hours('2026-03-29'), 23);
  assert.equal(hours('2026-10-25'), 25);
  assert.equal(hours('2026-10-26'), 24);
});

test('a day whose midnight the clocks skip begins at the first moment after it', () => {
  assert.equal(startOfDay('2018-11-04', 'America/Sao_Paulo'), Date.parse('2018-11-04T03:00:00Z'));
});
