import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Page, Request, Route } from 'playwright-core';
import { rare } from '../amount.ts';
import { aClinic, aPatient, inClinic, type TestClinic, type TestUser } from '../builders.ts';
import { type Proxy, startProxy } from '../faults/proxy.ts';
import { answerPage, firstQuestion, nextPage } from './answer-page.ts';
import { openPage, openSite, type Site } from './browser.ts';
import {
  draftSaved,
  logInAgain,
  nextQuestion,
  openSurvey,
  phone,
  storedPages,
  storedValues,
} from './patient.ts';

// Product 11.3: two tabs, two devices, retries and double clicks never lose, duplicate or change an answer.

let site: Site;
let clinic: TestClinic;
let proxy: Proxy;
before(async () => {
  const server = await openSite();
  clinic = await aClinic(server.services, { name: 'Ambulanz Musterstadt' });
  proxy = await startProxy(Number(new URL(server.origin).port));
  site = { ...server, origin: `http://127.0.0.1:${proxy.port}` };
});
afterEach(() => proxy.setMode('pass'));
after(() => proxy.close());

type SessionTime = 'ended_at' | 'access_expires' | 'idle_expires';

const offline = 'Keine Verbindung zum Server.';
const weiter = (page: Page) => page.getByRole('button', { name: 'Weiter' }).click();

const isSubmission = (request: Request) =>
  request.method() === 'POST' && request.url().endsWith('/patients/survey');

const isSurveyCall = (url: URL) => url.pathname.endsWith('/api/auth/patients/survey');

/** Lets the server answer as in the version before: the next page comes with a call of its own. */
async function withSecondCall(
  page: Page,
  beforeCall: (route: Route) => Promise<boolean> = async () => false,
) {
  await page.route(isSurveyCall, async (route) => {
    if (await beforeCall(route)) return undefined;
    const sent = route.request().postData();
    if (sent === null) return route.continue();
    return route.continue({ postData: JSON.stringify({ ...JSON.parse(sent), next: false }) });
  });
}

/** The moments of a lost connection. Each function presses Weiter and loses the connection at its moment. */
const losses: Record<string, (page: Page) => Promise<void>> = {
  'before the answers reach the server': async (page) => {
    proxy.setMode('cut-request');
    await weiter(page);
  },
  'when the server has stored the answers': async (page) => {
    proxy.setMode('cut-answer');
    await weiter(page);
  },
  'while the answers are on their way': async (page) => {
    proxy.setMode({ delay: 3000 });
    const asked = page.waitForRequest(isSubmission);
    await weiter(page);
    await asked;
    proxy.setMode('cut-request');
    proxy.dropConnections();
  },
  'before the next page is there': async (page) => {
    await withSecondCall(page);
    proxy.setMode({ delay: 3000 });
    const stored = page.waitForResponse((response) => isSubmission(response.request()));
    await weiter(page);
    await stored;
    proxy.setMode('cut-request');
    proxy.dropConnections();
  },
};

test('a lost connection at any moment loses no survey answer and stores none twice', async () => {
  const patient = await aPatient(site.services, clinic.id);
  const page = await openPage(site, phone);
  await openSurvey(page, clinic, patient);
  let pages = 0;
  for (const [moment, lose] of Object.entries(losses)) {
    await answerPage(page);
    const question = await firstQuestion(page);
    await lose(page);
    await page.getByText(offline).waitFor();
    assert.equal(await firstQuestion(page), question, moment);
    proxy.setMode('pass');
    await page.getByRole('button', { name: 'Erneut versuchen' }).click();
    await nextQuestion(page, question);
    pages += 1;
    assert.equal(await storedPages(site, patient), pages, moment);
  }
});

