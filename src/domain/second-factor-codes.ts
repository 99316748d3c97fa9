import type { RandomInt } from './patient-code.ts';
import { asSecret, type Secret } from './secret.ts';

/** The typed codes of the second factor (R76), for server and browser. */

export const RECOVERY_CODES = 10;

/** A typed code: the six digits of an app, or a recovery code in its stored form. */
export type TypedCode = { kind: 'one-time'; digits: string } | { kind: 'recovery'; code: string };

// 32 characters that look different. 28 of them have 140 random bits.
const CHARACTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const GROUPS = 7;
const GROUP_LENGTH = 4;
const recoveryForm = new RegExp(`^[${CHARACTERS}]{${GROUPS * GROUP_LENGTH}}$`);

/** A recovery code in seven groups, `ABCD-EFGH-JKLM-NPQR-STUV-WXYZ-2345`. */
export function newRecoveryCode(randomInt: RandomInt): Secret {
  const group = () =>
    Array.from({ length: GROUP_LENGTH }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('');
  return asSecret(Array.from({ length: GROUPS }, group).join('-'));
}

/** Reads a typed code regardless of spaces, hyphens and case; undefined if it is neither kind of code. */
export function readTypedCode(text: string): TypedCode | undefined {
  const plain = text.replaceAll(/[\s\p{Pd}]/gu, '').toUpperCase();
  if (/^\d{6}$/.test(plain)) return { kind: 'one-time', digits: plain };
  return recoveryForm.test(plain) ? { kind: 'recovery', code: plain } : undefined;
}
