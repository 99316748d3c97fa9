import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { chromium, type Page } from 'playwright-core';
import { aClinic, aClinician, anAdmin, aPatient, type TestClinic } from '../builders.ts';
import { args } from '../chromium.ts';
import { findChromium } from '../run-chromium.ts';
import { answerPage, nextPage } from './answer-page.ts';
import { logIn, openSite, type Site } from './browser.ts';
import { everyItemSurvey } from './every-item.ts';
import { openSurvey } from './patient.ts';

// What a person types must not be offered to the next one at the same device, nor stay in what the pages store there (R61).

let site: Site;
let clinic: TestClinic;
before(async () => {
  site = await openSite({}, { survey: everyItemSurvey() });
  clinic = await aClinic(site.services, { name: 'Ambulanz Musterstadt' });
});

/**
 * Runs a visit in a fresh profile of Chromium. Returns what its form history holds after the browser has ended, and as one text all that
 * the pages stored.
 */
async function leftAfter(visit: (page: Page) => Promise<void>): Promise<{ typed: string[]; stored: string }> {
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
  let stored: string;
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    await visit(page);
    stored = await page.evaluate(allThatIsStored);
  } finally {
    await context.close();
  }
  const database = new DatabaseSync(join(profile, 'Default', 'Web Data'), { readOnly: true });
  const rows = database.prepare('SELECT name, value FROM autofill').all();
  database.close();
  return { typed: rows.map(({ name, value }) => `${name}: ${value}`), stored };
}

/** Runs in the page: what it stored, as one text. */
async function allThatIsStored(): Promise<string> {
  // The pages use no database and no cache. A page that begins to use one must be read here.
  const others = [...(await indexedDB.databases()), ...(await caches.keys())];
  if (others.length > 0) throw new Error(`not read: ${JSON.stringify(others)}`);
  return JSON.stringify({ ...localStorage, session: { ...sessionStorage } });
}

/** Asserts that nothing is left of what was typed or shown. */
function assertNothingLeft(
  { typed, stored }: Awaited<ReturnType<typeof leftAfter>>,
  ...words: string[]
): void {
  assert.deepEqual(typed, []);
  for (const word of words) assert.ok(!stored.includes(word), `"${word}" is left: ${stored}`);
}

/** The same for the staff, whose own ID the browser may offer at the login: WCAG 1.3.5 asks that the field is known as one. */
function assertOnlyLoginLeft(
  left: Awaited<ReturnType<typeof leftAfter>>,
  name: string,
  ...words: string[]
): void {
  assert.deepEqual(left.typed, [`username: ${name}`]);
  assertNothingLeft({ ...left, typed: [] }, name, ...words);
}

/** Types as a person does: a browser keeps only what came by keys. */
async function typeInto(page: Page, name: string | RegExp, words: string): Promise<void> {
  const field = page.getByRole('textbox', { name });
  await field.fill('');
  await field.pressSequentially(words);
}

test('the browser keeps a word typed into a usual form, so that this test can find one', async () => {
  const left = await leftAfter(async (page) => {
    await page.route('**/usual-form', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<form><input name="word" aria-label="Wort" oninput="localStorage.setItem('word', value)">
          <button>Los</button></form>`,
      }),
    );
    await page.goto('/usual-form');
    await typeInto(page, 'Wort', 'Kaffee');
    await page.getByRole('button', { name: 'Los' }).click();
    await page.waitForURL('**/usual-form?word=Kaffee');
  });
  assert.deepEqual(left.typed, ['word: Kaffee']);
  assert.match(left.stored, /Kaffee/);
});

test('after a login and a whole survey the browser holds nothing of the patient', async () => {
  const patient = await aPatient(site.services, clinic.id);
  const left = await leftAfter(async (page) => {
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
    await page.getByRole('button', { name: 'Abmelden' }).click();
    await page.waitForURL((url) => !url.pathname.startsWith('/patients'));
  });
  assertNothingLeft(
    left,
    patient.name,
    '01.01.1990',
    '1990-01-01',
    'Schulden',
    'Trennung',
    'Ich schlafe',
    'name@example',
  );
});

async function logOut(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Profilmenü: ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.getByLabel('Passwort', { exact: true }).waitFor();
}

test('after the day of a clinician the browser holds nothing of a patient', async () => {
  const { name, secret } = await aClinician(site.services, clinic.id);
  const left = await leftAfter(async (page) => {
    await logIn(page, 'clinician', { clinic: clinic.name, username: name, secret });
    await page.getByRole('button', { name: 'Patient*in anlegen' }).click();
    const form = page.getByRole('dialog', { name: 'Patient*in anlegen' });
    await typeInto(page, 'Resonanz-ID', 'KARLA7');
    await typeInto(page, 'Geburtsdatum', '05.03.1984');
    await form.getByLabel('Geschlecht', { exact: true }).selectOption({ label: 'Weiblich' });
    await form.getByRole('combobox', { name: 'Diagnosen' }).pressSequentially('F32.1');
    await page.getByRole('option', { name: /^F32\.1/ }).click();
    await form.getByRole('button', { name: '+12 Monate' }).click();
    await form.getByRole('button', { name: 'Anlegen', exact: true }).click();
    await page.getByText('KARLA7 wurde angelegt.').waitFor();
    await page.getByLabel('Filter: Code').pressSequentially('KARLA7');
    await page.getByRole('row').nth(2).waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Anzeigen: Befragungsstatus von KARLA7' }).click();
    await page.keyboard.press('Escape');
    await logOut(page, name);
  });
  assertOnlyLoginLeft(left, name, secret, 'KARLA7', '05.03.1984', '1984-03-05', 'F32.1');
});

test('after the day of an admin the browser holds nothing of a patient or an employee', async () => {
  const { name, secret } = await anAdmin(site.services, clinic.id);
  const patient = await aPatient(site.services, clinic.id);
  const left = await leftAfter(async (page) => {
    await logIn(page, 'admin', { clinic: clinic.name, username: name, secret });
    await page.getByLabel('Filter: Code').pressSequentially(patient.name);
    await page.getByRole('rowheader', { name: patient.name }).waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Mitarbeitende', exact: true }).click();
    await page.getByRole('button', { name: 'Mitarbeitende anlegen' }).click();
    await typeInto(page, /^Mitarbeitenden-ID/, 'Mustermann7');
    await page.getByRole('button', { name: 'Anlegen', exact: true }).click();
    await page.getByText('Mustermann7 wurde angelegt.').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Schließen' }).last().click();
    await logOut(page, name);
  });
  assertOnlyLoginLeft(left, name, secret, patient.name, 'Mustermann7');
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
