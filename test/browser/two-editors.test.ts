import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { aPatient, inClinic } from '../builders.ts';
import { aStaffedClinic, openAdminHome } from './admin.ts';
import { openSite } from './browser.ts';
import { chooseFor, openMyPatients } from './clinician.ts';

const site = await openSite();

/** An admin and the clinician Weber before the same patient, each in a browser. */
async function twoBrowsers() {
  const clinic = await aStaffedClinic(site);
  const patient = await aPatient(site.services, clinic.id, { code: 'P9', clinicianId: clinic.weber.id });
  const [admin, clinician] = await Promise.all([
    openAdminHome(site, clinic),
    openMyPatients(site, clinic.name, clinic.weber),
  ]);
  return { clinic, patient, admin, clinician };
}

const birthDate = (page: Page) => page.getByLabel('Geburtsdatum', { exact: true });
const openForm = (page: Page) => chooseFor(page, 'P9', 'Patient*in bearbeiten');
const save = (page: Page) => page.getByRole('button', { name: 'Speichern', exact: true }).click();
const news = (page: Page) => page.getByRole('group', { name: 'Inzwischen geändert' });
const isClosed = (page: Page) => page.getByRole('dialog').waitFor({ state: 'detached' });

test('a birth date that an admin corrects meanwhile is named to the clinician, and both changes are kept', async () => {
  const { clinic, admin, clinician } = await twoBrowsers();
  await openForm(admin);
  await openForm(clinician);
  await birthDate(admin).fill('02.02.1992');
  await save(admin);
  await isClosed(admin);
  await clinician.getByLabel('Anzahl der Sitzungen').fill('24');
  await save(clinician);
  const text = await news(clinician).innerText();
  assert.ok(
    text.includes(`Inzwischen geändert: Geburtsdatum 02.02.1992 (${clinic.admin.name}, heute, `),
    text,
  );
  assert.equal(
    await news(clinician).evaluate((element) => element === document.activeElement),
    true,
    'the message has the focus',
  );
  assert.equal(await birthDate(clinician).inputValue(), '02.02.1992');
  assert.equal(await clinician.getByLabel('Anzahl der Sitzungen').inputValue(), '24');
  await save(clinician);
  await isClosed(clinician);
  await openForm(admin);
  assert.equal(await birthDate(admin).inputValue(), '02.02.1992');
  await admin.waitForFunction(
    () =>
      document.querySelector<HTMLInputElement>('dialog input[inputmode=numeric][maxlength="5"]')?.value ===
      '24',
  );
});

test('a form opened from a list that is no longer true begins with the new values', async () => {
  const { clinic, patient, admin, clinician } = await twoBrowsers();
  await openForm(admin);
  await birthDate(admin).fill('03.03.1993');
  await save(admin);
  await isClosed(admin);
  await openForm(clinician);
  await clinician.waitForFunction(() =>
    [...document.querySelectorAll('input')].some(({ value }) => value === '03.03.1993'),
  );
  await clinician.getByLabel('Anzahl der Sitzungen').fill('24');
  await save(clinician);
  await isClosed(clinician);
  const { edits } = await inClinic(site.services, clinic.id, (db) =>
    db.selectFrom('patients').select('edits').where('id', '=', patient.id).executeTakeFirstOrThrow(),
  );
  assert.deepEqual(Object.keys(edits as object).sort(), ['date_of_birth', 'labels']);
});

test('where both typed a birth date, each is shown, and the choice by keyboard decides', async () => {
  const { admin, clinician } = await twoBrowsers();
  await openForm(admin);
  await openForm(clinician);
  await birthDate(admin).fill('02.02.1992');
  await save(admin);
  await isClosed(admin);
  await birthDate(clinician).fill('04.04.1994');
  await save(clinician);
  const choice = news(clinician).getByRole('radiogroup');
  assert.equal(await choice.getByRole('radio', { name: 'Ihre Eingabe: 04.04.1994' }).isChecked(), true);
  assert.equal(await birthDate(clinician).inputValue(), '04.04.1994');
  await clinician.keyboard.press('Tab');
  await clinician.keyboard.press('ArrowDown');
  assert.equal(await choice.getByRole('radio', { name: 'Neuer Wert: 02.02.1992' }).isChecked(), true);
  assert.equal(await birthDate(clinician).inputValue(), '02.02.1992');
  await clinician.keyboard.press('ArrowUp');
  assert.equal(await birthDate(clinician).inputValue(), '04.04.1994');
  await save(clinician);
  await isClosed(clinician);
  await openForm(admin);
  await admin.waitForFunction(() =>
    [...document.querySelectorAll('input')].some(({ value }) => value === '04.04.1994'),
  );
});
