import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { aPatient } from '../builders.ts';
import { eventually } from '../eventually.ts';
import { accessibilityFindings } from './accessibility.ts';
import { aStaffedClinic, openEmployees } from './admin.ts';
import { openSite } from './browser.ts';
import { chooseFor, rowOf } from './clinician.ts';

const site = await openSite();

/** The dialog of a transfer from Weber, who has three patients. */
async function openTransfer() {
  const clinic = await aStaffedClinic(site);
  for (const code of ['ALPHA', 'BETA', 'GAMMA'])
    await aPatient(site.services, clinic.id, { code, clinicianId: clinic.weber.id });
  const page = await openEmployees(site, clinic);
  await chooseFor(page, 'Weber', 'Patient*innen übertragen');
  const dialog = page.getByRole('dialog', { name: 'Patient*innen übertragen' });
  const target = dialog.getByLabel('Neue*r Mitarbeitende*r');
  // The dialog opens before its patients are loaded; its first field then takes the focus.
  await target.and(page.locator(':focus')).waitFor();
  await target.selectOption('Kaya');
  return { page, dialog };
}

const counts = (page: Page, kaya: RegExp, weber: RegExp) =>
  eventually(async () => {
    assert.match(await rowOf(page, 'Kaya').innerText(), kaya);
    assert.match(await rowOf(page, 'Weber').innerText(), weber);
  });

test('an admin transfers some patients of a clinician, and takes the transfer back', async () => {
  const { page, dialog } = await openTransfer();
  await dialog.getByText('Auswählen, wer übertragen wird').click();
  await dialog.getByRole('checkbox', { name: 'BETA' }).uncheck();
  await dialog.getByText('2 Patient*innen von Weber').waitFor();
  assert.deepEqual(await accessibilityFindings(page), []);
  await dialog.getByRole('button', { name: 'Übertragen', exact: true }).click();
  const notice = page.getByRole('alertdialog');
  await notice.getByText('erfolgreich an den*die Mitarbeitende*n Kaya übertragen').waitFor();
  await counts(page, /2$/, /1$/);
  await notice.getByRole('button', { name: 'Rückgängig machen' }).click();
  await page.getByText('Die Übertragung wurde rückgängig gemacht.').waitFor();
  await counts(page, /0$/, /3$/);
});

test('a transfer stays when its notice is closed with Escape', async () => {
  const { page, dialog } = await openTransfer();
  await dialog.getByRole('button', { name: 'Übertragen', exact: true }).click();
  const notice = page.getByRole('alertdialog');
  await notice.waitFor();
  await page.keyboard.press('Escape');
  await notice.waitFor({ state: 'detached' });
  await counts(page, /3$/, /0$/);
});

test('a transfer without patients is refused, and all can be chosen again', async () => {
  const { page, dialog } = await openTransfer();
  await dialog.getByText('Auswählen, wer übertragen wird').click();
  await dialog.getByRole('button', { name: 'Alle abwählen' }).click();
  await dialog.getByRole('button', { name: 'Übertragen', exact: true }).click();
  await dialog.getByText('Bitte wählen Sie mindestens eine*n Patient*in aus.').waitFor();
  await dialog.getByRole('button', { name: 'Alle auswählen' }).click();
  await dialog.getByRole('button', { name: 'Übertragen', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Schließen' }).last().click();
  await counts(page, /3$/, /0$/);
});
