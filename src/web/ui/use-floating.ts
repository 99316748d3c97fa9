import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

const GAP = 6;

/**
 * Places a box beside its parent in the window, below where there is room and above otherwise. It does not move with its
 * parent: `close` is called when the parent is scrolled away or the window changes.
 */
export function useFloating(box: RefObject<HTMLElement | null>, isOpen: boolean, close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useLayoutEffect(() => {
    const element = box.current;
    const parent = element?.parentElement;
    if (!isOpen || !element || !parent) return undefined;
    const placedAt = parent.getBoundingClientRect();
    place(element, placedAt);
    const closeNow = () => latest.current();
    // The event of a scroll that ended before the box was opened may come after that: only a real move counts.
    const closeIfMoved = () => isElsewhere(parent, placedAt) && closeNow();
    window.addEventListener('scroll', closeIfMoved, true);
    window.addEventListener('resize', closeNow);
    return () => {
      window.removeEventListener('scroll', closeIfMoved, true);
      window.removeEventListener('resize', closeNow);
    };
  }, [box, isOpen]);
}

function isElsewhere(parent: Element, before: DOMRect): boolean {
  const { top, left } = parent.getBoundingClientRect();
  return Math.abs(top - before.top) > 1 || Math.abs(left - before.left) > 1;
}

function place(element: HTMLElement, parent: DOMRect): void {
  const { width, height } = element.getBoundingClientRect();
  const isRoomBelow = parent.bottom + GAP + height <= window.innerHeight;
  const top = isRoomBelow ? parent.bottom + GAP : Math.max(GAP, parent.top - GAP - height);
  const left = Math.max(GAP, Math.min(parent.left, window.innerWidth - width - GAP));
  Object.assign(element.style, { position: 'fixed', inset: 'auto', top: `${top}px`, left: `${left}px` });
}
