import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { STAFF_PASSWORD } from '../../src/server/demo/demo-plan.ts';
import { rare } from '../amount.ts';
import { openPage, openDemoSite, type Site } from './browser.ts';
import { openMyPatients, openResultOf, rowOf } from './clinician.ts';

const CLINIC = 'Ambulanz Musterstadt';
const therapie1 = { name: 'therapie1', secret: STAFF_PASSWORD };

let site: Site;
before(async () => {
  site = await openDemoSite();
});

const openHome = () => openMyPatients(site, CLINIC, therapie1, { viewport: { width: 1440, height: 900 } });

/** The link to the shown result or report, as the button copies it. */
async function linkOf(page: Page): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Link kopieren' }).click();
  await page.getByText('Der Link wurde kopiert.').waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
}

test('the result shows the course of every scale on top, as charts and as one table', async () => {
  const page = await openResultOf(openHome(), 'P1005');
  const course = page.getByRole('region', { name: 'Verlauf von P1005' });
  const depression = course.getByRole('img', { name: 'Depression: Verlauf' });
  await depression.waitFor();
  assert.equal(await course.getByText(/3 von 6 Befragungen nicht ausgefüllt/).isVisible(), true);
  const surveys = page.getByRole('table', { name: 'Ergebnis von P1005' });
  const [chart, table] = [await depression.boundingBox(), await surveys.boundingBox()];
  assert.ok(chart!.y < table!.y && chart!.y + chart!.height < 900, 'in sight, above the surveys');
  await course.getByText('Alle weiteren Skalen').click();
  await course.getByText('Alle Werte als Tabelle').click();
  const values = course.getByRole('table');
  const missed = values.getByRole('row', { name: /^Verlauf 1 nicht ausgefüllt/ });
  assert.equal(await missed.isVisible(), true);
  assert.equal(
    await values.getByRole('columnheader').count(),
    (await course.getByRole('img').count()) + 2,
    'the table has a column for each chart',
  );
});

rare('the result names the reader of a report and makes it unread again', async () => {
  const page = await openResultOf(openHome(), 'P1005');
  const result = page.getByRole('table', { name: 'Ergebnis von P1005' });
  const point = result.getByRole('row', { name: /^Therapieende/ });
  await point.getByText(/gelesen von therapie1 \(\d\d\.\d\d\.\d{4}\)/).waitFor();
  await point.getByRole('button', { name: 'Wieder als ungelesen: Therapieende' }).click();
  await point.getByText('Ungelesen', { exact: true }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Schließen' }).last().click();
  await rowOf(page, 'P1005').getByText('Ungelesener Report').waitFor();
});

test('a copied link leads to the result and to the report after the login, and leaves the address', async () => {
  const page = await openResultOf(openHome(), 'P1005');
  const toResult = await linkOf(page);
  assert.match(toResult, /#ergebnis=[0-9a-f-]{36}$/);
  await page.getByRole('link', { name: 'Bericht öffnen: Therapieende' }).click();
  await page.getByRole('heading', { name: 'Ergebnisbericht: Therapieende' }).waitFor();
  const toReport = await linkOf(page);
  for (const [link, title] of [
    [toResult, 'Ergebnis von P1005'],
    [toReport, 'Ergebnisbericht: Therapieende'],
  ] as const) {
    const other = await openPage(site);
    await other.goto(link);
    await other.waitForURL('**/loginclinician#*');
    await other.getByLabel('Klinik', { exact: true }).selectOption({ label: CLINIC });
    await other.getByLabel('Mitarbeitenden-ID', { exact: true }).fill(therapie1.name);
    await other.getByLabel('Passwort', { exact: true }).fill(therapie1.secret);
    await other.getByRole('button', { name: 'Anmelden' }).click();
    await other.getByRole('heading', { name: title }).waitFor();
    assert.equal(new URL(other.url()).hash, '');
  }
});

rare(
  'a second tab joins the login of the first, also by the link of a report, and both leave with a logout',
  async () => {
    const first = await openResultOf(openHome(), 'P1005');
    const [, id] = (await linkOf(first)).split('=');
    await first.getByRole('link', { name: 'Bericht öffnen: Therapieende' }).click();
    await first.getByRole('heading', { name: 'Ergebnisbericht: Therapieende' }).waitFor();
    const report = await linkOf(first);
    const second = await first.context().newPage();
    await second.goto(report);
    await second.getByRole('heading', { name: 'Ergebnisbericht: Therapieende' }).waitFor();
    const third = await first.context().newPage();
    await third.goto(report.replace(/#.*/, `#ergebnis=${id}`));
    await third.getByRole('heading', { name: 'Ergebnis von P1005' }).waitFor();
    await first.getByRole('button', { name: 'Profil' }).click();
    await first.getByRole('menuitem', { name: 'Logout' }).click();
    for (const page of [first, second, third]) {
      await page.waitForURL('**/loginclinician');
      assert.equal(await page.getByText('P1005').count(), 0);
    }
  },
);

rare('a link to a patient who is not in the list says so', async () => {
  const page = await openHome();
  await page.goto(`${site.origin}${new URL(page.url()).pathname}#ergebnis=${randomUUID()}`);
  await page.getByRole('heading', { name: 'Nicht mehr in Ihrer Liste' }).waitFor();
});
