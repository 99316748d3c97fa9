import type { Page } from 'playwright-core';

/** The pages that a browser prints of this page. Chromium writes one page object for each of them. */
export async function printedPages(page: Page): Promise<number> {
  const file = (await page.pdf({ format: 'A4' })).toString('latin1');
  return file.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

/** Keeps a button from opening the browser's own dialog, so that `printedPages` prints what the button prepared. */
export async function withoutPrintDialog(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.print = () => {};
  });
}
