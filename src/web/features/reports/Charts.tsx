import DOMPurify from 'dompurify';
import { useLayoutEffect, useRef } from 'react';
import 'virtual:report-colours.css';
import './report.css';
import './report-overview.css';
import './report-parts.css';
import './report-narrow.css';
import './patient-course.css';
import { makeReachable } from './report-moving.ts';

/** HTML of our own server (R56). Everything that could run is removed first. */
export function Charts({ html }: { html: string }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const target = box.current;
    if (!target) return undefined;
    target.replaceChildren(
      DOMPurify.sanitize(html, { RETURN_DOM_FRAGMENT: true, ADD_ATTR: ['aria-describedby'] }),
    );
    const undo = [...target.querySelectorAll<HTMLElement>('[data-report-scroll]')].map(makeReachable);
    return () => undo.forEach((step) => step());
  }, [html]);
  return <div ref={box} />;
}
