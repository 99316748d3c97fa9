import type { RandomInt } from './patient-code.ts';
import { asSecret, type Secret } from './secret.ts';

/** The rules for passwords of staff (product 5.2, R43, R44), for server and browser. */

const MIN_PASSWORD_LENGTH = 10;
const MAX_PASSWORD_LENGTH = 128;

/** The reasons to refuse a password. */
export const PASSWORD_REFUSALS = [
  'password_too_short',
  'password_too_long',
  'password_lowercase_missing',
  'password_uppercase_missing',
  'password_digit_missing',
  'password_common',
  'password_contains_name',
] as const;
export type PasswordRefusal = (typeof PASSWORD_REFUSALS)[number];

export type PasswordContext = {
  /** Username and clinic name. The password must not contain them. */
  readonly names: readonly string[];
  /** Well-known passwords in lower case. The browser has none and leaves this check to the server. */
  readonly common: { has(password: string): boolean };
};

/** The form in which a password is checked and hashed: NFC, neither trimmed nor shortened. */
export function normalizePassword(password: string): string {
  return password.normalize('NFC');
}

/** All rules that the password breaks, in the order of `PASSWORD_REFUSALS`; empty for a good password. */
export function passwordRefusals(password: string, context: PasswordContext): readonly PasswordRefusal[] {
  const text = normalizePassword(password);
  return PASSWORD_REFUSALS.filter((code) => isBroken[code](text, context));
}

const isBroken: Record<PasswordRefusal, (text: string, context: PasswordContext) => boolean> = {
  password_too_short: (text) => [...text].length < MIN_PASSWORD_LENGTH,
  password_too_long: (text) => [...text].length > MAX_PASSWORD_LENGTH,
  password_lowercase_missing: (text) => !/\p{Ll}/u.test(text),
  password_uppercase_missing: (text) => !/\p{Lu}/u.test(text),
  password_digit_missing: (text) => !/\d/.test(text),
  password_common: (text, { common }) => common.has(text.toLowerCase()),
  password_contains_name: (text, { names }) => names.some((name) => containsName(text, name)),
};

// Shorter names occur in good passwords by chance.
const SHORTEST_NAME = 3;

/** Compares only letters and digits, so that "Ambulanz-Musterstadt-1" contains the name "Ambulanz Musterstadt". */
function containsName(text: string, name: string): boolean {
  const sought = lettersAndDigits(name);
  return [...sought].length >= SHORTEST_NAME && lettersAndDigits(text).includes(sought);
}

function lettersAndDigits(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

// 55 characters that look different: no I, O, i, l, o, 0, 1. Sixteen of them have 92 random bits (R44).
const PASSWORD_CHARACTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789';
const GENERATED_LENGTH = 16;

/**
 * A random password of 16 unmistakable characters with lower and upper case and a digit. It is drawn again until it fits,
 * so that all fitting passwords are equally likely. Throws if the random source is broken.
 */
export function generatePassword(randomInt: RandomInt): Secret {
  // About one draw in twelve does not fit: a hundred in a row mean a broken source.
  for (let draw = 0; draw < 100; draw++) {
    const password = drawPassword(randomInt);
    if (/[a-z]/.test(password) && /[A-Z]/.test(password) && /\d/.test(password)) return asSecret(password);
  }
  throw new Error('the random source gives no password: it is not random');
}

function drawPassword(randomInt: RandomInt): string {
  const draw = () => PASSWORD_CHARACTERS[randomInt(PASSWORD_CHARACTERS.length)];
  return Array.from({ length: GENERATED_LENGTH }, draw).join('');
}
