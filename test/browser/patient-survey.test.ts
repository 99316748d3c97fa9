import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { aClinic, aPatient, inClinic, type TestClinic, type TestUser } from '../builders.ts';
import { answerPage, firstQuestion, nextPage } from './answer-page.ts';
import { accessibilityFindings, logIn, openPage, openSite, type Site } from './browser.ts';

let site: Site;
let clinic: TestClinic;
before(async () => {
  site = await openSite();
  clinic = await aClinic(site.services, { name: 'Ambulanz Musterstadt' });
});

const phone = { viewport: { width: 320, height: 640 } };

async function openSurvey(page: Page, patient: TestUser): Promise<void> {
  await logIn(page, 'patient', { clinic: clinic.name, username: patient.name, secret: '01.01.1990' });
  await page.getByRole('link', { name: 'Befragung starten' }).first().click();
  await page.getByRole('button', { name: 'Weiter' }).waitFor();
}

function storedPages({ id }: TestUser): Promise<number> {
  return inClinic(site.services, clinic.id, async (db) => {
    const session = await db
      .selectFrom('survey_sessions')
      .select('page_count')
      .where('patient_id', '=', id)
      .executeTakeFirst();
    return session?.page_count ?? 0;
  });
}

test('a patient answers the whole survey on a phone, and no page has an accessibility finding', async () => {
  const patient = await aPatient(site.services, clinic.id);
  const page = await openPage(site, phone);
  await openSurvey(page, patient);
  const seen = new Set<string>();
  while (!(await page.getByRole('dialog', { name: 'Vielen Dank!' }).isVisible())) {
    const heading = await page.getByRole('heading', { level: 1 }).innerText();
    if (!seen.has(heading)) assert.deepEqual(await accessibilityFindings(page), [], heading);
    seen.add(heading);
    await answerPage(page);
    await nextPage(page);
  }
  assert.ok(seen.size >= 7, 'every instrument was asked');
  await page.waitForURL('**/patients');
  await page.getByText('Vielen Dank, alles erledigt!').waitFor();
});

test('a question without an answer is named by its number, marked and focused', async () => {
  const page = await openPage(site);
  await openSurvey(page, await aPatient(site.services, clinic.id));
  const question = await firstQuestion(page);
  await page.getByRole('button', { name: 'Weiter' }).click();
  await page
    .getByText('Sie haben noch nicht alle Fragen beantwortet. Folgende Frage wurde noch nicht beantwortet: 1')
    .waitFor();
  const marked = await page.evaluate(() => ({
    isMarked: document.activeElement?.getAttribute('aria-invalid') === 'true',
    text: document.activeElement?.closest('[data-item]')?.textContent ?? '',
  }));
  assert.ok(marked.isMarked);
  assert.ok(marked.text.includes(question.split('\n')[0] ?? '?'));
  assert.deepEqual(await accessibilityFindings(page), []);
});

test('what is ticked but not sent is there again after a reload and on another device', async () => {
  const patient = await aPatient(site.services, clinic.id);
  const page = await openPage(site);
  await openSurvey(page, patient);
  const saved = page.waitForResponse((response) => response.url().endsWith('/survey/draft'));
  await page.getByRole('radio').nth(1).check();
  await saved;
  await page.reload();
  await page.getByRole('radio').nth(1).waitFor();
  assert.ok(await page.getByRole('radio').nth(1).isChecked());
  const other = await openPage(site, phone);
  await logIn(other, 'patient', { clinic: clinic.name, username: patient.name, secret: '01.01.1990' });
  await other.getByRole('link', { name: 'Befragung fortsetzen' }).first().click();
  await other.getByRole('radio').nth(1).waitFor();
  assert.ok(await other.getByRole('radio').nth(1).isChecked());
});

test('a double click stores the page once', async () => {
  const patient = await aPatient(site.services, clinic.id);
  const page = await openPage(site);
  await openSurvey(page, patient);
  await answerPage(page);
  const question = await firstQuestion(page);
  await page.getByRole('button', { name: 'Weiter' }).dblclick();
  await page.waitForFunction(
    (before) => document.querySelector('[data-item]')?.textContent !== before,
    question,
  );
  assert.equal(await storedPages(patient), 1);
});

