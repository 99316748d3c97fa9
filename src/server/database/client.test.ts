// A server that is not the database it should be: a stranger who took the port of the embedded one asks for its password,
// and a primary goes away while it is asked whether it is one.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { SCRAM_ONLY } from './client.ts';
import { migrate } from './migrate.ts';
import { createPool } from './pool.ts';
import { claimServer } from '../trial-database/owner.ts';

const AUTHENTICATION = 'R'.charCodeAt(0);
const PASSWORD = 'p'.charCodeAt(0);

const requests = {
  'in clear': Buffer.from([AUTHENTICATION, 0, 0, 0, 8, 0, 0, 0, 3]),
  'as an MD5 hash': Buffer.from([AUTHENTICATION, 0, 0, 0, 12, 0, 0, 0, 5, 1, 2, 3, 4]),
};

let asked: Buffer;
let answers = 0;
let stranger: Server;
let address: string;

before(async () => {
  stranger = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      if (bytes[0] === PASSWORD) answers += 1;
      if (bytes[0] === PASSWORD) socket.destroy();
      else socket.write(asked);
    });
  }).listen(0, '127.0.0.1');
  await once(stranger, 'listening');
  // A TCP address is never a path.
  const { port } = stranger.address() as AddressInfo;
  const url = new URL(`postgres://postgres@127.0.0.1:${port}/resonanz`);
  url.password = 'geheim';
  address = url.href;
});

after(() => stranger.close());

const ways: Record<string, (url: string) => Promise<unknown>> = {
  'the claim of the database': (url) => claimServer(url, 0, () => {}),
  'a migration': (url) => migrate(url),
  'a pool': async (url) => {
    const pool = createPool(url, { max: 1, onError: () => {} });
    try {
      await pool.query('SELECT 1');
    } finally {
      await pool.end();
    }
  },
};

for (const [request, bytes] of Object.entries(requests))
  describe(`a stranger who asks for the password ${request}`, () => {
    for (const [name, connect] of Object.entries(ways))
      test(`${name} does not show the password of the embedded database ${request}`, async () => {
        asked = bytes;
        answers = 0;
        await assert.rejects(connect(`${address}?${SCRAM_ONLY}`), /asks for the password without SCRAM/);
        assert.equal(answers, 0);
      });
  });

test('a server of the operator may ask in its own way', async () => {
  asked = requests['in clear'];
  answers = 0;
  await assert.rejects(migrate(address));
  assert.equal(answers, 1);
});

const GREETING = Buffer.from([
  ...requests['in clear'].subarray(0, 8),
  0,
  'Z'.charCodeAt(0),
  0,
  0,
  0,
  5,
  'I'.charCodeAt(0),
]);

test('a host of several that goes away when asked whether it takes changes refuses the connection, and the process goes on', async () => {
  const dying = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write(GREETING);
      socket.once('data', () => socket.destroy());
    });
  }).listen(0, '127.0.0.1');
  await once(dying, 'listening');
  const { port } = dying.address() as AddressInfo;
  const hosts = `127.0.0.1:${port},127.0.0.1:${port}`;
  // An error that no one hears ends the process, and this test with it.
  const pool = createPool(`postgres://postgres@${hosts}/resonanz`, { max: 1, onError: () => {} });
  await assert.rejects(pool.connect(), /Connection terminated unexpectedly/);
  await pool.end();
  dying.close();
});

// "E", the length, its fields with their letters, and an end.
const FAREWELL = Buffer.concat([
  Buffer.from('E\0\0\0'),
  Buffer.from([4 + 'SFATAL\0C57P01\0Mterminating\0\0'.length]),
  Buffer.from('SFATAL\0C57P01\0Mterminating\0\0'),
]);

test('a server whose last message comes with its greeting does not end the process', async () => {
  const dying = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(Buffer.concat([GREETING, FAREWELL])));
  }).listen(0, '127.0.0.1');
  await once(dying, 'listening');
  const { port } = dying.address() as AddressInfo;
  const pool = createPool(`postgres://postgres@127.0.0.1:${port}/resonanz`, { max: 1, onError: () => {} });
  await assert.rejects(pool.query('SELECT 1'), /terminat/i);
  await pool.end();
  dying.close();
});
