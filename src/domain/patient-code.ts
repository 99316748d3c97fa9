/** Patient codes and user names (product 5, R16, R52): pure text, for server and browser. */

export const MAX_NAME_LENGTH = 255;

/** Why a patient code or a user name cannot be taken. */
export type NameRefusal = 'missing' | 'too_long' | 'special_characters';

/** Why a patient code can be taken but should not: it is easily guessed. */
export type CodeWarning = 'short' | 'sequential';

/** Draws a whole number from 0 to below `limit`, each as likely as the others; `crypto.randomInt` is one. */
export type RandomInt = (limit: number) => number;

/** What codes and user names are made of: letters and digits of any script, no fractions, no superscripts. */
export const LETTERS_AND_DIGITS = /^[\p{L}\p{Nd}]+$/u;

// 32 characters that cannot be taken for each other: no I, O, 0, 1. Eight of them are 40 random bits (R52).
const CODE_CHARACTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const CODE_LENGTH = 8;

/** The form of a code or user name under which it is compared: unique per clinic without regard to case (R16). */
export function nameKey(name: string): string {
  return name.normalize('NFC').toLowerCase().normalize('NFC');
}

/** Product 5: required, letters and digits only, at most 255 characters (UTF-16 units). The same for codes and user names. */
export function nameRefusal(name: string): NameRefusal | undefined {
  const text = name.normalize('NFC');
  if (text === '') return 'missing';
  if (!LETTERS_AND_DIGITS.test(text)) return 'special_characters';
  return text.length > MAX_NAME_LENGTH ? 'too_long' : undefined;
}

/** A random patient code to propose: nobody guesses it, nobody misreads it. */
export function proposeCode(randomInt: RandomInt): string {
  return Array.from({ length: CODE_LENGTH }, () => CODE_CHARACTERS[randomInt(CODE_CHARACTERS.length)]).join(
    '',
  );
}

/**
 * Is the code easily guessed? Shorter than the proposed ones; or one of a series: 1234, ABCD, 7777, or counted on from
 * another code of the clinic (P1001 beside P1002). `neighbours` holds the `nameKey`s of the clinic's codes; the code
 * itself may be among them.
 */
export function codeWarning(
  code: string,
  neighbours: { has(key: string): boolean },
): CodeWarning | undefined {
  const key = nameKey(code);
  if (isRun(key) || countedFrom(key).some((neighbour) => neighbours.has(neighbour))) return 'sequential';
  return [...key].length < CODE_LENGTH ? 'short' : undefined;
}

/** Does each character follow the one before by the same step of -1, 0 or 1? Needs three to be a run. */
function isRun(key: string): boolean {
  const points = [...key].map((character) => character.codePointAt(0) ?? 0);
  const step = (points[1] ?? 0) - (points[0] ?? 0);
  if (points.length < 3 || Math.abs(step) > 1) return false;
  return points.every((point, index) => index === 0 || point - (points[index - 1] ?? 0) === step);
}

/** The codes one before and one after in a series: p1001 gives p1000 and p1002. Leading zeros stay. */
function countedFrom(key: string): string[] {
  const digits = /\d{1,15}$/.exec(key)?.[0];
  if (digits === undefined) return [];
  const stem = key.slice(0, -digits.length);
  return [-1, 1].map((step) => stem + String(Number(digits) + step).padStart(digits.length, '0'));
}
