import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { type Cluster, prepareCluster } from '../../src/server/embedded/cluster.ts';
import { isServerOf } from '../../src/server/embedded/pid-file.ts';
import { startServer } from '../../src/server/embedded/server.ts';

/** Two PostgreSQL: a primary, and a standby that every commit waits for. */
export type Replicated = {
  /** The address with both hosts. */
  url: string;
  /** Ends the primary as a machine that loses its power does, and waits until it is gone. */
  killPrimary(): Promise<void>;
  promoteStandby(): Promise<void>;
  remove(): Promise<void>;
};

type Node = { cluster: Cluster; folder: string; pid: number; port: number };
const SETTINGS = { max_connections: '100', wal_level: 'replica', hot_standby: 'on' };

export async function startReplicated(): Promise<Replicated> {
  const folder = mkdtempSync(join(tmpdir(), 'resonanz-replicated-'));
  chmodSync(folder, 0o711);
  const cluster = await prepareCluster({ dataDir: join(folder, 'one'), log: () => {} });
  const copied = { ...cluster, folder: join(folder, 'two', 'postgres') };
  // Nothing was written yet, so a copy of the files is a base backup.
  copyWithOwners(join(folder, 'one'), join(folder, 'two'));
  const primary = await startNode(cluster, { synchronous_standby_names: '*' });
  const info = `host=127.0.0.1 port=${primary.port} user=postgres password=${cluster.password} application_name=two`;
  touchAsOwner(join(copied.folder, 'standby.signal'), copied.folder);
  const standby = await startNode(copied, { primary_conninfo: info });
  const at = (...nodes: Node[]) =>
    `postgres://postgres:${cluster.password}@${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}/postgres`;
  await untilTrue(
    at(primary),
    `SELECT count(*) = 1 AS yes FROM pg_stat_replication WHERE sync_state = 'sync'`,
  );
  const nodes = [primary, standby];
  return {
    url: at(primary, standby),
    killPrimary: () => kill(primary),
    promoteStandby: async () => {
      await ask(at(standby), 'SELECT pg_promote(wait => false) AS yes');
      await untilTrue(at(standby), 'SELECT NOT pg_is_in_recovery() AS yes');
    },
    remove: async () => {
      for (const node of nodes) await kill(node);
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    },
  };
}

async function startNode(cluster: Cluster, settings: Record<string, string>): Promise<Node> {
  const { folder, binaries, launcher } = cluster;
  const all = { ...SETTINGS, ...settings };
  const plan = { cluster: folder, program: binaries.postgres, launcher, settings: all, log: () => {} };
  const { pid, port } = await startServer(plan);
  return { cluster, folder, pid, port };
}

async function kill({ folder, pid }: Node): Promise<void> {
  // The children of a killed PostgreSQL end by themselves as soon as they notice.
  if (isServerOf(folder, pid)) process.kill(pid, 'SIGKILL');
  while (isServerOf(folder, pid)) await wait(10);
}

function copyWithOwners(from: string, to: string): void {
  cpSync(from, to, { recursive: true, preserveTimestamps: true });
  for (const name of ['.', ...readdirSync(from, { recursive: true, encoding: 'utf8' })]) {
    const { uid, gid, mode } = statSync(join(from, name));
    chownSync(join(to, name), uid, gid);
    chmodSync(join(to, name), mode & 0o7777);
  }
}

function touchAsOwner(path: string, folder: string): void {
  appendFileSync(path, '');
  const { uid, gid } = statSync(folder);
  chownSync(path, uid, gid);
}

async function ask(url: string, text: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows[0].yes;
  } finally {
    await client.end();
  }
}

async function untilTrue(url: string, text: string): Promise<void> {
  while (!(await ask(url, text))) await wait(50);
}
