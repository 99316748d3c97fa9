import DOMPurify from 'dompurify';
import { useEffect, useRef } from 'react';
import { trusted } from '../../api/trusted.ts';
import { watchBars } from './bars-in-sight.ts';
import css from './reports.module.css';

const FINAL_SCRIPT = '/js/final_report.js';

type ReportViewProps = {
  html: string;
  label: string;
  /** Is called with each shown report, and with null when it is taken away. Pass the same function. */
  onShown?: ((report: HTMLElement | null) => void) | undefined;
};

/**
 * Shows report HTML of our own server (R56). Everything that could run is removed first. The report's one script is then
 * made from its text again, and the content security policy decides by its hash whether it runs. The static script of
 * report pages is loaded with the report and removed with it.
 */
export function ReportView({ html, label, onShown }: ReportViewProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const target = box.current;
    if (!target) return undefined;
    const final = document.createElement('script');
    final.src = trusted.createScriptURL(FINAL_SCRIPT);
    let isLeft = false;
    let unwatch: (() => void) | undefined;
    void (async () => {
      // In slices: one long task would block the first touches on a slow phone.
      const scriptText = scriptIn(html);
      await nextTask();
      if (isLeft) return;
      const content = DOMPurify.sanitize(html, { RETURN_DOM_FRAGMENT: true, ADD_ATTR: ['aria-describedby'] });
      await nextTask();
      if (isLeft) return;
      target.replaceChildren(content);
      unwatch = watchBars(target);
      onShown?.(target.querySelector<HTMLElement>('.rz-report'));
      final.addEventListener('load', () => target.append(scriptOf(scriptText)));
      document.head.append(final);
    })();
    return () => {
      isLeft = true;
      unwatch?.();
      onShown?.(null);
      final.remove();
      target.replaceChildren();
    };
  }, [html, onShown]);
  return <div ref={box} className={css.report} role="document" aria-label={label} />;
}

function scriptIn(html: string): string {
  const inert = new DOMParser().parseFromString(trusted.createHTML(html), 'text/html');
  return inert.querySelector('script')?.textContent ?? '';
}

const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));

function scriptOf(text: string): HTMLScriptElement {
  const script = document.createElement('script');
  script.textContent = trusted.createScript(text);
  return script;
}
