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

test('a transfer tries every patient once, and its progress counts up to all of them', async () => {
  const { end, transferred, refused, tried, progress } = await transferAll(() => 'transferred');
  assert.equal(end, 'tried_all');
  assert.equal(transferred.size, 10);
  assert.deepEqual(refused, []);
  assert.deepEqual(tried.toSorted(), patients.map(({ code }) => code).toSorted());
  assert.equal(progress.at(-1), 10);
});

test('a transfer leaves a refused patient with the reason and goes on with the others', async () => {
  const { end, transferred, refused } = await transferAll((code) =>
    code === 'P4' ? { reason: 'verschoben' } : 'transferred',
  );
  assert.equal(end, 'tried_all');
  assert.equal(transferred.size, 9);
  assert.deepEqual(refused, [{ id: 'id4', code: 'P4', reason: 'verschoben' }]);
});

test('a transfer that does not reach the server does not try the remaining patients', async () => {
  const { end, transferred, tried } = await transferAll((code) => (code < 'P3' ? 'transferred' : 'offline'));
  assert.equal(end, 'offline');
  assert.equal(transferred.size, 3);
  assert.ok(tried.length < 10);
});

test('a stopped transfer keeps the patients transferred so far and leaves the rest', async () => {
  const { end, transferred, tried } = await transferAll(
    () => 'transferred',
    (count) => count >= 4,
  );
  assert.equal(end, 'stopped');
  assert.ok(transferred.size >= 4 && transferred.size < 10);
  assert.equal(tried.length, transferred.size);
});

test('a stop after the last patient counts as a complete transfer', async () => {
  const { end } = await transferAll(
    () => 'transferred',
    (count) => count === 10,
  );
  assert.equal(end, 'tried_all');
});

test('a transfer without patients is complete at once', async () => {
  const outcome = await transferEach({
    patients: [],
    transferOne: async () => 'transferred',
    onProgress: never,
    shouldStop: never,
  });
  assert.deepEqual(outcome, { end: 'tried_all', transferred: new Set(), refused: [] });
});
