import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { rare } from '../amount.ts';
import { aClinic, aPatient, type TestClinic } from '../builders.ts';
import { answerPage, nextPage } from './answer-page.ts';
import { openPage, openSite, type Site } from './browser.ts';
import { openSurvey, storedValues } from './patient.ts';

// An answer that is put right stays where the patient enters it, and an answer that was not chosen never looks chosen.

let site: Site;
let clinic: TestClinic;
before(async () => {
  site = await openSite();
  clinic = await aClinic(site.services, { name: 'Ambulanz Musterstadt' });
});

const touchPhone = { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true };

const household = (page: Page) => page.getByRole('textbox', { name: 'Wie viele Menschen' });
const employed = (page: Page) => page.getByRole('checkbox', { name: 'angestellt oder verbeamtet' });

const summary = (page: Page) => page.locator('[data-summary]');

/** Opens the survey at its second page, which asks for the occupation, the number of people in the household, and a wish. */
async function openSecondPage(page: Page) {
  const patient = await aPatient(site.services, clinic.id);
  await openSurvey(page, clinic, patient);
  await answerPage(page);
  await nextPage(page);
  await household(page).waitFor();
  return patient;
}

/** Sends the shown page without an answer: so many questions are marked. */
async function sendUnanswered(page: Page, marked: number): Promise<void> {
  await page.getByRole('button', { name: 'Weiter' }).click();
  await summary(page).and(page.locator(':focus')).waitFor();
  assert.equal(await page.locator('[aria-invalid=true]').count(), marked);
}

/** Opens the survey and sends its first page, of radio buttons alone, without an answer. */
async function openWithErrors(page: Page): Promise<void> {
  await openSurvey(page, clinic, await aPatient(site.services, clinic.id));
  await sendUnanswered(page, 3);
}

test('a number typed into a marked field is stored with all its digits', async () => {
  const page = await openPage(site);
  const patient = await openSecondPage(page);
  await sendUnanswered(page, 2);
  await household(page).click();
  await page.keyboard.type('12');
  await employed(page).check();
  await nextPage(page);
  const stored = await storedValues(site, patient);
  assert.equal(stored.get('socio-03'), 12);
});

rare('a number field names its limits, and a number beyond them is refused with the same words', async () => {
  const page = await openPage(site);
  const patient = await openSecondPage(page);
  await page.getByText('Ganze Zahl von 1 bis 20').waitFor();
  await household(page).fill('45');
  await employed(page).check();
  await page.getByRole('button', { name: 'Weiter' }).click();
  await page.getByText('Bitte geben Sie eine ganze Zahl von 1 bis 20 an.').first().waitFor();

  await household(page).fill('4');
  await nextPage(page);
  const stored = await storedValues(site, patient);
  assert.equal(stored.get('socio-03'), 4);
});

test('the arrow keys reach every option of a marked question', async () => {
  const page = await openPage(site);
  await openWithErrors(page);
  await summary(page).getByRole('link').first().press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.locator('input[type=radio]:focus').waitFor();
  assert.ok(await page.getByRole('radio', { name: 'nein' }).first().isChecked());
});

test('an answer tapped below other marked questions does not scroll the page', async () => {
  const page = await openPage(site, touchPhone);
  await openSecondPage(page);
  await sendUnanswered(page, 2);
  await household(page).scrollIntoViewIfNeeded();
  await household(page).tap();
  const scrolled = () => page.evaluate(() => Math.round(window.scrollY));
  const before = await scrolled();
  assert.ok(before > 0);
  await page.keyboard.type('1');
  await page.locator('[aria-invalid=true]').nth(1).waitFor({ state: 'detached' });
  assert.ok(await household(page).evaluate((field) => field === document.activeElement));
  assert.equal(await scrolled(), before);
});

test('a second check of the page leads to its summary again, which names the questions that are left', async () => {
  const page = await openPage(site);
  await openWithErrors(page);
  await page.getByRole('radio').first().check();
  await page.getByRole('button', { name: 'Weiter' }).click();
  await summary(page).getByText('beantwortet: 2, 3').waitFor();
  assert.ok(await summary(page).evaluate((shown) => shown === document.activeElement));
  await summary(page).getByRole('link', { name: 'Wie lange bestehen' }).click();
  await page.locator('fieldset[data-item=socio-09]:focus').waitFor();
});

rare('no answer of a fresh page looks chosen after a tap on "Weiter"', async () => {
  const page = await openPage(site, touchPhone);
  await openSurvey(page, clinic, await aPatient(site.services, clinic.id));
  for (let number = 0; number < 4; number += 1) {
    await answerPage(page);
    const button = page.getByRole('button', { name: 'Weiter' });
    const handle = await button.elementHandle();
    await button.tap();
    await handle?.waitForElementState('hidden');
  }
  const looks = await page
    .locator('label:has(input[type=radio])')
    .evaluateAll((options) => [
      ...new Set(options.map((option) => `${getComputedStyle(option).backgroundColor}`)),
    ]);
  assert.equal(looks.length, 1, looks.join(' '));
});

test('answers of a page that is left without a connection are there again, and the patient is warned', async () => {
  const page = await openPage(site);
  await openSecondPage(page);
  await page.route('**/survey/draft', (route) => route.abort());
  await employed(page).check();
  await household(page).fill('2');
  await page.getByRole('link', { name: 'Pause machen' }).click();
  await page.getByRole('button', { name: 'Befragung verlassen' }).click();
  const warning = page.getByText('Die Antworten dieser Seite sind noch nicht gespeichert.');
  await warning.waitFor();
  await page.getByRole('button', { name: 'Weiter ausfüllen' }).click();
  // A browser that knows that it has no connection warns at once.
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Pause machen' }).click();
  await warning.waitFor();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Trotzdem verlassen' }).click();
  await page.waitForURL('**/patients');
  await page.unroute('**/survey/draft');
  const saved = page.waitForResponse((response) => response.url().endsWith('/survey/draft') && response.ok());
  await page
    .getByRole('link', { name: /^Befragung (starten|fortsetzen)$/ })
    .first()
    .click();
  assert.ok(await employed(page).isChecked());
  assert.equal(await household(page).inputValue(), '2');
  await saved;
});
