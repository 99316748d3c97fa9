import type { ClientBase, Pool } from 'pg';
import { sql } from 'kysely';
import { enterClinicForCopy } from '../database/copy.ts';
import { HALF_RESTORED } from '../database/migrate.ts';
import { withoutTenant } from '../database/transaction.ts';
import { cellPlace } from '../keys/cells.ts';
import { decryptField, fingerprint, type Keys } from '../keys/keys.ts';
import { StartError } from '../settings/start-error.ts';
import { damaged, type Header } from './backup-frames.ts';
import { type DataKeys, wrap } from './backup-keys.ts';
import type { Table } from './restore-crew.ts';
import { operator, terminal } from '../audit/operator.ts';

/** blank: no tables. empty: migrated, without a clinic. used: with a clinic. half: with the rows of a restore that broke off. */
type DatabaseState =
  | { kind: 'blank' }
  | { kind: 'used' }
  | { kind: 'half' }
  | { kind: 'empty'; migrations: string[] };

export async function stateOfDatabase(client: ClientBase): Promise<DatabaseState> {
  const { rows } = await client.query(
    `SELECT to_regclass('public.schema_migrations') IS NOT NULL AS migrated`,
  );
  if (!rows[0].migrated) return { kind: 'blank' };
  const migrations = await client.query<{ name: string }>('SELECT name FROM schema_migrations ORDER BY name');
  if (migrations.rows.length === 0) return { kind: 'blank' };
  if (migrations.rows.some(({ name }) => name === HALF_RESTORED)) return { kind: 'half' };
  const clinics = await client.query('SELECT FROM clinics LIMIT 1');
  if (clinics.rows.length > 0) return { kind: 'used' };
  return { kind: 'empty', migrations: migrations.rows.map(({ name }) => name) };
}

/** Removes every table, and with them the rows of a restore that broke off. */
export async function dropTables(client: ClientBase): Promise<void> {
  await client.query('DROP OWNED BY resonanz_owner');
}

/**
 * Empties the tables of a backup and opens them for loading. A start of the server may have filled some, and row-level
 * security that binds the owner forbids copying. Until `closeTables` every version of the program refuses the database.
 */
export async function openTables(client: ClientBase, { tables }: Header): Promise<string[]> {
  await client.query('INSERT INTO schema_migrations (name, needs) VALUES ($1, $1)', [HALF_RESTORED]);
  const { rows } = await client.query<{ name: string; forced: boolean }>(
    `SELECT relname AS name, relforcerowsecurity AS forced FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')`,
  );
  const known = new Map(rows.map(({ name, forced }) => [`"${name}"`, forced]));
  const names = tables.map(({ name }) => name).filter((name) => known.has(name));
  if (names.length !== tables.length) throw damaged('it names tables that there are not');
  for (const name of names) await client.query(`ALTER TABLE ${name} NO FORCE ROW LEVEL SECURITY`);
  for (const name of names.toReversed()) await client.query(`DELETE FROM ${name}`);
  return names;
}

/** Lets row-level security bind the owner again, sets every counter to follow the loaded rows, and gives the database free. */
export async function closeTables(client: ClientBase, names: readonly string[]): Promise<void> {
  await client.query('DELETE FROM schema_migrations WHERE name = $1', [HALF_RESTORED]);
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `SELECT format('%I', table_name) AS "table", format('%I', column_name) AS "column",
       pg_get_serial_sequence(format('%I', table_name), column_name) AS sequence
     FROM information_schema.columns WHERE table_schema = 'public' AND is_identity = 'YES'`,
  );
  for (const { table, column, sequence } of rows)
    await client.query(`SELECT setval($1, (SELECT coalesce(max(${column}), 0) + 1 FROM ${table}), false)`, [
      sequence,
    ]);
  for (const name of names)
    await client.query(
      `DO $$ BEGIN IF (SELECT relrowsecurity FROM pg_class WHERE oid = '${name}'::regclass)
       THEN ALTER TABLE ${name} FORCE ROW LEVEL SECURITY; END IF; END $$`,
    );
}

