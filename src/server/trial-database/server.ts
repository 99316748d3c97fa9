import { type ChildProcess, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  fchownSync,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { StartError } from '../settings/start-error.ts';
import { launch, type Launcher } from './account.ts';
import { folderError, postgresError } from './errors.ts';
import { isServerOf, readPidFile, removeStalePidFile, type RunningServer } from './pid-file.ts';

export type ServerPlan = {
  cluster: string;
  program: string;
  launcher: Launcher;
  /** The port of a restarted server. Without it the server takes any free port. */
  port?: number | undefined;
  settings?: Record<string, string>;
  log: (line: string) => void;
};

const POLL_MS = 15;
const PATIENCE_MS = 10_000;
const STANDSTILL_MS = 120_000;

// Settings are passed at every start and not written into the cluster, so that a change here reaches old clusters.
const defaults = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  password_encryption: 'scram-sha-256',
  // R24: an answer of 200 survives a power cut.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  shared_buffers: '128MB',
  max_wal_size: '512MB',
  // A /dev/shm of 64 MB (containers) is too small for parallel workers.
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // R65: the text and statement of an error can hold a patient's data. Events of the server itself are still logged.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
};

/** Waits until the cluster's running server is ready and returns it. Undefined if none runs. */
export async function findRunning(
  cluster: string,
  log: (line: string) => void,
): Promise<RunningServer | undefined> {
  const sayWaiting = patience(() => log('waiting for the database, which is starting or stopping …'));
  const deadline = performance.now() + STANDSTILL_MS;
  for (;;) {
    const file = readPidFile(cluster);
    if (!file || !isServerOf(cluster, file.pid)) return undefined;
    if (file.status === 'ready') return file;
    if (performance.now() > deadline) {
      throw new StartError(
        `The database in ${cluster} (pid ${file.pid}) has been starting or stopping for two minutes. ` +
          'Stop the program that still uses it, then try again.',
      );
    }
    sayWaiting();
    await wait(POLL_MS);
  }
}

/** Starts a server and waits until it accepts connections. If another process was faster, its server is returned. */
export async function startServer(plan: ServerPlan): Promise<RunningServer> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const attempt = await tryStart(plan, plan.port ?? (await freePort()));
    if ('pid' in attempt) return attempt;
    const rival = await findRunning(plan.cluster, plan.log);
    if (rival) return rival;
    // A killed server is tried again. Otherwise its own message decides.
    const isWorthwhile = attempt.wasKilled || willPass(plan.cluster, attempt.output);
    if (performance.now() > deadline || !isWorthwhile) {
      throw postgresError(plan.cluster, 'does not start', attempt.output);
    }
    await wait(POLL_MS * 10);
  }
}

// Reasons that disappear by the next attempt: a port that was taken meanwhile, processes of a killed server that are
// about to end, and a process id file with a reused number.
function willPass(cluster: string, output: string): boolean {
  if (/could not create any TCP\/IP sockets|pre-existing shared memory block/.test(output)) return true;
  if (!/lock file "postmaster.pid" (already exists|is empty)/.test(output)) return false;
  removeStalePidFile(cluster);
  return true;
}

async function tryStart(
  plan: ServerPlan,
  port: number,
): Promise<RunningServer | { output: string; wasKilled: boolean }> {
  const logFile = openLog(join(dirname(plan.cluster), 'postgres.log'));
  const args = [
    '-D',
    plan.cluster,
    '-p',
    String(port),
    ...settingArguments({ ...defaults, ...plan.settings }),
  ];
  const stdio: StdioOptions = ['ignore', logFile.fd, logFile.fd];
  const child = launch(plan.launcher, plan.program, args, { stdio, detached: true });
  child.unref();
  try {
    const ready = await untilReady(plan, child);
    return ready ?? { output: logFile.readNew(), wasKilled: child.signalCode !== null };
  } catch (error) {
    return { output: `error: ${(error as Error).message}`, wasKilled: false };
  } finally {
    logFile.close();
  }
}

function settingArguments(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Waits until the server accepts connections. Undefined if it ended before. */
async function untilReady(
  { cluster, log }: ServerPlan,
  child: ChildProcess,
): Promise<RunningServer | undefined> {
  await once(child, 'spawn');
  const sayWaiting = patience(() =>
    log('the database is being repaired after a crash; this can take a while …'),
  );
  while (child.exitCode === null && child.signalCode === null) {
    const file = readPidFile(cluster);
    if (file?.pid === child.pid && file?.status === 'ready') return file;
    sayWaiting();
    await wait(POLL_MS);
  }
  return undefined;
}

/** Stops the server: it cuts connections, rolls back transactions and writes everything to the disk. */
export async function stopServer(cluster: string, { pid }: RunningServer): Promise<void> {
  // "immediate" is only for a server that hangs. It repairs itself at the next start.
  for (const [signal, patienceMs] of [
    ['SIGINT', 6000],
    ['SIGQUIT', 2000],
    ['SIGKILL', 1000],
  ] as const) {
    if (!isServerOf(cluster, pid)) return;
    process.kill(pid, signal);
    const deadline = performance.now() + patienceMs;
    while (performance.now() < deadline && isServerOf(cluster, pid)) await wait(POLL_MS);
  }
}

const LOG_LIMIT = 5_000_000;

function openLog(path: string) {
  try {
    if (existsSync(path) && statSync(path).size > LOG_LIMIT) renameSync(path, `${path}.old`);
    const fd = openSync(path, 'a+', 0o600);
    // After a start as root the folder's owner must still be able to write this file.
    const owner = statSync(dirname(path));
    if (process.getuid?.() === 0) fchownSync(fd, owner.uid, owner.gid);
    const start = fstatSync(fd).size;
    const readNew = (): string => readFileSync(path).subarray(start).toString('utf8');
    return { fd, readNew, close: () => closeSync(fd) };
  } catch (error) {
    throw folderError(dirname(path), error);
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) =>
      reject(new StartError(`There is no free port on 127.0.0.1: ${error.message}.`)),
    );
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

function patience(say: () => void): () => void {
  let next = performance.now() + 3000;
  return () => {
    if (performance.now() < next) return;
    next = performance.now() + 15_000;
    say();
  };
}
