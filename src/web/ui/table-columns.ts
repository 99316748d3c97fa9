import type { Column } from './table-rows.ts';

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
