import type { Pool } from 'pg';
import { setHeadsAside } from '../audit/heads-file.ts';
import { terminal } from '../audit/operator.ts';
import { findingLines, verifyUpToEnds } from '../audit/verify.ts';
import { asOwner, writeLines } from '../database/copy.ts';
import { appliedMigrations, migrate, migrationFiles } from '../database/migrate.ts';
import { createPool } from '../database/pool.ts';
import { isEmptyDatabase } from '../database/queries.ts';
import { queriesOn } from '../database/transaction.ts';
import type { Keys } from '../keys/keys.ts';
import { StartError } from '../settings/start-error.ts';
import { eraseClinic } from '../subject-rights/erase-clinic-queries.ts';
import { damaged, type Header, NOTHING, readFrames, readToEnd } from './archive.ts';
import { readEncrypted } from './backup-file.ts';
import { type KeysOf, readDataKeys } from './backup-keys.ts';
import { loadTables, nameIn, placeOf, refuseOtherRows, type Sums } from './copy-rows.ts';
import { countUnexplained } from './lost-patients.ts';
import * as queries from './restore-queries.ts';
import { openRows } from './rows.ts';

export type BackupFiles = {
  from: string;
  keysFile: string;
  identity: string;
  /** How many patients of the backup the list may lack although nobody erased them. */
  mayLose?: number;
};
type Note = (line: string) => void;

/** A backup that was read to its end: complete, unchanged, with a list of keys of the same age or newer. */
type CheckedBackup = Awaited<ReturnType<typeof checkBackup>>;

/**
 * Reads a backup and its list of keys to their ends. Throws a StartError if one of them was cut or changed, if the list is
 * older than the backup, if it lacks patients that nobody erased, or if a newer version of the program made them.
 */
export async function checkBackup(files: BackupFiles) {
  const { from, keysFile, identity } = files;
  const { patientKeys, ...keysOf } = await readDataKeys(readEncrypted(keysFile, identity));
  const { header, rows, patients } = await readToEnd(readEncrypted(from, identity));
  refuseUnfitting(header, keysOf);
  const missing = [...patients].filter((id) => !patientKeys.has(id));
  // Nobody erased these patients, yet the list has no key of theirs.
  const lost = countUnexplained(missing, header, keysOf);
  refuseLost(lost, files);
  const erasedClinics = Object.keys(header.clinics).filter((id) => keysOf.erased.includes(id));
  const erasedPatients = Object.entries(keysOf.erased_patients).map(([clinicId, patients]) => ({
    clinicId,
    patients: patients.filter((id) => !patientKeys.has(id)),
  }));
  return { header, rows, patientKeys, lost, erased: missing.length - lost, erasedClinics, erasedPatients };
}

function refuseLost(lost: number, { keysFile, mayLose = 0 }: BackupFiles): void {
  if (lost <= mayLose) return;
  throw new StartError(
    `${keysFile} lacks ${lost} patient(s) of the backup, and nobody erased them. Take an older list, from before they were lost: --keys FILE. If there is none, --lost ${lost} goes on without these patients`,
  );
}

function refuseUnfitting({ clinic, migrations, clinics, at }: Header, keysOf: KeysOf): void {
  if (clinic) throw new StartError('this is the archive of one clinic; "clinic import" takes it over');
  const known = migrationFiles();
  const unknown = migrations.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new StartError(
      `the backup was made by a newer version of this program (${unknown.join(', ')}). Restore it with that version`,
    );
  if (Object.keys(clinics).some((id) => !keysOf.clinics.includes(id) && !keysOf.erased.includes(id)))
    throw new StartError(
      'the list of patient keys belongs to other clinics than the backup. Take the list of the time of the backup: --keys FILE',
    );
  if (keysOf.at < at)
    throw new StartError(
      `the list of patient keys (${keysOf.at}) is older than the backup (${at}): patients would be lost. Take a newer list`,
    );
}