test('a page that the server cannot take for the moment is sent again by itself, and so is the call for the next page', async () => {
  const patient = await aPatient(site.services, clinic.id);
  const page = await openPage(site, phone);
  await openSurvey(page, clinic, patient);
  const away = { status: 503, headers: { 'retry-after': '2' }, body: '' };
  for (const method of ['POST', 'GET']) {
    await answerPage(page);
    const question = await firstQuestion(page);
    let lost = 0;
    await withSecondCall(page, async (route) => {
      if (route.request().method() !== method || lost > 0) return false;
      lost += 1;
      await route.fulfill(away);
      return true;
    });
    await weiter(page);
    await page.getByText(offline).waitFor();
    await nextQuestion(page, question);
    assert.equal(lost, 1);
    await page.unroute(isSurveyCall);
  }
  assert.equal(await storedPages(site, patient), 2);
});

rare(
  'the home and a survey that begins wait for a server that is away for now and go on by themselves',
  async () => {
    const patient = await aPatient(site.services, clinic.id);
    const page = await openPage(site, phone);
    const refused: string[] = [];
    await page.route('**/api/**', async (route) => {
      const { pathname } = new URL(route.request().url());
      const isFirst = /(stws|survey)$/.test(pathname) && !refused.includes(pathname);
      if (!isFirst || route.request().method() !== 'GET') return route.fallback();
      refused.push(pathname);
      await route.fulfill({ status: 503, headers: { 'retry-after': '1' }, body: '' });
    });
    await openSurvey(page, clinic, patient);
    await page.getByRole('button', { name: 'Weiter' }).waitFor();
    assert.ok(refused.length >= 2, refused.join());
  },
);

test('a patient without a connection can change an answer, and only the last answer is stored', async () => {
  const patient = await aPatient(site.services, clinic.id);
  const page = await openPage(site);
  await openSurvey(page, clinic, patient);
  await answerPage(page);
  proxy.setMode('cut-request');
  await weiter(page);
  await page.getByText(offline).waitFor();
  await page.getByRole('radio').nth(2).check();
  await page.getByText(offline).waitFor({ state: 'detached' });
  proxy.setMode('pass');
  await nextPage(page);
  assert.equal((await storedValues(site, patient)).get('socio-02'), 'none');
});

test('a survey page sent again from a second device changes no answer, shows a notice and leads to the next page', async () => {
  const patient = await aPatient(site.services, clinic.id);
  const [desk, mobile] = [await openPage(site), await openPage(site, phone)];
  await openSurvey(desk, clinic, patient);
  await openSurvey(mobile, clinic, patient);
  await answerPage(desk);
  await nextPage(desk);
  await answerPage(mobile);
  await mobile.getByRole('radio').first().check();
  const question = await firstQuestion(mobile);
  await weiter(mobile);
  await mobile
    .getByText(/^Diese Seite wurde bereits beantwortet, .* Es gelten die Antworten von dort\./)
    .waitFor();
  await nextQuestion(mobile, question);
  assert.equal(await firstQuestion(mobile), await firstQuestion(desk));
  assert.equal((await storedValues(site, patient)).get('socio-02'), 'apart');
  assert.equal(await storedPages(site, patient), 1);
});

test('a survey interrupted by the end of the login loses no answer, not even of the last second', async () => {
  const patient = await aPatient(site.services, clinic.id);
  const page = await openPage(site, phone);
  await openSurvey(page, clinic, patient);
  await endSessions(patient);
  await answerPage(page);
  await weiter(page);
  await page
    .getByText(
      'Bitte melden Sie sich erneut an. Ihre gesendeten Seiten sind gespeichert. Was Sie zuletzt eingegeben haben, steht nach der Anmeldung in diesem Fenster wieder da.',
    )
    .waitFor();
  await page.keyboard.press('Escape');
  await logInAgain(page, clinic, patient);
  await page.getByRole('radio').nth(1).waitFor();
  assert.ok(await page.getByRole('radio').nth(1).isChecked());
  await nextPage(page);
  assert.equal(await storedPages(site, patient), 1);
});

