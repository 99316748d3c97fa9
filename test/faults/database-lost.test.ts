// While the database is in trouble users get at worst a quick 503 with a time to try again. No acknowledged write is lost,
// and the server recovers by itself.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Client } from 'pg';
import { buildApp } from '../../src/server/app.ts';
import { createPool } from '../../src/server/database/pool.ts';
import type { Services } from '../../src/server/services.ts';
import { isWhole } from '../amount.ts';
import { aClinic, anAdmin, cookieOf } from '../builders.ts';
import { testServices } from '../services.ts';
import { startLoad, type Load, type Scene } from './load.ts';
import { sceneIn } from './own-scene.ts';
import { startProxy, type Proxy } from './proxy.ts';
import { assertStored } from './stored.ts';

// The time after which a test gives up. It is long, because the tests are about progress and not about speed.
const RECOVERY_MS = 120_000;
const onError = () => {};

let direct: Services;
let services: Services;
let app: FastifyInstance;
let origin: string;
let proxy: Proxy;
let owner: Client;
let scene: Scene;
let cookie: string;
let logged: { err?: Partial<Record<'code' | 'message', string>> }[] = [];

before(async () => {
  direct = await testServices();
  const url = new URL(direct.pool.options.connectionString ?? '');
  owner = await new Client({ connectionString: url.href }).on('error', onError).connect();
  proxy = await startProxy(Number(url.port), url.hostname);
  url.host = `127.0.0.1:${proxy.port}`;
  services = {
    ...direct,
    pool: createPool(url.href, { max: 20, onError }),
    loginPool: createPool(url.href, { max: 5, onError }),
    log: { info: () => {}, warn: () => {}, error: (fields) => logged.push(fields) },
  };
  app = await buildApp(services);
  origin = await app.listen({ host: '127.0.0.1', port: 0 });
  scene = await sceneIn(direct);
});

// Each test has its own session, because one lasts five minutes without a refresh.
beforeEach(async () => {
  cookie = await cookieOf(direct, scene.admin);
});

after(async () => {
  await app.close();
  await Promise.all([services.pool.end(), services.loginPool.end()]);
  await proxy.close();
  await owner.end();
});

/** Users work while `trouble` happens. Afterwards every acknowledged write must be stored. */
async function underLoad(trouble: (load: Load) => Promise<void>): Promise<string> {
  const ownScene = await sceneIn(direct);
  const load = startLoad({ scene: ownScene, today: direct.today(), origins: () => [origin] });
  try {
    await load.progress(5, RECOVERY_MS);
    await trouble(load);
    await load.progress(5, RECOVERY_MS);
    await load.stop();
  } finally {
    load.abandon();
  }
  return assertStored(direct, ownScene, load);
}

type Asked = { status: number; ms: number; retryAfter: string | null };

async function ask(path = '/api/auth/clinic-admins/patients', as = cookie): Promise<Asked> {
  const began = performance.now();
  const response = await fetch(origin + path, { headers: { cookie: as, 'x-requested-with': 'resonanz' } });
  await response.text();
  return {
    status: response.status,
    ms: performance.now() - began,
    retryAfter: response.headers.get('retry-after'),
  };
}

const askMany = (count: number) => Promise.all(Array.from({ length: count }, () => ask()));

function assertRefusedSoon(answers: readonly Asked[], withinMs: number): void {
  for (const { status, ms, retryAfter } of answers) {
    assert.deepEqual([status, retryAfter], [503, '2']);
    // A time proves something only on a machine without other work.
    assert.ok(!isWhole || ms < withinMs, `refused after ${Math.round(ms)} ms`);
  }
}

async function assertAlive(): Promise<void> {
  const { status, ms } = await ask('/healthz');
  assert.equal(status, 200);
  // Calls that wait for the database wait two seconds or more.
  assert.ok(!isWhole || ms < 2000, `health took ${Math.round(ms)} ms`);
}

describe('under load', () => {
  test('no acknowledged write is lost while the database ends all connections again and again', async () => {
    const summary = await underLoad(async (load) => {
      for (let round = 0; round < 10; round += 1) {
        await owner.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND application_name = 'resonanz'`);
        await load.progress(1, RECOVERY_MS);
      }
    });
    console.log(`connections ended 10 times: ${summary}`);
  });

  test('no acknowledged write is lost while the network drops every connection again and again', async () => {
    const summary = await underLoad(async (load) => {
      for (let round = 0; round < 10; round += 1) {
        proxy.dropConnections();
        await load.progress(1, RECOVERY_MS);
      }
    });
    console.log(`network dropped 10 times: ${summary}`);
  });

  test('while the database is gone for five seconds calls get 503 at once and health answers; then work goes on', async () => {
    const summary = await underLoad(async () => {
      proxy.setMode('cut-request');
      const end = Date.now() + 5000;
      while (Date.now() < end) {
        assertRefusedSoon(await askMany(3), 2500);
        await assertAlive();
        assert.equal((await ask('/readyz')).status, 503);
        await wait(200);
      }
      proxy.setMode('pass');
    });
    console.log(`gone for five seconds: ${summary}`);
  });
});

describe('while a table is locked for long', () => {
  test('a locked table refuses calls without a connection after two seconds, and calls that wait for the lock after three', async () => {
    // Only six calls of a user run at a time, so the calls are those of ten users.
    const cookies = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const { id } = await aClinic(direct);
        return cookieOf(direct, await anAdmin(direct, id));
      }),
    );
    await owner.query('BEGIN; LOCK TABLE patients IN ACCESS EXCLUSIVE MODE');
    logged = [];
    const asked = Promise.all(Array.from({ length: 60 }, (_, at) => ask(undefined, cookies[at % 10])));
    const health = setInterval(() => void assertAlive().catch(() => unwell.push('')), 200);
    const unwell: string[] = [];
    const answers = await asked;
    clearInterval(health);
    await owner.query('ROLLBACK');
    assertRefusedSoon(answers, 10_000);
    const refusedFor = (reason: string) =>
      logged.filter(({ err }) => [err?.code, err?.message].includes(reason)).length;
    const inTwo = refusedFor('timeout exceeded when trying to connect');
    assert.ok(inTwo >= 30, `${inTwo} of 60 were refused after two seconds`);
    const lockNotAvailable = '55P03';
    assert.ok(refusedFor(lockNotAvailable) > 0);
    assert.deepEqual(unwell, []);
    assert.equal((await ask()).status, 200);
  });
});

describe('while the database is silent', () => {
  test('a call to a silent database is refused, and works again when the database answers', async () => {
    await askMany(5);
    proxy.setMode({ delay: 60_000 });
    const answers = await askMany(5);
    assertRefusedSoon(answers, 10_000);
    await assertAlive();
    proxy.setMode('pass');
    proxy.dropConnections();
    const deadline = Date.now() + RECOVERY_MS;
    while ((await ask()).status !== 200) assert.ok(Date.now() < deadline, 'it does not recover');
    console.log(`silent database: refused after ${Math.round(Math.max(...answers.map(({ ms }) => ms)))} ms`);
  });
});
