import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { dayOfClock, todayIn } from './today.ts';

const berlin = (moment: string) => todayIn('Europe/Berlin', Date.parse(moment));

test('a day in Berlin begins at midnight, in winter and in summer', () => {
  assert.equal(berlin('2026-01-14T22:59:59.999Z'), '2026-01-14');
  assert.equal(berlin('2026-01-14T23:00:00Z'), '2026-01-15');
  assert.equal(berlin('2026-07-14T21:59:59.999Z'), '2026-07-14');
  assert.equal(berlin('2026-07-14T22:00:00Z'), '2026-07-15');
});

test('a night in which the clocks change has one midnight', () => {
  assert.equal(berlin('2026-03-28T22:59:59Z'), '2026-03-28');
  assert.equal(berlin('2026-03-28T23:00:00Z'), '2026-03-29');
  assert.equal(berlin('2026-03-29T21:59:59Z'), '2026-03-29');
  assert.equal(berlin('2026-03-29T22:00:00Z'), '2026-03-30');
  assert.equal(berlin('2026-10-24T22:00:00Z'), '2026-10-25');
  assert.equal(berlin('2026-10-25T22:59:59Z'), '2026-10-25');
  assert.equal(berlin('2026-10-25T23:00:00Z'), '2026-10-26');
});

test('the date of a moment agrees with Temporal in every time zone', () => {
  const zones = fc.constantFrom('Europe/Berlin', 'UTC', 'America/St_Johns', 'Pacific/Apia', 'Asia/Kathmandu');
  const moments = fc.integer({ min: Date.parse('1950-01-01'), max: Date.parse('2199-12-31') });
  fc.assert(
    fc.property(zones, moments, (zone, ms) => {
      const expected = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).toPlainDate();
      assert.equal(todayIn(zone, ms), expected.toString());
    }),
  );
});

test('an unknown time zone is an error', () => {
  assert.throws(() => todayIn('Europe/Musterstadt', 0), RangeError);
});

test('the day of a clock is the day of its zone at every second, also around midnight', () => {
  for (const zone of ['Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns']) {
    let now = 0;
    const day = dayOfClock(zone, () => now);
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
        fc.integer({ min: -90, max: 90 }),
        (moment, seconds) => {
          const midnight = Math.round(moment.getTime() / 900_000) * 900_000;
          now = midnight + seconds * 1000;
          assert.equal(day(), todayIn(zone, now));
          now += 1000;
          assert.equal(day(), todayIn(zone, now));
        },
      ),
    );
  }
});
