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

/** Letters of one script and the digits 0 to 9 only (record 054). `key` is the `nameKey` of the name. */
export function hasUsualLetters(key: string): boolean {
  return ONE_SCRIPT.test(key) && !UNUSUAL.test(key) && key.normalize('NFKC') === key;
}
