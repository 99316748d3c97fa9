import { type Range, useVirtualizer } from '@tanstack/react-virtual';
import { Fragment, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import css from './DataTable.module.css';
import type { Elements } from './elements.ts';

/** What the `<tr>` of a row carries; `ref` measures the row, which is as tall as its text. */
export type RowAttributes = {
  'data-index': number;
  'aria-rowindex': number;
  ref: (row: HTMLElement | null) => void;
};

type TableBodyProps<Row> = {
  rows: readonly Row[];
  rowKey: (row: Row, index: number) => string;
  headRows: number;
  scrollBox: RefObject<HTMLElement | null>;
  /** The key of a row that is on the page from the start. */
  arrival?: string | undefined;
  /** The height of a row in rem until it is on the page and measured. */
  heightOf: (row: Row) => number;
  children: (row: Row, attributes: RowAttributes) => Elements;
};

/** The rows in sight, with room above and below for all the others. */
export function TableBody<Row>(props: TableBodyProps<Row>) {
  const { rows, rowKey, headRows, scrollBox, arrival, heightOf, children } = props;
  const arrived = rows.findIndex((row, index) => rowKey(row, index) === arrival);
  const { inSight, below, keepRow, measure } = useRowsInSight(rows, scrollBox, heightOf, arrived);
  useFocusCaught(scrollBox);
  const drawn = useMemo(
    // One flat list: in a list of lists, React goes by the place and makes every row anew with each scroll.
    () =>
      inSight.flatMap(({ index, above }, place) => {
        const row = rows[index];
        if (row === undefined) return [];
        const attributes = { 'data-index': index, 'aria-rowindex': index + headRows + 1 };
        return [
          above > 0 && <Gap key={`above ${place}`} height={above} />,
          <Fragment key={rowKey(row, index)}>{children(row, { ...attributes, ref: measure })}</Fragment>,
        ];
      }),
    [inSight, rows, rowKey, headRows, children, measure],
  );
  return (
    // Focus events of the controls in the rows bubble up to here; there is nothing to press.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <tbody
      onFocus={({ target }) => keepRow(indexOf(target))}
      onBlur={({ currentTarget, relatedTarget }) => {
        // The row must still be there when the focus moves on within it, or comes back from another window.
        if (relatedTarget && !currentTarget.contains(relatedTarget)) keepRow(null);
      }}
    >
      {drawn}
      {below > 0 && <Gap key="below" height={below} />}
    </tbody>
  );
}

/** Gives the focus to the box of the table when the row with the focus has left the rows. */
function useFocusCaught(box: RefObject<HTMLElement | null>): void {
  const hasFocus = useRef(false);
  useEffect(() => {
    const note = (event: FocusEvent) => {
      // Without a new place, the row may be gone, or another window may have the focus for a while.
      const isLost = event.type === 'focusout' && event.relatedTarget === null;
      if (!isLost) hasFocus.current = event.type === 'focusin';
    };
    const element = box.current;
    // Not by React: it does not hear the focus that a closing dialog gives back.
    element?.addEventListener('focusin', note);
    element?.addEventListener('focusout', note);
    return () => {
      element?.removeEventListener('focusin', note);
      element?.removeEventListener('focusout', note);
    };
  }, [box]);
  useLayoutEffect(() => {
    if (hasFocus.current && document.activeElement === document.body)
      box.current?.focus({ preventScroll: true });
  });
}

function Gap({ height }: { height: number }) {
  return <tr aria-hidden="true" className={css.gap} style={{ height }} />;
}

function indexOf(element: Element): number | null {
  const index = element.closest('tr')?.dataset['index'];
  return index === undefined ? null : Number(index);
}

// Rows beyond those in sight. A new list begins with few, so that a key in a filter is answered soon.
const AT_REST = 2;
const IN_SCROLL = 6;
const FEWEST = 1;

type Span = { from: number; to: number };

const NO_SPAN: Span = { from: 0, to: 0 };

/**
 * The rows in sight and some above and below. The rows of before stay until too few are left beyond those in sight: a
 * change costs nearly the same for one row as for four.
 */
function spanAround({ startIndex, endIndex, count }: Range, before: Span, isScrolling: boolean): Span {
  const around = (some: number): Span => ({
    from: Math.max(0, startIndex - some),
    to: Math.min(count, endIndex + 1 + some),
  });
  const [least, most] = [around(FEWEST), around(2 * IN_SCROLL)];
  const covers = before.from <= least.from && least.to <= before.to;
  const isNear = most.from <= before.from && before.to <= most.to;
  return covers && isNear ? before : around(isScrolling ? IN_SCROLL : AT_REST);
}

type RowInSight = {
  index: number;
  /** Room above the row, in pixels, for the rows that are left out. */
  above: number;
};

/**
 * The rows that are on the page now. `keepRow` names a row that stays however far the table is scrolled: the row with the
 * focus, which would be lost with it. The rows beside it stay too, so that Tab leads there.
 */
function useRowsInSight<Row>(
  rows: readonly Row[],
  scrollBox: RefObject<HTMLElement | null>,
  heightOf: (row: Row) => number,
  arrived: number,
) {
  const [rem] = useState(rootFontSize);
  const last = useRef<{ rows: readonly Row[]; span: Span }>({ rows, span: NO_SPAN });
  const lastIndexes = useRef<readonly number[]>([]);
  const [kept, keepRow] = useState<number | null>(arrived === -1 ? null : arrived);
  const count = rows.length;
  // The React Compiler would leave this hook alone; it is not in use.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scrollBox.current,
    estimateSize: (index) => {
      const row = rows[index];
      // Whole, as the measured heights are: otherwise each row counts as one that has grown.
      return row === undefined ? 0 : Math.round(heightOf(row) * rem);
    },
    // The browser reports the height of a new row after its own layout. To ask for it here would cost a layout more.
    measureElement: (element, entry, { indexFromElement, itemSizeCache, options }) => {
      const index = indexFromElement(element);
      const measured = entry?.borderBoxSize[0]?.blockSize;
      if (measured !== undefined) return Math.round(measured);
      return itemSizeCache.get(options.getItemKey(index)) ?? options.estimateSize(index);
    },
    rangeExtractor: (range) => {
      const before = last.current.rows === rows ? last.current.span : NO_SPAN;
      const span = spanAround(range, before, virtualizer.isScrolling);
      last.current = { rows, span };
      const indexes = withNeighbours(span, kept, count);
      // The same array while the same rows are on the page, so that most steps of a scroll draw nothing.
      if (!isSame(indexes, lastIndexes.current)) lastIndexes.current = indexes;
      return lastIndexes.current as number[];
    },
  });
  // While rows above get their true height, the browser itself keeps in place what is seen. If the scroll position were
  // set here as well, the End key would come to rest in the middle.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = () => false;
  // The scroll box gets its ref only after the effects of the rows have run: look again once everything is there.
  const [, setIsShown] = useState(false);
  useEffect(() => setIsShown(true), []);
  const items = virtualizer.getVirtualItems();
  const inSight = useMemo(
    () =>
      items.map(({ index, start }, position): RowInSight => ({
        index,
        above: start - (items[position - 1]?.end ?? 0),
      })),
    [items],
  );
  const below = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  return { inSight, below, keepRow, measure: virtualizer.measureElement };
}

function withNeighbours({ from, to }: Span, kept: number | null, count: number): readonly number[] {
  const indexes = Array.from({ length: to - from }, (_, place) => from + place);
  if (kept === null || kept >= count) return indexes;
  const neighbours = [kept - 1, kept, kept + 1].filter((index) => index >= 0 && index < count);
  return [...new Set([...indexes, ...neighbours])].sort((a, b) => a - b);
}

const isSame = (some: readonly number[], others: readonly number[]) =>
  some.length === others.length && some.every((index, place) => index === others[place]);

function rootFontSize(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
}
