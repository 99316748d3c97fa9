import type { CodedValue } from '../../domain/research-variables.ts';
import { levelOf, type TableShape } from './columns.ts';
import { missingCodes } from './missing-codes.ts';

/** A column as SPSS knows it. The syntax and the .sav files are both made of it. */
export type SpssColumn = {
  readonly name: string;
  readonly label: string;
  readonly level: ReturnType<typeof levelOf>;
  /** Null: a text */
  readonly format: SpssFormat | null;
  /** The most bytes of a text in this column, in steps */
  readonly width: number;
  readonly labels: readonly CodedValue[];
  /** The first and the last number of a range, or single words */
  readonly missing: readonly (string | number)[];
};

/** A format of numbers: its name, its code in .sav files, characters, and digits after the point. */
type SpssFormat = {
  readonly name: string;
  readonly code: number;
  readonly characters: number;
  readonly decimals: number;
};

const formats = {
  integer: { name: 'F10.0', code: 5, characters: 10, decimals: 0 },
  decimal: { name: 'F16.6', code: 5, characters: 16, decimals: 6 },
  date: { name: 'SDATE10', code: 39, characters: 10, decimals: 0 },
} as const;

/** SPSS cuts labels after this many bytes of UTF-8. */
export const MOST_LABEL = 240;
const MOST_VALUE_LABEL = 120;
/** The longest text of SPSS. */
export const MOST_TEXT = 32_767;
/** Steps, because SPSS joins two exports only if their texts have the same widths. */
const WIDTHS = [8, 64, 255, 4096, MOST_TEXT];

const range = [missingCodes.at(-1)?.value, missingCodes[0]?.value].flatMap((code) => code ?? []);
// SPSS takes at most three words. A choice that was left empty has an empty cell.
const words = missingCodes.slice(-3).map(({ value }) => String(value));

/** `longest` is the greatest number of bytes in a cell of the column. */
export function spssColumn(column: TableShape['columns'][number], longest: number): SpssColumn {
  const { name, label, form, values, codes } = column;
  const isText = form === 'text';
  const labels = [...values, ...(codes ?? [])].map(({ value, label: words }) => {
    return { value: isText ? String(value) : value, label: cutText(words, MOST_VALUE_LABEL) };
  });
  const bytes = Math.max(longest, ...labels.map(({ value }) => Buffer.byteLength(String(value))));
  return {
    name,
    label: cutText(label, MOST_LABEL),
    level: levelOf(column),
    format: isText ? null : formats[form],
    width: WIDTHS.find((width) => width >= bytes) ?? MOST_TEXT,
    labels,
    missing: codes ? (isText ? words : range) : [],
  };
}

/** The text on one line, cut at a whole character. */
export function cutText(content: string, most: number): string {
  const line = content.replaceAll(/\s+/g, ' ').trim();
  if (Buffer.byteLength(line) <= most) return line;
  let cut = '';
  for (const character of line) {
    if (Buffer.byteLength(cut + character) > most) break;
    cut += character;
  }
  return cut;
}
