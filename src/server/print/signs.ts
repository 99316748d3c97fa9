import { unprintableText } from '../../text/reports.ts';

// Control characters, private use, unassigned characters and lone surrogates: no font has a sign for them, and the SVG
// of a chart may not hold them. PDF/UA-1 forbids U+FEFF. Typst breaks lines at \n.
const NEVER_PRINTED = /(?:(?![\t\n])[\p{Cc}\p{Cs}\p{Co}\p{Cn}\uFEFF])+/gu;

/** The text with a description in place of each character that can never be printed. */
export function printable(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(NEVER_PRINTED, described);
}

// Signs that the face of the page has. Names in other letters are set in the second font.
const OWN =
  /^[\t\n -~\u00A0-\u00AC\u00AE-\u00B4\u00B6-\u0107\u010A-\u0113\u0116-\u011B\u011E-\u0123\u0139-\u013E\u0141-\u0148\u0150-\u0155\u0158-\u015B\u015E-\u0165\u016E-\u017E\u2013\u2014\u2018-\u201A\u201C-\u201E\u2026\u2212\u2260\u2264\u2265]*$/u;

/** Whether a picture can be set in the face of the page alone. */
export function isInOwnFont(text: string): boolean {
  return OWN.test(text);
}

// Signs that the second font has in each of its styles: Latin, Greek and Cyrillic letters, punctuation, and marks
// of reports and charts.
const FOREIGN =
  /[^\t\n -~\u00A0-\u00AC\u00AE-\u024F\u0384-\u038A\u038C\u038E-\u03A1\u03A3-\u03CE\u0400-\u0477\u0490-\u04C4\u1E00-\u1EFF\u2010-\u2027\u2030\u2032\u2033\u2039\u203A\u2044\u20AC\u2122\u2190-\u2193\u2212\u2248\u2260\u2264\u2265\u25A0\u25CB\u25CF]+/gu;

/** The text with a description in place of each sign that the second font does not have. */
export function plainText(text: string): string {
  return text.normalize('NFC').replaceAll(FOREIGN, described);
}

/** A document (JSON) with plain texts only: always accepted, whatever fonts the machine has. */
export function plainSigns(document: string): string {
  return changeTexts(document, plainText);
}

/** For JSON.stringify: changes every text. */
export function eachText(change: (text: string) => string) {
  return (_key: string, value: unknown) => (typeof value === 'string' ? change(value) : value);
}

/** "[Zeichen U+001B]", or "[Zeichen U+001B und 3 weitere]". */
function described(signs: string): string {
  const [first = '', ...more] = signs;
  const code = (first.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return unprintableText(`U+${code}`, more.length);
}

/** A document (JSON) with a description in place of each of these texts. */
export function substitute(document: string, texts: readonly string[]): string {
  // A sign may be named with the digit or letter before it, which also stands in colours and names.
  const foreign = texts.map((text) => text.replaceAll(/[ -~]+/g, '')).filter(Boolean);
  const longestFirst = [...new Set(foreign)].toSorted((one, other) => other.length - one.length);
  if (longestFirst.length === 0) return document;
  const pattern = new RegExp(`(?:${longestFirst.map(escaped).join('|')})+`, 'gu');
  return changeTexts(document, (text) => text.replaceAll(pattern, described));
}

// A text as a pattern that matches nothing else.
function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

function changeTexts(document: string, change: (text: string) => string): string {
  return JSON.stringify(JSON.parse(document), eachText(change));
}

// The message holds all problems, and each text is quoted in a message that is quoted again.
const UNDISPLAYED = /the text (?:contains the disallowed codepoint )?`\\"(.*?)\\"`/gs;

/** The texts that Typst names as not displayed or forbidden. Null where it complains of something other than texts. */
export function undisplayedTexts(message: string): readonly string[] | null {
  if (!/the text `|missing codepoints/.test(message)) return null;
  return [...message.matchAll(UNDISPLAYED)].map(([, text = '']) => unquoted(unquoted(text))).filter(Boolean);
}

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', 0: '\0' };

// The way that Rust escapes a text.
function unquoted(text: string): string {
  return text.replaceAll(/\\(?:u\{([0-9a-f]+)\}|(.))/gs, (_all, code?: string, sign = '') =>
    code === undefined ? (ESCAPED[sign] ?? sign) : String.fromCodePoint(Number.parseInt(code, 16)),
  );
}
