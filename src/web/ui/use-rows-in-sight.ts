import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useState } from 'react';

// In rem, as in the style sheet: rows grow with the text size of the browser.
const ROW_HEIGHT = 3.5;
const OVERSCAN = 4;

type RowInSight = {
  index: number;
  /** Room above the row, in pixels, for rows that are left out. */ above: number;
};

/**
 * Which of `count` rows are to be in the page now. `keepRow` names one that stays whatever is scrolled: the row with the
 * focus, which would be lost with it.
 */
export function useRowsInSight(count: number, scrollBox: RefObject<HTMLElement | null>) {
  const [rowHeight] = useState(() => ROW_HEIGHT * rootFontSize());
  const [kept, keepRow] = useState<number | null>(null);
  // The React Compiler would leave this hook alone; it is not in use.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scrollBox.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range);
      if (kept === null || kept >= count || indexes.includes(kept)) return indexes;
      return [...indexes, kept].sort((a, b) => a - b);
    },
  });
  // The box around the rows gets its ref only after their effects have run: look again once everything is there.
  const [, setIsShown] = useState(false);
  useEffect(() => setIsShown(true), []);
  const items = virtualizer.getVirtualItems();
  const inSight = items.map(({ index, start }, position): RowInSight => ({
    index,
    above: start - (items[position - 1]?.end ?? 0),
  }));
  return { inSight, below: virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0), keepRow };
}

function rootFontSize(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
}
