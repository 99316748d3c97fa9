import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { chromium, type Page } from 'playwright-core';
import { aClinic, aPatient, type TestClinic } from '../builders.ts';
import { args } from '../chromium.ts';
import { findChromium } from '../run-chromium.ts';
import { answerPage, nextPage } from './answer-page.ts';
import { openSite, type Site } from './browser.ts';
import { everyItemSurvey } from './every-item.ts';
import { openSurvey } from './patient.ts';

// What a patient types must not be offered to the next person at the same device (R61).

let site: Site;
let clinic: TestClinic;
before(async () => {
  site = await openSite({}, { survey: everyItemSurvey() });
  clinic = await aClinic(site.services, { name: 'Ambulanz Musterstadt' });
});

/** Runs a visit in a fresh profile of Chromium. Returns what its form history holds after the browser has ended. */
async function historyAfter(visit: (page: Page) => Promise<void>): Promise<string[]> {
  const profile = mkdtempSync(join(tmpdir(), 'resonanz-profile-'));
  after(() => rmSync(profile, { recursive: true, force: true }));
  const found = findChromium();
  assert.ok('path' in found);
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: found.path,
    args,
    baseURL: site.origin,
    locale: 'de-DE',
  });
  await visit(context.pages()[0] ?? (await context.newPage()));
  await context.close();
  const database = new DatabaseSync(join(profile, 'Default', 'Web Data'), { readOnly: true });
  const rows = database.prepare('SELECT name, value FROM autofill').all();
  database.close();
  return rows.map(({ name, value }) => `${name}: ${value}`);
}

/** Types as a person does: a browser keeps only what came by keys. */
async function typeInto(page: Page, name: string, words: string): Promise<void> {
  const field = page.getByRole('textbox', { name });
  await field.fill('');
  await field.pressSequentially(words);
}

test('the browser keeps a word typed into a usual form, so that this test can find one', async () => {
  const kept = await historyAfter(async (page) => {
    await page.route('**/usual-form', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<form><input name="word" aria-label="Wort"><button>Los</button></form>',
      }),
    );
    await page.goto('/usual-form');
    await typeInto(page, 'Wort', 'Kaffee');
    await page.getByRole('button', { name: 'Los' }).click();
    await page.waitForURL('**/usual-form?word=Kaffee');
  });
  assert.deepEqual(kept, ['word: Kaffee']);
});

test('after a login and a whole survey the form history of the browser holds nothing of the patient', async () => {
  const patient = await aPatient(site.services, clinic.id);
  const kept = await historyAfter(async (page) => {
    await openSurvey(page, clinic, patient);
    for (const title of ['Auswählen', 'Zahlen', 'Worte', 'Adressen']) {
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      await answerPage(page);
      await typePage[title]?.(page);
      if (title !== 'Adressen') await nextPage(page);
    }
    await page.getByRole('button', { name: 'Weiter' }).click();
    await page.getByRole('dialog', { name: 'Vielen Dank!' }).waitFor();
    await page.waitForURL('**/patients');
  });
  assert.deepEqual(kept, []);
});

const typePage: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  async Zahlen(page) {
    await typeInto(page, 'Wie geht es Ihnen heute?', '43');
    await typeInto(page, 'Wie viele?', '3');
    await typeInto(page, 'Wie groß?', '1,85');
    await typeInto(page, 'Seit wann?', '01.03.2020');
  },
  async Worte(page) {
    await typeInto(page, 'Ein Wort dazu?', 'Schulden');
    await typeInto(page, 'Noch ein Wort?', 'Trennung');
    await typeInto(page, 'Ein Satz dazu?', 'Ich schlafe schlecht.');
    await typeInto(page, 'Noch ein Satz?', 'Seit Langem.');
  },
  async Adressen(page) {
    await typeInto(page, 'Adresse für den Beginn', 'name@example.org');
  },
};
