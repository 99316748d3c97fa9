import { renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Client, Pool } from 'pg';
import { DatabaseClient } from '../database/client.ts';
import { headsUpTo, lastPlace, listHeadsFiles, readHeads } from '../audit/heads-file.ts';
import { findingLines, verifyAudit } from '../audit/verify.ts';
import { asOwner } from '../database/copy.ts';
import { migrate, migrationFiles, refuseTrial } from '../database/migrate.ts';
import { createPool } from '../database/pool.ts';
import type { Keys } from '../keys/keys.ts';
import { terminal } from '../audit/operator.ts';
import { eraseClinic } from '../subject-rights/erase-clinic-queries.ts';
import { StartError } from '../settings/start-error.ts';
import { readEncrypted } from './backup-file.ts';
import {
  CLINIC_FORMAT,
  FORMAT,
  type Header,
  readFrames,
  type RowsHead,
  type Trailer,
} from './backup-frames.ts';
import { type KeysOf, type DataKeys, readDataKeys } from './backup-keys.ts';
import { addSums, noRows } from './backup-rows.ts';
import { AT_ONCE, Crew } from './restore-crew.ts';
import { loadRows, type Loaded } from './restore-rows.ts';
import { countUnexplained } from './lost-patients.ts';
import * as queries from './restore-queries.ts';

export type BackupFiles = {
  from: string;
  keysFile: string;
  identity: string;
  /** How many patients of the backup the list may lack although nobody erased them. */
  mayLose?: number;
};
type Note = (line: string) => void;

/** A backup that was read to its end: complete, unchanged, with a list of keys of the same age or newer. */
export type CheckedBackup = {
  header: Header;
  trailer: Trailer;
  patientKeys: DataKeys;
  erased: number;
  /** Patients of the backup whom the list lacks although nobody erased them. */
  lost: number;
  /** The erased patients without a key, by clinic. */
  erasedPatients: Readonly<Record<string, string[]>>;
  /** The clinics of the backup that were erased since. */
  erasedClinics: readonly string[];
};

/**
 * Reads a backup and its list of keys to their ends. Throws a StartError if one of them was cut or changed, if the list is
 * older than the backup, if it lacks patients that nobody erased, or if a newer version of the program made them.
 */
export async function checkBackup(files: BackupFiles): Promise<CheckedBackup> {
  const { from, keysFile, identity } = files;
  const { patientKeys, ...keysOf } = await readDataKeys(readEncrypted(keysFile, identity));
  const frames = readFrames(readEncrypted(from, identity));
  const patients = new Set<string>();
  let header: Header | undefined;
  for (;;) {
    const { value, done } = await frames.next();
    if (done) {
      if (!header) throw new Error('a file that was read to its end has a header');
      const missing = [...patients].filter((id) => !patientKeys.has(id));
      const lost = countUnexplained(missing, header, keysOf);
      refuseLost(lost, files);
      return {
        header,
        trailer: value,
        patientKeys,
        erased: missing.length - lost,
        lost,
        erasedPatients: withoutKey(keysOf, patientKeys),
        erasedClinics: header.clinics.filter((id) => keysOf.erased.includes(id)),
      };
    }
    if (value.head.kind === 'header') header = fitting(value.head, keysOf);
    else if (value.head.patient !== undefined) patients.add(value.head.patient);
  }
}

function refuseLost(lost: number, { keysFile, mayLose = 0 }: BackupFiles): void {
  if (lost <= mayLose) return;
  throw new StartError(
    `${keysFile} lacks ${lost} patient(s) of the backup, and nobody erased them. Take an older list, from before they were lost: --keys FILE. If there is none, --lost ${lost} goes on without these patients`,
  );
}

function withoutKey({ erased_patients }: KeysOf, patientKeys: DataKeys): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(erased_patients).map(([id, patients]) => [
      id,
      patients.filter((one) => !patientKeys.has(one)),
    ]),
  );
}

