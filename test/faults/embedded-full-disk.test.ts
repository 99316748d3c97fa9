// Fills a small disk (tmpfs) under a server with its own database. This needs the right to mount, so it runs only with
// that right. The same error of PostgreSQL is tested everywhere.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { after, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { todayIn } from '../../src/domain/today.ts';
import { buildApp } from '../../src/server/app.ts';
import { startEmbeddedDatabase } from '../../src/server/trial-database/embedded.ts';
import { aClinic, anAdmin, signIn } from '../builders.ts';
import { call } from '../call.ts';
import { testServices } from '../services.ts';
import { startLoad, type Load } from './load.ts';
import { ownDatabase, sceneIn } from './own-scene.ts';
import { startServer } from './server-process.ts';
import { assertStored } from './stored.ts';

// The time after which a test gives up. It is long, because the tests are about progress and not about speed.
const RECOVERY_MS = 120_000;

test('a write without disk space is refused with 503, the log says why, and reading goes on', async () => {
  const logged: { err?: { code?: string } }[] = [];
  const services = await testServices({
    log: { info: () => {}, warn: () => {}, error: (fields) => logged.push(fields) },
  });
  const app = await buildApp(services);
  const clinicId = (await aClinic(services)).id;
  const as = await signIn(services, await anAdmin(services, clinicId));
  const owner = await new Client({ connectionString: services.pool.options.connectionString }).connect();
  await owner.query(`CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$;
    CREATE TRIGGER full_disk BEFORE INSERT ON accounts FOR EACH ROW EXECUTE FUNCTION no_room()`);
  const register = () => call(app, 'registerClinician', { as, body: { username: 'Neu' } });
  const refused = await register();
  assert.deepEqual([refused.status, refused.headers['retry-after']], [503, '2']);
  assert.deepEqual(
    logged.map(({ err }) => err?.code),
    ['53100'],
  );
  assert.equal((await call(app, 'listCliniciansWithCounts', { as })).status, 200);
  await owner.query('DROP TRIGGER full_disk ON accounts');
  assert.equal((await register()).status, 200);
  await owner.end();
  await app.close();
});

const disk = mkdtempSync(join(tmpdir(), 'resonanz-disk-'));
const mayMount = process.platform === 'linux' && process.getuid?.() === 0 && mountDisk();
if (!mayMount) console.log('Here nothing may be mounted: no real disk was filled.');

function mountDisk(): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=200m,mode=755', 'tmpfs', disk]).status === 0;
}

after(() => {
  if (mayMount) spawnSync('umount', ['-l', disk]);
  rmdirSync(disk);
});

/** Fills the disk. */
function fillDisk(): void {
  const file = openSync(join(disk, 'filler'), 'w');
  try {
    for (;;) writeSync(file, Buffer.alloc(65_536, 1));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
  }
}

const freeDisk = () => rmSync(join(disk, 'filler'));

/** Makes PostgreSQL begin a new file of its write-ahead log without room for it, so that it ends. */
async function fillJournal(): Promise<void> {
  const { url } = await startEmbeddedDatabase({ dataDir: disk, log: () => {}, whenOwned: 'join' });
  const client = await new Client({ connectionString: url }).on('error', () => {}).connect();
  await assert.rejects(client.query('SELECT pg_switch_wal(), pg_current_xact_id()'));
}

async function untilRefused({ counts }: Load, count: number): Promise<void> {
  const [goal, deadline] = [counts.unavailable + count, Date.now() + RECOVERY_MS];
  while (counts.unavailable < goal) {
    assert.ok(Date.now() < deadline, 'no write was refused');
    await wait(20);
  }
}

if (mayMount)
  describe('when the disk of the data folder is full', () => {
    test('on a full disk writes get 503, also if the write-ahead log has no room; with free space work goes on', async () => {
      const server = await startServer({ dataDir: disk });
      const scene = await ownDatabase(disk, sceneIn);
      const today = todayIn('Europe/Berlin', Date.now());
      const load = startLoad({ scene, today, origins: () => [server.origin] });
      try {
        await load.progress(10, RECOVERY_MS);
        fillDisk();
        await untilRefused(load, 20);
        assert.match(server.output(), /No space left on device/);
        assert.equal((await fetch(`${server.origin}/api/clinics`)).status, 200);
        assert.equal((await fetch(`${server.origin}/healthz`)).status, 200);
        await fillJournal();
        await untilRefused(load, 50);
        while (!server.output().includes('is full: the database waits for free space')) await wait(20);
        assert.equal((await fetch(`${server.origin}/healthz`)).status, 200);
        assert.equal((await fetch(`${server.origin}/readyz`)).status, 503);
        const before = Date.now();
        freeDisk();
        await load.progress(10, RECOVERY_MS);
        const pause = Date.now() - before;
        await load.stop();
        assert.equal(load.counts.unreachable, 0, 'the server was there all the time');
        const summary = await ownDatabase(disk, (services) => assertStored(services, scene, load, disk));
        console.log(`full disk: ${summary}; writes went on ${pause} ms after there was room`);
      } finally {
        load.abandon();
        await server.kill('SIGTERM');
      }
    });
  });
