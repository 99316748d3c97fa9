import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idlePhase, pressRefreshDue } from './idle.ts';

const end = Date.UTC(2026, 0, 1, 12, 0, 0);

test('the idle warning opens 20 seconds before the end of the session, not earlier', () => {
  assert.deepEqual(idlePhase(end - 20_001, end), { kind: 'active' });
  assert.deepEqual(idlePhase(end - 20_000, end), { kind: 'warning', seconds: 20 });
});

test('the idle warning counts whole seconds down to one', () => {
  assert.deepEqual(idlePhase(end - 19_001, end), { kind: 'warning', seconds: 20 });
  assert.deepEqual(idlePhase(end - 19_000, end), { kind: 'warning', seconds: 19 });
  assert.deepEqual(idlePhase(end - 1, end), { kind: 'warning', seconds: 1 });
});

test('an idle session ends when its time is over', () => {
  assert.deepEqual(idlePhase(end, end), { kind: 'over' });
});

test('a session is over if the computer sleeps past its end', () => {
  assert.deepEqual(idlePhase(end + 8 * 3_600_000, end), { kind: 'over' });
});

test('the first key press refreshes the session at once', () => {
  assert.equal(pressRefreshDue(end, Number.NEGATIVE_INFINITY), end);
});

test('a key press within 30 seconds of the last refresh refreshes the session after these 30 seconds', () => {
  assert.equal(pressRefreshDue(end + 10_000, end), end + 30_000);
  assert.equal(pressRefreshDue(end + 29_999, end), end + 30_000);
  assert.equal(pressRefreshDue(end + 30_000, end), end + 30_000);
  assert.equal(pressRefreshDue(end + 31_000, end), end + 31_000);
});