test('two tabs on one survey: the slower one is led to the current page and loses nothing', async () => {
  const patient = await aPatient(site.services, clinic.id);
  const page = await openPage(site);
  await openSurvey(page, patient);
  const slower = await page.context().newPage();
  await slower.goto('/patients/survey');
  await logInAgain(slower, patient);
  await slower.getByRole('button', { name: 'Weiter' }).waitFor();
  await answerPage(page);
  await nextPage(page);
  await slower.getByRole('radio').first().check();
  await answerPage(slower);
  await slower.getByRole('radio').first().check();
  await slower.getByRole('button', { name: 'Weiter' }).click();
  await slower.getByText('Diese Seite wurde bereits beantwortet. Die aktuelle Seite wird geladen.').waitFor();
  assert.equal(await storedPages(patient), 1);
});

// A new tab has no session of its own (it lies in the tab's storage), so it asks for the login and goes on.
async function logInAgain(page: Page, patient: TestUser): Promise<void> {
  await page.waitForURL('**/loginpatient?redirectTo=/patients/survey');
  await page.getByLabel('Klinik', { exact: true }).selectOption({ label: clinic.name });
  await page.getByLabel('Ihre ID', { exact: true }).fill(patient.name);
  await page.getByLabel('Geburtsdatum (tt.mm.jjjj)', { exact: true }).fill('01.01.1990');
  await page.getByRole('button', { name: 'Anmelden' }).click();
}

test('without a connection the answers stay, and they are sent when it is back', async () => {
  const patient = await aPatient(site.services, clinic.id);
  const page = await openPage(site);
  await openSurvey(page, patient);
  await answerPage(page);
  const question = await firstQuestion(page);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Weiter' }).click();
  await page.getByText('Keine Verbindung zum Server.').waitFor();
  assert.ok(await page.getByRole('radio').nth(1).isChecked());
  await page.context().setOffline(false);
  await page.waitForFunction(
    (before) => document.querySelector('[data-item]')?.textContent !== before,
    question,
  );
  assert.equal(await storedPages(patient), 1);
});

test('the Back button says why it does nothing, to the keyboard as well', async () => {
  const page = await openPage(site);
  await openSurvey(page, await aPatient(site.services, clinic.id));
  await page.getByRole('button', { name: 'Zurück' }).focus();
  await page.getByRole('tooltip', { name: 'Sie können nicht zur vorherigen Frage zurückkehren.' }).waitFor();
});

test('leaving asks first, and the browser’s Back leads to the overview and sends nothing', async () => {
  const patient = await aPatient(site.services, clinic.id);
  const page = await openPage(site);
  await openSurvey(page, patient);
  await page.getByRole('link', { name: 'Profil' }).click();
  await page.getByRole('button', { name: 'Weiter ausfüllen' }).click();
  assert.ok(page.url().endsWith('/patients/survey'));
  await answerPage(page);
  await nextPage(page);
  await page.goBack();
  await page.waitForURL('**/patients');
  await page.getByText('Pausierte Befragungen können Sie jederzeit fortsetzen.').waitFor();
  assert.equal(await storedPages(patient), 1);
});

test('a whole page is answered by keyboard alone', async () => {
  const patient = await aPatient(site.services, clinic.id);
  const page = await openPage(site);
  await openSurvey(page, patient);
  for (let presses = 0; presses < 40 && (await storedPages(patient)) === 0; presses += 1) {
    await page.keyboard.press('Tab');
    const { tag, type, isEmpty } = await page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null;
      return { tag: element?.tagName, type: element?.type, isEmpty: element?.value === '' };
    });
    if (tag === 'INPUT' && type === 'radio') await page.keyboard.press('Space');
    else if (tag === 'INPUT' && type === 'text' && isEmpty) await page.keyboard.type('2');
    else if (tag === 'BUTTON' && type === 'submit') await page.keyboard.press('Enter');
  }
  assert.equal(await storedPages(patient), 1);
});
