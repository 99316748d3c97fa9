/** Moves the focus to the page, and from there to its title. */
export function focusPage(): void {
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  focusTitle();
}

/** Moves the focus from a page to its title, so that screen readers do not read the whole page. */
export function focusTitle(): void {
  const main = document.querySelector<HTMLElement>('main');
  const title = main?.querySelector('h1');
  // The person, or the page itself, may have moved it already.
  if (!title || document.activeElement !== main) return;
  title.tabIndex = -1;
  title.focus({ preventScroll: true });
}

/** Moves the focus to the page if nothing has it: its control has gone, or the browser has just loaded the page. */
export function focusPageIfLost(): void {
  if (document.activeElement === document.body) focusPage();
}
