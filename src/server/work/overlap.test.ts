import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { test } from 'node:test';
import { overlap } from './overlap.ts';

test('work beside a statement is awaited even if the statement fails', async () => {
  const failure = new Error('the database refused');
  const state = { isDone: false };
  const work = setImmediate().then(() => (state.isDone = true));
  await assert.rejects(overlap(Promise.reject(failure), work), failure);
  assert.equal(state.isDone, true);
});
