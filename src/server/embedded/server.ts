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
import { StartError } from '../start-error.ts';
import { launch, type Launcher } from './account.ts';
import { folderError, postgresError } from './errors.ts';
import { isServerOf, readPidFile, removeStalePidFile, type RunningServer } from './pid-file.ts';

export type ServerPlan = {
  cluster: string;
  program: string;
  launcher: Launcher;
  /** The only one to use, for a server that is started again; without it any free one is taken. */
  port?: number | undefined;
  settings?: Record<string, string>;
  log: (line: string) => void;
};

const POLL_MS = 15;
const PATIENCE_MS = 10_000;
const STANDSTILL_MS = 120_000;

// Given at every start rather than written into the cluster, so that a change here reaches old clusters as well.
const defaults = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  password_encryption: 'scram-sha-256',
  // R24: what was answered with 200 survives a power cut.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  shared_buffers: '128MB',
  max_wal_size: '512MB',
  // A small /dev/shm (64 MB in containers) is too little for parallel workers.
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // R65: an error's text and statement can hold a patient's data. What the server itself does is still written.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
};

/** The server that works on the cluster right now, as soon as it is ready; undefined when there is none. */
export async function findRunning(
  cluster: string,
  log: (line: string) => void,
): Promise<RunningServer | undefined> {
  const sayWaiting = patience(() => log('waiting for the database, which is starting or stopping …'));
  const deadline = Date.now() + STANDSTILL_MS;
  for (;;) {
    const file = readPidFile(cluster);
    if (!file || !isServerOf(cluster, file.pid)) return undefined;
    if (file.status === 'ready') return file;
    if (Date.now() > deadline) {
      throw new StartError(
        `The database in ${cluster} (pid ${file.pid}) has been starting or stopping for two minutes. ` +
          'Stop the program that still uses it, then try again.',
      );
    }
    sayWaiting();
    await wait(POLL_MS);
  }
}

/** Starts a server on the cluster; resolves when it takes connections. A server another process started first is returned. */
export async function startServer(plan: ServerPlan): Promise<RunningServer> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const attempt = await tryStart(plan, plan.port ?? (await freePort()));
    if ('pid' in attempt) return attempt;
    const rival = await findRunning(plan.cluster, plan.log);
    if (rival) return rival;
    // One that was killed may live the next time; what it says of itself decides otherwise.
    const isWorthwhile = attempt.wasKilled || willPass(plan.cluster, attempt.output);
    if (Date.now() > deadline || !isWorthwhile) {
      throw postgresError(plan.cluster, 'does not start', attempt.output);
    }
    await wait(POLL_MS * 10);
  }
}

// Reasons that are gone at the next attempt: a port taken meanwhile, processes of a killed server about to end, and a
// process id file whose number now belongs to another program.
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

/** Resolves when the server takes connections, with undefined when it ended before. */
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

/** Stops the server: connections are cut, transactions rolled back, everything written. */
export async function stopServer(cluster: string, { pid }: RunningServer): Promise<void> {
  // "fast" first; "immediate" only for a server that hangs: it repairs itself at the next start.
  for (const [signal, patienceMs] of [
    ['SIGINT', 6000],
    ['SIGQUIT', 2000],
    ['SIGKILL', 1000],
  ] as const) {
    if (!isServerOf(cluster, pid)) return;
    process.kill(pid, signal);
    const deadline = Date.now() + patienceMs;
    while (Date.now() < deadline && isServerOf(cluster, pid)) await wait(POLL_MS);
  }
}

const LOG_LIMIT = 5_000_000;

function openLog(path: string) {
  try {
    if (existsSync(path) && statSync(path).size > LOG_LIMIT) renameSync(path, `${path}.old`);
    const fd = openSync(path, 'a+', 0o600);
    // A start as root must not leave a file that the folder's owner cannot write later.
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
  let next = Date.now() + 3000;
  return () => {
    if (Date.now() < next) return;
    next = Date.now() + 15_000;
    say();
  };
}
