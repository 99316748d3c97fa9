import { type RefObject, useLayoutEffect } from 'react';
import { focusReturnOf } from './focus-return.ts';

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

// A form starts in its first field; where there is none, the title is read first.
function focusFirst(dialog: HTMLDialogElement): void {
  const field = dialog.querySelector<HTMLElement>(
    '[data-autofocus], input:not([type=hidden], :disabled), select:not(:disabled), textarea:not(:disabled)',
  );
  (field ?? dialog.querySelector<HTMLElement>('h2'))?.focus();
}
