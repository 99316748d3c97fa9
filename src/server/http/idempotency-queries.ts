import { sql } from 'kysely';
import type { Db } from '../database/transaction.ts';

/** One retry key of one user. */
export type RetryKey = { clinicId: string; userId: string; key: string };

export async function deleteExpiredKeys(db: Db, clinicId: string): Promise<void> {
  await sql`DELETE FROM idempotency_keys WHERE clinic_id = ${clinicId} AND expires < now()`.execute(db);
}

/** Deletes every expired answer of every clinic, and returns how many there were. */
export async function forgetStoredAnswers(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT forget_stored_answers() AS count`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Stores a new key; false if the user has sent it before. A parallel request with the same key waits here. */
export async function claimKey(
  db: Db,
  { clinicId, userId, key }: RetryKey,
  { route, bodyHash, keepSeconds }: { route: string; bodyHash: Buffer; keepSeconds: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO idempotency_keys (clinic_id, user_id, key, route, body_hash, expires)
    VALUES (${clinicId}, ${userId}, ${key}, ${route}, ${bodyHash}, now() + make_interval(secs => ${keepSeconds}::float8))
    ON CONFLICT DO NOTHING`.execute(db);
  return numAffectedRows === 1n;
}

export async function findStoredAnswer(db: Db, { clinicId, userId, key }: RetryKey) {
  return db
    .selectFrom('idempotency_keys')
    .select(['route', 'body_hash', 'answer_encrypted'])
    .where('clinic_id', '=', clinicId)
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst();
}

export async function storeAnswer(
  db: Db,
  { clinicId, userId, key }: RetryKey,
  encrypted: Buffer,
): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({ answer_encrypted: encrypted })
    .where('clinic_id', '=', clinicId)
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .execute();
}
