import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { addDays } from '../../src/domain/dates.ts';
import { formatIsoDate } from '../../src/domain/iso-date.ts';
import { rare } from '../amount.ts';
import { aClinic, aClinician, inClinic } from '../builders.ts';
import { aStaffedClinic } from './admin.ts';
import { eventually, focusedName, openSite } from './browser.ts';
import { openMyPatients } from './clinician.ts';

// Product 19.4 and 19.6.

const site = await openSite();
const { services } = site;
const inDays = (days: number) => formatIsoDate(addDays(services.today(), days));
const dialog = (page: Page) => page.getByRole('dialog');

async function openDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Profilmenü/ }).click();
  await page.getByRole('menuitem', { name: 'Vertretung und Erinnerungen' }).click();
  await dialog(page).getByLabel('E-Mail-Adresse').waitFor();
}

async function fillDeputy(page: Page, name: string, from: string, until: string): Promise<void> {
  await dialog(page).getByLabel('Kolleg*in').selectOption(name);
  await dialog(page).getByLabel('Erster Tag').fill(from);
  await dialog(page).getByLabel('Letzter Tag').fill(until);
  await dialog(page).getByRole('button', { name: 'Vertretung speichern' }).click();
}

test('a clinician names a deputy for some days and ends the deputyship', async () => {
  const clinic = await aStaffedClinic(site);
  const page = await openMyPatients(site, clinic.name, clinic.weber);
  await openDialog(page);
  await dialog(page).getByText('Sie haben zurzeit keine Vertretung benannt.').waitFor();
  const options = dialog(page).getByLabel('Kolleg*in').getByRole('option');
  assert.deepEqual(await options.allInnerTexts(), ['Auswählen...', 'Kaya']);
  await dialog(page).getByRole('button', { name: 'Vertretung speichern' }).click();
  await dialog(page).getByText('Bitte wählen Sie aus, wer die Vertretung übernimmt.').waitFor();
  await fillDeputy(page, 'Kaya', inDays(3), inDays(2));
  await dialog(page).getByText('Der letzte Tag darf nicht vor dem ersten').waitFor();
  await fillDeputy(page, 'Kaya', inDays(0), inDays(2));
  await dialog(page)
    .getByText(`Kaya vertritt Sie vom ${inDays(0)} bis ${inDays(2)}.`)
    .waitFor();
  await eventually(async () => assert.equal(await focusedName(page), 'Die Vertretung ist gespeichert.'));
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  assert.equal(await focusedName(page), 'Profilmenü: Weber');
  await page.getByText(`Kaya vertritt Sie bis ${inDays(2)}.`).waitFor();
  await openDialog(page);
  await dialog(page).getByRole('button', { name: 'Vertretung beenden' }).click();
  await eventually(async () => assert.equal(await focusedName(page), 'Die Vertretung ist beendet.'));
  await dialog(page).getByText('Sie haben zurzeit keine Vertretung benannt.').waitFor();
});

rare('a colleague who was disabled meanwhile is refused at the field and leaves the list', async () => {
  const clinic = await aStaffedClinic(site);
  const page = await openMyPatients(site, clinic.name, clinic.weber);
  await openDialog(page);
  await inClinic(services, clinic.id, (db) =>
    db.updateTable('accounts').set({ enabled: false }).where('id', '=', clinic.kaya.id).execute(),
  );
  await fillDeputy(page, 'Kaya', inDays(0), inDays(2));
  await dialog(page).getByText('In dieser Klinik gibt es sonst keine aktiven Mitarbeitenden').waitFor();
});

test('a clinician leaves an address for reminders and takes it away', async () => {
  const { name, id } = await aClinic(services);
  const page = await openMyPatients(site, name, await aClinician(services, id));
  await openDialog(page);
  await dialog(page).getByText('In Resonanz liegt ein Hinweis vor, der noch nicht bestätigt ist').waitFor();
  await dialog(page).getByText('In dieser Klinik gibt es sonst keine aktiven Mitarbeitenden').waitFor();
  const [address, save] = [
    dialog(page).getByLabel('E-Mail-Adresse'),
    dialog(page).getByRole('button', { name: 'Adresse speichern' }),
  ];
  await address.fill('weber@');
  await save.click();
  await dialog(page).getByText('Bitte geben Sie eine gültige E-Mail-Adresse an.').waitFor();
  await address.fill('weber@praxis.example');
  await save.click();
  await dialog(page).getByText('Die Adresse ist gespeichert.').waitFor();
  await page.keyboard.press('Escape');
  await openDialog(page);
  assert.equal(await address.inputValue(), 'weber@praxis.example');
  await address.fill('');
  await save.click();
  await dialog(page).getByText('Sie bekommen keine E-Mails mehr.').waitFor();
});
