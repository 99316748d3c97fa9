import { randomInt } from 'node:crypto';
import { generatePassword } from '../../domain/passwords.ts';
import type { Secret } from '../../domain/secret.ts';
import type { Db } from '../database/transaction.ts';
import type { Keys } from '../keys/keys.ts';
import { hashSecret } from './password-hash.ts';
import { setPassword } from './queries.ts';

/** After so many days without a login, a generated password is void (R44). */
const GENERATED_PASSWORD_DAYS = 14;

/**
 * Replaces the password of an account by a generated one. The answer shows it once, and the user must change it at the
 * first login (R44).
 */
export async function giveGeneratedPassword(
  db: Db,
  keys: Keys,
  clinicId: string,
  accountId: string,
): Promise<Secret> {
  const password = generatePassword((limit) => randomInt(limit));
  const hash = await hashSecret(keys, String(password));
  await setPassword(db, clinicId, accountId, {
    hash,
    mustChange: true,
    expiresInDays: GENERATED_PASSWORD_DAYS,
  });
  return password;
}
