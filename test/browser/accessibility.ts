import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { stillness } from './browser.ts';

/** The findings of axe on the page against WCAG 2.2 AA and good practice; empty if there are none. */
export async function accessibilityFindings(page: Page): Promise<string[]> {
  await stillness(page);
  return findingsOfAxe(page);
}

async function findingsOfAxe(page: Page): Promise<string[]> {
  // The content security policy would refuse a script element.
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const { axe: checker } = globalThis as unknown as {
      axe: { run(): Promise<AxeResults> };
    };
    return (await checker.run()).violations;
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
