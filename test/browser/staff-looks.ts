import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { accessibilityFindings } from './accessibility.ts';
import { focusedName } from './browser.ts';

type Look = { width: number; colorScheme: 'light' | 'dark' };

const desk = { width: 1440, colorScheme: 'light' } as const satisfies Look;
const tablet = { width: 768, colorScheme: 'dark' } as const satisfies Look;

/** Asserts that axe finds nothing on the shown page, on a dark tablet and on a light wide screen. */
export async function assertAccessible(page: Page, what: string): Promise<void> {
  await assertLook(page, what, tablet);
  await assertLook(page, what, desk);
}

/** The same for menus, which close when the window changes its size. */
export async function assertAccessibleMenu(page: Page, what: string): Promise<void> {
  await assertLook(page, what, { ...desk, colorScheme: 'dark' });
  await assertLook(page, what, desk);
}

async function assertLook(page: Page, what: string, { width, colorScheme }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height: 900 });
  assert.deepEqual(await accessibilityFindings(page), [], `${what}: ${width} pixels, ${colorScheme}`);
}

/** The same for the open modal. Then closes it with Escape and asserts that the focus is back at its button. */
export async function assertAccessibleModal(page: Page, what: string, opener: string): Promise<void> {
  await assertAccessible(page, what);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').or(page.getByRole('alertdialog')).first().waitFor({ state: 'detached' });
  assert.equal(await focusedName(page), opener, `the focus after: ${what}`);
}
