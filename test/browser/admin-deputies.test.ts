import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { addDays } from '../../src/domain/dates.ts';
import { formatIsoDate } from '../../src/domain/iso-date.ts';
import { daysText } from '../../src/web/features/clinicians/deputy.ts';
import { rare } from '../amount.ts';
import { aClinician, aPatient, assignMeanwhile, inClinic } from '../builders.ts';
import { aStaffedClinic, type Clinic, openClinicSection, openEmployees, readMessage } from './admin.ts';
import { eventually, focusedName, openSite } from './browser.ts';
import { chooseFor, rowOf } from './clinician.ts';

// Product 19.4.

const site = await openSite();
const today = site.services.today();
const inDays = (days: number) => formatIsoDate(addDays(today, days));

const days = (from: number, until: number) =>
  daysText({ from: addDays(today, from), until: addDays(today, until) });

const line = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Vertretungen' }).getByRole('listitem').filter({ hasText: name });
const dialog = (page: Page) => page.getByRole('dialog');

async function fill(page: Page, deputy: string, from: string, until: string): Promise<void> {
  await dialog(page).getByLabel('Vertretung', { exact: true }).selectOption(deputy);
  await dialog(page).getByLabel('Erster Tag').fill(from);
  await dialog(page).getByLabel('Letzter Tag').fill(until);
  await dialog(page).getByRole('button', { name: 'Festlegen' }).click();
}

const disable = (clinic: Clinic, id: string) =>
  inClinic(site.services, clinic.id, (db) =>
    db.updateTable('accounts').set({ enabled: false }).where('id', '=', id).execute(),
  );

test('an admin names the deputy of a clinician, changes the days and takes the deputy away', async () => {
  const clinic = await aStaffedClinic(site);
  const page = await openClinicSection(site, clinic);
  assert.equal(await line(page, 'Sommer').count(), 0);
  await page.getByRole('button', { name: 'Festlegen: Vertretung für Weber' }).click();
  const options = dialog(page).getByLabel('Vertretung', { exact: true }).getByRole('option');
  assert.deepEqual(await options.allInnerTexts(), ['Auswählen...', 'Kaya']);
  await fill(page, 'Kaya', inDays(0), inDays(-1));
  await dialog(page)
    .getByText('Der letzte Tag darf nicht vor dem ersten und nicht in der Vergangenheit liegen.')
    .waitFor();
  await fill(page, 'Kaya', inDays(0), inDays(400));
  await dialog(page).getByText('Eine Vertretung dauert höchstens drei Monate.').waitFor();
  await fill(page, 'Kaya', inDays(-1), inDays(40));
  await dialog(page).getByText('Eine Vertretung kann frühestens heute beginnen.').waitFor();
  await fill(page, 'Kaya', inDays(0), inDays(80));
  assert.equal(await readMessage(page), `Weber wird von Kaya vertreten: ${days(0, 80)}.`);
  await line(page, 'Weber').getByText(days(0, 80)).waitFor();
  await eventually(async () => assert.equal(await focusedName(page), 'Ändern: Vertretung für Weber'));
  await page.keyboard.press('Enter');
  await dialog(page).getByRole('button', { name: 'Aufheben' }).click();
  assert.equal(await readMessage(page), 'Weber hat keine Vertretung mehr.');
  await page.getByRole('button', { name: 'Festlegen: Vertretung für Weber' }).waitFor();
  await line(page, 'Weber').getByText('keine Vertretung').waitFor();
});

rare('the employee table shows a running or coming deputyship and not one that is over', async () => {
  const clinic = await aStaffedClinic(site);
  const [brandt, yilmaz] = await Promise.all([
    aClinician(site.services, clinic.id, { username: 'Brandt' }),
    aClinician(site.services, clinic.id, { username: 'Yilmaz' }),
  ]);
  const row = (clinician: string, from: number, until: number) => ({
    clinic_id: clinic.id,
    clinician_id: clinician,
    deputy_id: clinic.kaya.id,
    first_day: addDays(today, from),
    last_day: addDays(today, until),
  });
  await inClinic(site.services, clinic.id, (db) =>
    db
      .insertInto('deputies')
      .values([row(clinic.weber.id, -80, 0), row(brandt.id, 1, 80), row(yilmaz.id, -80, -1)])
      .execute(),
  );
  const page = await openEmployees(site, clinic);
  await rowOf(page, 'Weber').getByText(days(-80, 0)).waitFor();
  await rowOf(page, 'Brandt').getByText(days(1, 80)).waitFor();
  assert.doesNotMatch(await rowOf(page, 'Yilmaz').innerText(), /Kaya/);
  await chooseFor(page, 'Yilmaz', 'Vertretung festlegen');
  await fill(page, 'Brandt', inDays(0), inDays(80));
  await readMessage(page);
  await rowOf(page, 'Yilmaz').getByText('Brandt').waitFor();
  assert.equal(await focusedName(page), 'Yilmaz bearbeiten');
});

rare(
  'a deputy whose account is disabled cannot be named, and the home warns of one who was named before',
  async () => {
    const clinic = await aStaffedClinic(site);
    const brandt = await aClinician(site.services, clinic.id, { username: 'Brandt' });
    const page = await openClinicSection(site, clinic);
    await page.getByRole('button', { name: 'Festlegen: Vertretung für Weber' }).click();
    await disable(clinic, brandt.id);
    await fill(page, 'Brandt', inDays(0), inDays(3));
    await dialog(page).getByText('kann die Vertretung nicht übernehmen').waitFor();
    await fill(page, 'Kaya', inDays(0), inDays(3));
    await readMessage(page);
    await disable(clinic, clinic.kaya.id);
    await page.reload();
    await page.getByText('Weber wird von Kaya vertreten, aber dieses Konto ist deaktiviert.').waitFor();
    await line(page, 'Weber').getByText('Das Konto der Vertretung ist deaktiviert.').waitFor();
  },
);

const sentence = 'Möchten Sie das Konto von Weber jetzt deaktivieren?';

test('a patient assigned meanwhile keeps the account open, and the same dialog leads to the transfer', async () => {
  const clinic = await aStaffedClinic(site);
  const patient = await aPatient(site.services, clinic.id, { clinicianId: clinic.kaya.id });
  const page = await openEmployees(site, clinic);
  await assignMeanwhile(site.services, patient, clinic.weber);
  await chooseFor(page, 'Weber', 'Deaktivieren');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deaktivieren' }).click();
  await dialog(page).getByText('Weber ist noch 1 Patient*in zugewiesen.').waitFor();
  await dialog(page).getByRole('button', { name: 'Patient*innen übertragen' }).click();
  await dialog(page).getByLabel('Neue*r Mitarbeitende*r').selectOption('Kaya');
  await dialog(page).getByRole('button', { name: 'Übertragen' }).click();
  await page.getByText(sentence).waitFor();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Aktiv lassen' }).click();
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  assert.doesNotMatch(await rowOf(page, 'Weber').innerText(), /deaktiviert/);
});
