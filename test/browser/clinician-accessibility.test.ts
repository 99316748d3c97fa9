import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createDemoData } from '../../src/server/demo/demo.ts';
import { STAFF_PASSWORD } from '../../src/server/demo/demo-plan.ts';
import { focusedName, openSite, reportStyled, type Site } from './browser.ts';
import { chooseFor, openMyPatients, openPatientVersion, rowOf } from './clinician.ts';
import { assertAccessible, assertAccessibleMenu, assertAccessibleModal } from './staff-looks.ts';

let site: Site;
before(async () => {
  site = await openSite();
  await createDemoData(site.services);
});

async function openHome() {
  const login = { name: 'therapie1', secret: STAFF_PASSWORD };
  const page = await openMyPatients(site, 'Ambulanz Musterstadt', login);
  await rowOf(page, 'P1005').waitFor();
  return page;
}

test('a clinician’s patient list and all its modals have no accessibility finding on small and wide screens, light and dark', async () => {
  const page = await openHome();
  await assertAccessible(page, 'own patients');
  await page.getByRole('button', { name: 'P1005 bearbeiten' }).click();
  await assertAccessibleMenu(page, 'row menu');
  await page.getByRole('menuitem', { name: 'Patient*in bearbeiten' }).click();
  await page.getByRole('dialog').getByLabel('Diagnosen', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Aus der Liste wählen' }).click();
  await page.getByRole('dialog', { name: 'Diagnosen auswählen' }).getByRole('checkbox').first().waitFor();
  await assertAccessible(page, 'checklist of diagnoses');
  await page.keyboard.press('Escape');
  assert.equal(await focusedName(page), 'Aus der Liste wählen');
  await assertAccessibleModal(page, 'edit', 'P1005 bearbeiten');
  await chooseFor(page, 'P1005', 'Anderen Mitarbeitenden zuweisen');
  await page.getByLabel('Neue*r Mitarbeitende*r').waitFor();
  await assertAccessibleModal(page, 'assign', 'P1005 bearbeiten');
  await page.getByRole('button', { name: 'Patient*in anlegen' }).click();
  await page.getByRole('dialog').getByLabel('Diagnosen', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Anlegen', exact: true }).click();
  await page.getByText('Sie müssen ein Geschlecht auswählen.').waitFor();
  await assertAccessibleModal(page, 'register, with what is missing', 'Patient*in anlegen');
  const status = 'Anzeigen: Befragungsstatus von P1005';
  await page.getByRole('button', { name: status }).click();
  await assertAccessibleModal(page, 'survey status', status);
  const result = 'Anzeigen: Ergebnis von P1005';
  await page.getByRole('button', { name: result }).click();
  await assertAccessibleModal(page, 'result', result);
  await page.getByRole('main').getByRole('button', { name: 'Klinik' }).click();
  await page.getByText('Ihre Klinik ist die Ambulanz Musterstadt.').waitFor();
  await assertAccessible(page, 'clinic');
});

test('the clinician’s reports and information have no accessibility finding on small and wide screens, light and dark', async () => {
  const page = await openHome();
  await page.getByRole('button', { name: 'Anzeigen: Ergebnis von P1005' }).click();
  await page.getByRole('link', { name: 'Bericht öffnen: Nachsorge 6 Monate' }).click();
  await page.getByRole('button', { name: 'Kurztext kopieren' }).waitFor();
  await reportStyled(page);
  // The folded parts belong to the report as well.
  for (const details of await page.locator('.rz-report details').all())
    await details.evaluate((element) => element.setAttribute('open', ''));
  await assertAccessible(page, 'report');
  await openPatientVersion(page);
  await assertAccessible(page, 'report for patients');
  await page.getByRole('link', { name: 'Informationen' }).first().click();
  await page.getByRole('tab', { name: 'Patient*innen' }).click();
  await assertAccessible(page, 'information');
  await page.goto('/clinician');
  await page.getByRole('alert').waitFor();
  await assertAccessible(page, 'home without its state');
});
