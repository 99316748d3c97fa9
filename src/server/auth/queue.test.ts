import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../app-error.ts';
import { createQueue } from './queue.ts';

/** A task that runs until the test ends it. */
function aTask() {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  return { work: () => promise, end: resolve, fail: reject };
}

const isRefused = (error: unknown) =>
  error instanceof AppError && error.code === 'unavailable' && error.retryAfter === 2;

test('the queue runs four tasks, lets 200 wait, and refuses the next one at once', async () => {
  const inTurn = createQueue({ mostRunning: 4, mostWaiting: 200 });
  let begun = 0;
  const task = aTask();
  const all = Array.from({ length: 204 }, () =>
    inTurn(() => {
      begun += 1;
      return task.work();
    }),
  );
  await assert.rejects(inTurn(task.work), isRefused);
  assert.equal(begun, 4);
  task.end();
  await Promise.all(all);
  assert.equal(begun, 204);
});

test('the queue runs waiting tasks in order, even after a failed task', async () => {
  const inTurn = createQueue({ mostRunning: 1, mostWaiting: 2 });
  const order: string[] = [];
  const first = aTask();
  const running = inTurn(first.work);
  const waiting = ['second', 'third'].map((name) => inTurn(async () => void order.push(name)));
  await assert.rejects(
    inTurn(async () => {}),
    isRefused,
  );
  first.fail(new Error('no'));
  await assert.rejects(running, /no/);
  await Promise.all(waiting);
  assert.deepEqual(order, ['second', 'third']);
  assert.equal(await inTurn(async () => 'again'), 'again');
});
