import { before, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { STAFF_PASSWORD } from '../../src/server/demo/demo-plan.ts';
import { logIn, openDemoSite, reportStyled, type Site } from './browser.ts';
import { chooseFor, rowOf } from './clinician.ts';
import { openTranslated, seen } from './translated.ts';

// The main day of a clinician, an admin and a patient who reads the report, on pages that the browser translates.

const CLINIC = 'Ambulanz Musterstadt';

let site: Site;
before(async () => {
  site = await openDemoSite();
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

async function openHome(userType: 'clinician' | 'admin', username: string): Promise<Page> {
  const page = await openTranslated(site);
  await logIn(page, userType, { clinic: CLINIC, username, secret: STAFF_PASSWORD });
  await seen(rowOf(page, 'P1001'));
  return page;
}

/** Opens something and closes it again with Escape. */
async function look(page: Page, opener: Locator, thing: Locator): Promise<void> {
  await opener.click();
  await seen(thing);
  await page.keyboard.press('Escape');
  await thing.waitFor({ state: 'detached' });
}

async function filterTable(page: Page, code: string): Promise<void> {
  const count = page.locator('[data-bar] output');
  const all = await count.innerText();
  await page.getByLabel('Filter: Code').fill(code);
  await seen(count.getByText(/^1 von /));
  await button(page, 'Filter zurücksetzen').click();
  await seen(count.getByText(all, { exact: true }));
  await seen(rowOf(page, 'P1001'));
}

test('on translated pages a clinician filters the table, opens status, result and report, and edits a patient', async () => {
  const page = await openHome('clinician', 'therapie1');
  await page.getByRole('columnheader', { name: 'Geburtstag' }).getByRole('button').click();
  await filterTable(page, 'P1005');
  await look(
    page,
    button(page, 'Anzeigen: Befragungsstatus von P1005'),
    dialog(page, 'Befragungsstatus von P1005'),
  );
  await chooseFor(page, 'P1005', 'Patient*in bearbeiten');
  await page.getByRole('dialog').getByLabel('Geschlecht', { exact: true }).selectOption({ index: 2 });
  await button(page, 'Speichern').click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await seen(rowOf(page, 'P1005'));
  await button(page, 'Anzeigen: Ergebnis von P1005').click();
  await seen(page.getByRole('table', { name: 'Ergebnis von P1005' }));
  await page.getByRole('link', { name: 'Bericht öffnen: Nachsorge 6 Monate' }).click();
  await seen(page.getByRole('heading', { name: 'Ergebnisbericht: Nachsorge 6 Monate' }));
  await reportStyled(page);
  await page.goBack();
  await seen(rowOf(page, 'P1005'));
});

test('on translated pages an admin creates an employee and a patient, and saves the clinic', async () => {
  const page = await openHome('admin', 'adminmusterstadt');
  await filterTable(page, 'P1005');
  await button(page, 'Patient*in anlegen').click();
  const form = dialog(page, 'Patient*in anlegen');
  await seen(form.getByLabel('Resonanz-ID'));
  await button(page, 'Anlegen').click();
  await seen(form.locator('[aria-invalid=true]').first());
  await form.getByLabel('Resonanz-ID').fill('K7M2XP4Q');
  await form.getByLabel('Mitarbeitende*r').selectOption({ index: 1 });
  await form.getByLabel('Geburtsdatum', { exact: true }).fill('04.05.1986');
  await form.getByLabel('Geschlecht').selectOption('Divers');
  await form.getByLabel('Diagnosen').pressSequentially('f32.1');
  await page.getByRole('option', { name: 'F32.1 Mittelgradige' }).click();
  await button(page, '+12 Monate').click();
  await button(page, 'Anlegen').click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await seen(rowOf(page, 'K7M2XP4Q'));
  await page.getByRole('link', { name: 'Mitarbeitende' }).click();
  await seen(page.getByRole('table', { name: 'Mitarbeitende' }));
  await page.getByRole('link', { name: 'Klinik', exact: true }).click();
  await seen(page.getByRole('form', { name: 'Angaben der Klinik' }));
  await page.getByLabel('Text', { exact: true }).fill('Sie stören nicht.');
  await seen(page.getByText('Ihre Änderungen sind noch nicht gespeichert.'));
  await button(page, 'Speichern').click();
  await seen(page.getByText('Die Angaben der Klinik sind gespeichert.'));
});

test('on translated pages a patient reads the own report', async () => {
  const page = await openTranslated(site);
  await logIn(page, 'patient', { clinic: CLINIC, username: 'P1005', secret: '01.01.1990' });
  await seen(page.getByRole('heading', { level: 1 }));
  await page.getByRole('main').getByRole('button', { name: 'Berichte', exact: true }).click();
  await page.locator('#report').getByRole('link', { name: 'Bericht ansehen: Nachsorge 6 Monate' }).click();
  await seen(page.getByRole('heading', { name: 'Ihr Bericht: Nachsorge 6 Monate' }));
  await reportStyled(page);
});
