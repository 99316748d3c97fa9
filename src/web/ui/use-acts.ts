import { useLayoutEffect, useRef, useState } from 'react';

/** A row of a list, and its controls in the order in which one of them shall have the focus. */
type Target = { readonly id: string; readonly controls: readonly string[] };

/** Says what happened to a list, and puts the focus on the first of these controls that can have it. */
export function useActs<Box extends HTMLElement>() {
  const box = useRef<Box>(null);
  const target = useRef<Target | null>(null);
  const [news, setNews] = useState('');
  useLayoutEffect(() => {
    const wanted = target.current;
    if (!wanted) return;
    target.current = null;
    const row = box.current?.querySelector(`[data-row="${CSS.escape(wanted.id)}"]`);
    const found = wanted.controls.map((name) =>
      row?.querySelector<HTMLElement>(`[data-control="${name}"]:not(:disabled)`),
    );
    found.find(Boolean)?.focus();
  });
  const act = (sentence: string, next: Target) => {
    target.current = next;
    setNews(sentence);
  };
  return { box, news, act };
}
