import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { folderError } from './embedded-errors.ts';

/** A PostgreSQL server process at work on a cluster. */
export type RunningServer = { pid: number; port: number };

export type PidFile = { pid: number; port: number; status: string };

/** The file a server at work keeps in its cluster; undefined when there is none. */
export function readPidFile(cluster: string): PidFile | undefined {
  let lines: string[];
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw folderError(cluster, error);
  }
  const [pid, port, status] = [Number(lines[0]), Number(lines[3]), (lines[7] ?? '').trim()];
  return pid > 0 ? { pid, port, status } : undefined;
}

/** Whether the process with this number is a server at work on the cluster, and not a stranger with a reused number. */
export function isServerOf(cluster: string, pid: number): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform !== 'linux') return isPostgres(pid);
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
  } catch {
    // The process is another account's or has just ended: in both cases none that works on our cluster.
    return false;
  }
}

function isPostgres(pid: number): boolean {
  if (process.platform === 'win32') return true;
  return spawnSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' }).stdout.includes(
    'postgres',
  );
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const REMNANT_MS = 3000;

/** Removes a process id file that no server keeps: its number is another program's now, or a crash left it empty. */
export function removeStalePidFile(cluster: string): void {
  const path = join(cluster, 'postmaster.pid');
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return;
  const file = readPidFile(cluster);
  // An empty one may belong to a server that is about to write it.
  const isStale = file ? !isServerOf(cluster, file.pid) : Date.now() - found.mtimeMs > REMNANT_MS;
  if (isStale) rmSync(path, { force: true });
}

/** Whether the server runs from a program file that an update has replaced meanwhile. */
export function isOutdated({ pid }: RunningServer, program: string): boolean {
  const running = statSync(`/proc/${pid}/exe`, { throwIfNoEntry: false });
  const current = statSync(program);
  return running !== undefined && (running.dev !== current.dev || running.ino !== current.ino);
}
