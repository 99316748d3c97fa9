import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { rare } from '../amount.ts';
import { aClinic, aPatient, type TestClinic } from '../builders.ts';
import { answerPage, firstQuestion } from './answer-page.ts';
import { openPage, openSite, type Site } from './browser.ts';
import { answerFirstPage, crisisSurvey, helpHeading } from './crisis-survey.ts';
import { openSurvey, phone, storedPages } from './patient.ts';
import { openTranslated, seen } from './translated.ts';

// The browser translates the pages for a patient who reads another language. It replaces every text, and everything goes on.

type Scene = { site: Site; clinic: TestClinic };

let standard: Scene;
let withHelp: Scene;
before(async () => {
  const scenes = [await openSite(), await openSite({}, { survey: crisisSurvey({ patientReport: 'on' }) })];
  const [first, second] = await Promise.all(
    scenes.map(async (site) => ({ site, clinic: await aClinic(site.services, { name: 'Ambulanz' }) })),
  );
  assert.ok(first && second);
  standard = first;
  withHelp = second;
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const begin = (page: Page) => page.getByRole('link', { name: /^Befragung (starten|fortsetzen)$/ }).first();

async function logIn(page: Page, birthDate: string): Promise<void> {
  await page.getByLabel('Geburtsdatum (tt.mm.jjjj)', { exact: true }).fill(birthDate);
  await button(page, 'Anmelden').click();
}

/** Logs in, first with a wrong birth date. */
async function openHome({ site, clinic }: Scene) {
  const patient = await aPatient(site.services, clinic.id);
  const page = await openTranslated(site, phone);
  await page.goto('/loginpatient');
  await page.getByLabel('Klinik', { exact: true }).selectOption({ label: clinic.name });
  await page.getByLabel('Ihre ID', { exact: true }).fill(patient.name);
  await logIn(page, '02.02.1992');
  const refusal = page.getByText('Ihre Anmeldedaten sind fehlerhaft').first();
  await seen(refusal);
  await logIn(page, '01.01.1990');
  await seen(begin(page));
  return { page, patient };
}

/** Goes to the next page, from a page of help too. */
async function turnPage(page: Page): Promise<void> {
  const before = await page.getByRole('main').innerText();
  await button(page, /^(Weiter|Befragung fortsetzen)$/).click();
  await page.waitForFunction((text) => document.querySelector('main')?.innerText !== text, before);
  await seen(page.getByRole('main'));
}

test('on translated pages a patient logs in, sees what is missing, turns pages, pauses and goes on', async () => {
  const { page, patient } = await openHome(standard);
  await begin(page).click();
  await seen(button(page, 'Weiter'));
  await button(page, 'Weiter').click();
  await seen(page.locator('[data-summary]'));
  for (let turned = 0; turned < 8; turned += 1) {
    await answerPage(page);
    const question = await firstQuestion(page);
    await turnPage(page);
    await seen(page.locator('[data-item]').first());
    assert.notEqual(await firstQuestion(page), question);
  }
  assert.equal(await storedPages(standard.site, patient), 8);
  await answerPage(page);
  await seen(page.locator('[data-saved]').filter({ hasText: 'Gespeichert' }));
  await page.getByRole('link', { name: 'Pause machen' }).click();
  await button(page, 'Befragung verlassen').click();
  await seen(begin(page));
  await begin(page).click();
  await seen(page.locator('[data-item]').first());
});

test('on translated pages a patient sees the help, ends the survey, opens each section of the home and logs out', async () => {
  const { page } = await openHome(withHelp);
  await begin(page).click();
  await seen(button(page, 'Weiter'));
  await answerFirstPage(page);
  await turnPage(page);
  await seen(helpHeading(page));
  await turnPage(page);
  await page.getByRole('radio').first().check();
  await button(page, 'Weiter').click();
  await seen(page.getByRole('dialog', { name: 'Vielen Dank!' }));
  await page.waitForURL('**/patients');
  for (const name of ['Profil', 'Befragungen', 'Ambulanz', 'Berichte']) {
    await button(page, 'Menü').click();
    await page.getByRole('dialog').getByRole('link', { name }).click();
    await seen(page.locator(`main button[aria-expanded=true]`, { hasText: name }));
  }
  await page.getByRole('button', { name: 'Profilmenü' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await seen(page.getByText('Sie sind abgemeldet.').first());
});

rare('an error of the survey can be left by its button, because no dialog lies over it', async () => {
  const { site, clinic } = standard;
  const page = await openPage(site, phone);
  await openSurvey(page, clinic, await aPatient(site.services, clinic.id));
  await page.evaluate(() => {
    const { insertBefore } = Node.prototype;
    // Fails once, as after an extension of the browser has changed the page.
    Node.prototype.insertBefore = () => {
      Node.prototype.insertBefore = insertBefore;
      throw new DOMException('gone', 'NotFoundError');
    };
  });
  await button(page, 'Weiter').click();
  await button(page, 'Seite neu laden').click();
  await page.locator('[data-item]').first().waitFor();
});
