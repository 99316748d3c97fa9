// The static script of every page with a report (product 14): page overview, print options, copying. Knows no patient. It
// may be loaded before or after the report, and more than once; it takes everything back when its script element or the
// report leaves the page. Vite builds it as /js/final_report.js, and its style sheets as /report.css.
import 'virtual:report-colours.css';
import './report.css';
import './report-screen.css';
import './report-paper.css';
import { forgetNothingChosen, isAnyChosen, sayNothingChosen } from './chosen-parts.ts';
import { copyText } from './report-copying.ts';
import { goToSection, makeReachable, markCurrent, openChoice } from './report-moving.ts';
import { Printing } from './report-printing.ts';

declare global {
  interface Window {
    /** The running script. A newer one stops it. */
    resonanzReport?: { stop(): void };
  }
}

const STYLE = '/report.css';
const own = document.currentScript;

type Shown = { report: HTMLElement; release(): void };
let shown: Shown | undefined;

function enhance(): void {
  const report = document.querySelector<HTMLElement>('.rz-report');
  if (report === (shown?.report ?? null)) return;
  release();
  if (report) shown = { report, release: enhanced(report) };
}

function release(): void {
  shown?.release();
  shown = undefined;
}

/** Makes the report work. Returns a function that undoes everything. */
function enhanced(report: HTMLElement): () => void {
  const printing = new Printing(report);
  const leaving = new AbortController();
  const { signal } = leaving;
  report.addEventListener('click', (event) => react(event, report, printing), { signal });
  report.addEventListener('change', () => forgetNothingChosen(report), { signal });
  window.addEventListener('beforeprint', () => printing.prepare(), { signal });
  window.addEventListener('afterprint', () => printing.end(), { signal });
  const undo = [
    () => leaving.abort(),
    addStyle(),
    ...[...report.querySelectorAll<HTMLElement>('[data-report-toolbar], [data-report-buttons]')].map(show),
    ...[...report.querySelectorAll<HTMLElement>('[data-report-scroll]')].map(makeReachable),
    markCurrent(report),
    () => printing.end(),
  ];
  return () => undo.reverse().forEach((step) => step());
}

function react(event: MouseEvent, report: HTMLElement, printing: Printing): void {
  const target = event.target instanceof Element && event.target.closest<HTMLElement>('a, button');
  if (!target || !report.contains(target)) return;
  if (target.matches('.rz-pages a')) goToSection(event, report, target);
  else if (target.matches('[data-report-print]'))
    printChosen(report, printing, target.dataset['reportPrint']);
  else if (target.matches('[data-report-print-only]')) printing.printOnly(target.dataset['reportPrintOnly']);
  else if (target.matches('[data-report-copy]')) void copyText(target);
  else if (target.matches('[data-report-print-first]'))
    printing.print('first', target.dataset['reportPrintFirst']);
  else if (target.matches('[data-report-print-all]')) printing.print('all', target.dataset['reportPrintAll']);
  else if (target.matches('[data-report-print-choose]')) openChoice(report);
}

function printChosen(report: HTMLElement, printing: Printing, name: string | undefined): void {
  if (isAnyChosen(report)) printing.print('chosen', name);
  else sayNothingChosen(report);
}

function show(element: HTMLElement): () => void {
  const wasHidden = element.hidden;
  element.hidden = false;
  return () => (element.hidden = wasHidden);
}

// The page around the report may bring the style sheet itself.
function addStyle(): () => void {
  if (document.querySelector(`link[rel="stylesheet"][href="${STYLE}"]`)) return () => {};
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = STYLE;
  document.head.append(link);
  return () => link.remove();
}

const watcher = new MutationObserver(() => {
  if (own && !own.isConnected) stop();
  else if (shown && !shown.report.isConnected) release();
});

function stop(): void {
  watcher.disconnect();
  document.removeEventListener('resonanz:report', enhance);
  release();
  if (window.resonanzReport?.stop === stop) delete window.resonanzReport;
}

window.resonanzReport?.stop();
window.resonanzReport = { stop };
document.addEventListener('resonanz:report', enhance);
watcher.observe(document.documentElement, { childList: true, subtree: true });
enhance();
