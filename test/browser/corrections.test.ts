import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { aPatient } from '../builders.ts';
import { aStaffedClinic, openClinicSection, openEmployees } from './admin.ts';
import { answerPage, nextPage } from './answer-page.ts';
import { openPage, openSite } from './browser.ts';
import { chooseFor, openMyPatients } from './clinician.ts';
import { everyItemSurvey } from './every-item.ts';
import { openSurvey } from './patient.ts';
import { putRight } from './put-right.ts';

// In every form of the product, a correction stays in the field where it is typed and loses nothing else (WCAG 3.2.2).

const site = await openSite({}, { survey: everyItemSurvey() });

const dialog = (page: Page) => page.getByRole('dialog');

/** Sends the form as it is. What it lacks is marked, and then put right. */
async function refuseAndPutRight(page: Page, form: Locator): Promise<void> {
  // The buttons of a dialog stand outside its form and belong to it by its name.
  const button = await form.evaluateHandle((shown: HTMLFormElement) =>
    [...shown.elements].findLast((one) => one.matches('[type=submit]')),
  );
  await button.asElement()?.click();
  await putRight(page, form);
}

/** Empties each field of a form, so that every field that is required is marked. */
async function emptied(form: Locator): Promise<Locator> {
  const fields = form.locator('textarea, input:is([type=text], [type=email], [type=tel], :not([type]))');
  for (const field of await fields.all())
    if ((await field.isVisible()) && (await field.isEditable())) await field.fill('');
  return form;
}

async function chooseFromProfile(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: /^Profilmenü/ }).click();
  await page.getByRole('menuitem', { name: item }).click();
  await dialog(page).waitFor();
}

async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  const question = page.getByRole('button', { name: 'Verwerfen', exact: true });
  if (await question.isVisible()) await question.click();
  await dialog(page).waitFor({ state: 'detached' });
}

test('a correction keeps focus and values in each login and in the registration of an admin', async () => {
  await aStaffedClinic(site);
  const page = await openPage(site);
  for (const path of ['/loginpatient', '/loginclinician', '/loginadmin', '/regist']) {
    await page.goto(path);
    await refuseAndPutRight(page, page.locator('main form'));
  }
});

test('a correction keeps focus and values on every kind of survey page', async () => {
  const clinic = await aStaffedClinic(site);
  const page = await openPage(site, { viewport: { width: 390, height: 664 } });
  await openSurvey(page, clinic, await aPatient(site.services, clinic.id));
  for (;;) {
    const address = page.locator('input[type=email]').first();
    const isLast = await address.isVisible();
    if (isLast) await address.fill('x');
    await refuseAndPutRight(page, page.locator('main form'));
    if (isLast) return;
    await answerPage(page);
    const date = page.getByRole('textbox', { name: 'Seit wann?' });
    if (await date.isVisible()) await date.fill('29.02.2024');
    await nextPage(page);
  }
});

test('a correction keeps focus and values in each form of a clinician', async () => {
  const clinic = await aStaffedClinic(site);
  const { name } = await aPatient(site.services, clinic.id, { clinicianId: clinic.weber.id });
  const page = await openMyPatients(site, clinic.name, clinic.weber);
  await page.getByRole('button', { name: 'Patient*in anlegen' }).click();
  await refuseAndPutRight(page, await emptied(dialog(page).locator('form')));
  await closeDialog(page);
  await chooseFor(page, name, 'Patient*in bearbeiten');
  await refuseAndPutRight(page, await emptied(dialog(page).locator('form')));
  await closeDialog(page);
  await chooseFromProfile(page, 'Passwort ändern');
  await refuseAndPutRight(page, dialog(page).locator('form'));
  await closeDialog(page);
  await chooseFromProfile(page, 'Vertretung und Erinnerungen');
  const mail = dialog(page).getByLabel('E-Mail-Adresse');
  await mail.fill('x');
  for (const form of await dialog(page).locator('form').all()) await refuseAndPutRight(page, form);
});

test('a correction keeps focus and values in each form of an admin', async () => {
  const clinic = await aStaffedClinic(site);
  const page = await openEmployees(site, clinic);
  await page.getByRole('button', { name: 'Mitarbeitende anlegen' }).click();
  await refuseAndPutRight(page, dialog(page).locator('form'));
  await closeDialog(page);
  await chooseFor(page, 'Weber', 'Mitarbeitenden-ID ändern');
  await refuseAndPutRight(page, await emptied(dialog(page).locator('form')));
  await closeDialog(page);

  const other = await openClinicSection(site, await aStaffedClinic(site));
  await other.getByRole('button', { name: 'Nummer hinzufügen' }).click();
  await refuseAndPutRight(other, await emptied(other.getByRole('form', { name: 'Angaben der Klinik' })));
  await other.getByRole('button', { name: 'Festlegen: Vertretung für Weber' }).click();
  await refuseAndPutRight(other, dialog(other).locator('form'));
});
