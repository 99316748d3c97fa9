import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';
import type { LoadedServer } from './server.ts';

// Processor time says more than throughput on a machine that has other work as well.

/**
 * What the processes have used since they began: milliseconds of processor time; writes of the server, almost all of them
 * to sockets; transactions that wrote; bytes of the database's log.
 */
export type Used = {
  node: number;
  database: number;
  client: number;
  writes: number;
  commits: number;
  walBytes: number;
};

const TICKS_PER_SECOND = 100;

type DatabaseState = { pid: number; commits: number; wal_bytes: number };
const STATE = `SELECT pg_backend_pid() AS pid, pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS commits,
  (pg_current_wal_lsn() - '0/0')::bigint AS wal_bytes`;

/** What server, database and this program have used so far. Undefined where the system has no /proc. */
export async function usedSoFar({ services, processes }: LoadedServer): Promise<Used | undefined> {
  const node = sumOf(processes.map(({ pid }) => timesOf(pid)));
  const writes = sumOf(processes.map(({ pid }) => writesOf(pid)));
  const { rows } = await services.pool.query<DatabaseState>(STATE);
  const [state] = rows;
  const postmaster = parentOf(state?.pid ?? 0);
  if (!state || node === undefined || writes === undefined || postmaster === undefined) return undefined;
  const { user, system } = process.cpuUsage();
  const own = everyPid().filter((one) => one === postmaster || parentOf(one) === postmaster);
  const database = own.reduce((sum, one) => sum + (timesOf(one) ?? 0), 0);
  const { commits, wal_bytes: walBytes } = state;
  return { node, database, client: (user + system) / 1000, writes, commits, walBytes };
}

/** What was used between two moments, for each of so many pieces of work. */
export function spentEach(before: Used, after: Used, pieces: number): Used {
  const each = (of: keyof Used) => (after[of] - before[of]) / pieces;
  return {
    node: each('node'),
    database: each('database'),
    client: each('client'),
    writes: each('writes'),
    commits: each('commits'),
    walBytes: each('walBytes'),
  };
}

/** Undefined if one of the values is. */
function sumOf(values: readonly (number | undefined)[]): number | undefined {
  return values.reduce(
    (sum, value) => (sum === undefined || value === undefined ? undefined : sum + value),
    0,
  );
}

/** How often a process has called the system to write. */
function writesOf(pid: number): number | undefined {
  try {
    return Number(/^syscw: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}

function everyPid(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

const PARENT = 1;
const TIMES = [11, 12, 13, 14] as const;

/** The fields of /proc/…/stat behind the name of the program; undefined if there is no such process. */
function statOf(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

function parentOf(pid: number): number | undefined {
  const parent = statOf(pid)?.[PARENT];
  return parent === undefined ? undefined : Number(parent);
}

/** User and system time of a process and of its ended children. */
function timesOf(pid: number): number | undefined {
  const stat = statOf(pid);
  if (!stat) return undefined;
  return TIMES.reduce((sum, field) => sum + Number(stat[field]), 0) * (1000 / TICKS_PER_SECOND);
}
