import type { ClientBase } from 'pg';
import { operator, terminal } from '../audit/operator.ts';
import { enterClinicForCopy } from '../database/copy.ts';
import { storedFingerprints } from '../database/queries.ts';
import { queriesOn } from '../database/transaction.ts';
import { fingerprint, type Keys } from '../keys/keys.ts';
import { StartError } from '../settings/start-error.ts';
import { damaged, type Header } from './archive.ts';
import { type DataKeys, wrap } from './backup-keys.ts';
import { insertDataKeys } from './backup-queries.ts';

/**
 * Empties the tables of a backup, which a start of the server may have filled, and opens every table for its owner: COPY does not work
 * under row-level security that binds the owner. Returns the tables that `closeTables` shuts again.
 */
export async function openTables(client: ClientBase, { tables }: Header): Promise<string[]> {
  const { rows } = await client.query<{ name: string; forced: boolean }>(
    `SELECT format('"%s"', relname) AS name, relforcerowsecurity AS forced FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')`,
  );
  const known = rows.map(({ name }) => name);
  for (const { name } of tables) if (!known.includes(name)) throw damaged(`there is no table ${name}`);
  const forced = rows.filter((table) => table.forced).map(({ name }) => name);
  for (const name of forced) await client.query(`ALTER TABLE ${name} NO FORCE ROW LEVEL SECURITY`);
  for (const { name } of tables.toReversed()) await client.query(`DELETE FROM ${name}`);
  return forced;
}

/** How the tables of a backup are read back while they are open. */
export const readingsOf = ({ tables }: Header) =>
  tables.map(({ name, columns }) => ({ name, select: `SELECT ${columns.join(', ')} FROM ${name}` }));

/** Lets PostgreSQL look at the loaded rows, so that it plans well from the first statement on. */
export async function analyse(client: ClientBase): Promise<void> {
  await client.query('ANALYZE');
}

/** Lets row-level security bind the owner again, and sets every counter to follow the loaded rows. */
export async function closeTables(client: ClientBase, forced: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `SELECT format('%I', table_name) AS "table", format('%I', column_name) AS "column",
       pg_get_serial_sequence(format('%I', table_name), column_name) AS sequence
     FROM information_schema.columns WHERE table_schema = 'public' AND is_identity = 'YES'`,
  );
  for (const { table, column, sequence } of rows)
    await client.query(`SELECT setval($1, (SELECT coalesce(max(${column}), 0) + 1 FROM ${table}), false)`, [
      sequence,
    ]);
  for (const name of forced) await client.query(`ALTER TABLE ${name} FORCE ROW LEVEL SECURITY`);
}

/** Refuses field keys that do not belong to the loaded rows. */
export async function refuseOtherKeys(client: ClientBase, keys: Keys): Promise<void> {
  for (const { version, fingerprint: expected } of await storedFingerprints(queriesOn(client)))
    if (!keys.roots.has(version) || fingerprint(keys, version) !== expected)
      throw new StartError(
        `the key file does not belong to this backup (key version ${version}); restore keys/secrets.json first`,
      );
}

/** Stores the data keys of the loaded patients, so that newer lists of keys still open older backups. The tables are open. */
export async function insertPatientKeys(
  client: ClientBase,
  keys: Keys,
  patientKeys: DataKeys,
): Promise<void> {
  const { rows } = await client.query<{ clinicId: string; patientId: string }>(
    'SELECT clinic_id AS "clinicId", id AS "patientId" FROM patients',
  );
  const cells = rows.map((place) => {
    const key = patientKeys.get(place.patientId);
    if (!key) throw new Error('a patient was loaded without a key');
    return { ...place, cell: wrap(keys, place, key) };
  });
  await insertDataKeys(queriesOn(client), cells);
}

/** Adds the erasures that a trail of the time of the backup does not know, so that later lists of keys explain them. */
export async function noteErasures(
  client: ClientBase,
  erasedPatients: readonly { clinicId: string; patients: readonly string[] }[],
): Promise<void> {
  for (const { clinicId, patients } of erasedPatients) {
    await enterClinicForCopy(client, clinicId);
    await client.query(
      `SELECT append_audit(NULL, $1, 'patient_erased', erased, NULL, 'done', $2, '')
       FROM unnest($3::uuid[]) AS erased WHERE EXISTS (SELECT FROM clinics WHERE id = $4)
       AND NOT EXISTS (SELECT FROM audit WHERE clinic_id = $4 AND action = 'patient_erased' AND patient_id = erased)`,
      [operator.role, terminal.id, patients, clinicId],
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
