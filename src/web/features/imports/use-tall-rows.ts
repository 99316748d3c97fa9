import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useState } from 'react';

const OVERSCAN = 8;

/**
 * Which of `count` rows of different heights are to be in the page now, and the room above and below for the others.
 * `estimate` tells the height of a row, in rem, until it is shown and measured.
 */
export function useTallRows(
  count: number,
  estimate: (index: number) => number,
  scrollBox: RefObject<HTMLElement | null>,
) {
  const [rem] = useState(rootFontSize);
  // The React Compiler would leave this hook alone; it is not in use.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scrollBox.current,
    estimateSize: (index) => estimate(index) * rem,
    overscan: OVERSCAN,
  });
  // The browser itself keeps in place what is seen while rows above get their true height. Where the scroll position is
  // set for that, the End key comes to rest in the middle.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = () => false;
  // The box around the rows gets its ref only after their effects have run: look again once everything is there.
  const [, setIsShown] = useState(false);
  useEffect(() => setIsShown(true), []);
  const items = virtualizer.getVirtualItems();
  return {
    inSight: items.map(({ index }) => index),
    above: items[0]?.start ?? 0,
    below: virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0),
    measure: virtualizer.measureElement,
  };
}

function rootFontSize(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
}
