import type { ReactNode } from 'react';
import { compareGerman } from '../../domain/german-order.ts';
import { compareIsoDates as compareDates, formatIsoDate, isIsoDate } from '../../domain/iso-date.ts';
import { readTypedDate, textAfterInput } from './date-text.ts';

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
  // A cell without a day is neither before nor after one.
  return (value) => value !== '' && compare[operator](String(value), period);
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

/** A column of a `DataTable`. */
export type Column<Row> = {
  id: string;
  title: string;
  /** In rem. The rest of the table's width is shared in proportion. */
  width: number;
  /** Controls without a value of their own: the title is there for screen readers only. */
  isControl?: true;
  /** Names its row. */
  isRowHeader?: true;
  /**
   * What the table is read for has a place here, 1 for the first: beside the name where not all columns are in sight, and at the
   * beginning of a card.
   */
  leads?: number;
  /** The key that presses the button of this column in the row with the focus. */
  shortcut?: string;
  /** The value for sorting and filtering. A column without it has neither. */
  value?: (row: Row) => CellValue;
  /** The value for sorting in place of `value`. */
  rank?: (row: Row) => number;
  filter?: ColumnFilter;
  cell: (row: Row) => ReactNode;
};

/** The order and the filters of a table, by column. */
export type TableView = {
  sort: { id: string; desc: boolean } | null;
  filters: Readonly<Record<string, FilterInput>>;
  /** The keys of rows that stay until the filters change, although a filter no longer lets them pass. */
  kept: readonly string[];
  /** The name of a filter besides those of the columns; null for none. */
  preset: string | null;
};

export const plainView: TableView = { sort: null, filters: {}, kept: [], preset: null };

/** The view with other filters of its columns. */
export function filteredBy(view: TableView, filters: TableView['filters']): TableView {
  return { ...view, filters, kept: plainView.kept };
}

/** The values of each column, one per row, for sorting and for filtering. */
type ColumnValues = Record<'sorted' | 'filtered', (id: string) => readonly CellValue[]>;

type Valued<Row> = Pick<Column<Row>, 'id' | 'value' | 'rank' | 'filter'>;

/** Reads the values of a column once at their first use, because sorting and filtering use them often. */
export function valuesOf<Row>(rows: readonly Row[], columns: readonly Valued<Row>[]): ColumnValues {
  const columnOf = (id: string) => columns.find((column) => column.id === id);
  const read = readOnce((id) => rows.map(columnOf(id)?.value ?? noValue));
  const ranked = readOnce((id) => {
    const rank = columnOf(id)?.rank;
    return rank ? rows.map(rank) : read(id);
  });
  const filtered = readOnce((id) => {
    const kind = columnOf(id)?.filter?.kind;
    return kind ? read(id).map((value) => comparableOf(kind, value)) : [];
  });
  return { sorted: ranked, filtered };
}

function readOnce(read: (id: string) => readonly CellValue[]): (id: string) => readonly CellValue[] {
  const known = new Map<string, readonly CellValue[]>();
  return (id) => {
    const values = known.get(id) ?? read(id);
    known.set(id, values);
    return values;
  };
}

const noValue = () => '';

/** The indexes of the rows that pass every filter or are kept, in their order. */
export function passingRows<Row>(
  count: number,
  values: ColumnValues,
  columns: readonly Valued<Row>[],
  filters: TableView['filters'],
  isKept: (index: number) => boolean = () => false,
): readonly number[] {
  const tests = columns.flatMap(({ id, filter }) => {
    const input = filters[id];
    return filter && input ? [{ matches: matcherOf(filter.kind, input), cells: values.filtered(id) }] : [];
  });
  const passing: number[] = [];
  for (let index = 0; index < count; index += 1)
    if (tests.every(({ matches, cells }) => matches(cells[index] ?? '')) || isKept(index))
      passing.push(index);
  return passing;
}

/** The rows with those of `first` in front, in the order of `first`. All others keep their order. */
export function withFirst<Row>(
  rows: readonly Row[],
  first: ((rows: readonly Row[]) => readonly Row[]) | undefined,
): readonly Row[] {
  const front = first?.(rows) ?? [];
  if (front.length === 0) return rows;
  const isFront = new Set(front);
  return [...front, ...rows.filter((row) => !isFront.has(row))];
}

