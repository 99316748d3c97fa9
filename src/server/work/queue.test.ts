import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../settings/app-error.ts';
import { createQueue, createQueues } from './queue.ts';

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

test('an error that all work would meet refuses what waits, and the queue goes on afterwards', async () => {
  const inTurn = createQueue({ mostRunning: 1, mostWaiting: 2, failsAll: (error) => error === silence });
  const silence = new Error('no answer');
  const first = aTask();
  const running = inTurn(first.work);
  const waiting = inTurn(async () => 'begun');
  first.fail(silence);
  await assert.rejects(running, silence);
  await assert.rejects(waiting, isRefused);
  assert.equal(await inTurn(async () => 'again'), 'again');
});

/** A queue whose only place is taken, and the names of the work that ran after it. */
function aBusyQueue(mostWaiting: number) {
  const inTurn = createQueue({ mostRunning: 1, mostWaiting });
  const first = aTask();
  const order: string[] = [];
  const all: Promise<unknown>[] = [inTurn(first.work)];
  const wait = (name: string, ...line: string[]) => {
    all.push(inTurn(async () => void order.push(name), line).catch(() => order.push(`${name} refused`)));
  };
  const settle = async () => {
    first.end();
    await Promise.all(all);
    return order;
  };
  return { wait, settle };
}

test('an address with many waiting attempts delays another address by one attempt', async () => {
  const { wait, settle } = aBusyQueue(200);
  for (let count = 1; count <= 100; count++) wait(`flood ${count}`, 'other', 'A');
  wait('b1', 'other', 'B');
  wait('c1', 'other', 'C');
  wait('b2', 'other', 'B');
  assert.deepEqual((await settle()).slice(0, 6), ['flood 1', 'b1', 'c1', 'flood 2', 'b2', 'flood 3']);
});

test('browsers with a cookie take turns with a flood from many addresses', async () => {
  const { wait, settle } = aBusyQueue(200);
  for (let count = 1; count <= 100; count++) wait(`flood ${count}`, 'other', `A${count}`);
  wait('k1', 'browser', 'K', 'one');
  wait('k2', 'browser', 'K', 'two');
  assert.deepEqual((await settle()).slice(0, 4), ['flood 1', 'k1', 'flood 2', 'k2']);
});

test('in a full queue the longest line gives way to a newcomer', async () => {
  const { wait, settle } = aBusyQueue(3);
  for (const name of ['a1', 'a2', 'a3']) wait(name, 'other', 'A');
  wait('b1', 'other', 'B');
  wait('b2', 'other', 'B');
  wait('a4', 'other', 'A');
  assert.deepEqual(await settle(), ['a3 refused', 'b2 refused', 'a4 refused', 'a1', 'b1', 'a2']);
});

const isTooMany = (error: unknown) => error instanceof AppError && error.code === 'too_many_at_once';

test('each key has places of its own, and only its own work is refused', async () => {
  const inTurnOf = createQueues({ mostRunning: 1, mostWaiting: 1 });
  const task = aTask();
  const busy = [inTurnOf('one', task.work), inTurnOf('one', task.work)];
  await assert.rejects(inTurnOf('one', task.work), isTooMany);
  assert.equal(await inTurnOf('two', async () => 'done'), 'done');
  task.end();
  await Promise.all(busy);
  assert.equal(await inTurnOf('one', async () => 'again'), 'again');
});
