import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareCluster } from '../../src/server/trial-database/cluster.ts';
import {
  addressOf,
  ask,
  copyWithOwners,
  killNode,
  startNode,
  untilTrue,
  writeAsOwner,
} from './postgres-node.ts';

/** Two PostgreSQL: a primary, and a standby that every commit waits for. */
export type Replicated = {
  /** The address with both hosts. */
  url: string;
  /** Ends the primary as a machine that loses its power does, and waits until it is gone. */
  killPrimary(): Promise<void>;
  promoteStandby(): Promise<void>;
  remove(): Promise<void>;
};

export async function startReplicated(): Promise<Replicated> {
  const folder = mkdtempSync(join(tmpdir(), 'resonanz-replicated-'));
  chmodSync(folder, 0o711);
  const cluster = await prepareCluster({ dataDir: join(folder, 'one'), log: () => {} });
  const copied = { ...cluster, folder: join(folder, 'two', 'postgres') };
  // Nothing was written yet, so a copy of the files is a base backup.
  copyWithOwners(join(folder, 'one'), join(folder, 'two'));
  const primary = await startNode(cluster, { synchronous_standby_names: '*' });
  const info = `host=127.0.0.1 port=${primary.port} user=postgres password=${cluster.password} application_name=two`;
  writeAsOwner(join(copied.folder, 'standby.signal'), '', copied.folder);
  const standby = await startNode(copied, { primary_conninfo: info });
  await untilTrue(
    addressOf(primary),
    `SELECT count(*) = 1 AS yes FROM pg_stat_replication WHERE sync_state = 'sync'`,
  );
  const nodes = [primary, standby];
  return {
    url: addressOf(primary, standby),
    killPrimary: () => killNode(primary),
    promoteStandby: async () => {
      await ask(addressOf(standby), 'SELECT pg_promote(wait => false) AS yes');
      await untilTrue(addressOf(standby), 'SELECT NOT pg_is_in_recovery() AS yes');
    },
    remove: async () => {
      for (const node of nodes) await killNode(node);
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    },
  };
}
