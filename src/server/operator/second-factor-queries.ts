import type { Db } from '../database/transaction.ts';

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

export async function findAccount(
  db: Db,
  clinicId: string,
  account: { role: 'admin' } | { role: 'clinician'; usernameKey: string },
) {
  const query = db
    .selectFrom('accounts')
    .select(['id', 'username'])
    .where('clinic_id', '=', clinicId)
    .where('role', '=', account.role);
  return account.role === 'admin'
    ? query.executeTakeFirst()
    : query.where('username_key', '=', account.usernameKey).executeTakeFirst();
}
