import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWeekToSend, mondayOf, weeklyMoment } from './weekly.ts';

test('the Monday of a week, also across years and on the day of the clock change', () => {
  const mondays = ['2026-11-22', '2026-11-23', '2026-11-29', '2027-01-01', '2026-03-29'].map(mondayOf);
  assert.deepEqual(mondays, ['2026-11-16', '2026-11-23', '2026-11-23', '2026-12-28', '2026-03-23']);
});

test('the mail goes out at seven o’clock of the clinic, in winter and in summer', () => {
  const moments = ['2026-11-23', '2026-06-01'].map((monday) => weeklyMoment(monday, 'Europe/Berlin'));
  assert.deepEqual(
    moments.map((moment) => new Date(moment).toISOString()),
    ['2026-11-23T06:00:00.000Z', '2026-06-01T05:00:00.000Z'],
  );
});

test('a mail that could not go out on Monday goes out until Wednesday', () => {
  const days = ['2026-11-22', '2026-11-23', '2026-11-25', '2026-11-26'];
  assert.deepEqual(
    days.map((day) => isWeekToSend('2026-11-23', day)),
    [false, true, true, false],
  );
});
