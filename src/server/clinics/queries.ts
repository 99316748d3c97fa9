import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Help, ReminderHours } from '../../domain/crisis.ts';
import type { Db } from '../database/transaction.ts';
import type { Edits } from '../http/edits.ts';

export async function listClinics(db: Db) {
  return db.selectFrom('clinics').select(['id', 'name', 'contact']).orderBy('name_key').execute();
}

/** The clinics that people log in to and that send mails. */
export async function listClinicsInUse(db: Db) {
  return db
    .selectFrom('clinics')
    .select(['id', 'name', 'contact'])
    .where('suspended', 'is', null)
    .orderBy('name_key')
    .execute();
}

/** Lets one registration of an admin per clinic run at a time. False if the clinic does not exist. */
export async function lockClinic(db: Db, clinicId: string): Promise<boolean> {
  const clinic = await db
    .selectFrom('clinics')
    .select('id')
    .where('id', '=', clinicId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return clinic !== undefined;
}

/** Deletes a registration that was not activated in time, so that another is possible (R28). */
export async function deleteExpiredAdminRegistration(db: Db, clinicId: string): Promise<void> {
  await sql`DELETE FROM accounts WHERE clinic_id = ${clinicId} AND role = 'admin'
    AND activated_at IS NULL AND registration_expires < now()`.execute(db);
}

export async function hasAdmin(db: Db, clinicId: string): Promise<boolean> {
  const admin = await db
    .selectFrom('accounts')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('role', '=', 'admin')
    .executeTakeFirst();
  return admin !== undefined;
}

/** The help in a crisis that a clinic has set; null where it has set none. */
export async function findHelp(db: Db, clinicId: string): Promise<Help | null | undefined> {
  const row = await db.selectFrom('clinics').select('help').where('id', '=', clinicId).executeTakeFirst();
  // Only `updateSettings` writes the column.
  return row && (row.help as Help | null);
}

/** What the admin of a clinic sets. */
export type ClinicSettings = {
  contact: string;
  help: Help | null;
  dutyAddress: string;
  hours: ReminderHours;
};

export async function findSettings(db: Db, clinicId: string): Promise<ClinicSettings & { edits: Edits }> {
  return settingsOf(await settingsRow(db, clinicId).executeTakeFirstOrThrow());
}

/** The same, locked until the transaction ends. */
export async function lockSettings(db: Db, clinicId: string): Promise<ClinicSettings & { edits: Edits }> {
  return settingsOf(await settingsRow(db, clinicId).forNoKeyUpdate().executeTakeFirstOrThrow());
}

const settingsRow = (db: Db, clinicId: string) =>
  db
    .selectFrom('clinics')
    .select(['contact', 'help', 'duty_address', 'urgent_hours', 'notice_hours', 'edits'])
    .where('id', '=', clinicId);

type SettingsRow = Awaited<ReturnType<ReturnType<typeof settingsRow>['executeTakeFirstOrThrow']>>;

function settingsOf(row: SettingsRow): ClinicSettings & { edits: Edits } {
  return {
    // Only `updateSettings` writes the column.
    edits: row.edits as Edits,
    contact: row.contact,
    // Only `updateSettings` writes the column.
    help: row.help as Help | null,
    dutyAddress: row.duty_address,
    hours: { urgent: row.urgent_hours, notice: row.notice_hours },
  };
}

export async function updateSettings(
  db: Db,
  clinicId: string,
  { contact, help, dutyAddress, hours, edits }: ClinicSettings & { edits: Edits },
): Promise<void> {
  await db
    .updateTable('clinics')
    .set({
      contact,
      help: help && JSON.stringify(help),
      duty_address: dutyAddress,
      urgent_hours: hours.urgent,
      notice_hours: hours.notice,
      edits: JSON.stringify(edits),
    })
    .where('id', '=', clinicId)
    .execute();
}

export async function insertClinic(
  db: Db,
  clinic: { name: string; nameKey: string; contact: string; isDemo?: boolean },
): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('clinics')
    .values({
      id,
      name: clinic.name,
      name_key: clinic.nameKey,
      contact: clinic.contact,
      is_demo: clinic.isDemo ?? false,
    })
    .execute();
  return id;
}

export async function describeClinics(db: Db) {
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

/** Offers the staff of a clinic a second factor, or takes the offer back. False if nothing changed. */
export async function offerSecondFactor(db: Db, clinicId: string, isOffered: boolean): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('clinics')
    .set({ second_factor: isOffered })
    .where('id', '=', clinicId)
    .where('second_factor', '<>', isOffered)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** The admins of a clinic, the oldest account first. */
export async function listAdmins(db: Db, clinicId: string) {
  return admins(db, clinicId)
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('second_factors')
          .select('account_id')
          .whereRef('second_factors.clinic_id', '=', 'accounts.clinic_id')
          .whereRef('account_id', '=', 'accounts.id')
          .where('confirmed', 'is not', null),
      ).as('second_factor'),
    )
    .orderBy('created')
    .orderBy('id')
    .execute();
}

/** The admins, locked until the transaction ends. All calls lock in the order of ids, so two calls never deadlock. */
export async function lockAdmins(db: Db, clinicId: string) {
  return admins(db, clinicId).orderBy('id').forNoKeyUpdate().execute();
}

const admins = (db: Db, clinicId: string) =>
  db
    .selectFrom('accounts')
    .select(['id', 'username', 'username_key', 'enabled', 'activated_at', 'registration_expires', 'created'])
    .where('clinic_id', '=', clinicId)
    .where('role', '=', 'admin');

export async function setAdminEnabled(db: Db, clinicId: string, id: string, enabled: boolean): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ enabled })
    .where('clinic_id', '=', clinicId)
    .where('id', '=', id)
    .where('role', '=', 'admin')
    .execute();
}

export async function isStaffAccount(db: Db, clinicId: string, id: string): Promise<boolean> {
  const account = await db
    .selectFrom('accounts')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('id', '=', id)
    .executeTakeFirst();
  return account !== undefined;
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
