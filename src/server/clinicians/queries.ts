import { sql } from 'kysely';
import { compareGerman } from '../../domain/german-order.ts';
import { nameKey } from '../../domain/patient-code.ts';
import { type Edits, revisionOf } from '../http/edits.ts';
import { violatedConstraint } from '../database/violation.ts';
import type { Db } from '../database/transaction.ts';
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
  if (constraint === 'one_admin_per_clinic') throw new AppError('clinic_has_admin', { cause: error });
  if (constraint === 'accounts_clinic_id_role_username_key_key')
    throw new AppError('username_taken', { cause: error });
  throw error;
}

// The database sorts by bytes, so that its indexes do not depend on a library of the system.
const byName = (a: { username: string }, b: { username: string }) => compareGerman(a.username, b.username);

/** The enabled clinicians of a clinic, sorted by name. Only they can get patients. */
export async function listAssignable(db: Db, clinicId: string) {
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'username', 'enabled'])
    .where('clinic_id', '=', clinicId)
    .where('role', '=', 'clinician')
    .where('enabled', '=', true)
    .execute();
  return rows.sort(byName);
}

type StaffRow = { id: string; username: string; enabled: boolean; patient_count: number };

/** Every clinician of a clinic with the number of patients, sorted by name. */
export async function listWithCounts(db: Db, clinicId: string) {
  const { rows } = await sql<StaffRow & { edits: Edits }>`
    SELECT a.id, a.username, a.enabled, coalesce(p.count, 0) AS patient_count, a.edits
    FROM accounts a
    LEFT JOIN (SELECT clinician_id, count(*)::int AS count FROM patients WHERE clinic_id = ${clinicId} GROUP BY 1) p
      ON p.clinician_id = a.id
    WHERE a.clinic_id = ${clinicId} AND a.role = 'clinician'`.execute(db);
  return rows.sort(byName).map(({ edits, ...row }) => ({ ...row, revision: revisionOf(edits) }));
}

export async function findClinician(db: Db, clinicId: string, id: string) {
  return db
    .selectFrom('accounts')
    .select(['id', 'username', 'enabled'])
    .where('clinic_id', '=', clinicId)
    .where('id', '=', id)
    .where('role', '=', 'clinician')
    .executeTakeFirst();
}

/** The clinician, locked against disabling and renaming until the transaction ends. */
export async function lockClinician(db: Db, clinicId: string, id: string) {
  return db
    .selectFrom('accounts')
    .select(['id', 'username', 'enabled'])
    .where('clinic_id', '=', clinicId)
    .where('id', '=', id)
    .where('role', '=', 'clinician')
    .forShare()
    .executeTakeFirst();
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

/** Enables or disables a clinician. False if the clinic has no clinician with this id. */
export async function setEnabled(db: Db, clinicId: string, id: string, enabled: boolean): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('accounts')
    .set({ enabled })
    .where('clinic_id', '=', clinicId)
    .where('id', '=', id)
    .where('role', '=', 'clinician')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function hasPatients(db: Db, clinicId: string, clinicianId: string): Promise<boolean> {
  const patient = await db
    .selectFrom('patients')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('clinician_id', '=', clinicianId)
    .limit(1)
    .executeTakeFirst();
  return patient !== undefined;
}

export async function listPatientCodes(db: Db, clinicId: string, clinicianId: string) {
  return db
    .selectFrom('patients')
    .select(['id', 'code'])
    .where('clinic_id', '=', clinicId)
    .where('clinician_id', '=', clinicianId)
    .orderBy(sql`code_key COLLATE "C"`)
    .execute();
}
