import { sql } from 'kysely';

/** Whose session or device a row is. */
export type Owner = { accountId: string } | { patientId: string };

/** The condition that a row with account_id and patient_id belongs to `owner`. */
export function ownedBy(owner: Owner) {
  return 'accountId' in owner ? sql`account_id = ${owner.accountId}` : sql`patient_id = ${owner.patientId}`;
}

export function userIdOf(owner: Owner): string {
  return 'accountId' in owner ? owner.accountId : owner.patientId;
}
