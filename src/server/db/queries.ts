import { sql } from 'kysely';
import type { Db } from './transaction.ts';

export async function appliedMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM schema_migrations`.execute(db);
  return rows.map(({ name }) => name);
}

/** Rights of the server's role that it must not have: if one is true, the server does not start (R12). */
export async function currentRole(db: Db) {
  const { rows } = await sql<{
    name: string;
    is_superuser: boolean;
    bypasses_rls: boolean;
    owns_tables: boolean;
  }>`
    SELECT current_user AS name, rolsuper AS is_superuser, rolbypassrls AS bypasses_rls,
      EXISTS (SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relowner = pg_roles.oid) AS owns_tables
    FROM pg_roles WHERE rolname = current_user`.execute(db);
  return rows[0];
}

export async function isEmptyDatabase(db: Db): Promise<boolean> {
  const row = await db.selectFrom('clinics').select('id').limit(1).executeTakeFirst();
  return row === undefined;
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
