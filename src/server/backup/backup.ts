import { randomUUID } from 'node:crypto';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { sealAudit } from '../audit/sealer.ts';
import { enterClinic, readLines, withSnapshot } from '../db/copy.ts';
import type { Services } from '../services.ts';
import { StartError } from '../start-error.ts';
import { type Recipients, writeEncrypted, type WrittenFile } from './backup-file.ts';
import { FORMAT, type Header, type RowsHead, withTrailer } from './backup-frames.ts';
import * as dataKeys from './backup-keys.ts';
import { groupByPatient, ofNobody, sealRows } from './backup-rows.ts';
import { planTables, type TablePlan } from './backup-tables.ts';

/** The name of the list of patients' data keys beside the backups; the newest one is the only one to keep. */
export const KEYS_FILE = 'patient-keys.age';

export type BackupOptions = {
  to: string;
  keysFile?: string;
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
 * Writes everything that is not left out (backup-tables) into an encrypted file, as one frozen view of the database has
 * it, while the server serves; and the data keys of all patients into another one, which replaces the one before.
 */
export async function writeBackup(services: Services, options: BackupOptions): Promise<BackupResult> {
  const { pool, keys } = services;
  refuseOneFile(options);
  const plans = await planTables(pool);
  await sealAudit(pool);
  for (let attempt = 1; ; attempt++) {
    await dataKeys.createMissingKeys(pool, keys);
    const result = await withSnapshot(pool, (client) => writeSnapshot(client, plans, services, options));
    if (result) return result;
    if (attempt === TRIES) throw new StartError('patients are added faster than their keys; try again later');
    await wait(100);
  }
}

function refuseOneFile({ to, keysFile = join(dirname(to), KEYS_FILE) }: BackupOptions): void {
  if (resolve(to) === resolve(keysFile))
    throw new StartError(`${to} is the list of patient keys; name another file`);
}

/** Undefined where a patient was added after the keys were made: then the view is too young. */
async function writeSnapshot(
  client: ClientBase,
  plans: readonly TablePlan[],
  { pool, keys }: Services,
  { to, keysFile = join(dirname(to), KEYS_FILE), recipients, note }: BackupOptions,
): Promise<BackupResult | undefined> {
  const { free, at, migrations, clinics } = await describeView(client);
  if (!free) throw new StartError('another backup is running');
  const { patientKeys, missing } = await dataKeys.readPatientKeys(client, keys, clinics);
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
  };
  const counts = { rows: 0 };
  const frames = framesOf(client, { header, plans, clinics, patientKeys, counts, note });
  const data = await writeEncrypted(to, withTrailer(frames), recipients);
  // Whoever was erased meanwhile is not on the list any more.
  const kept = await dataKeys.withoutErased(pool, patientKeys);
  await replaceKeys(data, { keysFile, list: dataKeys.keyFileLines(kept, { at, clinics }), recipients });
  await data.keep();
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

// First the keys, then the data: the list of keys must never be older than a backup it is to open.
async function replaceKeys(
  data: WrittenFile,
  { keysFile, list, recipients }: { keysFile: string; list: AsyncIterable<Buffer>; recipients: Recipients },
): Promise<void> {
  try {
    const written = await writeEncrypted(keysFile, list, recipients);
    await written.keep();
  } catch (error) {
    await data.discard();
    throw error;
  }
}

// One at a time: with two, the list of keys of the older view could replace the younger one.
async function describeView(client: ClientBase) {
  const { rows } = await client.query<{ free: boolean; at: string; migrations: string[]; clinics: string[] }>(
    `SELECT pg_try_advisory_xact_lock(hashtextextended('backup', 0)) AS free,
       to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at,
       ARRAY(SELECT name FROM schema_migrations ORDER BY name) AS migrations,
       ARRAY(SELECT id::text FROM clinics ORDER BY created, id) AS clinics`,
  );
  const [view] = rows;
  if (!view) throw new Error('a SELECT without FROM gives one row');
  return view;
}

type Source = {
  header: Header;
  plans: readonly TablePlan[];
  clinics: readonly string[];
  patientKeys: dataKeys.PatientKeys;
  counts: { rows: number };
  note(line: string): void;
};

async function* framesOf(
  client: ClientBase,
  { header, plans, clinics, patientKeys, counts, note }: Source,
): AsyncGenerator<{ head: Header | RowsHead; body: Buffer }> {
  yield { head: header, body: Buffer.alloc(0) };
  for (const plan of plans) {
    const before = counts.rows;
    for (const clinicId of plan.byClinic ? clinics : [undefined]) {
      if (clinicId !== undefined) await enterClinic(client, clinicId);
      const pieces = readLines(client, plan.select);
      for await (const { patient, rows, lines } of plan.ofPatients
        ? groupByPatient(pieces)
        : ofNobody(pieces)) {
        const key = patient === undefined ? undefined : keyOf(patientKeys, patient);
        const body = sealRows(lines, key, placeOf(header.id, plan.name, patient));
        counts.rows += rows;
        yield {
          head: { kind: 'rows', table: plan.name, rows, ...(patient !== undefined && { patient }) },
          body,
        };
      }
    }
    note(`${plan.name.replaceAll('"', '')}: ${counts.rows - before} rows`);
  }
}

function keyOf(patientKeys: dataKeys.PatientKeys, patient: string): Buffer {
  const entry = patientKeys.get(patient);
  if (!entry) throw new Error('a row belongs to a patient that this view does not show');
  return entry.key;
}

/** Where a patient's rows stand, authenticated with them: rows moved into another table or backup do not open. */
export function placeOf(backupId: string, table: string, patient: string | undefined): string {
  return `${backupId}|${table}|${patient ?? ''}`;
}
