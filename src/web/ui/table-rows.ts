import type { ReactNode } from 'react';
import {
  type CellValue,
  type ColumnFilter,
  comparableOf,
  compareCells,
  type FilterInput,
  matcherOf,
} from './table-filter.ts';

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