rare(
  'a patient whose login is lost with its cookies reads that all is saved and finds the clinic still chosen',
  async () => {
    await aClinic(site.services);
    const patient = await aPatient(site.services, clinic.id);
    const page = await openPage(site, phone);
    await openSurvey(page, clinic, patient);
    await answerPage(page);
    await page.locator('[data-saved]').filter({ hasText: 'Gespeichert' }).waitFor();
    await page.context().clearCookies();
    await weiter(page);
    await page
      .getByText(
        'Bitte melden Sie sich erneut an. Ihre Antworten sind gespeichert, auch die auf der letzten Seite.',
      )
      .waitFor();
    await page.keyboard.press('Escape');
    const chosen = page.getByLabel('Klinik', { exact: true }).locator('option:checked');
    await chosen.filter({ hasText: clinic.name }).waitFor({ state: 'attached' });
  },
);

const endSessions = (patient: TestUser) => changeSessions(patient, { ended_at: new Date().toISOString() });

const past = new Date(Date.now() - 60_000).toISOString();
const expireSessions = (patient: TestUser) =>
  changeSessions(patient, { access_expires: past, idle_expires: past });

function changeSessions({ clinicId, id }: TestUser, changed: Partial<Record<SessionTime, string>>) {
  return inClinic(site.services, clinicId, (db) =>
    db.updateTable('login_sessions').set(changed).where('patient_id', '=', id).execute(),
  );
}

rare('a survey page asks for a new login after a break and restores the ticked answers', async () => {
  const patient = await aPatient(site.services, clinic.id);
  const page = await openPage(site);
  await openSurvey(page, clinic, patient);
  const saved = draftSaved(page);
  await page.getByRole('radio').nth(1).check();
  await saved;
  await expireSessions(patient);
  await page.reload();
  await page.getByText('Bitte melden Sie sich erneut an. Ihre gesendeten Seiten sind gespeichert.').waitFor();
  await page.keyboard.press('Escape');
  await logInAgain(page, clinic, patient);
  await page.getByRole('radio').nth(1).waitFor();
  assert.ok(await page.getByRole('radio').nth(1).isChecked());
});

test('an idle patient is warned, can stay, is finally logged out, and a new login leads back to the ticked answers', async () => {
  const patient = await aPatient(site.services, clinic.id);
  const page = await openPage(site, phone);
  await page.clock.install();
  await openSurvey(page, clinic, patient);
  const saved = draftSaved(page);
  await page.getByRole('radio').nth(1).check();
  await saved;
  // The press refreshes the session again, half a minute after the last refresh.
  const refreshed = refreshTold(page);
  await page.clock.fastForward('00:31');
  await refreshed;
  await page.clock.fastForward('29:38');
  const warning = page.getByRole('alertdialog', { name: 'Achtung!' });
  await warning.waitFor();
  await warning.getByRole('button', { name: 'Eingeloggt bleiben' }).click();
  await warning.waitFor({ state: 'detached' });
  await page.clock.fastForward('31:00');
  await page.getByText('Sie waren längere Zeit nicht aktiv und wurden').waitFor();
  await page.keyboard.press('Escape');
  await logInAgain(page, clinic, patient);
  await page.getByRole('radio').nth(1).waitFor();
  assert.ok(await page.getByRole('radio').nth(1).isChecked());
});

/** Waits until the page knows the new end of its session. It then sends a message to the other tabs. */
function refreshTold(page: Page): Promise<unknown> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        new BroadcastChannel('resonanz-session').addEventListener('message', () => resolve());
      }),
  );
}

test('the browser stores no survey answer', async () => {
  const patient = await aPatient(site.services, clinic.id);
  const page = await openPage(site);
  await openSurvey(page, clinic, patient);
  const saved = draftSaved(page);
  await answerPage(page);
  await saved;
  const kept = await page.evaluate(async () => ({
    session: Object.keys(sessionStorage).sort(),
    local: Object.keys(localStorage),
    databases: await indexedDB.databases(),
    caches: await caches.keys(),
    history: JSON.stringify(history.state),
  }));
  assert.deepEqual(kept.session, ['auth', 'userInfo', 'usr']);
  assert.deepEqual([kept.local, kept.databases, kept.caches], [[], [], []]);
  assert.ok(!kept.history.includes('socio'));
});
