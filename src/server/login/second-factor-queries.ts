import { sql } from 'kysely';
import type { Db } from '../database/transaction.ts';

// A setup can be confirmed for so many minutes.
const SETUP_MINUTES = 15;

/** Whether the clinic offers a second factor to its staff. */
export async function isOffered(db: Db, clinicId: string): Promise<boolean> {
  const clinic = await db
    .selectFrom('clinics')
    .select('second_factor')
    .where('id', '=', clinicId)
    .executeTakeFirst();
  return clinic?.second_factor === true;
}

/**
 * The second factor of an account, locked until the transaction ends. A setup that was not confirmed in time is
 * ignored.
 */
export async function lockSecondFactor(db: Db, clinicId: string, accountId: string) {
  const { rows } = await sql<{
    encrypted: Buffer;
    last_step: number;
    confirmed: boolean;
  }>`SELECT encrypted, last_step, confirmed IS NOT NULL AS confirmed FROM second_factors
     WHERE clinic_id = ${clinicId} AND account_id = ${accountId}
       AND (confirmed IS NOT NULL OR begun > now() - make_interval(mins => ${SETUP_MINUTES}))
     FOR UPDATE`.execute(db);
  return rows[0];
}

/** Begins a new setup. A confirmed factor stays as it is. */
export async function insertSecondFactor(
  db: Db,
  clinicId: string,
  accountId: string,
  encrypted: Buffer,
): Promise<void> {
  await sql`INSERT INTO second_factors (clinic_id, account_id, encrypted) VALUES (${clinicId}, ${accountId}, ${encrypted})
    ON CONFLICT (clinic_id, account_id) DO UPDATE SET encrypted = excluded.encrypted, last_step = 0, begun = now()
    WHERE second_factors.confirmed IS NULL`.execute(db);
}

export async function confirmSecondFactor(db: Db, clinicId: string, accountId: string): Promise<void> {
  await db
    .updateTable('second_factors')
    .set({ confirmed: sql<string>`now()` })
    .where('clinic_id', '=', clinicId)
    .where('account_id', '=', accountId)
    .execute();
}

export async function setLastStep(db: Db, clinicId: string, accountId: string, step: number): Promise<void> {
  await db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('clinic_id', '=', clinicId)
    .where('account_id', '=', accountId)
    .execute();
}

export async function replaceSecrets(
  db: Db,
  clinicId: string,
  accountId: string,
  encrypted: Buffer,
): Promise<void> {
  await db
    .updateTable('second_factors')
    .set({ encrypted })
    .where('clinic_id', '=', clinicId)
    .where('account_id', '=', accountId)
    .execute();
}

/** Removes the second factor of an account; false if it had none. */
export async function deleteSecondFactor(db: Db, clinicId: string, accountId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('second_factors')
    .where('clinic_id', '=', clinicId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The number of accounts of a clinic with a second factor. */
export async function countSecondFactors(db: Db, clinicId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM second_factors
    WHERE clinic_id = ${clinicId} AND confirmed IS NOT NULL`.execute(db);
  return rows[0]?.count ?? 0;
}
