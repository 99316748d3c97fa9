import { sql } from 'kysely';
import type { Db } from '../database/transaction.ts';

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

/** Marks the finished surveys of a patient as read, as if the reports had been opened when they came. */
export async function readReports(db: Db, clinicId: string, code: string): Promise<void> {
  await sql`UPDATE survey_sessions SET report_viewed_at = finished_at
    WHERE clinic_id = ${clinicId} AND finished_at IS NOT NULL
      AND patient_id = (SELECT id FROM patients WHERE clinic_id = ${clinicId} AND code = ${code})`.execute(
    db,
  );
}
