import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { stillness } from './browser.ts';
import { coveredInFocus, cutOff, misfits, movements } from './layout-findings.ts';

// The conditions under which people read: large letters, zoom, wide spacing, high contrast, a turned phone.

type Media = Parameters<Page['emulateMedia']>[0];
type Condition = {
  name: string;
  width: number;
  height: number;
  /** The root has letters of 32 px, as with "text only" zoom. */
  largeText?: boolean;
  /** The reader has set letters of 32 px in the browser. Widths of media queries grow with them. */
  largeFont?: boolean;
  spacing?: boolean;
  media?: Media;
  /** Every control is given the focus. */
  walk?: boolean;
};

const forced = (colorScheme: 'light' | 'dark'): Media => ({ forcedColors: 'active', colorScheme });

const conditions: readonly Condition[] = [
  { name: 'text at 200 %', width: 390, height: 844, largeText: true },
  { name: 'browser letters of 32 px', width: 390, height: 844, largeFont: true, walk: true },
  { name: 'text at 200 % on a computer', width: 1280, height: 800, largeText: true },
  // A window of 1280 x 1024.
  { name: 'zoom 400 %', width: 320, height: 256, walk: true },
  { name: 'wide text spacing', width: 320, height: 640, spacing: true },
  { name: 'high contrast, light', width: 390, height: 844, media: forced('light'), walk: true },
  { name: 'high contrast, dark', width: 390, height: 844, media: forced('dark') },
  { name: 'a turned phone', width: 664, height: 390, walk: true },
  { name: 'the smallest phone', width: 320, height: 640, walk: true },
];

/** Text spacing for easier reading (WCAG 1.4.12). It must not cut off any text. */
const spacing =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }' +
  'p { margin-bottom: 2em !important }';
const largeText = 'html { font-size: 200% !important }';

/** The page has these rules in addition, until the next call. */
async function addRules(page: Page, rules: string): Promise<void> {
  await page.evaluate((text) => {
    // The condition always holds. It marks the sheet of the last call.
    const mark = '(min-width: 1px)';
    const sheet = new CSSStyleSheet({ media: mark });
    sheet.replaceSync(text);
    const others = document.adoptedStyleSheets.filter(({ media }) => media.mediaText !== mark);
    document.adoptedStyleSheets = [...others, sheet];
  }, rules);
}

/** Asserts that the shown state of a page can be read and reached under every condition. */
export async function checkConditions(page: Page, what: string): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  // The pointer must not rest on a control that explains itself.
  await page.mouse.move(0, 0);
  const found: string[] = [];
  for (const condition of conditions) {
    const { name, width, height, media } = condition;
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ forcedColors: 'none', colorScheme: 'light', ...media });
    const standard = condition.largeFont ? 32 : 16;
    await browser.send('Page.setFontSizes', { fontSizes: { standard } });
    await addRules(page, (condition.largeText ? largeText : '') + (condition.spacing ? spacing : ''));
    await stillness(page);
    const seen = [...(await misfits(page)), ...(await cutOff(page))];
    seen.push(...(await movements(page)));
    if (condition.walk) seen.push(...(await coveredInFocus(page)));
    found.push(...seen.map((one) => `${name}: ${one}`));
  }
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
  await browser.detach();
  await addRules(page, '');
  assert.deepEqual(found, [], what);
}
