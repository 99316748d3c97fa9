import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { aClinic, aPatient } from '../builders.ts';
import { codeAt, offerSecondFactor } from '../second-factor.ts';
import { aStaffedClinic, openAdminHome, openClinicSection, openEmployees } from './admin.ts';
import { answerPage, nextPage } from './answer-page.ts';
import { eventually, openPage, openSite } from './browser.ts';
import { chooseFor, openMyPatients } from './clinician.ts';
import { everyItemSurvey } from './every-item.ts';
import { logInAsPatient, openSurvey } from './patient.ts';
import { putRight } from './put-right.ts';

// In every form of the product, a correction stays in the field where it is typed and loses nothing else (WCAG 3.2.2).

const site = await openSite({}, { survey: everyItemSurvey() });

const dialog = (page: Page) => page.getByRole('dialog');

/** Sends the form as it is. */
async function submit(form: Locator): Promise<void> {
  // The buttons of a dialog stand outside its form and belong to it by its name. While the form before is on its way they are disabled.
  await eventually(async () => {
    const button = await form.evaluateHandle((shown: HTMLFormElement) =>
      [...shown.elements].findLast((one) => one.matches('[type=submit]:enabled')),
    );
    const element = button.asElement();
    assert.ok(element);
    await element.click();
  });
}

/** What the sent form lacks is marked, and then put right. */
async function refuseAndPutRight(page: Page, form: Locator): Promise<void> {
  await submit(form);
  await putRight(page, form);
}

const isFocused = (field: Locator) => field.evaluate((element) => element === document.activeElement);

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

test('a transfer that lacks its target keeps the patients that were taken out', async () => {
  const clinic = await aStaffedClinic(site);
  for (const code of ['ALPHA', 'BETA'])
    await aPatient(site.services, clinic.id, { code, clinicianId: clinic.weber.id });
  const page = await openEmployees(site, clinic);
  await chooseFor(page, 'Weber', 'Patient*innen übertragen');
  await dialog(page).getByText('Auswählen, wer übertragen wird').click();
  await dialog(page).getByRole('checkbox', { name: 'BETA' }).uncheck();
  await refuseAndPutRight(page, dialog(page).locator('form'));
  assert.equal(await dialog(page).getByRole('checkbox', { name: 'BETA' }).isChecked(), false);
  assert.ok(await dialog(page).getByRole('checkbox', { name: 'ALPHA' }).isChecked());
});

test('an import that lacks its file, or whose file has a mistake, keeps focus and file', async () => {
  const page = await openAdminHome(site, await aStaffedClinic(site));
  await page.getByRole('button', { name: 'Patient*innen importieren' }).click();
  const field = dialog(page).getByLabel('CSV-Datei');
  await submit(dialog(page).locator('form'));
  await dialog(page).getByText('Sie müssen zuerst eine Datei zur Überprüfung auswählen.').waitFor();
  assert.ok(await isFocused(field));
  const buffer = Buffer.from(
    'code;birth_date;gender;diagnosis_id;employee;admission;discharge;labels\nK7M2XP4Q;gestern;Weiblich;F32.1;Weber;2026-01-01;2026-12-01;\n',
  );
  await field.setInputFiles({ name: 'liste.csv', mimeType: 'text/csv', buffer });
  await dialog(page).locator('[aria-invalid=true]').waitFor({ state: 'detached' });
  assert.ok(await isFocused(field));
  await submit(dialog(page).locator('form'));
  await dialog(page).getByRole('table', { name: 'Geprüfte Datei' }).waitFor();
  await dialog(page).getByText('liste.csv').waitFor();
});

test('a correction keeps focus and values in each step of the second factor', async () => {
  const clinic = await aStaffedClinic(site);
  await offerSecondFactor(site.services, [clinic.id]);
  const page = await openMyPatients(site, clinic.name, clinic.weber);
  await chooseFromProfile(page, 'Zwei-Faktor-Anmeldung');
  await refuseAndPutRight(page, dialog(page).locator('form'));
  const password = dialog(page).getByLabel('Ihr Passwort', { exact: true });
  await password.fill(clinic.weber.secret);
  await password.press('Enter');
  const secret = (await dialog(page).getByRole('code').innerText()).replaceAll(/\s/g, '');
  await refuseAndPutRight(page, dialog(page).locator('form'));
  const code = dialog(page).getByLabel('Code aus der App');
  await code.fill(codeAt(secret, Date.now()));
  await code.press('Enter');
  await page.getByRole('button', { name: 'Ich habe die Codes gesichert' }).click();
  await chooseFromProfile(page, 'Zwei-Faktor-Anmeldung');
  await dialog(page).getByRole('button', { name: 'Ausschalten' }).click();
  await refuseAndPutRight(page, dialog(page).locator('form'));
});

test('a consent that lacks its tick keeps the focus at the tick, and the tick stays', async () => {
  const asking = await openSite({}, { survey: everyItemSurvey('on') });
  const { id, name } = await aClinic(asking.services);
  const page = await openPage(asking, { viewport: { width: 390, height: 664 } });
  await logInAsPatient(page, { name }, await aPatient(asking.services, id));
  await page.goto('/patients/survey');
  const tick = page.getByRole('checkbox');
  await page.getByRole('button', { name: 'Einwilligen und weiter' }).click();
  await page.locator('[aria-invalid=true]:focus').waitFor();
  assert.ok(await isFocused(tick));
  await page.keyboard.press('Space');
  await page.locator('[aria-invalid=true]').waitFor({ state: 'detached' });
  assert.ok((await isFocused(tick)) && (await tick.isChecked()));
});
