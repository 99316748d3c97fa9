import { sql } from 'kysely';
import type { Db } from '../database/transaction.ts';

export async function renameClinic(
  db: Db,
  id: string,
  clinic: { name: string; nameKey: string; contact?: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('clinics')
    .set({
      name: clinic.name,
      name_key: clinic.nameKey,
      ...(clinic.contact !== undefined && { contact: clinic.contact }),
    })
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function listClinics(db: Db) {
  return db
    .selectFrom('clinics')
    .select(['id', 'name', 'contact', 'second_factor', 'suspended', 'created'])
    .orderBy('name')
    .execute();
}

/** A clinic by its id or by its name; case does not matter. */
export async function findClinicByIdOrName(db: Db, text: string, nameKey: string) {
  return db
    .selectFrom('clinics')
    .select(['id', 'name'])
    .where((where) => where.or([where(sql<string>`id::text`, '=', text), where('name_key', '=', nameKey)]))
    .executeTakeFirst();
}

export async function listAdmins(db: Db, clinicId: string) {
  return db
    .selectFrom('accounts')
    .select(['id', 'username', 'enabled', 'activated_at', 'registration_expires', 'created'])
    .where('clinic_id', '=', clinicId)
    .where('role', '=', 'admin')
    .execute();
}

/** Activates an admin. An expired registration stays inactive (R28), and an active account does not change. */
export async function activateAdmin(
  db: Db,
  clinicId: string,
  accountId: string,
): Promise<'activated' | 'active' | 'expired'> {
  const { rows } = await sql<{ state: 'activated' | 'active' | 'expired' }>`
    WITH before AS (
      SELECT activated_at IS NOT NULL AND enabled AS active,
        activated_at IS NULL AND registration_expires < now() AS expired
      FROM accounts WHERE clinic_id = ${clinicId} AND id = ${accountId} FOR UPDATE
    ), changed AS (
      UPDATE accounts SET activated_at = coalesce(activated_at, now()), registration_expires = NULL, enabled = true
      WHERE clinic_id = ${clinicId} AND id = ${accountId} AND NOT EXISTS (SELECT FROM before WHERE active OR expired)
    )
    SELECT CASE WHEN active THEN 'active' WHEN expired THEN 'expired' ELSE 'activated' END AS state
    FROM before`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the account to be activated is gone');
  return row.state;
}

/** Deletes the registration of an admin who was never activated; false if the admin is active. */
export async function rejectAdmin(db: Db, clinicId: string, accountId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('accounts')
    .where('clinic_id', '=', clinicId)
    .where('id', '=', accountId)
    .where('activated_at', 'is', null)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** The accounts of this name, locked: at most one clinician and one admin. */
export async function lockAccounts(db: Db, clinicId: string, usernameKey: string) {
  return db
    .selectFrom('accounts')
    .select(['id', 'role', 'username'])
    .where('clinic_id', '=', clinicId)
    .where('username_key', '=', usernameKey)
    .forUpdate()
    .execute();
}

export async function countPatientsOf(db: Db, clinicId: string, clinicianId: string): Promise<number> {
  const { count } = await db
    .selectFrom('patients')
    .select(sql<number>`count(*)`.as('count'))
    .where('clinic_id', '=', clinicId)
    .where('clinician_id', '=', clinicianId)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Deletes an account with its sessions, devices, second factor, deputyships and address. Events that it acknowledged keep
 * the act and the moment, and the audit trail its id.
 */
export async function eraseAccount(db: Db, clinicId: string, accountId: string): Promise<void> {
  await db.deleteFrom('accounts').where('clinic_id', '=', clinicId).where('id', '=', accountId).execute();
}

export async function findPatientId(db: Db, clinicId: string, codeKey: string) {
  return db
    .selectFrom('patients')
    .select(['id', 'code'])
    .where('clinic_id', '=', clinicId)
    .where('code_key', '=', codeKey)
    .executeTakeFirst();
}

/** The erasures that a clinic's trail tells of, the oldest first. */
export async function listErasures(db: Db, clinicId: string) {
  return db
    .selectFrom('audit')
    .select(['patient_id', 'at as erased'])
    .where('clinic_id', '=', clinicId)
    .where('action', '=', 'patient_erased')
    .where('patient_id', 'is not', null)
    .orderBy('id')
    .execute();
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
