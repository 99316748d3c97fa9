// Two servers behind a PgBouncer that lends each connection for one transaction (record 146).
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { Client, type Pool } from 'pg';
import { migrate, refuseUnmigrated } from '../../src/server/db/migrate.ts';
import { createPool, START_PATIENCE_MS } from '../../src/server/db/pool.ts';
import { isThroughPooler, markPooler } from '../../src/server/db/pooler.ts';
import { withoutTenant, withTenant } from '../../src/server/db/transaction.ts';
import { loadKeys } from '../../src/server/keys/key-file.ts';
import type { Services } from '../../src/server/services.ts';
import { aClinic, aPatient } from '../builders.ts';
import { withDatabase } from '../servers.ts';
import { testServices } from '../services.ts';
import { startLoad } from './load.ts';
import { sceneIn } from './own-scene.ts';
import { PGBOUNCER, type Pooler, startPooler } from './pgbouncer.ts';
import { startServer, type ServerProcess } from './server-process.ts';
import { assertStored } from './stored.ts';

const RECOVERY_MS = 120_000;
const CONNECTIONS = 4;
const dataDir = mkdtempSync(join(tmpdir(), 'resonanz-pooled-'));
const role = `resonanz_pooled_${process.pid}`;
const poolers: Pooler[] = [];
const running = new Set<ServerProcess>();

let services: Services;
let admin: string;
let direct: string;
let pool: Pool | undefined;

async function asAdmin<Row extends object>(text: string, address = admin): Promise<Row[]> {
  const client = new Client({ connectionString: address });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

async function behindPooler(ignores: boolean): Promise<string> {
  const pooler = await startPooler(PGBOUNCER!, { url: direct, connections: CONNECTIONS, ignores });
  poolers.push(pooler);
  return pooler.url;
}

before(async () => {
  services = await testServices({ keys: loadKeys(dataDir, { mayCreate: true }) });
  admin = services.pool.options.connectionString ?? '';
  const password = randomBytes(16).toString('hex');
  await asAdmin(`CREATE ROLE ${role} LOGIN PASSWORD '${password}' IN ROLE resonanz_app`);
  const own = new URL(admin);
  [own.username, own.password] = [role, password];
  direct = own.href;
});

after(async () => {
  await Promise.all([...running].map((server) => server.kill('SIGKILL')));
  await pool?.end();
  await Promise.all(poolers.map((pooler) => pooler.stop()));
  await asAdmin(`DROP ROLE ${role}`, withDatabase(admin, 'postgres')).catch(() => []);
  rmSync(dataDir, { recursive: true });
});

if (PGBOUNCER === undefined) {
  test('servers work behind PgBouncer', (t) =>
    t.diagnostic('PgBouncer is not installed here: the servers were not tried behind it.'));
} else {
  test('a pooler that refuses or drops the settings of a connection is noticed, and a direct way is left as it is', async () => {
    assert.equal(await markPooler(direct), direct);
    for (const ignores of [false, true])
      assert.ok(isThroughPooler(await markPooler(await behindPooler(ignores))), `ignores: ${ignores}`);
  });

  test('behind a pooler every transaction has the role, the limits and the clinic, and leaves nothing behind', async () => {
    const url = await markPooler(await behindPooler(true));
    const through = createPool(url, { max: 20, patience: START_PATIENCE_MS, onError: () => {} });
    pool = through;
    const clinics = [await aClinic(services), await aClinic(services)];
    for (const { id } of clinics) await aPatient(services, id);
    const state = sql<{ role: string; limit: string; clinic: string; seen: string[] }>`
      SELECT current_user AS role, current_setting('statement_timeout') AS limit,
        current_setting('app.clinic_id', true) AS clinic, ARRAY(SELECT DISTINCT clinic_id::text FROM patients) AS seen`;
    const looks = Array.from({ length: 200 }, async (_, at) => {
      const { id } = clinics[at % 2]!;
      const { rows } = await withTenant(through, id, (db) => state.execute(db));
      assert.deepEqual(rows, [{ role: 'resonanz_app', limit: '5s', clinic: id, seen: [id] }]);
      const without = (await withoutTenant(through, (db) => state.execute(db))).rows[0]!;
      assert.deepEqual([without.role, without.limit, without.seen], ['resonanz_app', '5s', []]);
    });
    await Promise.all(looks);
    // Another user of the pooler gets the same connections.
    const strangers = await Promise.all(
      Array.from({ length: 20 }, () =>
        asAdmin<{ role: string; limit: string; clinic: string | null }>(
          `SELECT current_user AS role, current_setting('statement_timeout') AS limit,
             nullif(current_setting('app.clinic_id', true), '') AS clinic`,
          url,
        ),
      ),
    );
    for (const [found] of strangers) assert.deepEqual(found, { role, limit: '0', clinic: null });
  });

  test('a migration behind a pooler leaves no lock behind, so the next start does not wait', async () => {
    const url = await behindPooler(true);
    assert.deepEqual(await migrate(url), []);
    await refuseUnmigrated(url);
    // Other tests hold such locks in their own databases meanwhile.
    const locks = await asAdmin(
      `SELECT objid FROM pg_locks WHERE locktype = 'advisory'
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      url,
    );
    assert.deepEqual(locks, []);
  });

  test('two servers behind PgBouncer work under load, one of them restarts, and no acknowledged write is lost', async () => {
    const databaseUrl = await behindPooler(false);
    const start = async () => {
      const server = await startServer({ dataDir, databaseUrl });
      running.add(server);
      return server;
    };
    const servers = [await start(), await start()];
    const scene = await sceneIn(services);
    const origins = () => [...running].map(({ origin }) => origin);
    const load = startLoad({ scene, today: services.today(), origins, patients: 5 });
    try {
      await load.progress(40, RECOVERY_MS);
      assert.equal(await servers[0]!.kill('SIGTERM'), 0);
      running.delete(servers[0]!);
      await start();
      await load.progress(40, RECOVERY_MS);
      await load.stop();
    } finally {
      load.abandon();
    }
    const [used] = await asAdmin<{ count: number }>(
      `SELECT count(*)::int FROM pg_stat_activity WHERE usename = '${role}' AND datname = current_database()`,
    );
    assert.ok(used!.count <= CONNECTIONS * poolers.length, `${used!.count} connections to PostgreSQL`);
    console.log(`behind PgBouncer: ${await assertStored(services, scene, load, dataDir)}`);
    for (const server of running) assert.equal(await server.kill('SIGTERM'), 0);
    running.clear();
  });
}
