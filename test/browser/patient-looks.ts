import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { accessibilityFindings } from './accessibility.ts';

type Look = { width: number; colorScheme: 'light' | 'dark' };

// 640 px equals a window of 1280 px at 200 %. 320 px equals 400 %, and is the smallest phone.
const looks: readonly Look[] = [
  { width: 640, colorScheme: 'dark' },
  { width: 320, colorScheme: 'light' },
];

/** Asserts on small screens, light and dark: no finding of axe, no sideways scrolling, no small target. */
export async function checkLooks(page: Page, what: string): Promise<void> {
  for (const { width, colorScheme } of looks) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    const name = `${what}, ${width} px, ${colorScheme}`;
    assert.deepEqual(await accessibilityFindings(page), [], name);
    assert.deepEqual(await dividedTexts(page), [], `${name}: divides words`);
    assert.equal(await isTooWide(page), false, `${name}: must be scrolled sideways`);
    assert.deepEqual(await smallTargets(page), [], `${name}: targets below 44 px`);
  }
}

/** The texts whose words the browser may divide at the end of a line: any word of a question, and short ones elsewhere. */
function dividedTexts(page: Page): Promise<string[]> {
  return page.locator('h1, h2, h3, legend, p, li, dd, label:not([data-option])').evaluateAll((texts) =>
    texts
      .filter((text) => {
        const style = getComputedStyle(text);
        const sparesShort = style.getPropertyValue('hyphenate-limit-chars') !== 'auto';
        return style.hyphens === 'auto' && !(sparesShort && !text.closest('[data-item]'));
      })
      .map(({ textContent }) => textContent ?? ''),
  );
}

function isTooWide(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
}

/** The targets smaller than 44 px. Links inside a sentence do not count, because the line height limits them. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const SMALLEST = 44;
    const open = document.querySelector('dialog[open]') ?? document.body;
    const controls = open.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, [role=tab], [role=menuitem], [role=menuitemradio]',
    );
    return [...controls].flatMap((control) => {
      const target = control.matches('[type=radio], [type=checkbox]') ? control.closest('label') : control;
      if (!target?.checkVisibility({ visibilityProperty: true }) || target.matches('[aria-hidden=true]'))
        return [];
      if (target.matches('a') && getComputedStyle(target).display === 'inline') return [];
      const { width, height, bottom } = target.getBoundingClientRect();
      // The link to the content lies outside the page until it has the focus.
      if (bottom < 0 || (width >= SMALLEST - 0.5 && height >= SMALLEST - 0.5)) return [];
      return [`${target.tagName} ${target.textContent?.trim() ?? ''} ${width} × ${height}`];
    });
  });
}
