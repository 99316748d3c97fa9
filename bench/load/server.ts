import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { readConfig } from '../../src/server/settings/config.ts';
import { startEmbeddedDatabase } from '../../src/server/trial-database/embedded.ts';
import type { Services } from '../../src/server/services.ts';
import { freePort } from '../../test/free-port.ts';
import { closePools, createServices } from '../../src/server/start.ts';

const START_MS = 30_000;

/** A process of the server. */
export type LoadedProcess = { port: number; pid: number };

export type LoadedServer = LoadedProcess & {
  /** All processes, the first one included. */
  processes: LoadedProcess[];
  /** Starts another process on the same database. */
  addProcess(): Promise<LoadedProcess>;
  databaseUrl: string;
  /** The server's database and keys, to prepare patients and sessions. */
  services: Services;
  stop(): Promise<void>;
};

/** The product in one process with the embedded database, in a folder that is removed afterwards. */
export async function startLoadedServer(): Promise<LoadedServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'resonanz-bench-'));
  // If we are root, the account of PostgreSQL must pass this folder.
  chmodSync(dataDir, 0o711);
  const database = await startEmbeddedDatabase({ dataDir, log: () => {} });
  const port = await freePort();
  const config = readConfig(undefined);
  const settings = {
    extensions: [],
    host: '127.0.0.1',
    port,
    databaseUrl: database.url,
    dataDir,
    configFile: undefined,
    instrumentsDir: undefined,
    smtpUrl: undefined,
    publicOrigin: `http://127.0.0.1:${port}`,
    requireAppHeader: false,
    demo: false,
    isProduction: false,
    prepares: true,
  };
  const log = { info() {}, warn() {}, error() {} };
  const services = await createServices(settings, config, log, database.url);
  const running: ChildProcess[] = [];
  const processes: LoadedProcess[] = [];
  const startOn = async (own: number): Promise<LoadedProcess> => {
    const child = await startProcess(join(dataDir, `server-${own}.log`), {
      PORT: String(own),
      HOST: '127.0.0.1',
      PUBLIC_ORIGIN: settings.publicOrigin,
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
    });
    running.push(child);
    const started = { port: own, pid: child.pid ?? 0 };
    processes.push(started);
    return started;
  };
  const first = await startOn(port);
  const stop = async () => {
    await closePools(services);
    for (const child of running) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  };
  const addProcess = async () => startOn(await freePort());
  return { ...first, processes, addProcess, databaseUrl: database.url, services, stop };
}

// The log goes to a file, like on a real server. Reading it here would cost processor time.
async function startProcess(log: string, environment: Record<string, string>): Promise<ChildProcess> {
  const main = new URL('../../src/server/main.ts', import.meta.url).pathname;
  const server = spawn(process.execPath, [main], {
    env: { PATH: process.env['PATH'] ?? '', ...environment },
    stdio: ['ignore', openSync(log, 'w'), 'inherit'],
  });
  const patience = performance.now() + START_MS;
  while (!readFileSync(log, 'utf8').includes('listening on')) {
    if (server.exitCode !== null || performance.now() > patience)
      throw new Error(`the server does not start:\n${readFileSync(log, 'utf8')}`);
    await wait(50);
  }
  return server;
}
