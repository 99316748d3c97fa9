// The server and its own PostgreSQL are killed in turn while people work. FAULTS=1000 for the long run.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { randomSource } from '../../src/psychometrics/random.ts';
import { todayIn } from '../../src/domain/iso-date.ts';
import { readPidFile } from '../../src/server/db/embedded-pid-file.ts';
import { ownDatabase, sceneIn } from './own-scene.ts';
import { startLoad } from './load.ts';
import { freePort, startServer, type ServerProcess } from './server-process.ts';
import { assertStored } from './stored.ts';

const CYCLES = Number(process.env['FAULTS'] ?? 50);
const RECOVERY_MS = 30_000;

const dataDir = mkdtempSync(join(tmpdir(), 'resonanz-kills-'));
let server: ServerProcess | undefined;
after(async () => {
  // The database ends with the server that owns it.
  await server?.kill('SIGTERM');
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

function killDatabase(): void {
  const file = readPidFile(join(dataDir, 'postgres'));
  if (!file) return;
  process.kill(file.pid, 'SIGKILL');
}

test(`${CYCLES} kills of the server and ${CYCLES} of its database lose no answer and store none twice`, async (t) => {
  const random = randomSource('kills');
  const port = await freePort();
  server = await startServer({ port, dataDir });
  const scene = await ownDatabase(dataDir, (services) => sceneIn(services));
  const load = startLoad({
    scene,
    today: todayIn('Europe/Berlin', Date.now()),
    origins: () => [`http://127.0.0.1:${port}`],
  });
  t.after(() => {
    load.abandon();
    if (process.env['SHOW']) writeFileSync(process.env['SHOW'], server?.output() ?? '');
  });
  await load.progress(10, RECOVERY_MS);
  const recoveries: number[] = [];
  for (let cycle = 0; cycle < CYCLES; cycle += 1) {
    killDatabase();
    if (cycle % 2 === 0) {
      // The living server brings its database back by itself.
      const began = Date.now();
      await load.progress(2, RECOVERY_MS);
      recoveries.push(Date.now() - began);
    }
    await wait(random(cycle * 2) * 250);
    await server.kill('SIGKILL');
    server = await startServer({ port, dataDir });
    await wait(random(cycle * 2 + 1) * 250);
  }
  await load.progress(10, RECOVERY_MS);
  await load.stop();
  const summary = await ownDatabase(dataDir, (services) => assertStored(services, scene, load, dataDir));
  const slowest = Math.max(...recoveries);
  console.log(
    `${CYCLES} + ${CYCLES} kills: ${summary}; writes go on at most ${slowest} ms after a kill of the database`,
  );
  assert.equal(await server.kill('SIGTERM'), 0);
  server = undefined;
});
