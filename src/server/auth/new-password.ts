import { randomInt } from 'node:crypto';
import { generatePassword } from '../../domain/passwords.ts';
import type { Db } from '../db/transaction.ts';
import type { Keys } from '../keys/keys.ts';
import { hashSecret } from './password-hash.ts';
import { setPassword } from './queries.ts';

/** How long a generated password can wait for its first login (R44). */
const GENERATED_PASSWORD_DAYS = 14;

/** A password for somebody else, shown once and to be changed at the first login (R44). */
export function newPassword(): string {
  return generatePassword((limit) => randomInt(limit));
}

/** Gives an account a generated password in place of any other, and returns it to be shown once. */
export async function giveGeneratedPassword(
  db: Db,
  keys: Keys,
  clinicId: string,
  accountId: string,
): Promise<string> {
  const password = newPassword();
  const hash = await hashSecret(keys, password);
  await setPassword(db, clinicId, accountId, {
    hash,
    mustChange: true,
    expiresInDays: GENERATED_PASSWORD_DAYS,
  });
  return password;
}
