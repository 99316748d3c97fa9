import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { accessibilityFindings, focusedName } from './browser.ts';

const schemes = ['light', 'dark'] as const;
// The wide one last: what is done next is done there.
const widths = [768, 1440] as const;

/** Asserts that axe finds nothing on what is shown now, by day and by night, on a tablet and on a wide screen. */
export async function assertAccessible(
  page: Page,
  what: string,
  at: readonly number[] = widths,
): Promise<void> {
  for (const colorScheme of schemes)
    for (const width of at) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await endTransitions(page);
      const findings = await accessibilityFindings(page);
      assert.deepEqual(findings, [], `${what}: ${colorScheme}, ${width} pixels`);
    }
}

// A colour that is still on its way from one scheme to the other is nobody's choice.
function endTransitions(page: Page): Promise<unknown> {
  return page.evaluate(() => {
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    return Promise.allSettled(transitions.map(({ finished }) => finished));
  });
}

/** The same for the modal that is open; Escape closes it then, and the focus is back at what opened it. */
export async function assertAccessibleModal(page: Page, what: string, opener: string): Promise<void> {
  await assertAccessible(page, what);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').or(page.getByRole('alertdialog')).first().waitFor({ state: 'detached' });
  assert.equal(await focusedName(page), opener, `the focus after: ${what}`);
}
