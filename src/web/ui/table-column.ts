import type { ReactNode } from 'react';
import type { CellValue, ColumnFilter } from './table-filter.ts';

/** A column of a `DataTable`. */
export type Column<Row> = {
  id: string;
  title: string;
  /** In rem; what is left of the table's width is shared out in proportion. */
  width: number;
  /** Controls without a value of their own: the title is there for screen readers only. */
  isControl?: true;
  /** Names its row. */
  isRowHeader?: true;
  /** What the column is sorted and filtered by; without it, it does neither. */
  value?: (row: Row) => CellValue;
  filter?: ColumnFilter;
  cell: (row: Row) => ReactNode;
};
