import { statfsSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { StartError } from '../start-error.ts';
import { type Cluster, prepareCluster } from './cluster.ts';
import { databaseError, isPassing } from './errors.ts';
import { type Claim, claimServer } from './owner.ts';
import { isOutdated, type RunningServer } from './pid-file.ts';
import { findRunning, type ServerPlan, startServer, stopServer } from './server.ts';

export type EmbeddedDatabase = {
  /** Address of the application's database, with the administrator's login. */
  url: string;
  /** Stops the server where this process owns it; may be called twice. */
  stop: () => Promise<void>;
};

export type EmbeddedOptions = {
  dataDir: string;
  log: (line: string) => void;
  /** `join`: where another process owns the database, work beside it instead of refusing (the operator's commands). */
  whenOwned?: 'refuse' | 'join';
  /** Breaks off the making of a new database. */
  interrupted?: AbortSignal;
  /** Settings of PostgreSQL over the defaults; for tests. */
  settings?: Record<string, string>;
  /** Called when the database ended later and could not be started again; by default that ends the process. */
  onLost?: (error: unknown) => void;
};

type Opened = { server: RunningServer; claim: Claim };

const DATABASE = 'resonanz';
// A process that was killed a moment ago may still be stopping its server.
const OWNER_PATIENCE_MS = 3000;
const OPEN_PATIENCE_MS = 30_000;

/**
 * Starts the PostgreSQL that comes with the project on `dataDir/postgres`, made at the first call. A server that a killed
 * process left behind is taken over. Throws a StartError with one clear sentence where that is impossible.
 */
export async function startEmbeddedDatabase(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const dataDir = resolve(options.dataDir);
  const cluster = await prepareCluster({ dataDir, log: options.log, interrupted: options.interrupted });
  const { server, claim } = await open(cluster, options, undefined, () => keeper.recover());
  const url = urlOf(cluster, server, DATABASE);
  const keeper = keepAlive(cluster, options, { server, claim });
  if (claim.kind === 'owned') {
    await createDatabase(claim, cluster).catch(async (error: unknown) => {
      await keeper.stop();
      throw error;
    });
    return { url, stop: keeper.stop };
  }
  if (options.whenOwned === 'join') return { url, stop: async () => {} };
  throw new StartError(
    `The data folder ${dataDir} is used by another process (pid ${claim.owner}). Stop that one first.`,
  );
}

const FULL_DISK_PAUSE_MS = 2000;
// Two segments of the journal.
const LEAST_ROOM_BYTES = 32 * 1024 * 1024;

function hasRoom(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > LEAST_ROOM_BYTES;
}

// The server this process works with, and what is done when it ends without being asked to.
function keepAlive(cluster: Cluster, options: EmbeddedOptions, opened: Opened) {
  let { server, claim } = opened;
  const { port } = server;
  let state: 'running' | 'stopping' = 'running';
  let recovery: Promise<void> = Promise.resolve();

  async function reopen(): Promise<void> {
    options.log('the database has ended; starting it again …');
    ({ server, claim } = await open(cluster, options, port, recover));
    if (claim.kind === 'refused')
      throw new StartError(`The database was taken over by another process (pid ${claim.owner}).`);
    // The application's connections go to the address it was given at the start.
    if (server.port !== port)
      throw new StartError(`The database could not be started again on port ${port}.`);
    options.log('the database is running again');
  }

  // PostgreSQL ends itself when its journal finds no room, and needs room to start. Until somebody makes some, callers
  // are told to come back instead of finding nobody.
  async function reopenWhenThereIsRoom(): Promise<void> {
    for (;;) {
      try {
        return await reopen();
      } catch (error) {
        if (state === 'stopping') return;
        if (hasRoom(cluster.folder)) throw error;
        options.log(`The disk of ${cluster.folder} is full: the database waits for free space.`);
        await wait(FULL_DISK_PAUSE_MS);
      }
    }
  }

  function recover(): void {
    if (state === 'stopping') return;
    recovery = reopenWhenThereIsRoom().catch(options.onLost ?? endProcess);
  }

  async function stop(): Promise<void> {
    state = 'stopping';
    await recovery;
    if (claim.kind === 'refused') return;
    await stopServer(cluster.folder, server);
    await claim.release();
  }

  let stopped: Promise<void> | undefined;
  return { recover, stop: () => (stopped ??= stop()) };
}

// Thrown where nobody catches it: the process ends with the reason.
function endProcess(error: unknown): void {
  process.nextTick(() => {
    throw error;
  });
}

// Between finding a server and claiming it, its owner may stop it: then the search begins anew.
async function open(
  cluster: Cluster,
  options: EmbeddedOptions,
  port: number | undefined,
  onLost: () => void,
): Promise<Opened> {
  const deadline = Date.now() + OPEN_PATIENCE_MS;
  let startedHere = false;
  for (;;) {
    const found = await findRunning(cluster.folder, options.log);
    const server = found ?? (await startServer(planOf(cluster, options, port)));
    startedHere ||= !found;
    try {
      const patienceMs = options.whenOwned === 'join' ? 0 : OWNER_PATIENCE_MS;
      const claim = await claimServer(urlOf(cluster, server, 'postgres'), patienceMs, onLost);
      const isOld = found !== undefined && isOutdated(found, cluster.binaries.postgres);
      if (claim.kind === 'refused' || !isOld) return { server, claim };
      await claim.release();
      await stopServer(cluster.folder, server);
    } catch (error) {
      if (isPassing(error) && Date.now() < deadline) {
        await wait(100);
        continue;
      }
      // Nobody would ever stop a server that was started here and that nobody can claim.
      if (startedHere) await stopServer(cluster.folder, server);
      throw error instanceof StartError ? error : databaseError(cluster.folder, error);
    }
  }
}

function planOf(
  { folder, binaries, launcher }: Cluster,
  options: EmbeddedOptions,
  port: number | undefined,
): ServerPlan {
  const { settings = {}, log } = options;
  return { cluster: folder, program: binaries.postgres, launcher, port, settings, log };
}

async function createDatabase({ query }: Claim & { kind: 'owned' }, { folder }: Cluster): Promise<void> {
  try {
    const { rowCount } = await query(`SELECT FROM pg_database WHERE datname = '${DATABASE}'`);
    if (rowCount === 0) await query(`CREATE DATABASE ${DATABASE}`);
  } catch (error) {
    throw databaseError(folder, error);
  }
}

function urlOf({ password }: Cluster, { port }: RunningServer, database: string): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;
}
