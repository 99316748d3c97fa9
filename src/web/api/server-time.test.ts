import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inLocalTime, noteServerTime } from './server-time.ts';

const now = Date.UTC(2026, 4, 1, 9, 0, 0);
const header = (ms: number) => new Date(ms).toUTCString();

test('a computer with a correct clock uses the time of the server unchanged', () => {
  noteServerTime(header(now - 800), now);
  assert.equal(inLocalTime(now + 900_000), now + 900_000);
});

test('a computer five minutes slow sees the session end five minutes earlier on its own clock', () => {
  noteServerTime(header(now + 300_000), now);
  assert.equal(inLocalTime(now + 300_000 + 900_000), now + 900_000);
});

test('a computer an hour fast sees the session end an hour later on its own clock', () => {
  noteServerTime(header(now - 3_600_000), now);
  assert.equal(inLocalTime(now - 3_600_000 + 900_000), now + 900_000);
});

test('an answer without a date does not change the known time difference', () => {
  noteServerTime(header(now), now);
  noteServerTime(null, now);
  assert.equal(inLocalTime(now), now);
});
