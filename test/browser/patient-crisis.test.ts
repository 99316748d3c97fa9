import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { addDays } from '../../src/domain/dates.ts';
import { todayIn } from '../../src/domain/today.ts';
import { rare } from '../amount.ts';
import { aClinic, aPatient, inClinic, type TestClinic, type TestUser } from '../builders.ts';
import { nextPage } from './answer-page.ts';
import { focusedName, openPage, openSite, type Site } from './browser.ts';
import {
  answerFirstPage,
  crisisSurvey,
  dialled,
  dialLinks,
  helpHeading,
  helpTitle,
  onHelpPage,
} from './crisis-survey.ts';
import { logInAsPatient, openSurvey, phone, storedPages, storedValues } from './patient.ts';

// Product 19.5, with an imported questionnaire that has a crisis rule.

let site: Site;
let clinic: TestClinic;
before(async () => {
  site = await openSite({}, { survey: crisisSurvey() });
  clinic = await aClinic(site.services, { name: 'Ambulanz Musterstadt' });
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const main = (page: Page) => page.getByRole('main');

async function openHelpPage(page: Page) {
  const patient = await aPatient(site.services, clinic.id);
  await openSurvey(page, clinic, patient);
  await answerFirstPage(page);
  await button(page, 'Weiter').click();
  await onHelpPage(page);
  return patient;
}

/** Answers the last page and waits for the home after the dialog of the end. */
async function finish(page: Page, sentence: string): Promise<void> {
  await page.getByRole('radio').first().check();
  await nextPage(page);
  await page.getByRole('dialog', { name: 'Vielen Dank!' }).getByText(sentence).waitFor();
  await page.waitForURL('**/patients');
  await page.getByRole('heading', { name: 'Vielen Dank, alles erledigt!' }).waitFor();
}

for (const [viewport, inRun] of [
  [{ width: 390, height: 844 }, rare],
  [{ width: 320, height: 568 }, test],
] as const)
  void inRun(
    `an answer that shows danger leads to help by touch at ${viewport.width} px, and the survey goes on`,
    async () => {
      const page = await openPage(site, { viewport, hasTouch: true });
      const patient = await aPatient(site.services, clinic.id);
      await openSurvey(page, clinic, patient);
      await answerFirstPage(page);
      assert.deepEqual(await dialLinks(main(page)), [], 'nothing marks an answer while it is ticked');
      await button(page, 'Weiter').tap();
      await onHelpPage(page);
      await page.getByText('Diese Antwort wird nicht sofort gelesen.').waitFor();
      assert.deepEqual(await dialLinks(main(page)), dialled);
      await main(page).getByRole('link', { name: 'TelefonSeelsorge 116 123 rund um die Uhr' }).waitFor();
      const bar = await page.locator('progress').evaluate(({ value }: HTMLProgressElement) => value);
      assert.ok(bar > 0 && bar < 100, `the page counts in the progress: ${bar}`);
      await button(page, 'Befragung fortsetzen').tap();
      await page.getByRole('group').waitFor();
      assert.equal(await storedPages(site, patient), 2);
      assert.equal(await helpHeading(page).count(), 0);
    },
  );

test('a page of answers without danger leads to no help, and the home shows none', async () => {
  const page = await openPage(site, phone);
  await openSurvey(page, clinic, await aPatient(site.services, clinic.id));
  await answerFirstPage(page, { danger: false });
  await nextPage(page);
  assert.equal(await helpHeading(page).count(), 0);
  await finish(page, 'Ihre Antworten sind gespeichert und werden an Ihre Klinik übergeben.');
  assert.deepEqual(await dialLinks(main(page)), []);
});

test('the page of help works with the keyboard alone', async () => {
  const page = await openPage(site);
  const patient = await openHelpPage(page);
  const names: string[] = [];
  while (names.at(-1) !== 'Befragung fortsetzen') {
    await page.keyboard.press('Tab');
    names.push(await focusedName(page));
  }
  assert.equal(names.length, dialled.length + 1, names.join(' | '));
  await page.keyboard.press('Tab');
  assert.equal(await focusedName(page), 'Pause machen');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('group').waitFor();
  assert.equal(await storedPages(site, patient), 2);
});

test('a pause on the page of help asks nothing, the home shows help, and the survey resumes on that page', async () => {
  const page = await openPage(site, phone);
  const patient = await openHelpPage(page);
  await button(page, 'Pause machen').click();
  await page.waitForURL('**/patients');
  assert.equal(await page.getByRole('alertdialog').count(), 0);
  await page.getByRole('heading', { level: 2, name: 'Hilfe in einer Krise' }).waitFor();
  assert.deepEqual(await dialLinks(main(page)), dialled);
  await page.getByRole('link', { name: 'Befragung fortsetzen' }).first().click();
  await onHelpPage(page);
  await page.reload();
  await onHelpPage(page);
  assert.deepEqual(await dialLinks(main(page)), dialled);
  await nextPage(page);
  assert.equal(await storedPages(site, patient), 2);
});

test('after the end the home says what happens now and shows help until the window ends', async () => {
  const page = await openPage(site, phone);
  const patient = await openHelpPage(page);
  await nextPage(page);
  await finish(page, 'Ihre Antworten sind gespeichert und werden an Ihre Klinik übergeben.');
  await page.getByText('kann Ihre Antworten jetzt ansehen. Sie werden nicht sofort gelesen.').waitFor();
  await page.getByText(/^Als Nächstes: „Verlauf 1“ ab dem/).waitFor();
  assert.equal(await page.getByText('Ihr Bericht').count(), 0);
  assert.deepEqual(await dialLinks(main(page)), dialled);
  await button(page, 'Abmelden').click();
  await page.waitForURL('**/loginpatient');
  await endWindows(patient);
  await logInAsPatient(page, clinic, patient);
  await page.getByText('Zurzeit ist keine Befragung offen').first().waitFor();
  assert.deepEqual(await dialLinks(main(page)), []);
});

/** Moves the first window of a patient so that it ended yesterday. */
function endWindows({ clinicId, id }: TestUser): Promise<unknown> {
  const today = todayIn('Europe/Berlin', Date.now());
  return inClinic(site.services, clinicId, (db) =>
    db
      .updateTable('survey_windows')
      .set({ start_date: addDays(today, -28), end_date: addDays(today, -1) })
      .where('patient_id', '=', id)
      .where('type', '=', 'PRE')
      .execute(),
  );
}

rare('the end of a survey with a report for the patient promises it and says where it is', async () => {
  const reporting = await openSite({}, { survey: crisisSurvey({ patientReport: 'on' }) });
  const { id, name } = await aClinic(reporting.services);
  const page = await openPage(reporting, phone);
  await openSurvey(page, { id, name }, await aPatient(reporting.services, id));
  await answerFirstPage(page, { danger: false });
  await nextPage(page);
  await finish(page, 'Ihre Auswertung wird vorbereitet');
  await page.getByRole('heading', { name: 'Ihr Bericht „Erstgespräch“ steht bereit' }).waitFor();
});

test('a patient whose answer showed danger reads that the clinician reads the report first', async () => {
  const reporting = await openSite({}, { survey: crisisSurvey({ patientReport: 'on' }) });
  const { id, name } = await aClinic(reporting.services);
  const page = await openPage(reporting, phone);
  await openSurvey(page, { id, name }, await aPatient(reporting.services, id));
  await answerFirstPage(page, { danger: true });
  await nextPage(page);
  await onHelpPage(page);
  await nextPage(page);
  await finish(page, 'Ihre Auswertung wird vorbereitet');
  const waiting = page.getByText('Ihren Bericht „Erstgespräch“ liest zuerst Ihre Therapeutin').first();
  await waiting.waitFor();
  assert.equal(await page.getByRole('link', { name: /^Bericht ansehen/ }).count(), 0);
  await page.goto('/patients/report');
  await waiting.waitFor();
  assert.equal(await page.getByText('Noch gibt es keinen Bericht').count(), 0);
});

test('help is that of the clinic in survey, home, contact page and dialog, also after a reload', async () => {
  const own = await aClinic(site.services);
  const help = {
    text: 'Rufen Sie unsere Ambulanz an.\nAbends hilft der Krisendienst.',
    numbers: [{ name: 'Krisendienst', number: '+49 (0)30 390-6310', hours: '' }],
  };
  await inClinic(site.services, own.id, (db) =>
    db
      .updateTable('clinics')
      .set({ help: JSON.stringify(help) })
      .where('id', '=', own.id)
      .execute(),
  );
  const page = await openPage(site, phone);
  await openSurvey(page, own, await aPatient(site.services, own.id));
  await answerFirstPage(page);
  await nextPage(page);
  await onHelpPage(page);
  const clinics = ['tel:+49303906310'];
  assert.deepEqual(await dialLinks(main(page)), clinics);
  await page.getByText('Abends hilft der Krisendienst.').waitFor();
  await button(page, 'Pause machen').click();
  await page.getByRole('heading', { level: 2, name: 'Hilfe in einer Krise' }).waitFor();
  assert.deepEqual(await dialLinks(main(page)), clinics);
  await main(page).getByRole('button', { name: 'Ambulanz', exact: true }).click();
  assert.deepEqual(await dialLinks(main(page)), [...clinics, ...clinics]);
  await page.goto('/contact');
  await page.getByRole('heading', { level: 2, name: 'Im Notfall' }).waitFor();
  await main(page).getByRole('link', { name: 'Krisendienst' }).waitFor();
  await page.getByRole('contentinfo').getByRole('button', { name: 'Hilfe in einer Krise' }).click();
  const dialog = page.getByRole('dialog', { name: 'Hilfe in einer Krise' });
  await dialog.waitFor();
  assert.deepEqual(await dialLinks(dialog), clinics);
});

rare('the page of help keeps its parts in forced colours and with a text of 200 %', async () => {
  const page = await openPage(site, { viewport: { width: 390, height: 844 }, forcedColors: 'active' });
  const patient = await openHelpPage(page);
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  for (const link of await main(page).getByRole('link').all()) {
    const box = await link.boundingBox();
    assert.ok(box && box.height >= 44 && box.x >= 0 && box.x + box.width <= 390, JSON.stringify(box));
  }
  await button(page, 'Befragung fortsetzen').click();
  await page.getByRole('group').waitFor();
  assert.equal((await storedValues(site, patient)).get('crisis-help'), '');
});

test('the second tap of a double tap on Weiter neither dials nor leaves the page of help', async () => {
  const page = await openPage(site, phone);
  await page.clock.install();
  const patient = await aPatient(site.services, clinic.id);
  await openSurvey(page, clinic, patient);
  await answerFirstPage(page);
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
  await button(page, 'Weiter').click();
  await helpHeading(page).waitFor();
  const heard = () =>
    page.evaluate((title) => {
      const section = [...document.querySelectorAll('h1')].find(({ textContent }) => textContent === title);
      return [...(section?.closest('section')?.querySelectorAll('a, button') ?? [])].filter((control) => {
        control.scrollIntoView({ block: 'center' });
        const { left, top, width, height } = control.getBoundingClientRect();
        return control.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      }).length;
    }, helpTitle);
  assert.equal(await heard(), 0);
  await page.clock.runFor(1000);
  assert.equal(await heard(), dialled.length + 2);
  assert.equal(await storedPages(site, patient), 1);
});
