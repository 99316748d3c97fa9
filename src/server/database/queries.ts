import { sql } from 'kysely';
import type { Db } from './transaction.ts';

export async function appliedMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM schema_migrations`.execute(db);
  return rows.map(({ name }) => name);
}

/** True on a standby, and where the database takes no changes by its settings. */
export async function isReadOnly(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    SELECT current_setting('transaction_read_only')::boolean AS is`.execute(db);
  return rows[0]?.is ?? false;
}

export async function isEmptyDatabase(db: Db): Promise<boolean> {
  const row = await db.selectFrom('clinics').select('id').limit(1).executeTakeFirst();
  return row === undefined;
}

/** Those of the ids that no clinic has. */
export async function missingClinics(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('clinics').select('id').where('id', 'in', ids).execute();
  const found = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !found.has(id));
}

export async function hasDemoClinic(db: Db): Promise<boolean> {
  const row = await db.selectFrom('clinics').select('id').where('is_demo', '=', true).executeTakeFirst();
  return row !== undefined;
}

export async function storedFingerprints(db: Db) {
  return db.selectFrom('key_fingerprints').select(['version', 'fingerprint']).execute();
}

export async function insertFingerprint(db: Db, version: number, fingerprint: string): Promise<void> {
  await db
    .insertInto('key_fingerprints')
    .values({ version, fingerprint })
    .onConflict((c) => c.doNothing())
    .execute();
}

/** Makes the rows of this clinic visible to the transaction. For work in several clinics that must succeed as a whole. */
export async function enterClinic(db: Db, clinicId: string): Promise<void> {
  await sql`SELECT set_config('app.clinic_id', ${clinicId}, true)`.execute(db);
}

/** The server of the database, its settings that matter to us, and the size of each table with its estimated rows. */
export async function describeServer(db: Db) {
  const { rows: settings } = await sql<{ name: string; value: string }>`
    SELECT name, current_setting(name) AS value FROM pg_settings WHERE name IN ('server_version', 'max_connections',
      'shared_buffers', 'synchronous_commit', 'synchronous_standby_names', 'transaction_read_only', 'TimeZone')`.execute(
    db,
  );
  const { rows: tables } = await sql<{ table: string; rows: number; bytes: number }>`
    SELECT relname::text AS "table", reltuples::float8 AS rows, pg_total_relation_size(oid)::float8 AS bytes FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY relname`.execute(db);
  return { server: Object.fromEntries(settings.map(({ name, value }) => [name, value])), tables };
}

/** What the operator's look at an installation asks of the database. */
export async function describeDatabase(db: Db) {
  const { rows } = await sql<{ version: string; login: string; clock: number }>`
    SELECT current_setting('server_version') AS version, session_user AS login,
      extract(epoch FROM clock_timestamp())::float8 * 1000 AS clock`.execute(db);
  return rows[0]!;
}
