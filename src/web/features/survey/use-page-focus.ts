import { type RefObject, useEffect, useLayoutEffect } from 'react';

const questions = 'fieldset[data-item], [data-item] :is(input, select, textarea), [data-info]';

/** Where reading begins on a new page: with its subject, or, where that has not changed, with its question. */
export function useStartFocus(form: RefObject<HTMLElement | null>, start: 'heading' | 'question'): void {
  // With the page, before anything is painted: a key pressed at once must not land elsewhere.
  useLayoutEffect(() => {
    window.scrollTo({ top: 0 });
    const question = start === 'question' ? form.current?.querySelector<HTMLElement>(questions) : null;
    (question ?? form.current?.querySelector('h1'))?.focus({ preventScroll: true });
    // Once, when the page is there.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}

/** Leads to the first answer that is marked, whenever `checked` is another one: a new check, not an answer put right. */
export function useProblemFocus(
  form: RefObject<HTMLElement | null>,
  hasProblems: boolean,
  ...checked: readonly unknown[]
): void {
  useEffect(() => {
    if (!hasProblems) return;
    const marked = form.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    marked?.focus({ preventScroll: true });
    marked?.closest('[data-item]')?.scrollIntoView({ block: 'start' });
    // Only what was checked counts.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, checked);
}
