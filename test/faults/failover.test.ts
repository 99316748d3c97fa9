// The primary dies under load, its synchronous standby takes over, and the servers go on by themselves (record 148).
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { findPrimary } from '../../src/server/database/client.ts';
import { migrate } from '../../src/server/database/migrate.ts';
import { loadKeys } from '../../src/server/keys/key-file.ts';
import { amount } from '../amount.ts';
import { aPool, testServices } from '../services.ts';
import { startLoad } from './load.ts';
import { sceneIn } from './own-scene.ts';
import { type Replicated, startReplicated } from './replicated.ts';
import { startServer, type ServerProcess } from './server-process.ts';
import { assertStored } from './stored.ts';

const RUNS = amount({ usual: 1, all: 1 });
const RECOVERY_MS = 120_000;
const cleanUps: (() => Promise<unknown>)[] = [];
after(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp();
});

async function failOver(database: Replicated): Promise<{ hole: number; said: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'resonanz-failover-'));
  cleanUps.push(async () => rmSync(dataDir, { recursive: true }));
  await migrate(database.url);
  // The oracle looks after the failover only: its pools see both hosts, as the servers do.
  const pools = { pool: aPool(database.url, 5), loginPool: aPool(database.url, 2) };
  const services = await testServices({ ...pools, keys: loadKeys(dataDir, { mayCreate: true }) });
  const start = () => startServer({ dataDir, databaseUrl: database.url });
  const servers: ServerProcess[] = [await start(), await start()];
  cleanUps.push(() => Promise.all(servers.map((server) => server.kill('SIGKILL'))));
  const scene = await sceneIn(services);
  const origins = () => servers.map(({ origin }) => origin);
  const load = startLoad({ scene, today: services.today(), origins, patients: 5 });
  try {
    await load.progress(40, RECOVERY_MS);
    const began = performance.now();
    await database.killPrimary();
    await database.promoteStandby();
    await load.progress(1, RECOVERY_MS);
    const hole = Math.round(performance.now() - began);
    await load.progress(40, RECOVERY_MS);
    await load.stop();
    await findPrimary(database.url);
    return { hole, said: await assertStored(services, scene, load, dataDir) };
  } finally {
    load.abandon();
  }
}

for (let run = 1; run <= RUNS; run += 1)
  test(`a primary that dies under load is replaced by its standby, and no acknowledged write is lost (${run})`, async (t) => {
    const database = await startReplicated();
    cleanUps.push(() => database.remove());
    const { hole, said } = await failOver(database);
    assert.ok(hole < RECOVERY_MS);
    t.diagnostic(`a hole of ${hole} ms, 0 acknowledged writes lost; ${said}`);
  });
