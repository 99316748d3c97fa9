import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { rare } from '../amount.ts';
import { aClinician, aPatient, assignMeanwhile } from '../builders.ts';
import { eventually } from '../eventually.ts';
import { aStaffedClinic, openEmployees, readMessage } from './admin.ts';
import { openSite } from './browser.ts';
import { chooseFor, rowOf } from './clinician.ts';

const site = await openSite();

/** The dialog of a transfer from Weber, who has three patients; on the way to disabling the account, if so chosen. */
async function openTransfer(start: 'Patient*innen übertragen' | 'Deaktivieren' = 'Patient*innen übertragen') {
  const clinic = await aStaffedClinic(site);
  const add = (code: string) => aPatient(site.services, clinic.id, { code, clinicianId: clinic.weber.id });
  for (const code of ['ALPHA', 'BETA']) await add(code);
  const gamma = await add('GAMMA');
  const page = await openEmployees(site, clinic);
  await chooseFor(page, 'Weber', start);
  if (start === 'Deaktivieren')
    await page.getByRole('button', { name: 'Patient*innen übertragen' }).last().click();
  const dialog = page.getByRole('dialog', { name: 'Patient*innen übertragen' });
  const target = dialog.getByLabel('Neue*r Mitarbeitende*r');
  // The dialog opens before its patients are loaded; its first field then takes the focus.
  await target.and(page.locator(':focus')).waitFor();
  await target.selectOption('Kaya');
  return { clinic, gamma, page, dialog };
}

const counts = (page: Page, kaya: RegExp, weber: RegExp) =>
  eventually(async () => {
    assert.match(await rowOf(page, 'Kaya').innerText(), kaya);
    assert.match(await rowOf(page, 'Weber').innerText(), weber);
  });

rare('an admin transfers some patients of a clinician, and takes the transfer back', async () => {
  const { page, dialog } = await openTransfer();
  await dialog.getByText('Auswählen, wer übertragen wird').click();
  await dialog.getByRole('checkbox', { name: 'BETA' }).uncheck();
  await dialog.getByText('2 Patient*innen von Weber').waitFor();
  await dialog.getByRole('button', { name: 'Übertragen', exact: true }).click();
  const notice = page.getByRole('alertdialog');
  await notice.getByText('erfolgreich an den*die Mitarbeitende*n Kaya übertragen').waitFor();
  await counts(page, /2$/, /1$/);
  await notice.getByRole('button', { name: 'Rückgängig machen' }).click();
  await page.getByText('Die Übertragung wurde rückgängig gemacht.').waitFor();
  await counts(page, /0$/, /3$/);
});

rare('a transfer stays when its notice is closed with Escape', async () => {
  const { page, dialog } = await openTransfer();
  await dialog.getByRole('button', { name: 'Übertragen', exact: true }).click();
  const notice = page.getByRole('alertdialog');
  await notice.waitFor();
  await page.keyboard.press('Escape');
  await notice.waitFor({ state: 'detached' });
  await counts(page, /3$/, /0$/);
});

const undoDialog = async (page: Page) => {
  await chooseFor(page, 'Weber', 'Übertragung rückgängig machen');
  return page.getByRole('dialog', { name: 'Übertragung rückgängig machen' });
};

test('Enter closes the notice of a transfer, and the transfer is taken back later, after a reload, for those who are still there', async () => {
  const { clinic, gamma, page, dialog } = await openTransfer();
  await dialog.getByRole('button', { name: 'Übertragen', exact: true }).click();
  const notice = page.getByRole('alertdialog');
  await notice.getByText('Im Menü von Weber lässt sich das 14 Tage lang rückgängig machen').waitFor();
  await page.keyboard.press('Enter');
  await notice.waitFor({ state: 'detached' });
  await counts(page, /3$/, /0$/);
  await page.reload();
  const third = await aClinician(site.services, clinic.id);
  await assignMeanwhile(site.services, gamma, third);
  const undo = await undoDialog(page);
  await undo.getByText('2 Patient*innen gehen von Kaya zurück an Weber.').waitFor();
  await undo.getByText('1 weitere*r Patient*in ist inzwischen').waitFor();
  await undo.getByText('Auswählen, wer übertragen wird').click();
  await undo.getByRole('checkbox', { name: 'ALPHA' }).uncheck();
  await undo.getByText('1 Patient*in geht von Kaya zurück an Weber.').waitFor();
  await undo.getByRole('button', { name: 'Rückgängig machen' }).click();
  assert.match(await readMessage(page), /wurde rückgängig gemacht/);
  await counts(page, /1$/, /1$/);
});

rare(
  'a transfer that led to disabling the account is taken back, and the account is enabled for it',
  async () => {
    const { page, dialog } = await openTransfer('Deaktivieren');
    await dialog.getByRole('button', { name: 'Übertragen', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Deaktivieren' }).click();
    assert.match(await readMessage(page), /Weber wurde erfolgreich deaktiviert/);
    const undo = await undoDialog(page);
    await undo.getByText('Das Konto von Weber ist deaktiviert.').waitFor();
    await undo.getByRole('button', { name: 'Rückgängig machen' }).click();
    assert.match(await readMessage(page), /wurde rückgängig gemacht/);
    await counts(page, /0$/, /3$/);
    await (await undoDialog(page)).getByText('keine Patient*innen übertragen').waitFor();
  },
);

rare('a transfer without patients is refused, and all can be chosen again', async () => {
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
