import type { KeyboardEvent } from 'react';
import { FIELDS } from './ItemField.tsx';

/**
 * Enter in a field goes to the next question. A page is sent for good, so at the last question a typed text stays where it is. A choice
 * sends the page there, as in every form. To be called with keypress: an open list and a word that is being composed keep their Enter.
 */
export function goOnByEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, currentTarget: form } = event;
  if (event.key !== 'Enter' || !(target instanceof Element) || !target.matches('input, select')) return;
  const next = nextField(form, target);
  if (next || isTyped(target)) event.preventDefault();
  next?.focus();
}

const isTyped = (field: Element) => !field.matches('[type=radio], [type=checkbox], select');

/** The first field of the next question, or what is chosen there. */
function nextField(form: HTMLFormElement, field: Element): HTMLElement | undefined {
  const item = field.closest('[data-item]');
  const isLater = (other: Element) =>
    (field.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) > 0 && !item?.contains(other);
  const next = [...form.querySelectorAll<HTMLElement>(`[data-item] :is(${FIELDS})`)].find(isLater);
  return next?.closest('[data-item]')?.querySelector<HTMLElement>('input:checked') ?? next;
}
