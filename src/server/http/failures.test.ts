import { strict as assert } from 'node:assert';
import type { Socket } from 'node:net';
import { constants } from 'node:os';
import { after, afterEach, before, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { Client, type Pool, type PoolClient } from 'pg';
import { aClinic, aClinician, anAdmin, inClinic, signIn } from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import { testDatabase } from '../../../test/database.ts';
import { aPool, testServices } from '../../../test/services.ts';
import { buildApp } from '../app.ts';
import { createPool } from '../database/pool.ts';
import type { Services } from '../services.ts';
import { program } from '../settings/version.ts';

type Jar = Record<string, string>;

let services: Services;
let app: FastifyInstance;
let owner: Client;
// A connection in a transaction sees pg_stat_activity as it was at the beginning, so another connection watches.
let watcher: Client;
let url: string;
let admin: Jar;
let clinicId: string;
let clinicianId: string;
let logged: { err?: unknown; request_id?: string }[] = [];

const onError = () => {};

before(async () => {
  ({ url } = await testDatabase());
  services = await testServices({
    pool: aPool(url, 4),
    loginPool: aPool(url, 2),
    log: { info: () => {}, warn: () => {}, error: (fields) => logged.push(fields) },
  });
  app = await buildApp(services);
  [owner, watcher] = [new Client(url), new Client(url)];
  for (const client of [owner, watcher]) await client.on('error', onError).connect();
  clinicId = (await aClinic(services)).id;
  clinicianId = (await aClinician(services, clinicId)).id;
  admin = await signIn(services, await anAdmin(services, clinicId));
});

after(() => Promise.all([owner.end(), watcher.end()]));

afterEach(() => {
  logged = [];
});

const rename = (username: string) =>
  call(app, 'renameClinician', { as: admin, body: { id: clinicianId, username, enabled: true } });

async function assertWorks(server = app): Promise<void> {
  assert.equal((await call(server, 'listClinicPatients', { as: admin })).status, 200);
  const health = await server.inject({ url: '/readyz' });
  assert.deepEqual([health.statusCode, health.json()], [200, { status: 'ok', database: 'ok' }]);
}

describe('while all connections are in use', () => {
  test('a call while all connections are in use is refused with a time to come back, and the server recovers', async () => {
    const pool = createPool(url, { max: 4, onError });
    const busy = await buildApp({ ...services, pool });
    const held: PoolClient[] = [];
    for (let count = 0; count < 4; count++) held.push(await pool.connect());
    const refused = await call(busy, 'listClinicPatients', { as: admin });
    assert.deepEqual([refused.status, refused.problem.code], [503, 'unavailable']);
    assert.equal(refused.headers['retry-after'], '2');
    // The other limits of R8 end what runs, and would come later.
    assert.match(String((logged[0]!.err as Error).message), /timeout exceeded when trying to connect/);
    assert.deepEqual((await busy.inject({ url: '/healthz' })).json(), { status: 'ok', ...program });
    const ready = busy.inject({ url: '/readyz' });
    assert.equal((await ready).statusCode, 503);
    for (const client of held) client.release();
    await assertWorks(busy);
    await busy.close();
    await pool.end();
  });

  test('logins have database connections of their own', async () => {
    const held: PoolClient[] = [];
    for (let count = 0; count < 4; count++) held.push(await services.pool.connect());
    const body = { clinic_id: clinicId, username: 'niemand', password: 'Falsches-Kennwort-1' };
    assert.equal((await call(app, 'loginClinician', { body })).status, 401);
    for (const client of held) client.release();
  });
});

/** Ends the connections that wait for a lock, and returns their number. */
async function endWaiting(): Promise<number> {
  const { rowCount } = await watcher.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rowCount ?? 0;
}

const hold = async () => {
  await owner.query('BEGIN');
  await owner.query('SELECT FROM accounts WHERE id = $1 FOR UPDATE', [clinicianId]);
};

describe('while another transaction locks a row', () => {
  test('a change of a locked row gives up after the lock limit, changes nothing, and works when it is repeated', async () => {
    const pool = createPool(url, { max: 2, settings: { lock_timeout: '300' }, onError });
    const quick = await buildApp({ ...services, pool });
    await hold();
    const body = { id: clinicianId, username: 'umbenannt', enabled: true };
    const refused = await call(quick, 'renameClinician', { as: admin, body });
    assert.deepEqual([refused.status, refused.headers['retry-after']], [503, '2']);
    await owner.query('ROLLBACK');
    assert.equal((await call(quick, 'renameClinician', { as: admin, body })).status, 200);
    await quick.close();
    await pool.end();
  });

  test('a change of a locked row gives up after the statement limit', async () => {
    const limits = { lock_timeout: '0', statement_timeout: '600' };
    const patient = createPool(url, { max: 2, settings: limits, onError });
    const slow = await buildApp({ ...services, pool: patient });
    await hold();
    const body = { id: clinicianId, username: 'langsam', enabled: true };
    const refused = await call(slow, 'renameClinician', { as: admin, body });
    assert.deepEqual([refused.status, refused.problem.code], [503, 'unavailable']);
    await owner.query('ROLLBACK');
    await slow.close();
    await patient.end();
  });

  test('a call that loses its database connection answers 503, and the next call gets a new connection', async () => {
    const patient = createPool(url, {
      max: 2,
      settings: { lock_timeout: '0', statement_timeout: '0' },
      onError,
    });
    const waiting = await buildApp({ ...services, pool: patient });
    await hold();
    const body = { id: clinicianId, username: 'abgebrochen', enabled: true };
    const renamed = call(waiting, 'renameClinician', { as: admin, body });
    while (!(await endWaiting())) continue;
    const refused = await renamed;
    assert.deepEqual([refused.status, refused.problem.code], [503, 'unavailable']);
    await owner.query('ROLLBACK');
    assert.equal((await call(waiting, 'renameClinician', { as: admin, body })).status, 200);
    await waiting.close();
    await patient.end();
  });
});

describe('when all unused connections are cut', () => {
  test('calls work again at once after the database has cut all unused connections', async () => {
    await assertWorks();
    await owner.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'resonanz'`,
    );
    // A connection that was cut without notice may fail once.
    const statuses: number[] = [];
    while (statuses.at(-1) !== 200 && statuses.length < 10)
      statuses.push((await call(app, 'listClinicPatients', { as: admin })).status);
    assert.equal(statuses.at(-1), 200);
    assert.deepEqual(new Set(statuses.slice(0, -1)).difference(new Set([503])), new Set());
    await assertWorks();
  });
});

describe('a fault of the program', () => {
  test('a fault of the program gives the caller an id only, and the log has the cause under this id', async () => {
    await owner.query('ALTER TABLE survey_windows RENAME TO verlegt');
    const answer = await call(app, 'listClinicPatients', { as: admin });
    await owner.query('ALTER TABLE verlegt RENAME TO survey_windows');
    assert.equal(answer.status, 500);
    const { request_id: id, ...rest } = answer.body;
    assert.deepEqual(rest, {
      type: 'about:blank',
      status: 500,
      title: 'Interner Server Fehler',
      code: 'INTERNAL',
    });
    assert.match(String(answer.headers['content-type']), /^application\/problem\+json/);
    assert.deepEqual(
      logged.map(({ request_id }) => request_id),
      [id],
    );
    assert.match(String((logged[0]!.err as Error).message), /survey_windows/);
    await assertWorks();
  });

  test('a change does not happen if its audit row cannot be written', async () => {
    await owner.query(
      `ALTER TABLE audit ADD CONSTRAINT unwritable CHECK (action <> 'clinician_renamed') NOT VALID`,
    );
    const before = await inClinic(services, clinicId, (db) =>
      db.selectFrom('accounts').select('username').where('id', '=', clinicianId).executeTakeFirstOrThrow(),
    );
    assert.equal((await rename('unbemerkt')).status, 500);
    const now = await inClinic(services, clinicId, (db) =>
      db.selectFrom('accounts').select('username').where('id', '=', clinicianId).executeTakeFirstOrThrow(),
    );
    assert.deepEqual(now, before);
    await owner.query('ALTER TABLE audit DROP CONSTRAINT unwritable');
    assert.equal((await rename('bemerkt')).status, 200);
  });
});

describe('without a database', () => {
  test('calls answer 503 without a database, /healthz answers 200, and a refresh or logout leaves the cookies', async () => {
    const nowhere = 'postgres://x:x@127.0.0.1:1/x';
    const pool = createPool(nowhere, { max: 2, onError });
    const alone = await buildApp({ ...services, pool, loginPool: pool });
    assert.equal((await alone.inject({ url: '/healthz' })).statusCode, 200);
    const ready = await alone.inject({ url: '/readyz' });
    assert.deepEqual([ready.statusCode, ready.json().database], [503, 'unreachable']);
    for (const route of ['listClinicPatients', 'refreshSession', 'logout', 'listClinics'] as const) {
      const refused = await call(alone, route, { as: admin });
      assert.deepEqual([refused.status, refused.problem.code], [503, 'unavailable'], route);
      assert.equal(refused.headers['set-cookie'], undefined, route);
      assert.equal(refused.headers['retry-after'], '2');
      assert.ok(!JSON.stringify(refused.body).includes('ECONNREFUSED'));
    }
    const body = { clinic_id: clinicId, username: 'x', password: 'Falsches-Kennwort-1' };
    assert.equal((await call(alone, 'loginClinician', { body })).status, 503);
    await alone.close();
    await pool.end();
  });
});

/** A pool whose database cannot be reached for this reason. */
function poolThatFails(failure: { code?: string; message?: string; errors?: readonly Error[] }): Pool {
  const error = Object.assign(new Error(failure.message ?? ''), failure);
  return Object.assign(aPool(url, 1), { connect: () => Promise.reject(error) });
}

describe('without a way to the database', () => {
  test('whatever keeps a connection from being made, a call answers 503 with a time to come back', async () => {
    const names = ['EAI_AGAIN', 'ENOTFOUND', 'CERT_HAS_EXPIRED', ...Object.keys(constants.errno)];
    const states = ['28P01', '28000', '3D000', '57P03', '53300', '08006', 'XX000'];
    const words = ['timeout exceeded when trying to connect', 'The server does not support SSL connections'];
    const reasons = [
      ...[...names, ...states].map((code) => ({ code })),
      ...words.map((message) => ({ message })),
    ];
    assert.ok(reasons.length > 80);
    for (const reason of reasons) {
      const pool = poolThatFails(reason);
      const alone = await buildApp({ ...services, pool, loginPool: pool });
      const { status, problem, headers } = await call(alone, 'listClinics', {});
      const ready = await alone.inject({ url: '/readyz' });
      assert.deepEqual(
        [status, problem.code, headers['retry-after'], ready.statusCode],
        [503, 'unavailable', '2', 503],
        JSON.stringify(reason),
      );
      await alone.close();
    }
  });

  test('a connection that is lost within a call answers 503, whatever the network says of it', async () => {
    for (const code of ['EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN', 'ETIMEDOUT', 'ENOTCONN']) {
      const pool = aPool(url, 1);
      pool.once('connect', (client: PoolClient & { connection: { stream: Socket } }) => {
        // The network ends the connection with the first statement of the call.
        const { stream } = client.connection;
        stream.write = () => Boolean(stream.destroy(Object.assign(new Error(''), { code, syscall: 'read' })));
      });
      const cut = await buildApp({ ...services, pool, loginPool: pool });
      const { status, problem } = await call(cut, 'listClinics', {});
      assert.deepEqual([status, problem.code], [503, 'unavailable'], code);
      await cut.close();
      await pool.end();
    }
  });
});

describe('on a standby', () => {
  test('a change answers 503 and /readyz says "read only"', async () => {
    const settings = { default_transaction_read_only: 'on' };
    const pool = createPool(url, { max: 2, onError, settings });
    const standby = await buildApp({ ...services, pool, loginPool: pool });
    const ready = await standby.inject({ url: '/readyz' });
    assert.deepEqual([ready.statusCode, ready.json().database], [503, 'read only']);
    const refused = await call(standby, 'renameClinician', {
      as: admin,
      body: { id: clinicianId, username: 'unveraendert', enabled: true },
    });
    assert.deepEqual([refused.status, refused.problem.code], [503, 'unavailable']);
    await standby.close();
    await pool.end();
  });
});

describe('the state of the server', () => {
  test('only this machine and its private network may ask for the state of the server', async () => {
    for (const url of ['/healthz', '/readyz']) {
      for (const remoteAddress of ['127.0.0.1', '10.1.2.3', '192.168.0.9', '::1', '::ffff:127.0.0.1'])
        assert.equal((await app.inject({ url, remoteAddress })).statusCode, 200, remoteAddress);
      for (const remoteAddress of ['203.0.113.7', '2001:db8::1', '::ffff:203.0.113.7'])
        assert.equal((await app.inject({ url, remoteAddress })).statusCode, 404, remoteAddress);
      assert.equal(
        (await app.inject({ url, headers: { 'x-forwarded-for': '203.0.113.7' } })).statusCode,
        404,
      );
    }
  });
});

describe('the limits of a connection', () => {
  test('the time and size limits of a connection are those of the security requirements', async () => {
    const pool = createPool(url, { onError });
    assert.deepEqual([pool.options.max, pool.options.connectionTimeoutMillis], [20, 2000]);
    const { rows } = await pool.query(`SELECT name, setting FROM pg_settings WHERE name IN
      ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'synchronous_commit', 'TimeZone')`);
    assert.deepEqual(Object.fromEntries(rows.map(({ name, setting }) => [name, setting])), {
      statement_timeout: '5000',
      lock_timeout: '3000',
      idle_in_transaction_session_timeout: '10000',
      synchronous_commit: 'on',
      TimeZone: 'UTC',
    });
    await pool.end();
  });
});
