import { type RefObject, useLayoutEffect } from 'react';
import { focusPage } from './page-focus.ts';

/** Shows a dialog for as long as its component is rendered; the focus goes in, stays in and comes back. */
export function useShownDialog(dialog: RefObject<HTMLDialogElement | null>): void {
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const goBack = focusReturnOf(document.activeElement);
    element.showModal();
    focusFirst(element);
    return () => {
      element.close();
      goBack();
    };
  }, [dialog]);
}

// The filters of a table are no form: to start there would scroll past what stands above the table.
const FIELDS = ':is(input:not([type=hidden]), select, textarea):not(:disabled, [data-table] *)';

// A form starts in its first field. A dialog without a field starts with its title.
function focusFirst(dialog: HTMLDialogElement): void {
  const field = dialog.querySelector<HTMLElement>(`[data-autofocus], ${FIELDS}`);
  (field ?? dialog.querySelector<HTMLElement>('h2'))?.focus();
}

/** For the first field of a dialog whose form is loaded: the title had the focus only because there was no field yet. */
export function takeFocusFromTitle(field: HTMLElement | null): void {
  const title = field?.closest('dialog')?.querySelector('h2');
  if (title === document.activeElement) field?.focus();
}

/**
 * Gives a function that puts the focus back to where it is now. A dialog opened from a menu goes back to the button of
 * that menu, because the menu itself is gone by then.
 */
function focusReturnOf(active: Element | null): () => void {
  const menu = active?.closest('[role=menu]');
  const opener = menu?.id ? document.querySelector(`[aria-controls="${CSS.escape(menu.id)}"]`) : active;
  const cell = opener?.closest('td');
  const region = opener?.closest<HTMLElement>('section[tabindex]');
  return () => {
    const isThere = opener instanceof HTMLElement && !opener.matches('body, main') && opener.isConnected;
    // What was left may have taken its opener with it: a tag of a cell, or a row that is no longer in its table.
    const neighbour = cell?.isConnected ? cell.querySelector<HTMLElement>('button, a') : null;
    const target = isThere ? opener : (neighbour ?? (region?.isConnected ? region : null));
    if (target) target.focus();
    else focusPage();
  };
}
