import { randomBytes, randomUUID } from 'node:crypto';
import { basename, dirname } from 'node:path';
import type { ClientBase } from 'pg';
import { sealAudit } from '../audit/sealer.ts';
import { withCopySnapshot } from '../database/copy.ts';
import type { Services } from '../services.ts';
import { StartError } from '../settings/start-error.ts';
import { encodeFrames, FORMAT, type Header } from './archive.ts';
import { type Recipients, writeEncrypted } from './backup-file.ts';
import { keyListText, keysOfPatients, withoutErased } from './backup-keys.ts';
import { describeSnapshot, listErasedPatients } from './backup-queries.ts';
import { dumpTables } from './copy-rows.ts';
import { isKeyList, listPath, removeOldLists, writeSummary } from './key-lists.ts';
import { refuseLoss, summarise } from './lost-patients.ts';
import { planTables, type TablePlan } from './table-queries.ts';

export type BackupOptions = {
  to: string;
  /** The folder of the lists of patient keys; without it that of the backup. */
  keysFolder?: string;
  /** How many patients may be gone since the list before although no trail records their erasure. */
  mayLose?: number;
  recipients: Recipients;
  note(line: string): void;
};

/**
 * Writes one snapshot of the database into an encrypted file while the server runs; `leftOut` names the tables that stay
 * away. The data keys of all patients go into a list of their own, and lists of more than 14 days ago are removed.
 */
export async function writeBackup(services: Services, options: BackupOptions) {
  if (isKeyList(basename(options.to)))
    throw new StartError(`${options.to} is the name of a list of patient keys; name another file`);
  const tables = await planTables(services.pool, 'installation');
  await sealAudit(services.pool);
  return withCopySnapshot(services.pool, (client) => writeSnapshot(client, tables, services, options));
}

async function writeSnapshot(
  client: ClientBase,
  tables: readonly TablePlan[],
  services: Services,
  { to, keysFolder: folder = dirname(to), mayLose = 0, recipients, note }: BackupOptions,
) {
  const view = await describeSnapshot(client);
  const { at, migrations, clinics, erasedClinics: erased } = view;
  if (!view.free) throw new StartError('another backup is running');
  const summary = await summarise(client, view);
  await refuseLoss(client, view, { folder, mayLose });
  const { patientKeys, patientsOf } = await keysOfPatients(client, services);
  const header: Header = {
    kind: 'header',
    format: FORMAT,
    id: randomUUID(),
    at,
    migrations,
    clinics: Object.fromEntries(clinics.map((id) => [id, patientsOf.get(id) ?? 0])),
    tables: tables.map(({ name, columns }) => ({ name, columns })),
    clinic: null,
  };
  let rows = 0;
  const frames = dumpTables(client, {
    header,
    tables,
    // A patient who was erased before there was a key gets one that nobody keeps, so nobody can read these rows.
    keyOf: (patient) => patientKeys.get(patient) ?? randomBytes(32),
    onTable: (name, ofTable) => {
      rows += ofTable;
      note(`${name}: ${ofTable} rows`);
    },
  });
  const keys_file = listPath(folder, at);
  let patients = 0;
  // The list comes before the data, because it must never be older than its backup, and after its summary.
  const bytes = await writeEncrypted(to, encodeFrames(frames), recipients, async () => {
    // Patients erased since the snapshot must not be on the list.
    const kept = await withoutErased(services.pool, patientKeys);
    patients = kept.size;
    const erased_patients = await withCopySnapshot(services.pool, listErasedPatients);
    const list = keyListText(kept, { at, clinics, erased, erased_patients });
    await writeEncrypted(keys_file, list, recipients, () => writeSummary(keys_file, summary));
  });
  removeOldLists(folder, at);
  return { file: to, keys_file, at, tables: tables.length, rows, patients, bytes };
}
