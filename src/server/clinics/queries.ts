import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../db/transaction.ts';

export async function listClinics(db: Db) {
  return db.selectFrom('clinics').select(['id', 'name', 'contact']).orderBy('name_key').execute();
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

export async function insertClinic(
  db: Db,
  clinic: { name: string; nameKey: string; contact: string },
): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('clinics')
    .values({ id, name: clinic.name, name_key: clinic.nameKey, contact: clinic.contact })
    .execute();
  return id;
}
