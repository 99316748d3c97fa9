import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { newRecoveryCode, readTypedCode, RECOVERY_CODES } from '../../domain/second-factor-codes.ts';
import type { Secret } from '../../domain/secret.ts';
import { cellPlace } from '../keys/cells.ts';
import type { Db } from '../database/transaction.ts';
import { decryptField, encryptField, type Keys } from '../keys/keys.ts';
import type { Services } from '../services.ts';
import { newSecret, stepOf } from './one-time-code.ts';
import * as queries from './second-factor-queries.ts';

/** The account that a second factor belongs to. */
export type Holder = { clinicId: string; accountId: string };

/** One encrypted cell holds the secret shared with the app and the hashes of the unused recovery codes. */
type Secrets = { secret: string; recovery: readonly string[] };

/** The second factor of an account, locked. `isConfirmed` is false during the setup. */
export type SecondFactor = Holder & Secrets & { lastStep: number; isConfirmed: boolean };

/** Finds and locks the second factor of an account, so that two uses of one code wait for each other. */
export async function lockFactor(db: Db, keys: Keys, holder: Holder): Promise<SecondFactor | undefined> {
  const row = await queries.lockSecondFactor(db, holder.clinicId, holder.accountId);
  if (!row) return undefined;
  // Written by `sealSecrets` below.
  const secrets = JSON.parse(
    decryptField(keys, row.encrypted, cellPlace('second_factors|encrypted', holder)),
  ) as Secrets;
  return { ...holder, ...secrets, lastStep: row.last_step, isConfirmed: row.confirmed };
}

function sealSecrets(keys: Keys, holder: Holder, secrets: Secrets): Buffer {
  return encryptField(keys, JSON.stringify(secrets), cellPlace('second_factors|encrypted', holder));
}

/** Begins a setup and returns the new secret. */
export async function beginFactor(db: Db, keys: Keys, holder: Holder): Promise<Secret> {
  const secret = newSecret();
  const encrypted = sealSecrets(keys, holder, { secret: String(secret), recovery: [] });
  await queries.insertSecondFactor(db, holder.clinicId, holder.accountId, encrypted);
  return secret;
}

/** Replaces all recovery codes and returns the new ones. They are shown once and stored as hashes. */
export async function giveRecoveryCodes(db: Db, keys: Keys, factor: SecondFactor): Promise<Secret[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => newRecoveryCode((limit) => randomInt(limit)));
  const recovery = codes.map((code) => hashOf(factor, String(code).replaceAll('-', '')));
  await queries.replaceSecrets(
    db,
    factor.clinicId,
    factor.accountId,
    sealSecrets(keys, factor, { secret: factor.secret, recovery }),
  );
  return codes;
}

/**
 * Uses up a code: a code of the app with an unused time step (RFC 6238, 5.2), or an unused recovery code. Returns
 * undefined for any other text.
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
  const encrypted = sealSecrets(keys, factor, { secret: factor.secret, recovery: left });
  await queries.replaceSecrets(db, factor.clinicId, factor.accountId, encrypted);
  return true;
}

// 80 random bits need no slow hash. The hashes are also encrypted with a key outside the database.
function hashOf({ clinicId, accountId }: Holder, code: string): string {
  return createHash('sha256').update(`${clinicId}|${accountId}|${code}`).digest('base64url');
}
