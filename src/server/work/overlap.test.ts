import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { test } from 'node:test';
import { overlap, sendInTurn } from './overlap.ts';

/** Statements whose answers the test gives one by one. */
function statements() {
  const answers: (() => void)[] = [];
  const prepared: number[] = [];
  const prepare = async (batch: number) => {
    prepared.push(batch);
    return () => new Promise<void>((answer) => answers.push(answer));
  };
  return { answers, prepared, prepare };
}

test('two statements of an import are under way while the third is prepared, and the rest waits', async () => {
  const { answers, prepared, prepare } = statements();
  const done = sendInTurn([1, 2, 3, 4], prepare);
  await setImmediate();
  assert.deepEqual([prepared, answers.length], [[1, 2, 3], 2]);
  answers[0]?.();
  await setImmediate();
  assert.deepEqual([prepared, answers.length], [[1, 2, 3, 4], 3]);
  answers[1]?.();
  await setImmediate();
  for (const answer of answers) answer();
  await done;
});

test('an import with a refused row ends only when its last statement has ended', async () => {
  const { answers, prepare } = statements();
  const refusal = new Error('refused');
  const state = { hasEnded: false };
  const done = sendInTurn([1, 2, 3], (batch) => (batch === 3 ? Promise.reject(refusal) : prepare(batch)));
  const ended = assert.rejects(done, refusal).then(() => (state.hasEnded = true));
  await setImmediate();
  answers[0]?.();
  await setImmediate();
  assert.equal(state.hasEnded, false);
  answers[1]?.();
  await ended;
});

test('a failed statement of an import is reported, and no further statement is sent', async () => {
  const failure = new Error('the database refused');
  const sent: number[] = [];
  const prepare = async (batch: number) => async () => {
    sent.push(batch);
    if (batch === 1) throw failure;
  };
  await assert.rejects(sendInTurn([1, 2, 3, 4], prepare), failure);
  assert.deepEqual(sent, [1, 2]);
});

test('work beside a statement is awaited even if the statement fails', async () => {
  const failure = new Error('the database refused');
  const state = { isDone: false };
  const work = setImmediate().then(() => (state.isDone = true));
  await assert.rejects(overlap(Promise.reject(failure), work), failure);
  assert.equal(state.isDone, true);
});