const PAGES = 16_384;

/** SELECTs that read a table in parts of so many pages, or of 128 MB. */
export async function partsOf(client: ClientBase, { name, columns }: Table, most = PAGES): Promise<string[]> {
  const { rows } = await client.query<{ pages: number }>(
    `SELECT pg_relation_size($1::regclass)::float8 / current_setting('block_size')::float8 AS pages`,
    [name],
  );
  const starts = Array.from({ length: Math.ceil((rows[0]?.pages ?? 0) / most) }, (_, part) => part * most);
  return starts.map(
    (start) =>
      `SELECT ${columns.join(', ')} FROM ${name} WHERE ctid >= '(${start},0)' AND ctid < '(${start + most},0)'`,
  );
}

/**
 * Refuses field keys that do not belong to the loaded rows. Compares fingerprints and decrypts one cell of each clinic, while
 * the tables are open.
 */
export async function refuseOtherKeys(client: ClientBase, keys: Keys): Promise<void> {
  const stored = await client.query<{ version: number; fingerprint: string }>(
    'SELECT version, fingerprint FROM key_fingerprints',
  );
  for (const { version, fingerprint: expected } of stored.rows)
    if (!keys.roots.has(version) || fingerprint(keys, version) !== expected)
      throw new StartError(
        `the key file does not belong to this backup (key version ${version}); restore keys/secrets.json first`,
      );
  const patients = await client.query<{ id: string; cell: Buffer }>(
    'SELECT DISTINCT ON (clinic_id) id, birth_date_encrypted AS cell FROM patients ORDER BY clinic_id, id',
  );
  for (const patient of patients.rows) decryptCell(keys, patient);
}

function decryptCell(keys: Keys, { id, cell }: { id: string; cell: Buffer }): void {
  try {
    decryptField(keys, cell, cellPlace('patients|birth_date_encrypted', { patientId: id }));
  } catch (cause) {
    throw new StartError('the key file does not decrypt this backup; restore keys/secrets.json first', {
      cause,
    });
  }
}

/** Stores the data keys of the backup's patients, so that newer lists of keys still open older backups. */
export async function insertPatientKeys(
  client: ClientBase,
  keys: Keys,
  patientKeys: DataKeys,
): Promise<void> {
  const { rows } = await client.query<{ clinic_id: string; id: string }>(
    'SELECT id AS clinic_id FROM clinics',
  );
  for (const { clinic_id: clinicId } of rows) {
    await enterClinicForCopy(client, clinicId);
    const patients = await client.query<{ id: string }>('SELECT id FROM patients WHERE clinic_id = $1', [
      clinicId,
    ]);
    const wrapped = patients.rows.map(({ id }) => {
      const entry = patientKeys.get(id);
      if (!entry) throw new Error('a patient was loaded without a key');
      return wrap(keys, { clinicId, patientId: id }, entry.key);
    });
    await client.query(
      `INSERT INTO patient_data_keys (clinic_id, patient_id, key_encrypted)
       SELECT $1, id, cell FROM unnest($2::uuid[], $3::bytea[]) AS made (id, cell)`,
      [clinicId, patients.rows.map(({ id }) => id), wrapped],
    );
  }
}

/** Adds the erasures that a trail of the time of the backup does not know, so that later lists of keys explain them. */
export async function noteErasures(
  client: ClientBase,
  erasedPatients: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  for (const [clinicId, ids] of Object.entries(erasedPatients)) {
    await enterClinicForCopy(client, clinicId);
    await client.query(
      `SELECT append_audit(NULL, $1, 'patient_erased', erased, NULL, 'done', $2, '')
       FROM unnest($3::uuid[]) AS erased WHERE EXISTS (SELECT FROM clinics WHERE id = $4)
       AND NOT EXISTS (SELECT FROM audit WHERE clinic_id = $4 AND action = 'patient_erased' AND patient_id = erased)`,
      [operator.role, terminal.id, ids, clinicId],
    );
  }
}