/** The indexes in the order of the view. Equal rows keep their order. */
export function sortedRows<Row>(
  passing: readonly number[],
  values: ColumnValues,
  columns: readonly Valued<Row>[],
  sort: TableView['sort'],
): readonly number[] {
  const column = columns.find(({ id }) => id === sort?.id);
  if (!sort || !column?.value) return passing;
  const cells = values.sorted(column.id);
  const direction = sort.desc ? -1 : 1;
  const kind = column.filter?.kind;
  return passing.toSorted((a, b) => {
    const [one, other] = [cells[a] ?? '', cells[b] ?? ''];
    return emptyLast(one, other) || direction * compareCells(one, other, kind) || a - b;
  });
}

// Rows without a value come last in both directions, because users look for values.
const emptyLast = (a: CellValue, b: CellValue) => Number(isEmpty(a)) - Number(isEmpty(b));

const isEmpty = (value: CellValue) => value === '' || (typeof value === 'object' && value.length === 0);

type Columns = readonly Pick<Column<never>, 'width' | 'isRowHeader'>[];

/** The number of columns that stay in sight while the table scrolls sideways: up to the name of the row. */
const keptCount = (columns: Columns) => columns.findIndex(({ isRowHeader }) => isRowHeader) + 1;

/** The columns with the leading ones directly behind the name of the row. */
export function leadingFirst<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  const kept = keptCount(columns);
  const place = ({ leads }: Column<Row>) => leads ?? columns.length;
  return [...columns.slice(0, kept), ...columns.slice(kept).sort((a, b) => place(a) - place(b))];
}

const widthOf = (columns: Columns) => columns.reduce((sum, { width }) => sum + width, 0);

/** The width of the columns that stay in sight, in rem. */
export function keptWidth(columns: Columns): number {
  return widthOf(columns.slice(0, keptCount(columns)));
}

/** What a cell carries that stays in sight. Without the name of its row, a cell could be read for another patient. */
export function keptInSight(columns: Columns, place: number) {
  if (place >= keptCount(columns)) return {};
  return { 'data-kept': '', style: { insetInlineStart: `${widthOf(columns.slice(0, place))}rem` } };
}

/** A day, a month or a year: the first and the last day that belong to it. */
export type TypedPeriod = { readonly from: string; readonly to: string };

/** Reads the text of a date filter: 05.03.2026, 03.2026 or 2026. Undefined while it is none of these. */
export function readTypedPeriod(text: string): TypedPeriod | undefined {
  const typed = readTypedDate(text);
  if (typed.kind === 'date') return { from: typed.iso, to: typed.iso };
  const trimmed = text.trim();
  if (/^(?:19|20|21)\d{2}$/.test(trimmed)) return { from: `${trimmed}-01-01`, to: `${trimmed}-12-31` };
  const [, first, second] = /^(\d{1,2})[./](\d{4})$/.exec(trimmed) ?? [];
  const [, year = second, month = first] = /^(\d{4})-(\d{2})$/.exec(trimmed) ?? [];
  if (year === undefined || month === undefined || Number(month) < 1 || Number(month) > 12) return undefined;
  const start = `${year}-${month.padStart(2, '0')}`;
  // As text every day of the month lies before the end, also of a shorter month.
  return { from: `${start}-01`, to: `${start}-31` };
}

/** The text of a date filter after an input event: as in a date field, but a year and a month with a year stay. */
export function periodAfterInput(before: string, after: string): string {
  if (after.length <= before.length || /^(?:19|20)\d{0,2}$/.test(after)) return after;
  if (/^\d{4}-[\d-]*$/.test(after)) return isIsoDate(after) ? formatIsoDate(after) : after;
  // The fifth digit says that it was no year: 20122 is 20.12.2.
  const digits = /^(\d{2})(\d{2})(\d)$/.exec(after);
  if (digits) return digits.slice(1).join('.');
  return textAfterInput(before, after).replace(/^(\d{1,2})\.(19|20)\.(\d{2})$/, '$1.$2$3');
}
