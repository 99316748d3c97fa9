import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page, Request } from 'playwright-core';
import { aClinic, aPatient, type TestClinic, type TestUser } from '../../builders.ts';
import { answerPage, firstQuestion, goOn, nextPage } from '../answer-page.ts';
import { openPage, openSite, type Site } from '../browser.ts';
import { logInAsPatient, openSurvey, phone } from '../patient.ts';

// On a slow line each round trip costs a third of a second. What a patient waits for needs one, not one after the other.

let site: Site;
let clinic: TestClinic;
let patient: TestUser;
before(async () => {
  site = await openSite();
  clinic = await aClinic(site.services, { name: 'Ambulanz Musterstadt' });
});

const pathOf = (request: Request) => new URL(request.url()).pathname;
const asks = (path: string) => (request: Request) => request.method() === 'GET' && pathOf(request) === path;

// These calls hold up no page: the draft, and the session that every press keeps alive.
const besides = ['/api/auth/patients/survey/draft', '/api/refresh-tokens'];

/** The parts of a page arrive only after the page has asked for its data. */
async function holdPartsUntil(page: Page, path: string): Promise<void> {
  // The login before it may take long on a busy machine.
  const asked = page.waitForRequest(asks(path), { timeout: 0 });
  await page.route(/\/assets\/(PatientHome|Survey)-[^/]+\.js$/, async (route) => {
    await asked;
    await route.continue();
  });
}

test('each page turn of a whole survey is one round trip', async () => {
  patient = await aPatient(site.services, clinic.id);
  const page = await openPage(site, phone);
  await openSurvey(page, clinic, patient);
  let calls: string[] = [];
  page.on('request', (request) => {
    const path = pathOf(request);
    if (path.startsWith('/api/') && !besides.includes(path)) calls.push(`${request.method()} ${path}`);
  });
  let turns = 0;
  for (;;) {
    await answerPage(page);
    // Help is shown before the answer has been sent, which another test holds.
    const danger = page.locator('[data-item]', { hasText: 'Ich hatte den Wunsch' });
    if (await danger.count()) await danger.getByRole('radio', { name: 'nie', exact: true }).check();
    const question = await firstQuestion(page);
    calls = [];
    await nextPage(page);
    if ((await goOn(page).count()) === 0) break;
    turns += 1;
    assert.deepEqual(calls, ['POST /api/auth/patients/survey'], question);
  }
  assert.ok(turns > 20, `${turns}`);
});

test('after the login the overview asks for its data while its parts are on their way', async () => {
  patient = await aPatient(site.services, clinic.id);
  const page = await openPage(site, phone);
  await holdPartsUntil(page, '/api/auth/patients/stws');
  await logInAsPatient(page, clinic, patient);
  await page.getByRole('link', { name: 'Befragung starten' }).first().waitFor();
});

test('a survey that is started asks for its first page once, while its parts are on their way', async () => {
  patient = await aPatient(site.services, clinic.id);
  const page = await openPage(site, phone);
  await logInAsPatient(page, clinic, patient);
  const start = page.getByRole('link', { name: 'Befragung starten' }).first();
  await start.waitFor();
  await holdPartsUntil(page, '/api/auth/patients/survey');
  let calls = 0;
  page.on('request', (request) => void (calls += asks('/api/auth/patients/survey')(request) ? 1 : 0));
  await start.click();
  await goOn(page).waitFor();
  assert.equal(calls, 1);
});

test('an overview that is opened by its address asks for its data once, before any script has arrived', async () => {
  patient = await aPatient(site.services, clinic.id);
  const page = await openPage(site, phone);
  await logInAsPatient(page, clinic, patient);
  const start = page.getByRole('link', { name: 'Befragung starten' }).first();
  await start.waitFor();
  let calls = 0;
  page.on('request', (request) => void (calls += asks('/api/auth/patients/stws')(request) ? 1 : 0));
  const asked = page.waitForRequest(asks('/api/auth/patients/stws'));
  await page.route(/\/assets\/app-[^/]+\.js$/, async (route) => {
    await asked;
    await route.continue();
  });
  await page.reload();
  await start.waitFor();
  assert.equal(calls, 1);
});

test('an overview whose data came before its parts begins without the notice of loading', async () => {
  const page = await openPage(site);
  await logInAsPatient(page, clinic, await aPatient(site.services, clinic.id));
  await page.getByRole('link', { name: 'Befragung starten' }).waitFor();
  // Text, because only a browser knows these names.
  await page.addInitScript(`
    window.shownDialogs = 0;
    const show = HTMLDialogElement.prototype.showModal;
    HTMLDialogElement.prototype.showModal = function () {
      window.shownDialogs += 1;
      show.call(this);
    };
    const read = Response.prototype.json;
    Response.prototype.json = async function () {
      const content = await read.call(this);
      if (this.url.endsWith('/patients/stws')) setTimeout(() => (window.hasData = true));
      return content;
    };`);
  await page.route(/assets\/main-.*\.js$/, async (route) => {
    await page.waitForFunction(() => 'hasData' in globalThis);
    await route.continue();
  });
  await page.reload();
  await page.getByRole('link', { name: 'Befragung starten' }).waitFor();
  assert.equal(await page.evaluate('window.shownDialogs'), 0);
});
