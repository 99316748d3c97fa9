import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { stillness } from './browser.ts';
import { keepForNu } from './nu-pages.ts';

// Three checkers look at the same page. Each knows rules that the others lack.

const sniffer = readFileSync(fileURLToPath(import.meta.resolve('html_codesniffer/build/HTMLCS.js')), 'utf8');

/**
 * The findings of axe and HTML_CodeSniffer on the page against WCAG 2.2 AA and good practice; empty if there are none. The
 * run shows the page to the Nu checker too.
 */
export async function accessibilityFindings(page: Page): Promise<string[]> {
  await stillness(page);
  const html = await page.content();
  const found = await findingsOfAxe(page);
  // Another size or scheme of the same state: axe measures contrasts and targets again, the others read the markup.
  if (seen.has(html)) return found;
  seen.add(html);
  await keepForNu(page, html);
  return [...found, ...(await findingsOfSniffer(page))];
}

const seen = new Set<string>();

/** Loads a checker, unless the page has it. The content security policy would refuse a script element. */
async function load(page: Page, name: string, source: string): Promise<void> {
  if (!(await page.evaluate((key) => key in globalThis, name))) await page.evaluate(source);
}

async function findingsOfAxe(page: Page): Promise<string[]> {
  await load(page, 'axe', axe.source);
  const violations = await page.evaluate(async () => {
    const { axe: checker } = globalThis as unknown as {
      axe: { run(): Promise<AxeResults> };
    };
    return (await checker.run()).violations;
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

type Message = { type: number; code: string; msg: string; element: Element };
type Sniffer = {
  ERROR: number;
  process(standard: string, content: Document, done: () => void): void;
  getMessages(): Message[];
};
type Finding = { code: string; message: string; html: string };

// Our tables tie cells to heads by `scope` (technique H63). This rule knows no way but `headers` for heads of several levels.
const FALSE_FINDING = /1_3_1\.H43\.HeadersRequired$/;

/** Only errors count. Warnings and notices of HTML_CodeSniffer ask a person to look. */
async function findingsOfSniffer(page: Page): Promise<string[]> {
  await load(page, 'HTMLCS', sniffer);
  const findings = await page.evaluate(
    () =>
      new Promise<Finding[]>((resolve) => {
        const { HTMLCS } = globalThis as unknown as { HTMLCS: Sniffer };
        HTMLCS.process('WCAG2AA', document, () =>
          resolve(
            HTMLCS.getMessages()
              .filter(({ type }) => type === HTMLCS.ERROR)
              .map(({ code, msg, element }) => ({
                code,
                message: msg,
                html: element.outerHTML.slice(0, 200),
              })),
          ),
        );
      }),
  );
  return findings
    .filter(({ code }) => !FALSE_FINDING.test(code))
    .map(({ code, message, html }) => `${code}: ${message} ${html}`);
}
