import { sql } from 'kysely';
import type { PatientKey } from '../database/row-keys.ts';
import type { Db } from '../database/transaction.ts';

export type SharingAnswer = { allowed: boolean; answered_at: string };

/** What a patient answered; undefined before an answer. */
export async function findSharingAnswer(
  db: Db,
  { clinicId, patientId }: PatientKey,
): Promise<SharingAnswer | undefined> {
  return db
    .selectFrom('sharing_answers')
    .select(['allowed', 'answered_at'])
    .where('clinic_id', '=', clinicId)
    .where('patient_id', '=', patientId)
    .executeTakeFirst();
}

export async function storeSharingAnswer(
  db: Db,
  { clinicId, patientId }: PatientKey,
  { allowed, answered_at: at }: SharingAnswer,
): Promise<void> {
  await db
    .insertInto('sharing_answers')
    .values({ clinic_id: clinicId, patient_id: patientId, allowed, answered_at: at })
    .onConflict((conflict) =>
      conflict.columns(['clinic_id', 'patient_id']).doUpdateSet({ allowed, answered_at: at }),
    )
    .execute();
}

/**
 * The patients of this list who agree. None of them can withdraw until the transaction ends, so no answer after a
 * withdrawal shows the patient.
 */
export async function holdAgreed(
  db: Db,
  clinicId: string,
  patientIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ patient_id: string }>`
    SELECT patient_id FROM sharing_answers
    WHERE clinic_id = ${clinicId} AND patient_id = ANY(${[...patientIds]}::uuid[]) AND allowed
    ORDER BY patient_id FOR SHARE`.execute(db);
  return new Set(rows.map((row) => row.patient_id));
}
