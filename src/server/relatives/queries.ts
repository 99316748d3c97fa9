import type { Db } from '../database/transaction.ts';

/** The cells of one patient, or of all patients of a clinician, in the order of their codes. */
export async function readContents(
  db: Db,
  clinicId: string,
  of: { readonly patientId: string } | { readonly clinicianId: string },
) {
  const all = db
    .selectFrom('patients')
    .select(['id', 'code', 'birth_date_encrypted'])
    .where('clinic_id', '=', clinicId)
    .orderBy('code_key');
  const chosen =
    'patientId' in of ? all.where('id', '=', of.patientId) : all.where('clinician_id', '=', of.clinicianId);
  return chosen.execute();
}
