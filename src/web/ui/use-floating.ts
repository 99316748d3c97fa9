import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

const GAP = 6;

/**
 * Places a box beside its parent in the window, below where there is room and above otherwise. It does not move with its
 * parent: `close` is called when anything around it scrolls.
 */
export function useFloating(box: RefObject<HTMLElement | null>, isOpen: boolean, close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useLayoutEffect(() => {
    const element = box.current;
    if (!isOpen || !element) return undefined;
    place(element);
    const closeNow = (event: Event) => {
      if (!(event.target instanceof Node) || !element.contains(event.target)) latest.current();
    };
    window.addEventListener('scroll', closeNow, true);
    window.addEventListener('resize', closeNow);
    return () => {
      window.removeEventListener('scroll', closeNow, true);
      window.removeEventListener('resize', closeNow);
    };
  }, [box, isOpen]);
}

function place(element: HTMLElement): void {
  const parent = element.parentElement?.getBoundingClientRect();
  if (!parent) return;
  const { width, height } = element.getBoundingClientRect();
  const isRoomBelow = parent.bottom + GAP + height <= window.innerHeight;
  const top = isRoomBelow ? parent.bottom + GAP : Math.max(GAP, parent.top - GAP - height);
  const left = Math.max(GAP, Math.min(parent.left, window.innerWidth - width - GAP));
  Object.assign(element.style, { position: 'fixed', inset: 'auto', top: `${top}px`, left: `${left}px` });
}
