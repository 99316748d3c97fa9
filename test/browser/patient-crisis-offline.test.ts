import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Page, Request } from 'playwright-core';
import { rare } from '../amount.ts';
import { aClinic, aPatient, inClinic, type TestClinic } from '../builders.ts';
import { type Proxy, startProxy } from '../faults/proxy.ts';
import { nextPage } from './answer-page.ts';
import { eventually, focusedName, openPage, openSite, type Site } from './browser.ts';
import {
  answerFirstPage,
  crisisSurvey,
  dialled,
  dialLinks,
  helpHeading,
  onHelpPage,
} from './crisis-survey.ts';
import { openSurvey, phone, storedPages, storedValues } from './patient.ts';

// Product 19.5: help is shown although the answers cannot be sent, and every answer still arrives.

let site: Site;
let clinic: TestClinic;
let proxy: Proxy;
before(async () => {
  const server = await openSite({}, { survey: crisisSurvey() });
  clinic = await aClinic(server.services, { name: 'Ambulanz Musterstadt' });
  proxy = await startProxy(Number(new URL(server.origin).port));
  site = { ...server, origin: `http://127.0.0.1:${proxy.port}` };
});
afterEach(() => proxy.setMode('pass'));
after(() => proxy.close());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const weiter = (page: Page) => button(page, 'Weiter').click();
const reached = (page: Page) => button(page, 'Pause machen').waitFor();
const isSubmission = (request: Request) =>
  request.method() === 'POST' && request.url().endsWith('/patients/survey');

async function answered(page: Page, { danger = true } = {}) {
  const patient = await aPatient(site.services, clinic.id);
  await openSurvey(page, clinic, patient);
  await answerFirstPage(page, { danger });
  return patient;
}

function cut(): void {
  proxy.setMode('cut-request');
  proxy.dropConnections();
}

test('without a connection help is shown at once, the answer arrives later, and the page stays the same', async () => {
  const page = await openPage(site, phone);
  const patient = await answered(page);
  cut();
  await weiter(page);
  await onHelpPage(page);
  await page.getByText('Ihre Antwort ist noch nicht gesendet.').waitFor();
  assert.deepEqual(await dialLinks(page.getByRole('main')), dialled);
  await button(page, 'Erneut versuchen').focus();
  await helpHeading(page).evaluate((heading) => heading.setAttribute('data-kept', 'yes'));
  assert.equal(await storedPages(site, patient), 0);
  // The browser sends again by itself.
  proxy.setMode('pass');
  await reached(page);
  await page.getByText('Ihre Antworten sind gespeichert.').waitFor();
  assert.equal(await storedPages(site, patient), 1);
  assert.equal(await page.locator('h1[data-kept]').count(), 1, 'help is not shown a second time');
  assert.equal(await focusedName(page), 'Befragung fortsetzen', 'the focus stays');
  await nextPage(page);
  assert.equal(await storedPages(site, patient), 2);
});

test('an answer that is stored but whose confirmation is lost leads to help, and is stored once', async () => {
  const page = await openPage(site, phone);
  const patient = await answered(page);
  proxy.setMode('cut-answer');
  await weiter(page);
  await onHelpPage(page);
  proxy.setMode('pass');
  await reached(page);
  assert.equal(await storedPages(site, patient), 1);
});

rare('a slow connection does not delay help', async () => {
  const page = await openPage(site, phone);
  const patient = await answered(page);
  let isAnswered = false;
  page.on('response', (response) => (isAnswered ||= isSubmission(response.request())));
  proxy.setMode({ delay: 8000 });
  await weiter(page);
  await onHelpPage(page);
  assert.equal(isAnswered, false);
  await page.getByText('Ihre Antwort wird noch gesendet.').waitFor();
  await reached(page);
  assert.equal(await storedPages(site, patient), 1);
});

rare('a failure of the server leads to help, and the patient sends the answers again', async () => {
  const page = await openPage(site, phone);
  const patient = await answered(page);
  await page.route('**/patients/survey', (route) =>
    isSubmission(route.request()) ? route.fulfill({ status: 500 }) : route.continue(),
  );
  await weiter(page);
  await onHelpPage(page);
  await page.getByText('Ihre Antwort konnte gerade nicht gespeichert werden.').waitFor();
  await page.unroute('**/patients/survey');
  await button(page, 'Erneut versuchen').click();
  await reached(page);
  assert.equal(await storedPages(site, patient), 1);
});

test('a patient without a connection goes back from help to the answers and corrects one before it is sent', async () => {
  const page = await openPage(site, phone);
  const patient = await answered(page);
  cut();
  await weiter(page);
  await onHelpPage(page);
  await button(page, 'Zurück zu meinen Antworten').click();
  await eventually(async () => assert.equal(await focusedName(page), 'Schlaf und Erholung'));
  assert.equal(await page.getByRole('group').nth(3).getByRole('radio').nth(2).isChecked(), true);
  await answerFirstPage(page, { danger: false });
  await weiter(page);
  await page.getByText('Keine Verbindung zum Server.').waitFor();
  assert.equal(await helpHeading(page).count(), 0, 'answers without danger lead to no help');
  proxy.setMode('pass');
  await eventually(async () => assert.equal(await page.locator('fieldset').count(), 1));
  assert.equal(await helpHeading(page).count(), 0);
  assert.equal((await storedValues(site, patient)).get('Recovery.4'), 0);
});

rare('the survey goes on from help after a lost connection', async () => {
  const page = await openPage(site, phone);
  const patient = await answered(page);
  await weiter(page);
  await onHelpPage(page);
  cut();
  await button(page, 'Befragung fortsetzen').click();
  await page.getByText('Sobald sie wieder da ist, geht es weiter.').waitFor();
  assert.deepEqual(await dialLinks(page.getByRole('main')), dialled);
  proxy.setMode('pass');
  await page.getByRole('group').waitFor();
  assert.equal(await storedPages(site, patient), 2);
});

rare('the link at the foot of the page opens the help of the clinic without a connection', async () => {
  const own = await aClinic(site.services);
  const help = {
    text: 'Rufen Sie uns an.',
    numbers: [{ name: 'Krisendienst', number: '030 12', hours: '' }],
  };
  await inClinic(site.services, own.id, (db) =>
    db
      .updateTable('clinics')
      .set({ help: JSON.stringify(help) })
      .where('id', '=', own.id)
      .execute(),
  );
  const page = await openPage(site, phone);
  const loaded = page.waitForResponse((response) => response.url().endsWith('/help') && response.ok());
  await openSurvey(page, own, await aPatient(site.services, own.id));
  await loaded;
  cut();
  await button(page, 'Hilfe in einer Krise').click();
  const dialog = page.getByRole('dialog', { name: 'Hilfe in einer Krise' });
  await dialog.getByRole('link', { name: 'Krisendienst 030 12' }).waitFor();
});
