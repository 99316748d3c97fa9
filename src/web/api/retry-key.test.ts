import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CallFailed } from './failure.ts';
import { retryKeys } from './retry-key.ts';

const lost = () => Promise.reject(new CallFailed(null));
const failed = () => Promise.reject(new CallFailed(502));
const refused = () => Promise.reject(new CallFailed(409));

/** Sends requests one after the other, each with its outcome, and returns their keys. */
async function keysOf(sent: readonly (readonly [request: object, outcome: () => Promise<unknown>])[]) {
  const keys: string[] = [];
  const underKey = retryKeys();
  for (const [request, outcome] of sent) {
    const send = (key: string) => {
      keys.push(key);
      return outcome();
    };
    await underKey(request, send).catch(() => {});
  }
  return keys;
}

test('a request repeated after a lost answer keeps its key at every repetition', async () => {
  const [first, second, third] = await keysOf([
    [{ name: 'Weber' }, lost],
    [{ name: 'Weber' }, lost],
    [{ name: 'Weber' }, async () => {}],
  ]);
  assert.equal(second, first);
  assert.equal(third, first);
});

test('a request keeps its key as long as a failing server or proxy answers', async () => {
  const [first, second, third] = await keysOf([
    [{ name: 'Weber' }, lost],
    [{ name: 'Weber' }, failed],
    [{ name: 'Weber' }, async () => {}],
  ]);
  assert.equal(second, first);
  assert.equal(third, first);
});

test('a different request after a lost answer gets a new key', async () => {
  const [first, second] = await keysOf([
    [{ name: 'Weber' }, lost],
    [{ name: 'Kaya' }, lost],
  ]);
  assert.notEqual(second, first);
});

test('the same request after a refusal or after a success is a new request with a new key', async () => {
  for (const outcome of [refused, async () => {}]) {
    const [first, second] = await keysOf([
      [{ name: 'Weber' }, outcome],
      [{ name: 'Weber' }, outcome],
    ]);
    assert.notEqual(second, first);
  }
});

test('a lost answer is forgotten after the answer to another request', async () => {
  const [first, , third] = await keysOf([
    [{ name: 'Weber' }, lost],
    [{ name: 'Kaya' }, async () => {}],
    [{ name: 'Weber' }, async () => {}],
  ]);
  assert.notEqual(third, first);
});

test('the answer and the failure of a request reach the caller unchanged', async () => {
  const underKey = retryKeys();
  assert.equal(await underKey({}, async () => 'answer'), 'answer');
  await assert.rejects(underKey({}, refused), { status: 409 });
});
