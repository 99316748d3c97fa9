import { strict as assert } from 'node:assert';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { findNonce, isSolved } from './proof-of-work.ts';

test('the hash of a solved login task begins with the required number of zero bits', () => {
  const task = { challenge: 'example', difficulty: 12 };
  const nonce = findNonce(task, 0, 100_000);
  assert.ok(nonce !== undefined);
  const digest = createHash('sha256').update(`example.${nonce}`).digest();
  assert.equal(digest.readUInt16BE(0) >> 4, 0);
  assert.ok(isSolved(task, nonce));
});

test('the solution of one login task solves neither another task nor a harder one', () => {
  const nonce = findNonce({ challenge: 'example', difficulty: 10 }, 0, 100_000);
  assert.ok(nonce !== undefined);
  assert.equal(isSolved({ challenge: 'another', difficulty: 10 }, nonce), false);
  assert.equal(isSolved({ challenge: 'example', difficulty: 30 }, nonce), false);
});

test('the search for a solution works in slices and reports a slice without a solution', () => {
  const task = { challenge: 'slices', difficulty: 10 };
  const whole = Number(findNonce(task, 0, 100_000));
  assert.equal(findNonce(task, 0, whole), undefined);
  assert.equal(findNonce(task, whole, 1), String(whole));
});

test('any number solves a login task of no bits, and no number solves a task of all bits', () => {
  assert.ok(isSolved({ challenge: 'example', difficulty: 0 }, '0'));
  assert.equal(findNonce({ challenge: 'example', difficulty: 257 }, 0, 100), undefined);
});

test('the zero bits of a hash are counted within a byte and across bytes', () => {
  for (let number = 0; number < 3000; number++) {
    const nonce = String(number);
    const digest = createHash('sha256').update(`exact.${nonce}`).digest('hex');
    const bits = /^0*/.exec(BigInt(`0x${digest}`).toString(2).padStart(256, '0'))?.[0].length ?? 0;
    assert.ok(isSolved({ challenge: 'exact', difficulty: bits }, nonce), nonce);
    assert.equal(isSolved({ challenge: 'exact', difficulty: bits + 1 }, nonce), false, nonce);
  }
});

test('the search for a solution tries exactly the numbers of its slice', () => {
  const easy = { challenge: 'example', difficulty: 0 };
  assert.equal(findNonce(easy, 7, 1), '7');
  assert.equal(findNonce(easy, 7, 0), undefined);
});
