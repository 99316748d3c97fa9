import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { cellPlace } from '../keys/cells.ts';
import type { Db } from '../db/transaction.ts';
import { decryptField, deriveKey, encryptField, keyVersionOf, type Keys } from '../keys/keys.ts';
import { AppError } from '../app-error.ts';

/** A repeatable call (R26): who sends it, which one, under which key, with which content. */
export type Repeatable = {
  clinicId: string;
  userId: string;
  key: string;
  route: string;
  content: string;
  keepSeconds: number;
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The key of the request header, or undefined; refuses what is no UUID. */
export function idempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || !uuid.test(header)) throw new AppError('invalid_header');
  return header.toLowerCase();
}

/**
 * Runs `work` once per key, in the transaction of its effect. The same key with the same content gives the stored
 * answer again; with other content it is refused. Answers are stored encrypted and forgotten after `keepSeconds`.
 */
export async function once<T>(db: Db, keys: Keys, call: Repeatable, work: () => Promise<T>): Promise<T> {
  await forgetExpired(db, call.clinicId);
  if (!(await claim(db, call, contentHash(keys, keys.current, call)))) return storedAnswer<T>(db, keys, call);
  const answer = await work();
  await storeAnswer(
    db,
    call,
    encryptField(keys, JSON.stringify(answer), cellPlace('idempotency_keys|answer_encrypted', call)),
  );
  return answer;
}

// Keyed: a plain hash of a body with a password or a birth date in it could be guessed from a stolen database.
function contentHash(keys: Keys, version: number, { content }: Repeatable): Buffer {
  return createHmac('sha256', deriveKey(keys, 'idempotency', version))
    .update(content)
    .digest();
}

async function forgetExpired(db: Db, clinicId: string): Promise<void> {
  await sql`DELETE FROM idempotency_keys WHERE clinic_id = ${clinicId} AND expires < now()`.execute(db);
}

/** Deletes what can no longer be asked for, in all clinics; gives how many answers that were. */
export async function forgetStoredAnswers(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT forget_stored_answers() AS count`.execute(db);
  return rows[0]?.count ?? 0;
}

async function claim(
  db: Db,
  { clinicId, userId, key, route, keepSeconds }: Repeatable,
  bodyHash: Buffer,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO idempotency_keys (clinic_id, user_id, key, route, body_hash, expires)
    VALUES (${clinicId}, ${userId}, ${key}, ${route}, ${bodyHash}, now() + make_interval(secs => ${keepSeconds}::float8))
    ON CONFLICT DO NOTHING`.execute(db);
  return numAffectedRows === 1n;
}

async function storedAnswer<T>(db: Db, keys: Keys, call: Repeatable): Promise<T> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['route', 'body_hash', 'answer_encrypted'])
    .where('clinic_id', '=', call.clinicId)
    .where('user_id', '=', call.userId)
    .where('key', '=', call.key)
    .executeTakeFirst();
  if (!row?.answer_encrypted || row.route !== call.route) throw new AppError('idempotency_key_reused');
  // Hash and answer were made in one transaction, with keys of one version.
  const bodyHash = contentHash(keys, keyVersionOf(row.answer_encrypted), call);
  if (!row.body_hash.equals(bodyHash)) throw new AppError('idempotency_key_reused');
  // What was stored is this route's own answer; it is parsed by the route's schema on its way out again.
  return JSON.parse(
    decryptField(keys, row.answer_encrypted, cellPlace('idempotency_keys|answer_encrypted', call)),
  ) as T;
}

async function storeAnswer(db: Db, { clinicId, userId, key }: Repeatable, answer: Buffer): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({ answer_encrypted: answer })
    .where('clinic_id', '=', clinicId)
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .execute();
}
