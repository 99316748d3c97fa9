import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { todayIn } from '../../src/domain/iso-date.ts';
import { isServerOf, readPidFile } from '../../src/server/embedded/pid-file.ts';
import { startLoad, type Load } from './load.ts';
import { ownDatabase, sceneIn } from './own-scene.ts';
import { startServer, type ServerProcess } from './server-process.ts';
import { assertStored } from './stored.ts';

export type Troubled = {
  load: Load;
  server(): ServerProcess;
  killServer(): Promise<void>;
  startServer(): Promise<void>;
  /** Kills the one that takes connections and waits for its end. Where it is still coming back from the last kill, waits for it. */
  killDatabase(): Promise<void>;
};

/** When a test gives up: that work goes on is what counts, however busy the machine. */
export const RECOVERY_MS = 120_000;

/**
 * Makes trouble for a server with its own database and people at work on it, then holds what is stored against what was
 * acknowledged; gives the sentence of what was compared. FAULTS_LOG names a file for what the server wrote where it fails.
 */
export async function underLoad(trouble: (troubled: Troubled) => Promise<void>): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'resonanz-faults-'));
  let server = await startServer({ dataDir });
  // None while it is down: its port may be somebody else's by then.
  let origins = [server.origin];
  const scene = await ownDatabase(dataDir, sceneIn);
  const load = startLoad({
    scene,
    today: todayIn('Europe/Berlin', Date.now()),
    origins: () => origins,
  });
  try {
    await load.progress(10, RECOVERY_MS);
    await trouble({
      load,
      server: () => server,
      killServer: async () => {
        await server.kill('SIGKILL');
        origins = [];
      },
      startServer: async () => {
        server = await startServer({ dataDir });
        origins = [server.origin];
      },
      killDatabase: () => killDatabase(join(dataDir, 'postgres')),
    });
    await load.progress(10, RECOVERY_MS);
    await load.stop();
    return await ownDatabase(dataDir, (services) => assertStored(services, scene, load, dataDir));
  } catch (error) {
    if (process.env['FAULTS_LOG']) writeFileSync(process.env['FAULTS_LOG'], server.output());
    throw error;
  } finally {
    load.abandon();
    // The database ends with the server that owns it.
    await server.kill('SIGTERM');
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

// Processes of a killed PostgreSQL live on for a moment and may acknowledge more writes, so that the next kill can come
// before it is there again.
async function killDatabase(cluster: string): Promise<void> {
  const deadline = Date.now() + RECOVERY_MS;
  for (;;) {
    const file = readPidFile(cluster);
    if (file?.status === 'ready' && isServerOf(cluster, file.pid)) {
      process.kill(file.pid, 'SIGKILL');
      // The next kill must not find the one that is about to end.
      while (isServerOf(cluster, file.pid)) await wait(1);
      return;
    }
    if (Date.now() > deadline) throw new Error(`no database to kill after ${RECOVERY_MS} ms`);
    await wait(10);
  }
}
