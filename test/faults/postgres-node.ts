import { appendFileSync, chmodSync, chownSync, cpSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import type { Cluster } from '../../src/server/trial-database/cluster.ts';
import { isServerOf } from '../../src/server/trial-database/pid-file.ts';
import { startServer } from '../../src/server/trial-database/server.ts';

/** A PostgreSQL that a test starts, copies and kills itself. */
export type Node = { cluster: Cluster; pid: number; port: number };

const SETTINGS = { max_connections: '100', wal_level: 'replica', hot_standby: 'on' };

export async function startNode(cluster: Cluster, settings: Record<string, string>): Promise<Node> {
  const { folder, binaries, launcher } = cluster;
  const all = { ...SETTINGS, ...settings };
  const plan = { cluster: folder, program: binaries.postgres, launcher, settings: all, log: () => {} };
  const { pid, port } = await startServer(plan);
  return { cluster, pid, port };
}

/** The address with the hosts of all nodes. They are copies of one cluster, with one password. */
export function addressOf(first: Node, ...others: Node[]): string {
  const hosts = [first, ...others].map(({ port }) => `127.0.0.1:${port}`).join(',');
  return `postgres://postgres:${first.cluster.password}@${hosts}/postgres`;
}

/** Ends it as a machine that loses its power does, and waits until it is gone. */
export async function killNode({ cluster: { folder }, pid }: Node): Promise<void> {
  // The children of a killed PostgreSQL end by themselves as soon as they notice.
  if (isServerOf(folder, pid)) process.kill(pid, 'SIGKILL');
  while (isServerOf(folder, pid)) await wait(10);
}

export function copyWithOwners(from: string, to: string): void {
  cpSync(from, to, { recursive: true, preserveTimestamps: true });
  for (const name of ['.', ...readdirSync(to, { recursive: true, encoding: 'utf8' })]) {
    const { uid, gid, mode } = statSync(join(from, name));
    chownSync(join(to, name), uid, gid);
    chmodSync(join(to, name), mode & 0o7777);
  }
}

/** Appends to a file of a cluster, which then belongs to the account of the cluster. */
export function writeAsOwner(path: string, text: string, folder: string): void {
  appendFileSync(path, text);
  const { uid, gid } = statSync(folder);
  chownSync(path, uid, gid);
}

export async function untilTrue(url: string, text: string): Promise<void> {
  while (!(await ask(url, text))) await wait(50);
}

export async function ask(url: string, text: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows[0].yes;
  } finally {
    await client.end();
  }
}
