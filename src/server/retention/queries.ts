import { sql } from 'kysely';
import { ownedBy } from '../auth/owner.ts';
import type { Db } from '../db/transaction.ts';

export type ErasedPatient = { clinicId: string; id: string; code: string };

/** The patient with this code, locked until the transaction ends. */
export async function lockPatient(
  db: Db,
  clinicId: string,
  codeKey: string,
): Promise<ErasedPatient | undefined> {
  return db
    .selectFrom('patients')
    .select(['clinic_id as clinicId', 'id', 'code'])
    .where('clinic_id', '=', clinicId)
    .where('code_key', '=', codeKey)
    .forUpdate()
    .executeTakeFirst();
}

/** Deletes a patient with every row that belongs to them, their data key too. */
export async function deletePatient(db: Db, { clinicId, id }: ErasedPatient): Promise<void> {
  await sql`DELETE FROM known_devices WHERE clinic_id = ${clinicId} AND ${ownedBy({ patientId: id })}`.execute(
    db,
  );
  await db.deleteFrom('patients').where('clinic_id', '=', clinicId).where('id', '=', id).execute();
}

/** Deletes what the login limits remember of one account: keyed hashes of its name and of its id. */
export async function forgetAttempts(
  db: Db,
  clinicId: string,
  { accountKey, userKey }: { accountKey: string; userKey: string },
): Promise<void> {
  await db
    .deleteFrom('login_failures')
    .where('clinic', '=', clinicId)
    .where('account_key', '=', accountKey)
    .execute();
  await db.deleteFrom('limited_attempts').where('key', '=', userKey).execute();
}

export type StoredCall = { userId: string; key: string; cell: Buffer | null };

/** The answers that are kept for repeated calls of a clinic: few, each for ten minutes. */
export async function storedCalls(db: Db, clinicId: string): Promise<StoredCall[]> {
  return db
    .selectFrom('idempotency_keys')
    .select(['user_id as userId', 'key', 'answer_encrypted as cell'])
    .where('clinic_id', '=', clinicId)
    .execute();
}

export async function deleteStoredCall(db: Db, clinicId: string, { userId, key }: StoredCall): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('clinic_id', '=', clinicId)
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .execute();
}
