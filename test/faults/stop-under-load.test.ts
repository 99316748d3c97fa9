import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { loadKeys } from '../../src/server/keys/key-file.ts';
import { amount, isWhole } from '../amount.ts';
import { testServices } from '../services.ts';
import { startLoad } from './load.ts';
import { sceneIn } from './own-scene.ts';
import { startServer, type ServerProcess } from './server-process.ts';
import { assertStored } from './stored.ts';

const STOPS = amount({ usual: 2, all: 4 });
// R69: ten seconds for running requests, and a moment to exit. A time proves something only on a machine without other work.
const LONGEST_STOP_MS = isWhole ? 11_000 : Infinity;
// The time after which a test gives up. It is long, because the tests are about progress and not about speed.
const RECOVERY_MS = 120_000;

const dataDir = mkdtempSync(join(tmpdir(), 'resonanz-stops-'));
const running = new Set<ServerProcess>();
after(async () => {
  await Promise.all([...running].map((server) => server.kill('SIGKILL')));
  rmSync(dataDir, { recursive: true, force: true });
});

test(`two servers on one database stop in turn ${STOPS} times under load and lose no acknowledged write`, async () => {
  const services = await testServices({ keys: loadKeys(dataDir, { mayCreate: true }) });
  const databaseUrl = services.pool.options.connectionString ?? '';
  const start = async () => {
    const server = await startServer({ dataDir, databaseUrl });
    running.add(server);
    return server;
  };
  const servers = [await start(), await start()];
  const scene = await sceneIn(services);
  const origins = () => [...running].map(({ origin }) => origin);
  const load = startLoad({ scene, today: services.today(), origins, patients: 5 });
  const durations: number[] = [];
  try {
    await load.progress(10, RECOVERY_MS);
    for (let stop = 0; stop < STOPS; stop += 1) {
      const number = stop % 2 === 0 ? 0 : 1;
      const server = servers[number]!;
      const began = Date.now();
      assert.equal(await server.kill('SIGTERM'), 0, server.output().slice(-2000));
      durations.push(Date.now() - began);
      running.delete(server);
      // The other server goes on alone.
      await load.progress(3, RECOVERY_MS);
      servers[number] = await start();
    }
    await load.stop();
  } finally {
    load.abandon();
  }
  const longest = Math.max(...durations);
  assert.ok(longest < LONGEST_STOP_MS, `a stop took ${longest} ms`);
  console.log(
    `${STOPS} stops of at most ${longest} ms: ${await assertStored(services, scene, load, dataDir)}`,
  );
  for (const server of running) assert.equal(await server.kill('SIGTERM'), 0);
  running.clear();
});
