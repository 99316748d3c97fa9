import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';
import type { LoadedServer } from './server.ts';

// Processor time says more than throughput on a machine that has other work as well.

/** Milliseconds of processor time since the start of the processes; all of it is undefined where there is no /proc. */
export type ProcessorTime = { node: number; database: number; client: number };

const TICKS_PER_SECOND = 100;

/** The time that server, database and this program have used so far. Undefined where the system has no /proc. */
export async function processorTime({ services, pid }: LoadedServer): Promise<ProcessorTime | undefined> {
  const node = timesOf(pid);
  const { rows } = await services.pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const postmaster = parentOf(rows[0]?.pid ?? 0);
  if (node === undefined || postmaster === undefined) return undefined;
  const { user, system } = process.cpuUsage();
  const own = everyPid().filter((one) => one === postmaster || parentOf(one) === postmaster);
  const database = own.reduce((sum, one) => sum + (timesOf(one) ?? 0), 0);
  return { node, database, client: (user + system) / 1000 };
}

/** What was used between two moments, for each of so many pieces of work. */
export function spentEach(before: ProcessorTime, after: ProcessorTime, pieces: number): ProcessorTime {
  return {
    node: (after.node - before.node) / pieces,
    database: (after.database - before.database) / pieces,
    client: (after.client - before.client) / pieces,
  };
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
