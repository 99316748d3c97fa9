import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type OneOutcome, type Transferable, transferEach } from './transfer.ts';

const patients = Array.from({ length: 10 }, (_, n): Transferable => ({ id: `id${n}`, code: `P${n}` }));

const never = () => false;

function transferAll(
  outcomeOf: (code: string) => OneOutcome,
  shouldStop: (tried: number) => boolean = never,
) {
  const tried: string[] = [];
  const progress: number[] = [];
  const transferOne = async ({ code }: Transferable) => {
    tried.push(code);
    return outcomeOf(code);
  };
  const onProgress = (transferred: number) => progress.push(transferred);
  const outcome = transferEach({
    patients,
    transferOne,
    onProgress,
    shouldStop: () => shouldStop(tried.length),
  });
  return outcome.then((done) => ({ ...done, tried, progress }));
}

test('every patient is transferred once, and the progress counts up to all', async () => {
  const { end, transferred, refused, tried, progress } = await transferAll(() => 'transferred');
  assert.equal(end, 'tried_all');
  assert.equal(transferred.size, 10);
  assert.deepEqual(refused, []);
  assert.deepEqual(tried.toSorted(), patients.map(({ code }) => code).toSorted());
  assert.equal(progress.at(-1), 10);
});

test('a refused patient stays with the reason, and the others go', async () => {
  const { end, transferred, refused } = await transferAll((code) =>
    code === 'P4' ? { reason: 'verschoben' } : 'transferred',
  );
  assert.equal(end, 'tried_all');
  assert.equal(transferred.size, 9);
  assert.deepEqual(refused, [{ id: 'id4', code: 'P4', reason: 'verschoben' }]);
});

test('without the server the rest is not tried', async () => {
  const { end, transferred, tried } = await transferAll((code) => (code < 'P3' ? 'transferred' : 'offline'));
  assert.equal(end, 'offline');
  assert.equal(transferred.size, 3);
  assert.ok(tried.length < 10);
});

test('who stops keeps what was transferred and leaves the rest', async () => {
  const { end, transferred, tried } = await transferAll(
    () => 'transferred',
    (count) => count >= 4,
  );
  assert.equal(end, 'stopped');
  assert.ok(transferred.size >= 4 && transferred.size < 10);
  assert.equal(tried.length, transferred.size);
});

test('who stops after the last patient has stopped nothing', async () => {
  const { end } = await transferAll(
    () => 'transferred',
    (count) => count === 10,
  );
  assert.equal(end, 'tried_all');
});

test('no patients, nothing to do', async () => {
  const outcome = await transferEach({
    patients: [],
    transferOne: async () => 'transferred',
    onProgress: never,
    shouldStop: never,
  });
  assert.deepEqual(outcome, { end: 'tried_all', transferred: new Set(), refused: [] });
});
