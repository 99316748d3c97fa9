import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { folderError } from './errors.ts';

/** A running server process of a cluster. */
export type RunningServer = { pid: number; port: number; startedAt: number };

export type PidFile = RunningServer & { status: string };

/** The file that a running server keeps in its cluster. Undefined if there is none. */
export function readPidFile(cluster: string): PidFile | undefined {
  let lines: string[];
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw folderError(cluster, error);
  }
  const [pid, , startedAt, port, , , , status = ''] = lines;
  if (!(Number(pid) > 0)) return undefined;
  return { pid: Number(pid), port: Number(port), startedAt: Number(startedAt) * 1000, status: status.trim() };
}

/** True if the process with this number is a server of this cluster and not another program with a reused number. */
export function isServerOf(cluster: string, pid: number): boolean {
  if (pid <= 0 || !isAlive(pid)) return false;
  if (process.platform !== 'linux') return isPostgres(pid);
  try {
    return folderOf(pid) === realpathSync(cluster);
  } catch {
    // The process has ended or its folder is gone. Either way it does not serve our cluster.
    return false;
  }
}

// A server's working directory is its cluster. In containers even root may not read another account's working directory,
// but every account may read the command line.
function folderOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error;
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return realpathSync(words[words.indexOf('-D') + 1] ?? '');
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

/** Removes a stale process id file: its number belongs to another program, or a crash left it empty. */
export function removeStalePidFile(cluster: string): void {
  const path = join(cluster, 'postmaster.pid');
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return;
  const file = readPidFile(cluster);
  // An empty file may belong to a server that is about to write it.
  const isStale = file ? !isServerOf(cluster, file.pid) : Date.now() - found.mtimeMs > REMNANT_MS;
  if (isStale) rmSync(path, { force: true });
}

/** True if an update replaced the server's program after the server was started. */
export function isOutdated({ startedAt }: RunningServer, program: string): boolean {
  return statSync(program).ctimeMs > startedAt;
}
