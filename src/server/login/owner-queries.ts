import { sql } from 'kysely';
import type { Db } from '../database/transaction.ts';

/** The owner of a session or device. */
export type Owner = { accountId: string } | { patientId: string };

export function userIdOf(owner: Owner): string {
  return 'accountId' in owner ? owner.accountId : owner.patientId;
}

/** The condition that a row with account_id and patient_id belongs to `owner`. */
export function ownedBy(owner: Owner) {
  return 'accountId' in owner ? sql`account_id = ${owner.accountId}` : sql`patient_id = ${owner.patientId}`;
}

/**
 * Locks the account or patient, so that its secret cannot change and it cannot be closed or erased until the
 * transaction ends. The lock is shared: an import that locks its clinicians for seconds does not keep them from
 * logging in.
 */
export async function lockOwner(db: Db, clinicId: string, owner: Owner): Promise<void> {
  const table = sql.table('accountId' in owner ? 'accounts' : 'patients');
  await sql`SELECT FROM ${table} WHERE clinic_id = ${clinicId} AND id = ${userIdOf(owner)} FOR SHARE`.execute(
    db,
  );
}
