/**
 * Gives a function that puts the focus back to where it is now. A dialog opened from a menu goes back to the button of
 * that menu, because the menu itself is gone by then.
 */
export function focusReturnOf(active: Element | null): () => void {
  const menu = active?.closest('[role=menu]');
  const opener = menu?.id ? document.querySelector(`[aria-controls="${CSS.escape(menu.id)}"]`) : active;
  return () => {
    const isThere = opener instanceof HTMLElement && opener.isConnected;
    // What was left may have taken its opener with it, as a row that is no longer in its table.
    const target = isThere ? opener : document.querySelector<HTMLElement>('main');
    target?.focus();
  };
}
