import type { ClientBase, Pool } from 'pg';
import { sql } from 'kysely';
import { enterClinicForCopy, readLines } from '../db/copy.ts';
import { withoutTenant } from '../db/transaction.ts';
import { cellPlace } from '../keys/cells.ts';
import { decryptField, fingerprint, type Keys } from '../keys/keys.ts';
import { StartError } from '../start-error.ts';
import { damaged, type Header } from './backup-frames.ts';
import { type DataKeys, wrap } from './backup-keys.ts';
import { addLines, noRows, type Sum } from './backup-rows.ts';
import { operator, terminal } from '../audit/operator.ts';

/** blank: no tables. empty: migrated, without a clinic. used: with a clinic. */
type DatabaseState = { kind: 'blank' } | { kind: 'empty'; migrations: string[] } | { kind: 'used' };

export async function stateOfDatabase(client: ClientBase): Promise<DatabaseState> {
  const { rows } = await client.query(
    `SELECT to_regclass('public.schema_migrations') IS NOT NULL AS migrated`,
  );
  if (!rows[0].migrated) return { kind: 'blank' };
  const migrations = await client.query<{ name: string }>('SELECT name FROM schema_migrations ORDER BY name');
  if (migrations.rows.length === 0) return { kind: 'blank' };
  const clinics = await client.query('SELECT FROM clinics LIMIT 1');
  if (clinics.rows.length > 0) return { kind: 'used' };
  return { kind: 'empty', migrations: migrations.rows.map(({ name }) => name) };
}

/**
 * Empties the tables of a backup and opens them for loading. A start of the server may have filled some, and row-level
 * security that binds the owner forbids copying. Call `closeTables` in the same transaction.
 */
export async function openTables(client: ClientBase, { tables }: Header): Promise<string[]> {
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

/** Lets row-level security bind the owner again, and sets every counter to follow the loaded rows. */
export async function closeTables(client: ClientBase, names: readonly string[]): Promise<void> {
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

/** Reads every table back and compares it with the loaded rows. */
export async function refuseOtherRows(
  client: ClientBase,
  { tables }: Header,
  loaded: ReadonlyMap<string, Sum>,
): Promise<void> {
  for (const { name, columns } of tables) {
    const expected = loaded.get(name) ?? noRows;
    let found = noRows;
    for await (const lines of readLines(client, `SELECT ${columns.join(', ')} FROM ${name}`))
      found = addLines(found, lines);
    if (found.rows !== expected.rows || found.hash !== expected.hash)
      throw new StartError(`the table ${name} does not hold what was loaded into it`);
  }
}

/** Refuses field keys that do not belong to the loaded rows. Compares fingerprints and decrypts one cell of each clinic. */
export async function refuseOtherKeys(client: ClientBase, keys: Keys): Promise<void> {
  const stored = await client.query<{ version: number; fingerprint: string }>(
    'SELECT version, fingerprint FROM key_fingerprints',
  );
  for (const { version, fingerprint: expected } of stored.rows)
    if (!keys.roots.has(version) || fingerprint(keys, version) !== expected)
      throw new StartError(
        `the key file does not belong to this backup (key version ${version}); restore keys/secrets.json first`,
      );
  const clinics = await client.query<{ id: string }>('SELECT id FROM clinics');
  for (const { id } of clinics.rows) await decryptOneCell(client, keys, id);
}

async function decryptOneCell(client: ClientBase, keys: Keys, clinicId: string): Promise<void> {
  await enterClinicForCopy(client, clinicId);
  const { rows } = await client.query<{ id: string; cell: Buffer }>(
    'SELECT id, birth_date_encrypted AS cell FROM patients WHERE clinic_id = $1 LIMIT 1',
    [clinicId],
  );
  const [patient] = rows;
  try {
    if (patient)
      decryptField(keys, patient.cell, cellPlace('patients|birth_date_encrypted', { patientId: patient.id }));
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

/** Adds a row to every trail: the restore, and the moment after which rows may be missing. */
export async function noteInTrails(client: ClientBase, { at }: Header): Promise<void> {
  const { rows } = await client.query<{ id: string }>('SELECT id FROM clinics');
  for (const { id } of rows) {
    await enterClinicForCopy(client, id);
    await client.query(`SELECT append_audit(NULL, $1, 'backup_restored', NULL, $2, 'done', $3, '')`, [
      operator.role,
      at,
      terminal.id,
    ]);
  }
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

/** The statement that makes a foreign key, a key or an index again. */
type Made = { drop: string; make: string };

// Foreign keys go first and come last, because they need the keys of their targets.
const ALL = `
  SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
    format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS make
  FROM (SELECT * FROM pg_constraint WHERE contype IN ('f', 'p', 'u') AND connamespace = 'public'::regnamespace
      AND conparentid = 0 ORDER BY contype = 'f' DESC, conrelid, conname) AS keys
  UNION ALL
  SELECT format('DROP INDEX %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
  FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
  WHERE c.relnamespace = 'public'::regnamespace AND NOT c.relispartition
    AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u'))`;

/**
 * Drops foreign keys, keys and indexes in the transaction, and returns the statements that make them again. Made once over all
 * rows they cost a fraction of looking at each row, and they check as much: a row that breaks one of them ends the restore.
 */
export async function dropIndexes(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<Made>(ALL);
  for (const { drop } of rows) await client.query(drop);
  return rows.map(({ make }) => make).toReversed();
}

export async function makeIndexes(client: ClientBase, statements: readonly string[]): Promise<void> {
  await client.query(`SET LOCAL maintenance_work_mem = '256MB'; SET LOCAL work_mem = '64MB'`);
  for (const statement of statements) await client.query(statement);
}
