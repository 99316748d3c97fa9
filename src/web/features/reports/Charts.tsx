import { useLayoutEffect, useRef } from 'react';
import { whenIdle } from '../../ui/after-paint.ts';
import 'virtual:report-colours.css';
import { clean } from './clean.ts';
import './report.css';
import './report-screen.css';
import { makeReachable } from './report-moving.ts';

/**
 * HTML of our own server (R56). Everything that could run is removed first. What is folded follows when the browser is idle:
 * the charts in sight of 40 surveys do not wait for a table of 800 cells.
 */
export function Charts({ html }: { html: string }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const target = box.current;
    if (!target) return undefined;
    const { inSight, folded } = partsOf(html);
    target.replaceChildren(clean(inSight));
    const undo = reachable(target);
    const later = whenIdle(() => {
      const rest = clean(folded).firstElementChild;
      if (!rest) return;
      undo.push(...reachable(rest));
      target.firstElementChild?.append(...rest.children);
    });
    return () => {
      later();
      undo.forEach((step) => step());
    };
  }, [html]);
  return <div ref={box} />;
}

const reachable = (box: Element) =>
  [...box.querySelectorAll<HTMLElement>('[data-report-scroll]')].map(makeReachable);

/** The blocks before the first folded one, and the others, each in the frame around both. */
function partsOf(html: string): { inSight: string; folded: string } {
  const frame = /^<[^>]*>/.exec(html)?.[0] ?? '';
  const cut = html.indexOf('<details');
  if (cut === -1) return { inSight: html, folded: frame };
  return { inSight: html.slice(0, cut), folded: frame + html.slice(cut) };
}