/** Adds a row to every trail: the restore, and the moment after which rows may be missing. */
export async function noteInTrails(client: ClientBase, { at }: Header): Promise<void> {
  // CASE lets the transaction enter a clinic before the row is written.
  await client.query(
    `SELECT CASE WHEN set_config('app.clinic_id', id::text, true) <> ''
       THEN append_audit(NULL, $1, 'backup_restored', NULL, $2, 'done', $3, '') END FROM clinics`,
    [operator.role, at, terminal.id],
  );
}

/** Every clinic and the length of its sealed trail. */
export async function listTrails(pool: Pool): Promise<{ id: string; name: string; seq: number }[]> {
  return withoutTenant(pool, async (db) => {
    const { rows } = await sql<{
      id: string;
      name: string;
      seq: number;
    }>`SELECT c.id, c.name, coalesce(h.seq, 0) AS seq
      FROM clinics c LEFT JOIN audit_heads h ON h.clinic = c.id ORDER BY c.name`.execute(db);
    return rows;
  });
}

type Dropped = { table: string; foreign: boolean; drop: string; make: string; validate: string | null };

// Foreign keys go first, because they need the keys of their targets.
const ALL = `
  SELECT conrelid::regclass::text AS "table", contype = 'f' AS "foreign",
    format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
    format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
      || CASE WHEN contype = 'f' AND convalidated THEN ' NOT VALID' ELSE '' END AS make,
    CASE WHEN contype = 'f' AND convalidated
      THEN format('ALTER TABLE %s VALIDATE CONSTRAINT %I', conrelid::regclass, conname) END AS validate
  FROM (SELECT * FROM pg_constraint WHERE contype IN ('f', 'p', 'u') AND connamespace = 'public'::regnamespace
      AND conparentid = 0 AND conrelid <> 'schema_migrations'::regclass
      ORDER BY contype = 'f' DESC, conrelid, conname) AS keys
  UNION ALL
  SELECT indrelid::regclass::text, false, format('DROP INDEX %s', indexrelid::regclass), pg_get_indexdef(indexrelid), NULL
  FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
  WHERE c.relnamespace = 'public'::regnamespace AND NOT c.relispartition AND i.indrelid <> 'schema_migrations'::regclass
    AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u'))`;

/** The statements that make keys and indexes again: those of one table after the other, those of several tables at once. */
export type Indexes = { ofTables: string[][]; foreignKeys: string[]; checks: string[][] };

function byTable(some: readonly { table: string; statement: string }[]): string[][] {
  return [...Map.groupBy(some, ({ table }) => table).values()].map((ofTable) =>
    ofTable.map(({ statement }) => statement),
  );
}

/**
 * Drops foreign keys, keys and indexes. Made once over all rows they cost a fraction of looking at each row, and they check
 * as much: a row that breaks one of them ends the restore.
 */
export async function dropIndexes(client: ClientBase): Promise<Indexes> {
  const { rows } = await client.query<Dropped>(ALL);
  for (const { drop } of rows) await client.query(drop);
  const foreign = rows.filter((one) => one.foreign);
  const own = rows.filter((one) => !one.foreign);
  return {
    ofTables: byTable(own.map(({ table, make }) => ({ table, statement: make }))),
    foreignKeys: foreign.map(({ make }) => make),
    checks: byTable(
      foreign.flatMap(({ table, validate }) => (validate === null ? [] : { table, statement: validate })),
    ),
  };
}

export async function makeIndexes(client: ClientBase, statements: readonly string[]): Promise<void> {
  await client.query(`SET LOCAL maintenance_work_mem = '256MB'; SET LOCAL work_mem = '64MB'`);
  for (const statement of statements) await client.query(statement);
}
