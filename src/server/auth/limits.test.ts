import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { raisesAlarm, limitHitBy, type FailureAges } from './limits.ts';

const none: FailureAges = { account: [], device: [], address: [], date: [] };
const MINUTE = 60;
const HOUR = 3600;
const ages = (count: number, youngest = 0, step = 1) =>
  Array.from({ length: count }, (_, index) => youngest + index * step);
const unknown = (failures: Partial<FailureAges>) => limitHitBy({ ...none, ...failures }, false);
const known = (failures: Partial<FailureAges>) => limitHitBy({ ...none, ...failures }, true);

test('the first login attempt is checked', () => {
  assert.equal(limitHitBy(none, false), undefined);
  assert.equal(limitHitBy(none, true), undefined);
});

test('four wrong passwords are checked, the fifth makes the account wait a minute', () => {
  assert.equal(unknown({ account: ages(4) }), undefined);
  assert.deepEqual(unknown({ account: ages(5) }), { limit: 'account', retryAfter: MINUTE });
  assert.equal(unknown({ account: ages(5, MINUTE - 1) })?.retryAfter, 1);
  assert.equal(unknown({ account: ages(5, MINUTE) }), undefined);
});

test('the wait of an account doubles with each further failure, and after ten failures a day the account is refused for the day', () => {
  const waits = [5, 6, 7, 8, 9].map((count) => unknown({ account: ages(count) })?.retryAfter);
  assert.deepEqual(
    waits,
    [1, 2, 4, 8, 16].map((minutes) => minutes * MINUTE),
  );
  assert.equal(unknown({ account: ages(10, 0, HOUR) })?.retryAfter, 15 * HOUR);
  assert.equal(unknown({ account: ages(10, HOUR * 2) })?.retryAfter, 22 * HOUR - 9);
});

test('five failures over more than a quarter of an hour cause no wait', () => {
  const spread = [0, 4, 8, 12, 15].map((minutes) => minutes * MINUTE);
  assert.notEqual(unknown({ account: spread }), undefined);
  assert.equal(unknown({ account: [...spread.slice(0, 4), 15 * MINUTE + 1] }), undefined);
});

test('a wait that is over does not reset the doubling', () => {
  // Five failures happened an hour ago, and one happens now.
  assert.equal(unknown({ account: [0, ...ages(5, HOUR)] })?.retryAfter, 2 * MINUTE);
});

test('an address is refused after 30 failed logins in a quarter of an hour and after 100 in a day', () => {
  assert.equal(unknown({ address: ages(29) }), undefined);
  assert.deepEqual(unknown({ address: ages(30) }), { limit: 'address', retryAfter: 15 * MINUTE - 29 });
  assert.equal(unknown({ address: ages(99, HOUR, 60) }), undefined);
  assert.equal(unknown({ address: ages(100, HOUR, 60) })?.retryAfter, 24 * HOUR - (HOUR + 99 * 60));
});

test('a birth date that was tried with five patient codes in an hour is refused with a sixth', () => {
  assert.equal(unknown({ date: ages(4) }), undefined);
  assert.deepEqual(unknown({ date: ages(5, 0, 60) }), { limit: 'date', retryAfter: HOUR - 240 });
});

test('failures from other devices do not lock out a known device', () => {
  assert.equal(known({ account: ages(10), address: ages(100), date: ages(5) }), undefined);
});

test('a known device may fail ten times a day', () => {
  assert.equal(known({ device: ages(9) }), undefined);
  assert.deepEqual(known({ device: ages(10) }), { limit: 'device', retryAfter: 24 * HOUR - 9 });
});

test('the longest of several waits counts', () => {
  assert.equal(unknown({ account: ages(5), address: ages(30) })?.limit, 'address');
});

test('60 failed logins in an hour or 200 in a day raise the alarm of a clinic', () => {
  assert.equal(raisesAlarm({ lastHour: 59, lastDay: 199 }), false);
  assert.equal(raisesAlarm({ lastHour: 60, lastDay: 60 }), true);
  assert.equal(raisesAlarm({ lastHour: 10, lastDay: 200 }), true);
});
