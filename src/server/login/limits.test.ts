import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import {
  accountTaskBits,
  accountWait,
  alarmTaskBits,
  limitHitBy,
  raisesAlarm,
  type FailureAges,
} from './limits.ts';

const none: FailureAges = {
  account: [],
  device: [],
  address: [],
  people: { lately: 0, today: 0 },
  date: [],
};
const MINUTE = 60;
const HOUR = 3600;
const ages = (count: number, youngest = 0, step = 1) =>
  Array.from({ length: count }, (_, index) => youngest + index * step);
const unknown = (failures: Partial<FailureAges>) => limitHitBy({ ...none, ...failures }, false);
const known = (failures: Partial<FailureAges>) => limitHitBy({ ...none, ...failures }, true);

test('the first login attempt is checked', () => {
  assert.equal(unknown({}), undefined);
  assert.equal(known({}), undefined);
});

test('four wrong passwords cause no wait, the fifth makes the account wait a minute', () => {
  assert.equal(accountWait(ages(4)), 0);
  assert.equal(accountWait(ages(5)), MINUTE);
  assert.equal(accountWait(ages(5, MINUTE - 1)), 1);
  assert.equal(accountWait(ages(5, MINUTE)), 0);
});

test('the wait of an account doubles with each further failure, and after ten failures it lasts for the day', () => {
  assert.deepEqual(
    [5, 6, 7, 8, 9].map((count) => accountWait(ages(count))),
    [1, 2, 4, 8, 16].map((minutes) => minutes * MINUTE),
  );
  assert.equal(accountWait(ages(10, 0, HOUR)), 15 * HOUR);
  assert.equal(accountWait(ages(10, HOUR * 2)), 22 * HOUR - 9);
});

test('five failures over more than a quarter of an hour cause no wait', () => {
  const spread = [0, 4, 8, 12, 15].map((minutes) => minutes * MINUTE);
  assert.notEqual(accountWait(spread), 0);
  assert.equal(accountWait([...spread.slice(0, 4), 15 * MINUTE + 1]), 0);
});

test('a wait that is over does not reset the doubling', () => {
  // Five failures happened an hour ago, and one happens now.
  assert.equal(accountWait([0, ...ages(5, HOUR)]), 2 * MINUTE);
});

test('an account that waits is refused for good only after twenty failures a day', () => {
  assert.equal(unknown({ account: ages(19) }), undefined);
  assert.deepEqual(unknown({ account: ages(20) }), { limit: 'account', retryAfter: 24 * HOUR - 19 });
});

test('the task of an account that waits has four bits more than that of an alarm, and one more for each failure beyond ten', () => {
  const bits = [5, 10, 11, 12, 13, 14, 19].map((failures) => accountTaskBits(16, failures));
  assert.deepEqual(bits, [20, 20, 21, 22, 23, 24, 24]);
  assert.deepEqual([accountTaskBits(22, 10), accountTaskBits(24, 19)], [24, 24]);
});

test('the task of an alarm has a bit more for each doubling of the failures of the day, at most four', () => {
  const bits = [60, 200, 399, 400, 800, 1600, 3200, 100_000].map((failures) => alarmTaskBits(16, failures));
  assert.deepEqual(bits, [16, 16, 16, 17, 18, 19, 20, 20]);
});

test('an address is refused after 30 failed logins in a quarter of an hour and after 100 in a day', () => {
  assert.equal(unknown({ address: ages(29) }), undefined);
  assert.deepEqual(unknown({ address: ages(30) }), { limit: 'address', retryAfter: 15 * MINUTE - 29 });
  assert.equal(unknown({ address: ages(99, HOUR, 60) }), undefined);
  assert.equal(unknown({ address: ages(100, HOUR, 60) })?.retryAfter, 24 * HOUR - (HOUR + 99 * 60));
});

test('each person who logged in from an address allows it three more failures, in a quarter of an hour and in a day', () => {
  const people = { lately: 1, today: 2 };
  assert.equal(unknown({ address: ages(32), people }), undefined);
  assert.equal(unknown({ address: ages(33), people })?.retryAfter, 15 * MINUTE - 32);
  assert.equal(unknown({ address: ages(105, HOUR, 60), people }), undefined);
  assert.equal(unknown({ address: ages(106, HOUR, 60), people })?.retryAfter, 24 * HOUR - (HOUR + 105 * 60));
});

test('a birth date that was tried with five patient codes in an hour is refused with a sixth', () => {
  assert.equal(unknown({ date: ages(4) }), undefined);
  assert.deepEqual(unknown({ date: ages(5, 0, 60) }), { limit: 'date', retryAfter: HOUR - 240 });
});

test('failures from other devices do not lock out a known device', () => {
  assert.equal(known({ account: ages(20), address: ages(100), date: ages(5) }), undefined);
});

test('a known device may fail ten times a day', () => {
  assert.equal(known({ device: ages(9) }), undefined);
  assert.deepEqual(known({ device: ages(10) }), { limit: 'device', retryAfter: 24 * HOUR - 9 });
});

test('the longest of several waits counts', () => {
  assert.equal(unknown({ date: ages(5), address: ages(30) })?.limit, 'date');
});

test('60 failed logins in an hour or 200 in a day raise the alarm of a clinic', () => {
  assert.equal(raisesAlarm({ lastHour: 59, lastDay: 199 }), false);
  assert.equal(raisesAlarm({ lastHour: 60, lastDay: 60 }), true);
  assert.equal(raisesAlarm({ lastHour: 10, lastDay: 200 }), true);
});
