import { sql } from 'kysely';
import { nameKey } from '../../domain/patient-code.ts';
import type { Db } from '../database/transaction.ts';
import { violatedConstraint } from '../database/violation.ts';
import { type Edits, revisionOf } from '../http/edits.ts';
import { AppError } from '../settings/app-error.ts';

export type NewAccount = {
  clinicId: string;
  id: string;
  role: 'admin' | 'clinician';
  username: string;
  /** Days until a registration without activation expires. Null: the account is active from the start. */
  registrationDays: number | null;
};

/**
 * Inserts an account without a password. The same transaction sets the password next. The name is stored before the
 * costly hash, so that only one of many registrations of one name computes a hash.
 */
export async function insertAccount(db: Db, account: NewAccount): Promise<void> {
  const { clinicId, id, role, username, registrationDays } = account;
  await sql`
    INSERT INTO accounts (clinic_id, id, role, username, username_key, password_hash, activated_at, registration_expires)
    VALUES (${clinicId}, ${id}, ${role}, ${username}, ${nameKey(username)}, '',
      CASE WHEN ${registrationDays}::int IS NULL THEN now() END,
      now() + make_interval(days => ${registrationDays}::int))`
    .execute(db)
    .catch(refuseTakenName);
}

function refuseTakenName(error: unknown): never {
  const constraint = violatedConstraint(error);
  if (constraint === 'accounts_clinic_id_role_username_key_key')
    throw new AppError('username_taken', { cause: error });
  throw error;
}

const clinician = (db: Db, clinicId: string, id: string) =>
  db
    .selectFrom('accounts')
    .select(['id', 'username', 'enabled'])
    .where('clinic_id', '=', clinicId)
    .where('id', '=', id)
    .where('role', '=', 'clinician');

export function findClinician(db: Db, clinicId: string, id: string) {
  return clinician(db, clinicId, id).executeTakeFirst();
}

/** The clinician, locked against disabling and renaming until the transaction ends. */
export function lockClinician(db: Db, clinicId: string, id: string) {
  return clinician(db, clinicId, id).forShare().executeTakeFirst();
}

/** Locks clinicians until the transaction ends. All calls lock in the order of ids, so two calls never deadlock. */
export async function lockAccounts(db: Db, clinicId: string, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; username: string; edits: unknown }>`
    SELECT id, username, edits FROM accounts
    WHERE clinic_id = ${clinicId} AND role = 'clinician' AND id = ANY(${[...ids]}::uuid[])
    ORDER BY id FOR NO KEY UPDATE`.execute(db);
  return rows;
}

export async function storeEdits(db: Db, clinicId: string, id: string, edits: Edits): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ edits: JSON.stringify(edits) })
    .where('clinic_id', '=', clinicId)
    .where('id', '=', id)
    .execute();
}

/** The revision of a clinician's account. */
export async function revisionOfAccount(db: Db, clinicId: string, id: string): Promise<string> {
  const account = await db
    .selectFrom('accounts')
    .select('edits')
    .where('clinic_id', '=', clinicId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  // Only `storeEdits` writes the column.
  return revisionOf(account.edits as Edits);
}

/** The enabled clinician of a name, locked against disabling until the transaction ends. */
export async function lockEnabledClinicianNamed(db: Db, clinicId: string, username: string) {
  return db
    .selectFrom('accounts')
    .select(['id', 'username'])
    .where('clinic_id', '=', clinicId)
    .where('role', '=', 'clinician')
    .where('username_key', '=', nameKey(username))
    .where('enabled', '=', true)
    .forShare()
    .executeTakeFirst();
}

/** Renames a clinician. False if the clinic has no clinician with this id. */
export async function renameClinician(
  db: Db,
  clinicId: string,
  id: string,
  username: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('accounts')
    .set({ username, username_key: nameKey(username) })
    .where('clinic_id', '=', clinicId)
    .where('id', '=', id)
    .where('role', '=', 'clinician')
    .executeTakeFirst()
    .catch(refuseTakenName);
  return numUpdatedRows === 1n;
}

/** The accounts of this name, locked: at most one clinician and one admin. */
export async function lockAccountsNamed(db: Db, clinicId: string, usernameKey: string) {
  return db
    .selectFrom('accounts')
    .select(['id', 'role', 'username'])
    .where('clinic_id', '=', clinicId)
    .where('username_key', '=', usernameKey)
    .forUpdate()
    .execute();
}

export async function findClinicianNamed(db: Db, clinicId: string, usernameKey: string) {
  return db
    .selectFrom('accounts')
    .select(['id', 'username'])
    .where('clinic_id', '=', clinicId)
    .where('role', '=', 'clinician')
    .where('username_key', '=', usernameKey)
    .executeTakeFirst();
}

/**
 * Deletes an account with its sessions, devices, second factor, deputyships and address. Events that it acknowledged keep
 * the act and the moment, and the audit trail its id.
 */
export async function eraseAccount(db: Db, clinicId: string, accountId: string): Promise<void> {
  await db.deleteFrom('accounts').where('clinic_id', '=', clinicId).where('id', '=', accountId).execute();
}
