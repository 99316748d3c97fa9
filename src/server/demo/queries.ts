import { sql } from 'kysely';
import type { Db } from '../db/transaction.ts';

export async function setPatientCreated(
  db: Db,
  clinicId: string,
  id: string,
  created: string,
): Promise<void> {
  await db
    .updateTable('patients')
    .set({ created })
    .where('clinic_id', '=', clinicId)
    .where('id', '=', id)
    .execute();
}

/** Marks every finished survey of a clinic as read, as if its reports had been opened when they came. */
export async function readAllReports(db: Db, clinicId: string): Promise<void> {
  await sql`UPDATE survey_sessions SET report_viewed_at = finished_at
    WHERE clinic_id = ${clinicId} AND finished_at IS NOT NULL AND report_viewed_at IS NULL`.execute(db);
}
