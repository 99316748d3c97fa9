import { useEffect, useRef } from 'react';
import { trusted } from '../../api/trusted.ts';
import { Spinner } from '../../ui/Spinner.tsx';
import { watchBars } from './bars-in-sight.ts';
import { cleanReport } from './clean.ts';
import css from './reports.module.css';

const FINAL_SCRIPT = '/js/final_report.js';
const STYLE = '/report.css';

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
    const style = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: STYLE });
    const styled = settled(style);
    document.head.append(style);
    let isLeft = false;
    let unwatch: (() => void) | undefined;
    void (async () => {
      const { content, script } = await cleanReport(html);
      // A report without its style would be laid out twice, and flash.
      await styled;
      if (isLeft) return;
      target.replaceChildren(content);
      unwatch = watchBars(target);
      onShown?.(target.querySelector<HTMLElement>('.rz-report'));
      final.addEventListener('load', () => target.append(scriptOf(script)));
      document.head.append(final);
    })();
    return () => {
      isLeft = true;
      unwatch?.();
      onShown?.(null);
      final.remove();
      style.remove();
      target.replaceChildren();
    };
  }, [html, onShown]);
  return (
    <>
      <div ref={box} className={`shrinks ${css.report}`} role="document" aria-label={label} />
      <div className={css.waiting}>
        <Spinner />
      </div>
    </>
  );
}

/** Waits until a style sheet is there, or cannot be loaded. */
const settled = (link: HTMLLinkElement) =>
  new Promise<unknown>((resolve) => {
    link.addEventListener('load', resolve);
    link.addEventListener('error', resolve);
  });

function scriptOf(text: string): HTMLScriptElement {
  const script = document.createElement('script');
  script.textContent = trusted.createScript(text);
  return script;
}
