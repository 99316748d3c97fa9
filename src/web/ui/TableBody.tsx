import { memo, type ReactNode, type RefObject } from 'react';
import css from './DataTable.module.css';
import type { Column } from './table-column.ts';
import { useRowsInSight } from './use-rows-in-sight.ts';

type TableBodyProps<Row> = {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  isMuted: ((row: Row) => boolean) | undefined;
  headRows: number;
  scrollBox: RefObject<HTMLElement | null>;
};

/** The rows in sight, with room above and below for those that are not. */
export function TableBody<Row>(props: TableBodyProps<Row>) {
  const { rows, columns, rowKey, isMuted, headRows, scrollBox } = props;
  const { inSight, below, keepRow } = useRowsInSight(rows.length, scrollBox);
  return (
    // Focus events of the controls in the rows bubble up to here; there is nothing to press.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <tbody onFocus={({ target }) => keepRow(indexOf(target))} onBlur={() => keepRow(null)}>
      {/* One flat list: of lists within a list React would go by the place, and make every row anew with each scroll. */}
      {inSight.flatMap(({ index, above }, place) => {
        const row = rows[index];
        if (!row) return [];
        return [
          above > 0 && <Gap key={`above ${place}`} height={above} />,
          <BodyRow
            key={rowKey(row)}
            index={index}
            rowNumber={index + headRows + 1}
            row={row}
            columns={columns}
            muted={isMuted?.(row) ?? false}
          />,
        ];
      })}
      {below > 0 && <Gap key="below" height={below} />}
    </tbody>
  );
}

function Gap({ height }: { height: number }) {
  return <tr aria-hidden="true" className={css.gap} style={{ height }} />;
}

type BodyRowProps<Row> = {
  index: number;
  rowNumber: number;
  row: Row;
  columns: readonly Column<Row>[];
  muted: boolean;
};

// `memo` forgets that the component was generic; the cast gives the type back.
const BodyRow = memo(PlainRow) as unknown as typeof PlainRow;

function PlainRow<Row>({ index, rowNumber, row, columns, muted }: BodyRowProps<Row>): ReactNode {
  return (
    <tr aria-rowindex={rowNumber} data-index={index} className={muted ? css.muted : undefined}>
      {columns.map(({ id, isRowHeader, isControl, cell }) =>
        isRowHeader ? (
          <th key={id} scope="row">
            {cell(row)}
          </th>
        ) : (
          <td key={id} className={isControl ? css.control : undefined}>
            {cell(row)}
          </td>
        ),
      )}
    </tr>
  );
}

function indexOf(element: Element): number | null {
  const index = element.closest('tr')?.dataset['index'];
  return index === undefined ? null : Number(index);
}
