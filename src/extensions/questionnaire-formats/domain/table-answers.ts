import { numberIn, type Choice } from './form-options.ts';

// The answers of a question in one cell, as people write them.

const NUMBER = String.raw`\(?(-?\d+(?:[.,]\d+)?)\)?`;

/** The ways to write an answer, with the places of its words and its number. All answers of a cell are written in one way. */
const WAYS = [
  { pattern: /^(.*\S)\s*=\s*(\S+)$/s, label: 1, code: 2 },
  { pattern: /^([^=\s]+)\s*=\s*(\S.*)$/s, label: 2, code: 1 },
  { pattern: /^(.*\S)\s*\((\S+)\)$/s, label: 1, code: 2 },
  { pattern: new RegExp(String.raw`^${NUMBER}(?:\s*[:.–-]\s*|\s+)(\S.*)$`, 's'), label: 2, code: 1 },
] as const;

const SEPARATORS = ['|', '\n', ';', ',', '/'];

/** Words that hold a further answer were parted in the wrong place. */
const further = new RegExp(String.raw`[|;,\n]\s*${NUMBER}\s*[=:]|=\s*${NUMBER}\s*[|;,\n]`);
const perhapsFurther = new RegExp(String.raw`=|[|;,\n]\s*${NUMBER}\s`);

/** "never=0|often=1", "0 = never; 1 = often", "0 never | 1 often"; undefined if the cell is no list of words with numbers. */
export function choicesOf(list: string): readonly Choice[] | undefined {
  for (const separator of SEPARATORS) {
    if (!list.includes(separator)) continue;
    const parts = list.split(separator).map((part) => part.trim());
    const choices = choicesIn(parts.at(-1) === '' ? parts.slice(0, -1) : parts, separator);
    if (choices) return choices;
  }
  return list.includes('=') ? choicesIn([list.trim()], '') : undefined;
}

function choicesIn(parts: readonly string[], separator: string): readonly Choice[] | undefined {
  const isWhole = ({ code, label }: Choice) =>
    numberIn(code) !== undefined &&
    !further.test(label) &&
    (separator === '|' || !perhapsFurther.test(label));
  for (const { pattern, label, code } of WAYS) {
    const choices = parts.map((part) => {
      const found = pattern.exec(part);
      return { code: found?.[code] ?? '', label: found?.[label] ?? '' };
    });
    if (choices.every(isWhole)) return choices;
  }
  return undefined;
}
