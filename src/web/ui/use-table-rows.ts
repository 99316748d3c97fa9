import { useMemo } from 'react';
import type { Column } from './table-column.ts';
import { passingRows, sortedRows, type TableView, valuesOf } from './table-rows.ts';

/**
 * The rows that pass the filters, in order. Rows, columns and view must keep their identity while they are the same:
 * each step is done anew only when what it depends on has changed, which with ten thousand rows is felt.
 */
export function useTableRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { sort, filters }: TableView,
): readonly Row[] {
  const values = useMemo(() => valuesOf(rows, columns), [rows, columns]);
  const passing = useMemo(
    () => passingRows(rows.length, values, columns, filters),
    [rows, values, columns, filters],
  );
  return useMemo(
    // The indexes are those of the rows.
    () => sortedRows(passing, values, columns, sort).map((index) => rows[index] as Row),
    [rows, values, columns, passing, sort],
  );
}
