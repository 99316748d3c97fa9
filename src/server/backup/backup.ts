import { randomUUID } from 'node:crypto';
import { basename, dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { sealAudit } from '../audit/sealer.ts';
import { readLines, withCopySnapshot } from '../database/copy.ts';
import type { Services } from '../services.ts';
import { StartError } from '../settings/start-error.ts';
import { type Recipients, writeEncrypted, type WrittenFile } from './backup-file.ts';
import { FORMAT, type Header, type RowsHead, withTrailer } from './backup-frames.ts';
import * as dataKeys from './backup-keys.ts';
import { describeSnapshot, listErasedClinics, listErasedPatients } from './backup-queries.ts';
import { groupByPatient, withoutPatient, sealRows } from './backup-rows.ts';
import { isKeyList, listPath, removeOldLists, type Summary, writeSummary } from './key-lists.ts';
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
export type BackupResult = {
  file: string;
  keys_file: string;
  at: string;
  tables: number;
  rows: number;
  patients: number;
  bytes: number;
};

const TRIES = 20;

/**
 * Writes one snapshot of the database into an encrypted file while the server runs; `leftOut` names the tables that stay
 * away. The data keys of all patients go into a list of their own, and lists of more than 14 days ago are removed.
 */
export async function writeBackup(services: Services, options: BackupOptions): Promise<BackupResult> {
  const { pool, keys } = services;
  if (isKeyList(basename(options.to)))
    throw new StartError(`${options.to} is the name of a list of patient keys; name another file`);
  const plans = await planTables(pool);
  await sealAudit(pool);
  for (let attempt = 1; ; attempt++) {
    await dataKeys.createMissingKeys(pool, keys);
    const result = await withCopySnapshot(pool, (client) => writeSnapshot(client, plans, services, options));
    if (result) return result;
    if (attempt === TRIES) throw new StartError('patients are added faster than their keys; try again later');
    await wait(100);
  }
}

/** Undefined if a patient without a key was added before the snapshot: the caller makes keys and tries again. */
async function writeSnapshot(
  client: ClientBase,
  plans: readonly TablePlan[],
  { pool, keys }: Services,
  { to, keysFolder: folder = dirname(to), mayLose = 0, recipients, note }: BackupOptions,
): Promise<BackupResult | undefined> {
  const { free, at, migrations, clinics } = await describeSnapshot(client);
  if (!free) throw new StartError('another backup is running');
  const summary = await summarise(client, at);
  await refuseLoss(client, { folder, installation: summary.installation, mayLose });
  const { patientKeys, missing } = await dataKeys.readKeysOfPatients(client, keys);
  if (missing > 0) return undefined;
  const tables = plans.map(({ name, columns }) => ({ name, columns }));
  const header: Header = {
    kind: 'header',
    format: FORMAT,
    id: randomUUID(),
    at,
    migrations,
    clinics,
    tables,
    patients_of: countByClinic(patientKeys),
  };
  const counts = { rows: 0 };
  const erased = await listErasedClinics(client);
  const frames = framesOf(client, { header, plans, patientKeys, counts, note });
  const data = await writeEncrypted(to, withTrailer(frames), recipients);
  // Patients erased since the snapshot must not be on the list.
  const kept = await dataKeys.withoutErased(pool, patientKeys);
  const erased_patients = await withCopySnapshot(pool, listErasedPatients);
  const keysFile = listPath(folder, at);
  await addKeys(data, {
    keysFile,
    list: dataKeys.keyFileLines(kept, { at, clinics, erased, erased_patients }),
    summary,
    recipients,
  });
  await data.keep();
  removeOldLists(folder, at);
  return {
    file: to,
    keys_file: keysFile,
    at,
    tables: plans.length,
    rows: counts.rows,
    patients: kept.size,
    bytes: data.bytes,
  };
}

function countByClinic(patientKeys: dataKeys.DataKeys): Record<string, number> {
  const ofClinics = Map.groupBy(patientKeys.values(), ({ clinicId }) => clinicId);
  return Object.fromEntries([...ofClinics].map(([id, some]) => [id, some.length]));
}

type NewList = {
  keysFile: string;
  list: AsyncIterable<Buffer>;
  summary: Summary;
  recipients: Recipients;
};

// The keys come before the data, because a list of keys must never be older than its backup, and each after its summary.
async function addKeys(data: WrittenFile, { keysFile, list, summary, recipients }: NewList): Promise<void> {
  try {
    const written = await writeEncrypted(keysFile, list, recipients);
    await writeSummary(keysFile, summary);
    await written.keep();
  } catch (error) {
    await data.discard();
    throw error;
  }
}

type Source = {
  header: Header;
  plans: readonly TablePlan[];
  patientKeys: dataKeys.DataKeys;
  counts: { rows: number };
  note(line: string): void;
};

async function* framesOf(
  client: ClientBase,
  { header, plans, patientKeys, counts, note }: Source,
): AsyncGenerator<{ head: Header | RowsHead; body: Buffer }> {
  yield { head: header, body: Buffer.alloc(0) };
  for (const plan of plans) {
    const before = counts.rows;
    const pieces = readLines(client, plan.select);
    for await (const { patient, rows, lines } of plan.ofPatients
      ? groupByPatient(pieces)
      : withoutPatient(pieces)) {
      const key = patient === undefined ? undefined : keyOf(patientKeys, patient);
      const body = sealRows(lines, key, placeOf(header.id, plan.name, patient));
      counts.rows += rows;
      yield {
        head: { kind: 'rows', table: plan.name, rows, ...(patient !== undefined && { patient }) },
        body,
      };
    }
    note(`${plan.name.replaceAll('"', '')}: ${counts.rows - before} rows`);
  }
}

function keyOf(patientKeys: dataKeys.DataKeys, patient: string): Buffer {
  const entry = patientKeys.get(patient);
  if (!entry) throw new Error('a row belongs to a patient that this view does not show');
  return entry.key;
}

/** The place of a patient's rows, authenticated with them: rows moved into another table or backup do not open. */
export function placeOf(backupId: string, table: string, patient: string | undefined): string {
  return `${backupId}|${table}|${patient ?? ''}`;
}
