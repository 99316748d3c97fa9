import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { asSecret, type Secret } from '../../contract/fields.ts';
import { newRecoveryCode, readTypedCode, RECOVERY_CODES } from '../../domain/second-factor-codes.ts';
import { cellPlace } from '../keys/cells.ts';
import type { Db } from '../db/transaction.ts';
import { decryptField, encryptField, type Keys } from '../keys/keys.ts';
import type { Services } from '../services.ts';
import { newSecret, stepOf } from './one-time-code.ts';
import * as queries from './second-factor-queries.ts';

/** Whose second factor it is. */
export type Holder = { clinicId: string; accountId: string };

/** What is encrypted together: the secret shared with the app, and the hashes of the recovery codes that are left. */
type Secrets = { secret: string; recovery: readonly string[] };

/** The second factor of an account, locked; `isConfirmed` is false while it is being set up. */
export type SecondFactor = Holder & Secrets & { lastStep: number; isConfirmed: boolean };

/** Finds and locks the second factor of an account, so that two uses of one code are decided one after the other. */
export async function lockFactor(db: Db, keys: Keys, holder: Holder): Promise<SecondFactor | undefined> {
  const row = await queries.lockSecondFactor(db, holder.clinicId, holder.accountId);
  if (!row) return undefined;
  // Written by `seal` below.
  const secrets = JSON.parse(
    decryptField(keys, row.encrypted, cellPlace('second_factors|encrypted', holder)),
  ) as Secrets;
  return { ...holder, ...secrets, lastStep: row.last_step, isConfirmed: row.confirmed };
}

function seal(keys: Keys, holder: Holder, secrets: Secrets): Buffer {
  return encryptField(keys, JSON.stringify(secrets), cellPlace('second_factors|encrypted', holder));
}

/** Begins a set-up and gives the new secret. */
export async function beginFactor(db: Db, keys: Keys, holder: Holder): Promise<Secret> {
  const secret = newSecret();
  const encrypted = seal(keys, holder, { secret, recovery: [] });
  await queries.insertSecondFactor(db, holder.clinicId, holder.accountId, encrypted);
  return asSecret(secret);
}

/** Gives new recovery codes in place of all that there were; they are shown once and stored hashed. */
export async function giveRecoveryCodes(db: Db, keys: Keys, factor: SecondFactor): Promise<Secret[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => newRecoveryCode((limit) => randomInt(limit)));
  const recovery = codes.map((code) => hashOf(factor, code.replaceAll('-', '')));
  await queries.replaceSecrets(
    db,
    factor.clinicId,
    factor.accountId,
    seal(keys, factor, { secret: factor.secret, recovery }),
  );
  return codes.map(asSecret);
}

/**
 * Uses up a code: one of the app whose time step has not been used yet (RFC 6238, 5.2), or a recovery code that is left.
 * Undefined where it is neither.
 */
export async function spendCode(
  db: Db,
  { keys, now }: Services,
  factor: SecondFactor,
  text: string,
): Promise<'one-time' | 'recovery' | undefined> {
  const typed = readTypedCode(text);
  if (typed?.kind === 'one-time') {
    const step = stepOf(factor.secret, typed.digits, now());
    if (step === undefined || step <= factor.lastStep) return undefined;
    await queries.setLastStep(db, factor.clinicId, factor.accountId, step);
    return 'one-time';
  }
  return typed && (await spendRecoveryCode(db, keys, factor, typed.code)) ? 'recovery' : undefined;
}

async function spendRecoveryCode(db: Db, keys: Keys, factor: SecondFactor, code: string): Promise<boolean> {
  const hash = Buffer.from(hashOf(factor, code));
  const left = factor.recovery.filter((known) => !timingSafeEqual(Buffer.from(known), hash));
  if (left.length === factor.recovery.length) return false;
  const encrypted = seal(keys, factor, { secret: factor.secret, recovery: left });
  await queries.replaceSecrets(db, factor.clinicId, factor.accountId, encrypted);
  return true;
}

// 80 random bits need no slow hash; the list of hashes is encrypted besides, with a key outside the database.
function hashOf({ clinicId, accountId }: Holder, code: string): string {
  return createHash('sha256').update(`${clinicId}|${accountId}|${code}`).digest('base64url');
}
