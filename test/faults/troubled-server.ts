import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { todayIn } from '../../src/domain/today.ts';
import { isServerOf, readPidFile } from '../../src/server/trial-database/pid-file.ts';
import { startLoad, type Load } from './load.ts';
import { ownDatabase, sceneIn } from './own-scene.ts';
import { startServer, type ServerProcess } from './server-process.ts';
import { assertStored } from './stored.ts';

export type Troubled = {
  load: Load;
  server(): ServerProcess;
  killServer(): Promise<void>;
  startServer(): Promise<void>;
  /** Kills the running database and waits for its end. If it is still restarting, waits for the restart first. */
  killDatabase(): Promise<void>;
};

/** The time after which a test gives up. It is long, because the tests are about progress and not about speed. */
export const RECOVERY_MS = 120_000;

/**
 * Makes trouble for a server with the embedded database while users work, then compares stored and acknowledged writes.
 * Returns a sentence about the comparison. FAULTS_LOG names a file for the output of the server after a failure.
 */
export async function underLoad(trouble: (troubled: Troubled) => Promise<void>): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'resonanz-faults-'));
  let server = await startServer({ dataDir });
  // No load while the server is down, because another program may have its port.
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
    // The database ends with its server.
    await server.kill('SIGTERM');
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

// Processes of a killed PostgreSQL live for a moment and may acknowledge more writes. So the next kill can come before the
// restart.
export async function killDatabase(cluster: string): Promise<void> {
  const deadline = Date.now() + RECOVERY_MS;
  for (;;) {
    const file = readPidFile(cluster);
    if (file?.status === 'ready' && isServerOf(cluster, file.pid) && isKilled(file.pid)) {
      // The next kill must not hit the process that is about to end.
      while (isServerOf(cluster, file.pid)) await wait(1);
      return;
    }
    if (Date.now() > deadline) throw new Error(`no database to kill after ${RECOVERY_MS} ms`);
    await wait(10);
  }
}

/** Kills a process. False if it had ended by itself. */
function isKilled(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}
