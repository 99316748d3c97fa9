import { memo, type FocusEvent, type RefObject, useMemo, useRef, type KeyboardEvent } from 'react';
import { tableText } from '../../text/table.ts';
import { Button } from './Button.tsx';
import css from './DataTable.module.css';
import type { Elements } from './elements.ts';
import {
  type Column,
  filteredBy,
  passingRows,
  plainView,
  sortedRows,
  type TableView,
  valuesOf,
  withFirst,
  keptInSight,
  keptWidth,
  leadingFirst,
} from './table-rows.ts';
import { type RowAttributes, TableBody } from './TableBody.tsx';
import { TableCards } from './TableCards.tsx';
import { TableHead } from './TableHead.tsx';
import { useMedia, useNarrow } from './use-media.ts';

type DataTableProps<Row> = {
  /** The name of the table. */
  label: string;
  /** Pass the same objects while rows and columns do not change. */
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  /** Chooses the rows that stand first, in their order, however the table is sorted. Pass the same function. */
  first?: ((rows: readonly Row[]) => readonly Row[]) | undefined;
  /** Filters besides those of the columns, by the name that the view may have. Pass the same object. */
  presets?: Readonly<Record<string, (row: Row) => boolean>> | undefined;
  /** Greys a row out. */
  isMuted?: ((row: Row) => boolean) | undefined;
  view: TableView;
  onViewChange: (view: TableView) => void;
  /** The key of a row that must be on the page at once, so that it can take the focus. */
  arrival?: string | undefined;
  /** What can be done with the table. */
  tools?: Elements | undefined;
  /** The user asks for the keys of the table. */
  onHelp?: (() => void) | undefined;
  /** Shown instead of a table without rows. */
  empty: Elements;
};

const HEAD_ROWS = 2;

// In smaller windows the widest table scrolls sideways.
const SHOWS_ALL = '(min-width: 80rem)';

// In rem, as in the style sheet: rows grow with the text size of the browser.
const rowHeight = () => 2.125;

/**
 * A table with sorting and a filter for each column. The page holds only the visible rows, so 10,000 rows scroll
 * smoothly. Screen readers get the real number.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, rows, rowKey, isMuted, view, onViewChange, arrival, empty, tools } = props;
  const region = useRef<HTMLElement>(null);
  const end = useRef<HTMLSpanElement>(null);
  const isNarrow = useNarrow();
  const showsAll = useMedia(SHOWS_ALL);
  const columns = useMemo(
    () => (showsAll ? props.columns : leadingFirst(props.columns)),
    [showsAll, props.columns],
  );
  const shown = useTableRows(props);
  if (rows.length === 0) return empty;
  const clear = () => {
    // The pressed button is gone afterwards.
    region.current?.focus();
    onViewChange({ ...filteredBy(view, plainView.filters), preset: null });
  };
  const { onHelp } = props;
  const shared = { label, rows: shown, columns, rowKey, isMuted, view, onViewChange, arrival };
  return (
    <div className="stack gap-2" data-table>
      <div className={`line between muted ${css.bar}`} data-bar>
        <output>{tableText.shown(shown.length, rows.length)}</output>
        {(Object.keys(view.filters).length > 0 || view.preset !== null) && (
          <Button look="quiet" icon="close" onClick={clear}>
            {tableText.clear}
          </Button>
        )}
        {tools}
        {/* A long table has thousands of buttons. */}
        <button type="button" className={`until-focus ${css.skip}`} onClick={() => end.current?.focus()}>
          {tableText.skip}
        </button>
      </div>
      {isNarrow ? (
        <TableCards {...shared} ref={region} />
      ) : (
        <WideTable {...shared} onHelp={onHelp} box={region} />
      )}
      <span ref={end} tabIndex={-1} />
    </div>
  );
}

type WideTableProps<Row> = Pick<
  DataTableProps<Row>,
  'label' | 'rows' | 'columns' | 'rowKey' | 'isMuted' | 'view' | 'onViewChange' | 'arrival' | 'onHelp'
> & { box: RefObject<HTMLElement | null> };

