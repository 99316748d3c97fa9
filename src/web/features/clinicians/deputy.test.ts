import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daysText, deputyshipOf } from './deputy.ts';

const TODAY = '2026-11-22';
const named = (from: string, until: string) => ({
  deputy: { revision: '1', deputy_id: 'd', username: 'Kaya', from, until },
});

test('a deputyship runs from its first to its last day, comes before, and is none afterwards', () => {
  const isRunning = (from: string, until: string) => deputyshipOf(named(from, until), TODAY)?.isRunning;
  assert.equal(isRunning('2026-11-22', '2026-11-22'), true);
  assert.equal(isRunning('2026-11-01', '2026-11-30'), true);
  assert.equal(isRunning('2026-11-23', '2026-11-30'), false);
  assert.equal(deputyshipOf(named('2026-11-01', '2026-11-21'), TODAY), null);
  assert.equal(deputyshipOf({ deputy: null }, TODAY), null);
});

const words = (from: string, until: string) => daysText({ from, until });

test('the words for the days of a deputyship say a shared year once', () => {
  assert.equal(words('2026-12-01', '2026-12-24'), '01.12. bis 24.12.2026');
  assert.equal(words('2026-12-20', '2027-01-06'), '20.12.2026 bis 06.01.2027');
  assert.equal(words('2026-12-24', '2026-12-24'), 'am 24.12.2026');
});
