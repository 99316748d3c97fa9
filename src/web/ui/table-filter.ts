import { compareGerman } from '../../domain/german-order.ts';
import { compareIsoDates as compareDates } from '../../domain/iso-date.ts';
import { readTypedPeriod, type TypedPeriod } from './period-text.ts';

/** The value of a cell for sorting and filtering. Dates are yyyy-MM-dd, several values a list. */
export type CellValue = string | number | readonly string[];

/** The comparisons of a date filter (product 2.20). */
export const dateOperators = ['>', '<', '>=', '<=', '=='] as const;
export type DateOperator = (typeof dateOperators)[number];

/** The kind of a column's filter. */
export type ColumnFilter =
  | { kind: 'text' | 'date' | 'number' }
  | { kind: 'choice'; options: readonly string[] };

/** The entry in the filter of a column. */
export type FilterInput = { text: string; operator: DateOperator };

export const emptyFilter: FilterInput = { text: '', operator: '==' };

// After a year means after its last day, before it means before its first one.
const compare: Record<DateOperator, (value: string, wanted: TypedPeriod) => boolean> = {
  '>': (value, { to }) => value > to,
  '<': (value, { from }) => value < from,
  '>=': (value, { from }) => value >= from,
  '<=': (value, { to }) => value <= to,
  '==': (value, { from, to }) => from <= value && value <= to,
};

type Matcher = (value: CellValue) => boolean;

const everything: Matcher = () => true;

/** The form of a cell that its filter compares. It is made once: folding ten thousand texts at every key stroke takes too long. */
export function comparableOf(kind: ColumnFilter['kind'], value: CellValue): CellValue {
  if (kind !== 'text') return value;
  return typeof value === 'string' ? fold(value) : listOf(value).map(fold).join(BETWEEN);
}

// A field of one line cannot hold it, so a search never matches across two values.
const BETWEEN = '\n';

/** The test of a filter on a `comparableOf`. An empty or unfinished filter lets every value pass. */
export function matcherOf(kind: ColumnFilter['kind'], { text, operator }: FilterInput): Matcher {
  const wanted = text.trim();
  if (wanted === '') return everything;
  if (kind === 'date') return dateMatcher(wanted, operator);
  if (kind === 'number') return (value) => String(value) === wanted.replace(/^0+(?=\d)/, '');
  if (kind === 'choice') return (value) => listOf(value).includes(wanted);
  const part = fold(wanted);
  return (value) => String(value).includes(part);
}

function dateMatcher(text: string, operator: DateOperator): Matcher {
  const period = readTypedPeriod(text);
  if (!period) return everything;
  return (value) => compare[operator](String(value), period);
}

function listOf(value: CellValue): readonly string[] {
  return Array.isArray(value) ? value : [String(value)];
}

function fold(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** Only digits stay in the filter of a number column. */
export function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '');
}

/** The order of two cells: numbers by size, text as in a German dictionary with numbers counted, P9 before P10. */
export function compareCells(a: CellValue, b: CellValue, kind: ColumnFilter['kind'] = 'text'): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  // Dates are in order as they are written; the collator would take a hundred times longer.
  if (kind === 'date') return compareDates(String(a), String(b));
  return compareGerman(listOf(a).join(), listOf(b).join());
}