/**
 * Loads a backup into an empty database. It checks the files to their ends, migrates the database to the schema of the
 * backup, loads and compares in one transaction, and migrates to the newest schema. `adminUrl` needs a role that may create
 * roles and tables. `loadKeys` returns the field keys of the backup.
 */
export async function restoreBackup(
  adminUrl: string,
  files: BackupFiles,
  { dataDir, loadKeys, note }: { dataDir: string; loadKeys(): Keys; note: Note },
) {
  const checked = await checkBackup(files);
  const { header, erased, lost, erasedClinics } = checked;
  note(`the backup of ${header.at} is whole: ${checked.rows} rows`);
  const keys = loadKeys();
  await prepareSchema(adminUrl, header);
  const loaded = await load(adminUrl, files, { checked, keys, note });
  await migrate(adminUrl);
  const pool = createPool(adminUrl, { onError: () => {}, settings: { statement_timeout: '0' } });
  try {
    for (const id of erasedClinics) await eraseClinic({ url: adminUrl, pool }, id, terminal.id);
    await asOwner(adminUrl, queries.analyse);
    const audit_findings = await verifyTrails(pool, dataDir, note);
    setHeadsAside(dataDir, note);
    const rows = [...loaded.values()].reduce((sum, one) => sum + one.rows, 0);
    return {
      at: header.at,
      rows,
      patients: loaded.get('"patients"')?.rows ?? 0,
      erased_since: erased,
      lost,
      clinics_erased_since: erasedClinics.length,
      rows_left_out: checked.rows - rows,
      audit_findings,
    };
  } finally {
    await pool.end();
  }
}

async function prepareSchema(adminUrl: string, { migrations }: Header): Promise<void> {
  const present = await appliedMigrations(adminUrl);
  if (present.length === 0) return void (await migrate(adminUrl, new Set(migrations)));
  if (!(await asOwner(adminUrl, (client) => isEmptyDatabase(queriesOn(client)))))
    throw new StartError('the database is not empty; a backup is only restored into an empty one');
  if (present.join() !== migrations.join())
    throw new StartError(
      'the database has the tables of another version than the backup; make a new database without tables and restore into it',
    );
}

type Loading = { checked: CheckedBackup; keys: Keys; note: Note };

/** Loads the rows and compares the database with them. Stores all or nothing. */
async function load(
  adminUrl: string,
  { from, identity }: BackupFiles,
  { checked: { header, patientKeys, erasedPatients }, keys, note }: Loading,
): Promise<Sums> {
  return asOwner(adminUrl, async (client) => {
    const opened = await queries.openTables(client, header);
    const loaded = await loadTables(readFrames(readEncrypted(from, identity)), {
      open: (table) => {
        note(`loading ${nameIn(table)}`);
        const described = header.tables.find(({ name }) => name === table);
        if (!described) throw damaged(`there is no table ${table}`);
        return writeLines(client, table, described.columns);
      },
      read: ({ table, patient }, body) => {
        const key = patient === null ? undefined : patientKeys.get(patient);
        return patient !== null && !key ? NOTHING : openRows(body, key, placeOf(header, table, patient));
      },
    });
    note('comparing');
    await refuseOtherRows(client, queries.readingsOf(header), loaded);
    await queries.refuseOtherKeys(client, keys);
    await queries.insertPatientKeys(client, keys, patientKeys);
    await queries.closeTables(client, opened);
    await queries.noteErasures(client, erasedPatients);
    await queries.noteInTrails(client, header);
    return loaded;
  });
}

// The check reads with the server's role, so it covers what the server will see.
async function verifyTrails(pool: Pool, dataDir: string, note: Note): Promise<number> {
  let count = 0;
  for await (const { name, lost, verified } of verifyUpToEnds(pool, dataDir)) {
    if (lost > 0)
      note(`${name}: the last ${lost} rows of the audit trail are younger than the backup and lost`);
    for (const line of findingLines(verified)) note(`${name}: audit trail ${line}`);
    count += verified.found;
  }
  return count;
}
