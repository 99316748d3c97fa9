const GAP = 6;

/**
 * Places an open menu beside its parent in the window, below where there is room and above otherwise. It does not move with its
 * parent: `close` is called when the parent is scrolled away or the window changes. Returns the function that ends this.
 */
export function floatMenu(menu: HTMLElement, close: () => void): () => void {
  const parent = menu.parentElement ?? menu;
  const placedAt = parent.getBoundingClientRect();
  place(menu, placedAt);
  // The event of a scroll that ended before the menu was opened may come after that: only a real move counts.
  const closeIfMoved = () => isElsewhere(parent, placedAt) && close();
  window.addEventListener('scroll', closeIfMoved, true);
  window.addEventListener('resize', close);
  return () => {
    window.removeEventListener('scroll', closeIfMoved, true);
    window.removeEventListener('resize', close);
  };
}

function isElsewhere(parent: Element, before: DOMRect): boolean {
  const { top, left } = parent.getBoundingClientRect();
  return Math.abs(top - before.top) > 1 || Math.abs(left - before.left) > 1;
}

function place(menu: HTMLElement, parent: DOMRect): void {
  const { width, height } = menu.getBoundingClientRect();
  const isRoomBelow = parent.bottom + GAP + height <= window.innerHeight;
  const top = isRoomBelow ? parent.bottom + GAP : Math.max(GAP, parent.top - GAP - height);
  const left = Math.max(GAP, Math.min(parent.left, window.innerWidth - width - GAP));
  Object.assign(menu.style, { position: 'fixed', inset: 'auto', top: `${top}px`, left: `${left}px` });
}
