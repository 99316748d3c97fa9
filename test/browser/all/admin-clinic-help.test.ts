import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { aPatient } from '../../builders.ts';
import { aStaffedClinic, openClinicSection } from '../admin.ts';
import { openPage, openSite, type Site } from '../browser.ts';
import { answerFirstPage, crisisSurvey, onHelpPage } from '../crisis-survey.ts';
import { logInAsPatient, openSurvey } from '../patient.ts';

// Product 19.7. The survey is an imported questionnaire with a crisis rule.

let site: Site;
before(async () => {
  site = await openSite({}, { survey: crisisSurvey() });
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

/** Opens the help at the foot of the page. */
async function hasOwnHelp(page: Page): Promise<void> {
  await page.getByRole('contentinfo').getByText('Hilfe in einer Krise').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Rufen Sie uns an.').waitFor();
  await dialog.locator('a[href="tel:030123456"]').waitFor();
  await page.keyboard.press('Escape');
}

test('the help that the admin sets stands at the foot of every page and on the page of help in the survey', async () => {
  const clinic = await aStaffedClinic(site);
  const patient = await aPatient(site.services, clinic.id);
  const page = await openClinicSection(site, clinic);
  await field(page, 'Text').fill('Sie stören nicht.\nRufen Sie uns an.');
  await field(page, 'Bezeichnung (Nummer 2)').fill('Krisendienst Musterstadt');
  await field(page, 'Telefonnummer (Nummer 2)').fill('030 / 123 45-6');
  await button(page, 'Speichern').click();
  await page.getByText('Die Angaben der Klinik sind gespeichert.').waitFor();
  await hasOwnHelp(page);
  const phone = await openPage(site);
  await logInAsPatient(phone, clinic, patient);
  await hasOwnHelp(phone);
  const survey = await openPage(site);
  await openSurvey(survey, clinic, patient);
  await answerFirstPage(survey);
  await button(survey, 'Weiter').click();
  await onHelpPage(survey);
  await survey.getByRole('main').getByText('Rufen Sie uns an.').waitFor();
  await survey.getByRole('main').locator('a[href="tel:030123456"]').waitFor();
});
