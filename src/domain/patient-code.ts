/** The rules for patient codes and usernames (product 5.3, R16, R52), for server and browser. */

export const MAX_NAME_LENGTH = 255;

/** The reasons to refuse a patient code or a username. */
export type NameRefusal = 'missing' | 'too_long' | 'special_characters' | 'unusual_letters';

/** The reasons why a valid patient code is easily guessed. */
export type CodeWarning = 'short' | 'sequential' | 'repeated';

/** Draws a whole number from 0 to `limit` - 1, all equally likely, as `crypto.randomInt` does. */
export type RandomInt = (limit: number) => number;

/** Codes and usernames consist of letters and digits of any script; fractions and superscripts are not allowed. */
export const LETTERS_AND_DIGITS = /^[\p{L}\p{Nd}]+$/u;

// The scripts in everyday use, as Unicode lists them for identifiers (UAX 31, table 5).
const SCRIPTS =
  'Latin Arabic Armenian Bengali Bopomofo Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Han Hangul ' +
  'Hebrew Hiragana Kannada Katakana Khmer Lao Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan';

const ONE_SCRIPT = new RegExp(
  `^(?:${SCRIPTS.split(' ')
    .map((script) => `[0-9\\p{Script=${script}}]+`)
    .join('|')})$`,
  'u',
);

// Combining marks and invisible signs, and the letters that are another spelling of a usual one, such as full width.
const UNUSUAL = /[^\p{L}0-9]|\p{Default_Ignorable_Code_Point}/u;

// 32 characters that look different: no I, O, 0, 1. Eight of them have 40 random bits (R52).
const CODE_CHARACTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const CODE_LENGTH = 8;

/** The form in which codes and usernames are compared: unique per clinic, regardless of case (R16). */
export function nameKey(name: string): string {
  return name.normalize('NFC').toLowerCase().normalize('NFC');
}

/**
 * The key of a code or username as people type it: what none of them has, such as a hyphen, a blank or a sign that nobody sees,
 * counts for nothing (record 266).
 */
export function typedNameKey(typed: string): string {
  return nameKey(typed.normalize('NFC').replaceAll(/[^\p{L}\p{Nd}]/gu, ''));
}

const lookAlikes: Readonly<Record<string, string>> = { o: '0', i: '1', l: '1' };

/** One key for all codes that differ in an O and a zero, or in an I, an l and a one. */
export function lookAlikeKey(key: string): string {
  return key.replaceAll(/[oil]/g, (letter) => lookAlikes[letter] ?? letter);
}

// Codes have few of these letters. Each doubles the number of keys.
const MOST_LOOK_ALIKES = 5;

/** The keys that a typed key may stand for: itself first, then those with a digit in place of a letter that looks like it. */
export function meantKeys(key: string): readonly string[] {
  const letters = [...key.matchAll(/[oil]/g)];
  if (letters.length > MOST_LOOK_ALIKES) return [key, lookAlikeKey(key)];
  return letters.reduce<string[]>(
    (keys, { 0: letter, index }) => [
      ...keys,
      ...keys.map((one) => one.slice(0, index) + lookAlikeKey(letter) + one.slice(index + 1)),
    ],
    [key],
  );
}

/**
 * Checks a patient code or a username (product 5.3): required, only letters and digits, at most 255 UTF-16 units, no
 * look-alikes (record 054). A name that stays as it was `before` may have any letters.
 */
export function nameRefusal(name: string, before?: string): NameRefusal | undefined {
  const text = name.normalize('NFC');
  if (text === '') return 'missing';
  if (!LETTERS_AND_DIGITS.test(text)) return 'special_characters';
  if (text.length > MAX_NAME_LENGTH) return 'too_long';
  return hasUsualLetters(nameKey(text)) || text === before ? undefined : 'unusual_letters';
}

/** Letters of one script and the digits 0 to 9 only (record 054). `key` is the `nameKey` of the name. */
function hasUsualLetters(key: string): boolean {
  return ONE_SCRIPT.test(key) && !UNUSUAL.test(key) && key.normalize('NFKC') === key;
}

/** A random patient code to propose: hard to guess and hard to misread. */
export function proposeCode(randomInt: RandomInt): string {
  return Array.from({ length: CODE_LENGTH }, () => CODE_CHARACTERS[randomInt(CODE_CHARACTERS.length)]).join(
    '',
  );
}

/**
 * A code is easily guessed when it is shorter than a proposed one, of one sign (7777), or part of a series: 1234, ABCD, or P1001 when
 * the clinic has P1002. `neighbours` holds the `nameKey`s of the clinic's codes; the code itself may be among them.
 */
export function codeWarning(
  code: string,
  neighbours: { has(key: string): boolean },
): CodeWarning | undefined {
  const key = nameKey(code);
  if (isRepeated(key)) return 'repeated';
  if (isRun(key) || countedFrom(key).some((neighbour) => neighbours.has(neighbour))) return 'sequential';
  return [...key].length < CODE_LENGTH ? 'short' : undefined;
}

const isRepeated = (key: string) => [...key].length > 2 && new Set(key).size === 1;

/** A run has at least three characters, each following the one before by the same step of -1 or 1. */
function isRun(key: string): boolean {
  const points = [...key].map((character) => character.codePointAt(0) ?? 0);
  const step = (points[1] ?? 0) - (points[0] ?? 0);
  if (points.length < 3 || Math.abs(step) !== 1) return false;
  return points.every((point, index) => index === 0 || point - (points[index - 1] ?? 0) === step);
}

/** The codes before and after this one in a series: p1001 gives p1000 and p1002. Leading zeros stay. */
function countedFrom(key: string): string[] {
  const digits = /\d{1,15}$/.exec(key)?.[0];
  if (digits === undefined) return [];
  const stem = key.slice(0, -digits.length);
  return [-1, 1].map((step) => stem + String(Number(digits) + step).padStart(digits.length, '0'));
}
