import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useState } from 'react';

// A row of one line, as the style sheet has it at the usual text size; taller ones are measured when they are shown.
const ONE_LINE = 41;
const OVERSCAN = 8;

/** Which of `count` rows of different heights are to be in the page now, and the room above and below for the others. */
export function useTallRows(count: number, scrollBox: RefObject<HTMLElement | null>) {
  // The React Compiler would leave this hook alone; it is not in use.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scrollBox.current,
    estimateSize: () => ONE_LINE,
    overscan: OVERSCAN,
  });
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
