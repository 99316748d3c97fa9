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
