import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ErrorCode, Problem } from '../../contract/errors.ts';
import { codeOf } from './failure.ts';
import { sendWhenFree } from './when-free.ts';

function refusal(code: ErrorCode): Response {
  const problem: Problem = { type: 'about:blank', status: 429, title: '', code };
  const headers = { 'content-type': 'application/problem+json', 'retry-after': '2' };
  return new Response(JSON.stringify(problem), { status: 429, headers });
}

/** Sends a request that the server refuses so many times, and counts attempts and pauses. */
async function sendRefused(times: number, code: ErrorCode) {
  const pauses: number[] = [];
  let attempts = 0;
  const attempt = async () => (attempts++ < times ? refusal(code) : new Response('{}'));
  const outcome = await sendWhenFree(attempt, async (milliseconds) => void pauses.push(milliseconds)).then(
    ({ status }) => status,
    codeOf,
  );
  return { outcome, attempts, pauses };
}

test('a request that came with too many others is sent again after the time that the server names', async () => {
  const { outcome, attempts, pauses } = await sendRefused(2, 'too_many_at_once');
  assert.deepEqual([outcome, attempts], [200, 3]);
  for (const pause of pauses) assert.ok(pause >= 1000 && pause <= 3000, `${pause}`);
});

test('a request is sent four times at most', async () => {
  const { outcome, attempts } = await sendRefused(9, 'too_many_at_once');
  assert.deepEqual([outcome, attempts], ['too_many_at_once', 4]);
});

test('a request after too many wrong passwords is not sent again', async () => {
  const { outcome, attempts } = await sendRefused(1, 'too_many_attempts');
  assert.deepEqual([outcome, attempts], ['too_many_attempts', 1]);
});
