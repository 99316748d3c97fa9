import { createHmac } from 'node:crypto';
import { AppError } from '../settings/app-error.ts';
import type { Db } from '../database/transaction.ts';
import { cellPlace } from '../keys/cells.ts';
import { decryptField, deriveKey, encryptField, keyVersionOf, type Keys } from '../keys/keys.ts';
import * as queries from './idempotency-queries.ts';

/**
 * A call that its sender may repeat under one key (R26). `input` is what was sent, as JSON values; `file` its upload.
 * `isSecret`: its answer holds a secret.
 */
export type Repeatable = queries.RetryKey & {
  route: string;
  isSecret: boolean;
  input: unknown;
  file?: Buffer | undefined;
};

const ANSWER_KEPT_SECONDS = 600;
const SECRET_KEPT_SECONDS = 60;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The key of the request header; refuses a key that is no UUID. */
export function idempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || !uuid.test(header)) throw new AppError('invalid_header');
  return header.toLowerCase();
}

/**
 * Runs `work` once per key, in the transaction of its effect. The same key with the same content returns the stored
 * answer; the same key with other content is refused. Answers are stored encrypted, a secret for one minute only.
 */
export async function runOnce<T>(db: Db, keys: Keys, call: Repeatable, work: () => Promise<T>): Promise<T> {
  await queries.deleteExpiredKeys(db, call.clinicId);
  const bodyHash = contentHash(keys, keys.current, call);
  const keepSeconds = call.isSecret ? SECRET_KEPT_SECONDS : ANSWER_KEPT_SECONDS;
  const isNew = await queries.claimKey(db, call, { route: call.route, bodyHash, keepSeconds });
  if (!isNew) return storedAnswer<T>(db, keys, call);
  const answer = await work();
  const encrypted = encryptField(
    keys,
    JSON.stringify(answer),
    cellPlace('idempotency_keys|answer_encrypted', call),
  );
  await queries.storeAnswer(db, call, encrypted);
  return answer;
}

// The hash is keyed: from a plain hash in a stolen database, a password or birth date of the body could be guessed.
function contentHash(keys: Keys, version: number, { input, file }: Repeatable): Buffer {
  const hash = createHmac('sha256', deriveKey(keys, 'idempotency', version)).update(JSON.stringify(input));
  return (file ? hash.update(file) : hash).digest();
}

async function storedAnswer<T>(db: Db, keys: Keys, call: Repeatable): Promise<T> {
  const row = await queries.findStoredAnswer(db, call);
  if (!row?.answer_encrypted || row.route !== call.route) throw new AppError('idempotency_key_reused');
  // Hash and answer were made in one transaction, with keys of one version.
  const bodyHash = contentHash(keys, keyVersionOf(row.answer_encrypted), call);
  if (!row.body_hash.equals(bodyHash)) throw new AppError('idempotency_key_reused');
  // The stored answer is one of this route, and the schema of the route parses it again before it leaves.
  return JSON.parse(
    decryptField(keys, row.answer_encrypted, cellPlace('idempotency_keys|answer_encrypted', call)),
  ) as T;
}
