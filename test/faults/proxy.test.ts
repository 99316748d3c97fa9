import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, test } from 'node:test';
import { startProxy } from './proxy.ts';

let served = 0;
const server = createServer((_request, response) => {
  served += 1;
  response.end(`answer ${served}`);
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
if (typeof address !== 'object' || address === null) throw new Error('no port');
const proxy = await startProxy(address.port);
after(async () => {
  await proxy.close();
  server.close();
});

const ask = async () => (await fetch(`http://127.0.0.1:${proxy.port}/`, { method: 'PUT', body: 'x' })).text();

test('the proxy passes exchanges on, and delays them if asked', async () => {
  assert.equal(await ask(), 'answer 1');
  proxy.setMode({ delay: 60 });
  const start = performance.now();
  assert.equal(await ask(), 'answer 2');
  assert.ok(performance.now() - start >= 55);
});

test('a request that the proxy cuts never reaches the server', async () => {
  proxy.setMode('cut-request');
  await assert.rejects(ask);
  assert.equal(served, 2);
});

test('the proxy cuts an answer after the server has done its work', async () => {
  proxy.setMode('cut-answer');
  await assert.rejects(ask);
  assert.equal(served, 3);
});

test('the proxy decides on each exchange, also on one connection', async () => {
  const modes = ['pass', 'cut-answer', 'pass'] as const;
  let asked = 0;
  proxy.setMode(() => modes[asked++] ?? 'pass');
  assert.equal(await ask(), 'answer 4');
  await assert.rejects(ask);
  assert.equal(await ask(), 'answer 6');
  assert.deepEqual([asked, proxy.counts().cut], [3, 3]);
});
