import { statfsSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { SCRAM_ONLY } from '../database/client.ts';
import { StartError } from '../settings/start-error.ts';
import { type Cluster, prepareCluster } from './cluster.ts';
import { databaseError, isPassing } from './errors.ts';
import { type Claim, claimServer } from './owner.ts';
import { isOutdated, type RunningServer } from './pid-file.ts';
import { findRunning, type ServerPlan, startServer, stopServer } from './server.ts';

export type EmbeddedDatabase = {
  /** Address of the product's database, with the administrator's login. */
  url: string;
  /** Whether this process owns the server, so that no other process works on it. */
  isOwned: boolean;
  /** Stops the server if this process owns it. A second call does nothing. */
  stop: () => Promise<void>;
};

export type EmbeddedOptions = {
  dataDir: string;
  log: (line: string) => void;
  /** `join`: work beside a process that owns the database instead of refusing. For the operator's commands. */
  whenOwned?: 'refuse' | 'join';
  /** Cancels the creation of a new database. */
  interrupted?: AbortSignal;
  /** Settings that replace PostgreSQL's defaults, for tests. */
  settings?: Record<string, string>;
  /** Called if the database ended later and could not be restarted. By default the process ends. */
  onLost?: (error: unknown) => void;
};

type Opened = { server: RunningServer; claim: Claim };

const DATABASE = 'resonanz';
// The server of a process that was killed a moment ago may still be stopping.
const OWNER_PATIENCE_MS = 3000;
const OPEN_PATIENCE_MS = 30_000;

/**
 * Starts the project's own PostgreSQL on `dataDir/postgres`; the first call creates the cluster. It takes over a server
 * that a killed process left behind. Throws a StartError with one sentence if it cannot start.
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
    return { url, isOwned: true, stop: keeper.stop };
  }
  if (options.whenOwned === 'join') return { url, isOwned: false, stop: async () => {} };
  throw new StartError(
    `The data folder ${dataDir} is used by another process (pid ${claim.owner}). Stop that one first.`,
  );
}

const FULL_DISK_PAUSE_MS = 2000;
// Room for two segments of the write-ahead log.
const LEAST_ROOM_BYTES = 32 * 1024 * 1024;

function hasRoom(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > LEAST_ROOM_BYTES;
}

// Keeps the server running for this process: it restarts a server that ended unasked.
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
    // The connections of the pool keep the address of the first start.
    if (server.port !== port)
      throw new StartError(`The database could not be started again on port ${port}.`);
    options.log('the database is running again');
  }

  // PostgreSQL ends when its write-ahead log finds no room, and needs room to start. Until there is room, callers get
  // an error that asks them to come back.
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

// Thrown outside every handler, so the process ends with this reason.
function endProcess(error: unknown): void {
  process.nextTick(() => {
    throw error;
  });
}

// The owner may stop a server after we found it and before we claim it. The search then starts again.
async function open(
  cluster: Cluster,
  options: EmbeddedOptions,
  port: number | undefined,
  onLost: () => void,
): Promise<Opened> {
  const deadline = performance.now() + OPEN_PATIENCE_MS;
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
      if (isPassing(error) && performance.now() < deadline) {
        await wait(100);
        continue;
      }
      // A server that was started here but cannot be claimed must be stopped, because no process would do it later.
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
  return `postgres://postgres:${password}@127.0.0.1:${port}/${database}?${SCRAM_ONLY}`;
}