function fitting(header: Header, keysOf: KeysOf): Header {
  if (header.format === CLINIC_FORMAT)
    throw new StartError('this is the archive of one clinic; "clinic import" takes it over');
  if (header.format !== FORMAT)
    throw new StartError(`the backup has format ${header.format}; this program reads format ${FORMAT}`);
  refuseTrial(header.migrations);
  const known = new Set(migrationFiles());
  const unknown = header.migrations.filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new StartError(
      `the backup was made by a newer version of this program (${unknown.join(', ')}). Restore it with that version`,
    );
  if (header.clinics.some((id) => !keysOf.clinics.includes(id) && !keysOf.erased.includes(id)))
    throw new StartError(
      'the list of patient keys belongs to other clinics than the backup. Take the list of the time of the backup: --keys FILE',
    );
  if (keysOf.at < header.at)
    throw new StartError(
      `the list of patient keys (${keysOf.at}) is older than the backup (${header.at}): patients would be lost. Take a newer list`,
    );
  return header;
}

export type RestoreResult = {
  at: string;
  rows: number;
  patients: number;
  erased_since: number;
  lost: number;
  clinics_erased_since: number;
  rows_left_out: number;
  audit_findings: number;
};

/**
 * Loads a backup into an empty database. It checks the files to their ends, migrates the database to the schema of the
 * backup, loads and compares with several threads, and migrates to the newest schema. Where one of these steps fails it
 * removes all tables; where the process dies, every version of the program refuses the database until a restore begins anew.
 * `adminUrl` needs a role that may create roles and tables. `loadKeys` returns the field keys of the backup.
 */
export async function restoreBackup(
  adminUrl: string,
  files: BackupFiles,
  { dataDir, loadKeys, note }: { dataDir: string; loadKeys(): Keys; note: Note },
): Promise<RestoreResult> {
  const checked = await checkBackup(files);
  const { header, patientKeys, erased, lost, erasedPatients, erasedClinics } = checked;
  note(`the backup of ${header.at} is whole: ${sumOf(checked.trailer)} rows`);
  const keys = loadKeys();
  await prepareSchema(adminUrl, header);
  const loaded = await orNothing(adminUrl, async () => {
    const { rows, tables } = await load(adminUrl, files, checked, note);
    await asOwner(adminUrl, async (client) => {
      await queries.refuseOtherKeys(client, keys);
      await queries.closeTables(client, tables);
      await queries.insertPatientKeys(client, keys, patientKeys);
      await queries.noteErasures(client, erasedPatients);
      await queries.noteInTrails(client, header);
    });
    return rows;
  });
  await migrate(adminUrl);
  await withPool(adminUrl, async (pool) => {
    for (const id of erasedClinics) await eraseClinic({ url: adminUrl, pool }, id, terminal.id);
  });
  await withClient(adminUrl, (client) => client.query('SET ROLE resonanz_owner; ANALYZE'));
  const audit_findings = await verifyTrails(adminUrl, dataDir, note);
  setHeadsAside(dataDir, note);
  const sums = [...loaded.values()];
  return {
    at: header.at,
    rows: sums.reduce(addSums, noRows).rows,
    patients: loaded.get('"patients"')?.rows ?? 0,
    erased_since: erased,
    lost,
    clinics_erased_since: erasedClinics.length,
    rows_left_out: sums.reduce((sum, { leftOut }) => sum + leftOut, 0),
    audit_findings,
  };
}

/** Runs `work`, and removes the tables if it fails. */
async function orNothing<T>(adminUrl: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // Where the database is away, the mark in it stays.
    await withClient(adminUrl, queries.dropTables).catch(() => {});
    throw error;
  }
}

const sumOf = ({ tables }: Trailer) => Object.values(tables).reduce((sum, count) => sum + count, 0);

async function prepareSchema(adminUrl: string, { migrations }: Pick<Header, 'migrations'>): Promise<void> {
  const state = await withClient(adminUrl, queries.stateOfDatabase);
  if (state.kind === 'half') {
    await withClient(adminUrl, queries.dropTables);
    return prepareSchema(adminUrl, { migrations });
  }
  if (state.kind === 'used')
    throw new StartError('the database is not empty; a backup is only restored into an empty one');
  if (state.kind === 'blank') return void (await migrate(adminUrl, new Set(migrations)));
  const same = state.migrations.join() === migrations.join();
  if (!same)
    throw new StartError(
      'the database has the tables of another version than the backup; make a new database without tables and restore into it',
    );
}

