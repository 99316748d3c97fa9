import {
  columnFilteringFeature,
  createFilteredRowModel,
  createSortedRowModel,
  type FilterFn,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import type { Column } from './table-column.ts';
import {
  type CellValue,
  type ColumnFilter,
  compareCells,
  type FilterInput,
  matcherOf,
} from './table-filter.ts';

/** How somebody looks at a table: what it is sorted by and what the filters say, by column. */
export type TableView = {
  sort: { id: string; desc: boolean } | null;
  filters: Readonly<Record<string, FilterInput>>;
};

export const plainView: TableView = { sort: null, filters: {} };

const features = tableFeatures({
  columnFilteringFeature,
  rowSortingFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
});

/** The rows that pass the filters, in order. Rows, columns and view must keep their identity while they are the same. */
export function useTableRows<Row extends object>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { sort, filters }: TableView,
): readonly { id: string; original: Row }[] {
  const definitions = useMemo(() => columns.map(definitionOf), [columns]);
  const sorting = useMemo(() => (sort ? [sort] : []), [sort]);
  const columnFilters = useMemo(
    () => Object.entries(filters).map(([id, value]) => ({ id, value })),
    [filters],
  );
  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    state: { sorting, columnFilters },
  });
  return table.getRowModel().rows;
}

function definitionOf<Row extends object>({ id, value, filter }: Column<Row>) {
  const kind = filter?.kind ?? 'text';
  return {
    id,
    accessorFn: value ?? (() => ''),
    filterFn: filterOf<Row>(kind),
    sortFn: (a: Readable, b: Readable) => compareCells(a.getValue(id), b.getValue(id), kind),
  };
}

type Readable = { getValue: (id: string) => CellValue };

// The input becomes a matcher once per change, not once per row.
function filterOf<Row extends object>(kind: ColumnFilter['kind']): FilterFn<typeof features, Row> {
  return Object.assign(
    (row: Readable, id: string, matches: (value: CellValue) => boolean) => matches(row.getValue(id)),
    { resolveFilterValue: (input: FilterInput) => matcherOf(kind, input) },
  );
}
