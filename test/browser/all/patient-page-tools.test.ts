import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { aClinic, aPatient, type TestClinic } from '../../builders.ts';
import { answerPage, nextPage } from '../answer-page.ts';
import { openPage, openSite, type Site } from '../browser.ts';
import { logInAsPatient, openSurvey, phone } from '../patient.ts';

// Larger letters, and a voice that reads the page.

let site: Site;
let clinic: TestClinic;
before(async () => {
  site = await openSite();
  clinic = await aClinic(site.services, { name: 'Ambulanz Musterstadt' });
});

function letters(page: Page, size: string) {
  return page.waitForFunction(
    (wanted) => getComputedStyle(document.documentElement).fontSize === wanted,
    size,
  );
}

/** What stands out of the page to the right. */
function tooWide(): string[] {
  const all = [...document.querySelectorAll('main *')];
  const isOut = document.documentElement.scrollWidth > window.innerWidth;
  return all
    .filter((one) => isOut && one.getBoundingClientRect().right > window.innerWidth)
    .map((one) => `${one.tagName} ${one.textContent?.slice(0, 40)} ${one.getBoundingClientRect().right}`);
}

async function chooseLargest(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Schriftgröße' }).click();
  await page.getByRole('menuitemradio', { name: 'Sehr groß' }).click();
}

test('letters of one and a half size cut off nothing on any page of a small phone, and stay for the next visit', async () => {
  const page = await openPage(site, phone);
  const patient = await aPatient(site.services, clinic.id);
  await openSurvey(page, clinic, patient);
  await chooseLargest(page);
  await letters(page, '24px');
  const end = page.getByRole('dialog', { name: 'Vielen Dank!' });
  while (!(await end.isVisible())) {
    assert.deepEqual(await page.evaluate(tooWide), [], await page.locator('h1').first().innerText());
    await answerPage(page);
    await nextPage(page);
  }
  await page.goto('/');
  await letters(page, '24px');
});

test('the menu of the home has the letter sizes, too', async () => {
  const page = await openPage(site);
  const patient = await aPatient(site.services, clinic.id);
  await logInAsPatient(page, clinic, patient);
  await page.getByRole('button', { name: patient.name }).click();
  await page.getByRole('menuitemradio', { name: 'Groß', exact: true }).click();
  await letters(page, '20px');
});

/** Gives the browser voices, and writes down what they read. `end()` ends what is being read. */
async function addVoices(page: Page, voices: { lang: string; localService: boolean }[]): Promise<void> {
  await page.addInitScript((all) => {
    const said: string[] = [];
    const speech = Object.assign(new EventTarget(), {
      getVoices: () => all,
      cancel: () => said.push('(silence)'),
      speak: (utterance: { text: string }) => said.push(utterance.text),
    });
    class Utterance extends EventTarget {
      text: string;
      constructor(text: string) {
        super();
        this.text = text;
      }
    }
    Object.defineProperty(globalThis, 'speechSynthesis', { value: speech });
    Object.assign(globalThis, { SpeechSynthesisUtterance: Utterance, said });
  }, voices);
}

const said = (page: Page) => page.evaluate(() => (globalThis as unknown as { said: string[] }).said);
const speaker = (page: Page) => page.getByRole('button', { name: 'Seite vorlesen' });

test('a German voice of the device reads question and answers, falls silent at a second press and on the next page', async () => {
  const page = await openPage(site, phone);
  await addVoices(page, [{ lang: 'de_DE', localService: true }]);
  await openSurvey(page, clinic, await aPatient(site.services, clinic.id));
  await speaker(page).click();
  await page.waitForFunction(() =>
    (globalThis as unknown as { said: string[] }).said.some((text) => text.includes('Partnerschaft')),
  );
  assert.ok(
    (await said(page)).includes(
      'Antworten: ja, wir wohnen zusammen; ja, wir wohnen nicht zusammen; nein; Möchte ich nicht sagen.',
    ),
  );
  assert.equal(await speaker(page).getAttribute('aria-pressed'), 'true');
  await speaker(page).click();
  assert.equal((await said(page)).at(-1), '(silence)');
  assert.equal(await speaker(page).getAttribute('aria-pressed'), 'false');
  await speaker(page).click();
  await page.waitForFunction(() => (globalThis as unknown as { said: string[] }).said.at(-1) !== '(silence)');
  await answerPage(page);
  await nextPage(page);
  assert.equal((await said(page)).at(-1), '(silence)');
});

test('without a German voice of the device nothing offers to read: other voices send the text away', async () => {
  const page = await openPage(site, phone);
  await addVoices(page, [
    { lang: 'en-US', localService: true },
    { lang: 'de-DE', localService: false },
  ]);
  await openSurvey(page, clinic, await aPatient(site.services, clinic.id));
  assert.equal(await speaker(page).count(), 0);
});
