// The steps of docs/when-it-breaks.md, "To a point in time": a base backup, the archived log, and what the operator calls then.
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Client } from 'pg';
import { publishHeads, sealAudit } from '../../src/server/audit/sealer.ts';
import { migrate } from '../../src/server/database/migrate.ts';
import { prepareCluster } from '../../src/server/trial-database/cluster.ts';
import { loadKeys } from '../../src/server/keys/key-file.ts';
import type { Services } from '../../src/server/services.ts';
import { aClinic, aClinician, aPatient, inClinic } from '../builders.ts';
import { manage, rowsOf } from '../operator.ts';
import { aPool, testServices } from '../services.ts';
import {
  addressOf,
  copyWithOwners,
  killNode,
  type Node,
  startNode,
  untilTrue,
  writeAsOwner,
} from './postgres-node.ts';

const folder = mkdtempSync(join(tmpdir(), 'resonanz-point-in-time-'));
chmodSync(folder, 0o711);
const [archive, dataDir] = [join(folder, 'archive'), join(folder, 'data')];
const nodes: Node[] = [];
after(async () => {
  for (const node of nodes) await killNode(node);
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

async function servicesOn(node: Node): Promise<Services> {
  const url = addressOf(node);
  return testServices({
    pool: aPool(url, 5),
    loginPool: aPool(url, 2),
    keys: loadKeys(dataDir, { mayCreate: true }),
  });
}

/** What `pg_basebackup` does, by the functions that it uses. */
async function takeBase(client: Client, node: Node, to: string): Promise<void> {
  await client.query(`SELECT pg_backup_start('weekly', true)`);
  copyWithOwners(join(node.cluster.folder, '..'), to);
  const { rows } = await client.query('SELECT labelfile FROM pg_backup_stop()');
  const copied = join(to, 'postgres');
  writeAsOwner(join(copied, 'backup_label'), rows[0].labelfile, copied);
  rmSync(join(copied, 'postmaster.pid'));
  for (const name of readdirSync(join(copied, 'pg_wal')))
    if (name.length === 24) rmSync(join(copied, 'pg_wal', name));
}

test('a database recovered to a point in time has all from before it, and who was erased after it stays erased', async () => {
  mkdirSync(archive);
  chmodSync(archive, 0o777);
  const cluster = await prepareCluster({ dataDir: join(folder, 'one'), log: () => {} });
  const settings = { archive_mode: 'on', archive_command: `cp %p ${archive}/%f` };
  const node = await startNode(cluster, settings);
  nodes.push(node);
  await migrate(addressOf(node));
  const services = await servicesOn(node);
  const scene = { services, dataDir };
  const heads = { log: services.log, dataDir, published: new Map(), now: Date.now() };
  const clinic = await aClinic(services);
  const clinicianId = (await aClinician(services, clinic.id)).id;
  const erased = await aPatient(services, clinic.id, { clinicianId });
  const client = await new Client({ connectionString: addressOf(node) }).on('error', () => {}).connect();
  await takeBase(client, node, join(folder, 'base'));

  const kept = await aPatient(services, clinic.id, { clinicianId });
  await sealAudit(services.pool);
  const { rows } = await client.query('SELECT clock_timestamp()::text AS moment');
  const moment = rows[0].moment as string;
  assert.equal((await manage(scene, 'erase', 'patient', clinic.name, erased.name, '--yes')).code, 0);
  const list = join(folder, 'erased.json');
  writeFileSync(list, JSON.stringify(await rowsOf(scene, 'erase', 'list')));
  await aPatient(services, clinic.id, { clinicianId });
  await sealAudit(services.pool);
  await publishHeads(services.pool, heads);
  const last = await client.query('SELECT pg_walfile_name(pg_switch_wal()) AS name');
  await untilTrue(
    addressOf(node),
    `SELECT last_archived_wal >= '${last.rows[0].name}' AS yes FROM pg_stat_archiver`,
  );
  await client.end();
  await killNode(node);

  const copied = { ...cluster, folder: join(folder, 'base', 'postgres') };
  writeAsOwner(join(copied.folder, 'recovery.signal'), '', copied.folder);
  const recovered = await startNode(copied, {
    restore_command: `cp ${archive}/%f %p`,
    recovery_target_time: moment,
    recovery_target_action: 'promote',
  });
  nodes.push(recovered);
  await untilTrue(addressOf(recovered), 'SELECT NOT pg_is_in_recovery() AS yes');
  const again = { services: await servicesOn(recovered), dataDir };
  const patients = async () =>
    inClinic(again.services, clinic.id, async (db) => {
      const found = await db.selectFrom('patients').select('id').where('clinic_id', '=', clinic.id).execute();
      return found.map(({ id }) => id).sort();
    });
  assert.deepEqual(await patients(), [erased.id, kept.id].sort());
  assert.equal((await manage(again, 'audit', 'verify')).code, 1, 'the heads name rows that are gone');
  const at = new Date(moment.replace(/\+00$/, 'Z')).toISOString();
  const [noted] = await rowsOf(again, 'audit', 'note-recovery', '--at', at, '--yes');
  assert.ok(noted.rows_lost > 0);
  const [replayed] = await rowsOf(again, 'erase', 'replay', '--from', list, '--yes');
  assert.deepEqual([replayed.listed, replayed.erased_again], [1, 1]);
  assert.deepEqual(await patients(), [kept.id]);
  const verified = await manage(again, 'audit', 'verify');
  assert.equal(verified.code, 0, verified.notes);
});
