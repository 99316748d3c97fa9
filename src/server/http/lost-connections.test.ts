import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import {
  aClinic,
  aClinician,
  cookieHeader,
  inClinic,
  signIn,
  type TestUser,
} from '../../../test/builders.ts';
import { testServices } from '../../../test/services.ts';
import { buildApp } from '../app.ts';
import type { Services } from '../services.ts';

let services: Services;
let app: FastifyInstance;
let port: number;
const failures: unknown[] = [];
const noteFailure = (...said: unknown[]) => void failures.push(said);

before(async () => {
  const started = await testServices();
  services = { ...started, log: { ...started.log, error: noteFailure } };
  app = await buildApp(services);
  await app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = app.server.address() as { port: number });
});

after(() => app.close());

/** Opens a connection and sends a text. The end of the connection is no failure of the test. */
function send(text: string): Socket {
  const socket = connect(port, '127.0.0.1', () => socket.write(text));
  return socket.on('error', () => {});
}

const hasEnded = (user: TestUser) =>
  inClinic(services, user.clinicId, async (db) => {
    const row = await db.selectFrom('login_sessions').select('ended_at').executeTakeFirstOrThrow();
    return row.ended_at !== null;
  });

test('a logout takes effect when the client resets the connection before the server looks at it', async () => {
  const user = await aClinician(services, (await aClinic(services)).id);
  const cookies = await signIn(services, user);
  app.server.prependOnceListener('request', ({ socket }: IncomingMessage) => socket.resetAndDestroy());
  send(
    `DELETE /api/refresh-tokens HTTP/1.1\r\nHost: x\r\nX-Requested-With: resonanz\r\nCookie: ${cookieHeader(cookies)}\r\n\r\n`,
  );
  while (!(await hasEnded(user)) && failures.length === 0);
  assert.deepEqual(failures, []);
  const [entry] = await inClinic(services, user.clinicId, (db) =>
    db.selectFrom('audit').selectAll().where('action', '=', 'logout').execute(),
  );
  assert.equal(entry?.address_prefix, 'unknown');
});

test('a client that ends its connection inside a body is no failure of the server', async () => {
  const arrived = new Promise<IncomingMessage>((resolve) => app.server.once('request', resolve));
  const socket = send(
    'POST /api/clinicians/login HTTP/1.1\r\nHost: x\r\nX-Requested-With: resonanz\r\n' +
      'Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{"user',
  );
  const message = await arrived;
  // The message also emits an error, which `once` of node:events would throw.
  const gone = new Promise((resolve) => message.once('close', resolve));
  socket.resetAndDestroy();
  await gone;
  await app.inject({ url: '/api/clinics', headers: { 'x-requested-with': 'resonanz' } });
  assert.deepEqual(failures, []);
});

test('a connection that says nothing is closed after a minute', () => {
  assert.equal(app.server.timeout, 60_000);
});
