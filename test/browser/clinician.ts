import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { TestUser } from '../builders.ts';
import { logIn, openPage, type Site } from './browser.ts';

/** Logs the clinician in and returns the home page with the own patients open. */
export async function openMyPatients(
  site: Site,
  clinic: string,
  { name, secret }: Pick<TestUser, 'name' | 'secret'>,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await openPage(site, options);
  await logIn(page, 'clinician', { clinic, username: name, secret });
  await page.getByRole('button', { name: 'Patient*in anlegen' }).waitFor();
  return page;
}

/** The row of a patient. */
export function rowOf(page: Page, code: string): Locator {
  return page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: code }) });
}

/** The codes of the table, from top to bottom. */
export async function codesIn(page: Page): Promise<string[]> {
  const texts = await page.getByRole('rowheader').allInnerTexts();
  // The cell may have a remark below the code.
  return texts.map((text) => text.split('\n')[0] ?? '');
}

/** Chooses from the menu of a patient's row. */
export async function chooseFor(page: Page, code: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `${code} bearbeiten` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}
