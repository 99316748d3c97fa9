import { randomInt } from 'node:crypto';
import { generatePassword } from '../../domain/passwords.ts';

/** How long a generated password can wait for its first login (R44). */
export const GENERATED_PASSWORD_DAYS = 14;

/** A password for somebody else, shown once and to be changed at the first login (R44). */
export function newPassword(): string {
  return generatePassword((limit) => randomInt(limit));
}
