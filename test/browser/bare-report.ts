import process from 'node:process';
import type { Browser, Page } from 'playwright-core';
import { openChromium } from '../chromium.ts';
import { atFileEnd } from '../file-end.ts';
import { reportPage } from '../report-page.ts';

const web = process.env['WEB_FOLDER'] ?? 'dist/web';

let browser: Promise<Browser> | undefined;
atFileEnd(async () => {
  const opened = browser;
  browser = undefined;
  await (await opened)?.close();
});

/** Opens the HTML of a report in a page of its own. */
export async function openBareReport(html: string, viewport = { width: 1440, height: 900 }): Promise<Page> {
  browser ??= openChromium();
  const page = await (await browser).newPage({ viewport, reducedMotion: 'reduce' });
  await showBareReport(page, html);
  return page;
}

/** Shows the HTML of another report in the page. */
export async function showBareReport(page: Page, html: string): Promise<void> {
  await page.setContent(await reportPage(html, web));
}

/** Opens all folded sections. */
export function unfold(page: Page): Promise<void> {
  return page.locator('details').evaluateAll((all) => all.forEach((one) => one.setAttribute('open', '')));
}
