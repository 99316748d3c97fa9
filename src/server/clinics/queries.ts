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
