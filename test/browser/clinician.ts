import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { TestUser } from '../builders.ts';
import { logIn, openPage, reportStyled, type Site } from './browser.ts';

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

/** Opens the result of a patient in the list. */
export async function openResultOf(patients: Promise<Page>, code: string): Promise<Page> {
  const page = await patients;
  await page.getByRole('button', { name: `Anzeigen: Ergebnis von ${code}` }).click();
  await page.getByRole('table', { name: `Ergebnis von ${code}` }).waitFor();
  return page;
}

/** Opens a report from the open result of a patient. */
export async function openReportOf(result: Promise<Page>, point: string): Promise<Page> {
  const page = await result;
  await page.getByRole('link', { name: `Bericht öffnen: ${point}` }).click();
  await page.getByRole('heading', { name: `Ergebnisbericht: ${point}` }).waitFor();
  await reportStyled(page);
  return page;
}

/** Saves the open report as a PDF. */
export async function savePdf(page: Page, extent: string): Promise<void> {
  await page.getByRole('button', { name: 'Als PDF herunterladen' }).click();
  await page.getByRole('menuitem', { name: extent }).click();
}

/** Opens the patient's version of the report that the page shows. */
export async function openPatientVersion(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Bericht für Patient*innen ansehen' }).click();
  await page
    .getByRole('document', { name: 'Bericht für Patient*innen' })
    .getByRole('heading')
    .first()
    .waitFor();
}
