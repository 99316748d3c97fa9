import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { pages } from '../../../src/contract/pages.ts';
import { STAFF_PASSWORD } from '../../../src/server/demo/demo-plan.ts';
import { logIn, openPage, openDemoSite, type Site } from '../browser.ts';

const CLINIC = 'Ambulanz Musterstadt';

let site: Site;
before(async () => {
  site = await openDemoSite();
});

/** Follows the skip link with the keyboard. The page must stay as it is, and the focus goes to its content. */
async function assertSkips(page: Page): Promise<void> {
  const title = page.getByRole('main').getByRole('heading', { level: 1 });
  await title.waitFor();
  const before = await title.innerText();
  const address = page.url();
  await page.getByRole('link', { name: 'Zum Inhalt springen' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement?.tagName === 'MAIN');
  assert.equal(await title.innerText(), before, address);
  assert.equal(page.url(), address);
}

test('the skip link leads to the content of every public page without changing the page', async () => {
  const page = await openPage(site);
  for (const path of ['landing', 'loginPatient', 'loginClinician', 'imprint', 'contact'] as const) {
    await page.goto(pages[path]);
    await assertSkips(page);
  }
});

test('the skip link keeps the home, the information and the reports of a clinician', async () => {
  const page = await openPage(site);
  await logIn(page, 'clinician', { clinic: CLINIC, username: 'therapie1', secret: STAFF_PASSWORD });
  const result = page.getByRole('button', { name: 'Anzeigen: Ergebnis von P1005' });
  // While the list is loading, its notice takes the keys.
  await result.waitFor();
  await assertSkips(page);
  await result.click();
  await page.getByRole('link', { name: 'Bericht öffnen: Nachsorge 6 Monate' }).click();
  await page.getByRole('heading', { name: 'Ergebnisbericht: Nachsorge 6 Monate' }).waitFor();
  await assertSkips(page);
  await page.getByRole('heading', { name: 'Ergebnisbericht: Nachsorge 6 Monate' }).waitFor();
  await page.getByRole('link', { name: 'Bericht für Patient*innen ansehen' }).click();
  await assertSkips(page);
  await page.getByRole('link', { name: 'Informationen' }).click();
  await page.waitForURL('**/clinician/information');
  await assertSkips(page);
});

test('the skip link keeps the open section of an admin', async () => {
  const page = await openPage(site);
  await logIn(page, 'admin', { clinic: CLINIC, username: 'adminmusterstadt', secret: STAFF_PASSWORD });
  await page.getByRole('main').getByRole('button', { name: 'Mitarbeitende', exact: true }).click();
  await page.getByRole('table', { name: 'Mitarbeitende' }).waitFor();
  await assertSkips(page);
  await page.getByRole('table', { name: 'Mitarbeitende' }).waitFor();
});
