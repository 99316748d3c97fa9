import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import {
  calendarDay,
  compareIsoDates,
  formatIsoDate,
  isIsoDate,
  isoDate,
  isWithin,
  parseGermanDate,
} from './iso-date.ts';

const anyDay = fc
  .integer({ min: 1, max: 3_652_058 })
  .map((days) => Temporal.PlainDate.from('0001-01-01').add({ days }).toString());

test('a text with a day that does not exist is not a date', () => {
  for (const text of ['1990-02-30', '2023-02-29', '1900-02-29', '2024-04-31', '2024-00-10', '2024-13-01'])
    assert.equal(isIsoDate(text), false, text);
});

test('29 February is a date in leap years', () => {
  for (const text of ['2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])
    assert.equal(isIsoDate(text), true, text);
});

test('only a text of the form yyyy-MM-dd is a date', () => {
  const others = [
    '',
    '2024-1-01',
    '24-01-01',
    '2024-01-01T00:00',
    ' 2024-01-01',
    '2024-01-01\n',
    '0000-01-01',
  ];
  for (const text of [...others, '+12024-01-01', '٢٠٢٤-01-01', 20240101, null, undefined, ['2024-01-01']])
    assert.equal(isIsoDate(text), false, String(text));
});

test('every calendar day is the same after a conversion to numbers or to German and back', () => {
  fc.assert(
    fc.property(anyDay, (day) => {
      assert.ok(isIsoDate(day));
      assert.equal(isoDate(calendarDay(day)), day);
      assert.equal(parseGermanDate(formatIsoDate(day)), day);
    }),
  );
});

test('a text is accepted as a date exactly if Temporal accepts it', () => {
  const digits = fc.tuple(
    fc.integer({ min: 0, max: 9999 }),
    fc.integer({ min: 0, max: 13 }),
    fc.integer({ min: 0, max: 32 }),
  );
  fc.assert(
    fc.property(digits, ([year, month, day]) => {
      const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
      assert.equal(isIsoDate(text), year > 0 && isTemporalDate(text), text);
    }),
  );
});

function isTemporalDate(text: string): boolean {
  try {
    return Temporal.PlainDate.from(text).toString() === text;
  } catch {
    return false;
  }
}

test('dates are compared by the calendar', () => {
  assert.ok(compareIsoDates('2024-02-29', '2024-03-01') < 0);
  assert.ok(compareIsoDates('2025-01-01', '2024-12-31') > 0);
  assert.equal(compareIsoDates('2024-12-31', '2024-12-31'), 0);
});

test('a range of days includes its first and its last day', () => {
  const range = { start: '2024-02-28', end: '2024-03-01' };
  const days = ['2024-02-27', '2024-02-28', '2024-02-29', '2024-03-01', '2024-03-02'];
  assert.deepEqual(
    days.map((day) => isWithin(day, range)),
    [false, true, true, true, false],
  );
});

test('a date is shown as dd.MM.yyyy', () => {
  assert.equal(formatIsoDate('1990-01-02'), '02.01.1990');
});

test('a typed German date is read with and without leading zeros', () => {
  assert.equal(parseGermanDate('1.2.1990'), '1990-02-01');
  assert.equal(parseGermanDate(' 01.02.1990 '), '1990-02-01');
});

test('a typed date that does not exist is refused and not moved to another day', () => {
  for (const text of [
    '31.02.1990',
    '29.02.2023',
    '00.01.2000',
    '01.13.2000',
    '1.1.90',
    '1990-01-01',
    '',
    '1.1.1990.',
  ])
    assert.equal(parseGermanDate(text), undefined, text);
});

test('making a date from an impossible year, month and day is an error', () => {
  assert.throws(() => calendarDay('1990-02-30'), RangeError);
  assert.throws(() => isoDate({ year: 2023, month: 2, day: 29 }), RangeError);
});

test('of two dates the earlier one sorts first, and a date equals itself', () => {
  assert.equal(compareIsoDates('2026-01-31', '2026-02-01'), -1);
  assert.equal(compareIsoDates('2026-02-01', '2026-01-31'), 1);
  assert.equal(compareIsoDates('2026-02-01', '2026-02-01'), 0);
});
