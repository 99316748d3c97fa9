import { strict as assert } from 'node:assert';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { findNonce, isSolved } from './proof-of-work.ts';

test('a solved task begins with as many zero bits as it asks for', () => {
  const task = { challenge: 'example', difficulty: 12 };
  const nonce = findNonce(task, 0, 100_000);
  assert.ok(nonce !== undefined);
  const digest = createHash('sha256').update(`example.${nonce}`).digest();
  assert.equal(digest.readUInt16BE(0) >> 4, 0);
  assert.ok(isSolved(task, nonce));
});

test('a number that solves one task does not solve another, nor a harder one', () => {
  const nonce = findNonce({ challenge: 'example', difficulty: 10 }, 0, 100_000);
  assert.ok(nonce !== undefined);
  assert.equal(isSolved({ challenge: 'another', difficulty: 10 }, nonce), false);
  assert.equal(isSolved({ challenge: 'example', difficulty: 30 }, nonce), false);
});

test('the search goes on slice by slice and says when a slice holds no solution', () => {
  const task = { challenge: 'slices', difficulty: 10 };
  const whole = Number(findNonce(task, 0, 100_000));
  assert.equal(findNonce(task, 0, whole), undefined);
  assert.equal(findNonce(task, whole, 1), String(whole));
});