// Loads the rows and compares the database with them.
async function load(
  adminUrl: string,
  files: BackupFiles,
  { header, patientKeys, trailer }: CheckedBackup,
  note: Note,
): Promise<{ rows: Loaded; tables: readonly string[] }> {
  const { tables, indexes } = await asOwner(adminUrl, async (client) => ({
    tables: await queries.openTables(client, header),
    indexes: await queries.dropIndexes(client),
  }));
  const crew = new Crew(adminUrl);
  try {
    const frames = rowsOf(readFrames(readEncrypted(files.from, files.identity)));
    const rows = await loadRows(crew, frames, { header, tables, patientKeys, note });
    for (const [table, loaded] of rows)
      if (loaded.rows + loaded.leftOut !== (trailer.tables[table] ?? 0))
        throw new StartError(`the table ${table} has another number of rows than the backup`);
    note('making keys and indexes');
    await makeIndexes(adminUrl, indexes);
    note('comparing');
    await refuseOtherRows(adminUrl, crew, header, rows);
    return { rows, tables };
  } finally {
    await crew.abandon();
  }
}

async function makeIndexes(
  adminUrl: string,
  { ofTables, foreignKeys, checks }: queries.Indexes,
): Promise<void> {
  const make = (statements: readonly string[]) =>
    asOwner(adminUrl, (client) => queries.makeIndexes(client, statements));
  await atOnce(ofTables, make);
  await make(foreignKeys);
  await atOnce(checks, make);
}

/** Works on some of the items at once. */
async function atOnce<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const left = [...items];
  const workOn = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, workOn));
}

/** Reads every table back and compares it with the loaded rows. */
async function refuseOtherRows(
  adminUrl: string,
  crew: Crew,
  { tables }: Header,
  loaded: Loaded,
): Promise<void> {
  for (const table of tables) {
    const expected = loaded.get(table.name) ?? noRows;
    const found = await crew.read(await withClient(adminUrl, (client) => queries.partsOf(client, table)));
    if (found.rows !== expected.rows || found.hash !== expected.hash)
      throw new StartError(`the table ${table.name} does not hold what was loaded into it`);
  }
}

async function* rowsOf(
  frames: ReturnType<typeof readFrames>,
): AsyncGenerator<{ head: RowsHead; body: Buffer }> {
  for await (const { head, body } of frames) if (head.kind === 'rows') yield { head, body };
}

// The check reads with the server's role, so it covers what the server will see.
async function verifyTrails(adminUrl: string, dataDir: string, note: Note): Promise<number> {
  return withPool(adminUrl, async (pool) => {
    let count = 0;
    const headsOf = await readHeads(dataDir);
    await atOnce(await queries.listTrails(pool), async ({ id, name, seq }) => {
      const written = headsOf(id);
      const lost = lastPlace(written) - seq;
      if (lost > 0)
        note(`${name}: the last ${lost} rows of the audit trail are younger than the backup and lost`);
      const verified = await verifyAudit(pool, id, headsUpTo(written, seq));
      for (const line of findingLines(verified)) note(`${name}: audit trail ${line}`);
      count += verified.found;
    });
    return count;
  });
}

// The files of heads may name rows that are newer than the backup. The trail goes on without them.
export function setHeadsAside(dataDir: string, note: Note): void {
  const at = new Date().toISOString().replaceAll(':', '-');
  for (const name of listHeadsFiles(dataDir)) {
    const aside = join(dataDir, `${name}.before-restore-${at}`);
    renameSync(join(dataDir, name), aside);
    note(`the audit heads of before are kept as ${aside}`);
  }
}

async function withPool<T>(url: string, work: (pool: Pool) => Promise<T>): Promise<T> {
  const pool = createPool(url, { max: AT_ONCE, onError: () => {}, settings: { statement_timeout: '0' } });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new DatabaseClient({ connectionString: url, application_name: 'resonanz-restore' });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
