import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { calls } from '../../contract/calls.ts';
import { sendAnswer } from './answers.ts';

const LONG = JSON.stringify(Array.from({ length: 10_000 }, (_, index) => `Patient ${index}`));
const SHORT = '{"valid":true}';

async function answerOf(content: string | Buffer, accepted: string | undefined) {
  const app = Fastify();
  app.get('/', (request, reply) => sendAnswer(request, reply, calls.listOwnPatients, content));
  const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
  const answer = await app.inject({ url: '/', headers });
  await app.close();
  return answer;
}

test('a long answer is packed for a client that takes gzip', async () => {
  for (const content of [LONG, Buffer.from(LONG)]) {
    const answer = await answerOf(content, 'br, gzip, deflate');
    assert.equal(answer.headers['content-encoding'], 'gzip');
    assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
    assert.ok(answer.rawPayload.length < LONG.length / 3);
    assert.equal(gunzipSync(answer.rawPayload).toString(), LONG);
  }
});

test('a long answer is not packed for a client that does not take gzip', async () => {
  for (const accepted of [undefined, '', 'br', 'gzip;q=0', 'identity']) {
    const answer = await answerOf(LONG, accepted);
    assert.equal(answer.headers['content-encoding'], undefined, accepted);
    assert.equal(answer.headers.vary, 'accept-encoding');
    assert.equal(answer.body, LONG);
  }
});

test('a short answer is never packed', async () => {
  const answer = await answerOf(SHORT, 'gzip');
  assert.equal(answer.headers['content-encoding'], undefined);
  assert.equal(answer.body, SHORT);
});