/** A browser is content if a part of the focused control is in sight, and the columns that stay can cover the rest. */
function showWhole({ target, currentTarget }: FocusEvent<HTMLElement>): void {
  // Under a pointer nothing moves.
  if (target !== currentTarget && target.matches(':focus-visible'))
    target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** The box that scrolls and the table in it. The columns up to the name of the row stay in sight. */
function WideTable<Row>(props: WideTableProps<Row>) {
  const { label, rows, columns, rowKey, isMuted, view, onViewChange, arrival, onHelp, box } = props;
  return (
    // The keys of the controls in the rows bubble up to here; there is nothing to press.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className={`framed ${css.scroll}`}
      ref={box}
      aria-label={tableText.region(label)}
      data-scrolls
      style={{ scrollPaddingInlineStart: `${keptWidth(columns)}rem` }}
      onKeyDown={(event) => pressInTable(event, columns, onHelp)}
      onFocus={showWhole}
      // The keyboard scrolls only a focused element.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <table className={css.table} aria-label={label} aria-rowcount={rows.length + HEAD_ROWS}>
        <colgroup>
          {columns.map(({ id, width }) => (
            <col key={id} style={{ width: `${width}rem` }} />
          ))}
        </colgroup>
        <TableHead columns={columns} view={view} onViewChange={onViewChange} />
        <TableBody
          rows={rows}
          rowKey={rowKey}
          headRows={HEAD_ROWS}
          scrollBox={box}
          arrival={arrival}
          heightOf={rowHeight}
        >
          {(row, attributes) => (
            <BodyRow {...attributes} row={row} columns={columns} muted={isMuted?.(row) ?? false} />
          )}
        </TableBody>
      </table>
      {rows.length === 0 && <p className={`muted ${css.empty}`}>{tableText.noMatches}</p>}
    </section>
  );
}

/**
 * The rows that pass the filters, in order. Pass the same objects while rows, columns and view do not change. A step
 * runs again only for a new input, and this saves noticeable time with 10,000 rows.
 */
function useTableRows<Row extends object>({
  rows,
  columns,
  rowKey,
  first,
  presets,
  view: { sort, filters, kept, preset },
}: DataTableProps<Row>): readonly Row[] {
  const values = useMemo(() => valuesOf(rows, columns), [rows, columns]);
  const passing = useMemo(() => {
    const isKept = keeperOf(rows, rowKey, kept);
    const passes = preset === null ? undefined : presets?.[preset];
    const found = passingRows(rows.length, values, columns, filters, isKept);
    // Each index points into `rows`.
    return passes ? found.filter((index) => passes(rows[index] as Row) || isKept(index)) : found;
  }, [rows, values, columns, filters, rowKey, kept, presets, preset]);
  const sorted = useMemo(
    // Each index points into `rows`.
    () => sortedRows(passing, values, columns, sort).map((index) => rows[index] as Row),
    [rows, values, columns, passing, sort],
  );
  return useMemo(() => withFirst(sorted, first), [sorted, first]);
}

function keeperOf<Row>(rows: readonly Row[], rowKey: (row: Row) => string, kept: readonly string[]) {
  const keys = new Set(kept);
  // Each index points into `rows`.
  return (index: number) => keys.size > 0 && keys.has(rowKey(rows[index] as Row));
}

type BodyRowProps<Row> = RowAttributes & { row: Row; columns: readonly Column<Row>[]; muted: boolean };

// `memo` loses the type parameter of the component. The cast restores it.
const BodyRow = memo(PlainRow) as unknown as typeof PlainRow;

function PlainRow<Row>({ row, columns, muted, ...attributes }: BodyRowProps<Row>): Elements {
  return (
    <tr {...attributes} className={muted ? 'muted' : undefined}>
      {columns.map(({ id, isRowHeader, isControl, cell }, place) =>
        isRowHeader ? (
          <th key={id} scope="row" {...keptInSight(columns, place)}>
            {cell(row)}
          </th>
        ) : (
          <td key={id} className={isControl ? css.control : undefined} {...keptInSight(columns, place)}>
            {cell(row)}
          </td>
        ),
      )}
    </tr>
  );
}

type Keyed = readonly Pick<Column<never>, 'id' | 'title' | 'shortcut'>[];

/**
 * The keys of a table, while the focus is in it and not in a text: up and down go to the same control of the next row, a
 * letter presses the button of its column, `/` goes to the first filter, `?` asks for help.
 */
function pressInTable(event: KeyboardEvent<HTMLElement>, columns: Keyed, onHelp?: () => void): void {
  const { target, currentTarget: box, key } = event;
  const isOther = event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey;
  // Keys of a dialog that a row opened arrive here too, although it lies elsewhere.
  if (isOther || !(target instanceof HTMLElement) || !box.contains(target)) return;
  if (target.closest('[role=menu], select')) return;
  const isText = target instanceof HTMLInputElement;
  if (isText && key !== 'ArrowDown') return;
  if (key === '?') return onHelp?.();
  const control = controlFor(box, target, key, columns);
  if (!control) return;
  event.preventDefault();
  control.focus();
  if (columns.some(({ shortcut }) => shortcut === key)) control.click();
}

function controlFor(box: HTMLElement, target: HTMLElement, key: string, columns: Keyed): HTMLElement | null {
  if (key === '/') return box.querySelector<HTMLElement>('thead input');
  const cell = target.closest<HTMLTableCellElement>('td, th');
  const row = target.closest('tr');
  if (key === 'ArrowDown' || key === 'ArrowUp')
    return cell && controlBeside(row, cell.cellIndex, key === 'ArrowDown' ? 1 : -1);
  const place = columns.findIndex(({ shortcut }) => shortcut === key);
  return place < 0 || !isBodyRow(row) ? null : controlIn(row, place);
}

// From the head down to the first row in sight; otherwise to the row before or behind, which is on the page (TableBody).
function controlBeside(row: HTMLTableRowElement | null, place: number, step: 1 | -1): HTMLElement | null {
  const body = row?.closest('table')?.tBodies[0];
  if (!row || !body) return null;
  if (!isBodyRow(row)) return step === 1 ? firstControl(body.querySelector('[data-index="0"]'), place) : null;
  const index = Number(row.dataset['index']) + step;
  return firstControl(body.querySelector(`[data-index="${index}"]`), place);
}

const isBodyRow = (row: HTMLTableRowElement | null): row is HTMLTableRowElement =>
  row?.dataset['index'] !== undefined;

function firstControl(row: HTMLTableRowElement | null, place: number): HTMLElement | null {
  return row && (controlIn(row, place) ?? row.querySelector<HTMLElement>('button, a'));
}

function controlIn(row: HTMLTableRowElement, place: number): HTMLElement | null {
  return row.cells[place]?.querySelector<HTMLElement>('button, a') ?? null;
}
