import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { addDays } from '../../src/domain/dates.ts';
import { todayIn } from '../../src/domain/today.ts';
import { buildApp } from '../../src/server/app.ts';
import { rare } from '../amount.ts';
import { aClinic, aPatient, type TestClinic } from '../builders.ts';
import { answerPage, firstQuestion, nextPage } from './answer-page.ts';
import { openPage, openSite, type Site, webFolder } from './browser.ts';
import {
  draftSaved,
  logInAgain,
  logInAsPatient,
  nextQuestion,
  openSurvey,
  phone,
  storedPages,
} from './patient.ts';

const real = () => todayIn('Europe/Berlin', Date.now());
/** The number of days that the clock of the server is ahead. */
let daysLater = 0;

let site: Site;
let clinic: TestClinic;
before(async () => {
  site = await openSite({ today: () => addDays(real(), daysLater) });
  clinic = await aClinic(site.services, { name: 'Ambulanz Musterstadt' });
});
afterEach(() => {
  daysLater = 0;
});

const thanks = (page: Page) => page.getByRole('dialog', { name: 'Vielen Dank!' });

test('a patient answers the whole survey on a phone', async () => {
  const patient = await aPatient(site.services, clinic.id);
  const page = await openPage(site, phone);
  await openSurvey(page, clinic, patient);
  const seen = new Set<string>();
  let progress = 0;
  while (!(await thanks(page).isVisible())) {
    const heading = await page.getByRole('heading', { level: 1 }).innerText();
    const focused = seen.has(heading) ? '[data-item], [data-item] *, [data-info]' : 'h1';
    await waitForFocus(page, focused);
    seen.add(heading);
    const shown = await page.locator('progress').evaluate((bar: HTMLProgressElement) => bar.value);
    assert.ok(shown >= progress, 'the progress never falls');
    progress = shown;
    await answerPage(page);
    await nextPage(page);
  }
  assert.ok(seen.size >= 7, 'every instrument was asked');
  assert.ok(progress > 80, `the last page shows ${progress} %`);
  await watchProgress(page);
  await page.waitForURL('**/patients');
  assert.equal(await page.evaluate(() => Number(document.documentElement.dataset['counted'])), 98);
  await page.getByText('Vielen Dank, alles erledigt!').waitFor();
});

// The focus moves only after the page is shown.
async function waitForFocus(page: Page, selector: string): Promise<void> {
  await page.waitForFunction((wanted) => document.activeElement?.matches(wanted), selector);
}

/** Records the highest percentage of the last dialog. */
function watchProgress(page: Page): Promise<void> {
  return page.evaluate(() => {
    const watched = { subtree: true, attributes: true, childList: true };
    new MutationObserver(() => {
      const bar = document.querySelector<HTMLProgressElement>('dialog progress');
      if (bar) document.documentElement.dataset['counted'] = String(bar.value);
    }).observe(document.body, watched);
  });
}

test('ticked but unsent answers reappear after a reload and on another device', async () => {
  const patient = await aPatient(site.services, clinic.id);
  const page = await openPage(site);
  await openSurvey(page, clinic, patient);
  const saved = draftSaved(page);
  await page.getByRole('radio').nth(1).check();
  await saved;
  await page.reload();
  await page.getByRole('radio').nth(1).waitFor();
  assert.ok(await page.getByRole('radio').nth(1).isChecked());
  const other = await openPage(site, phone);
  await openSurvey(other, clinic, patient);
  assert.ok(await other.getByRole('radio').nth(1).isChecked());
});

rare('the pages of home and survey name their scripts, and each script is fetched once', async () => {
  const page = await openPage(site);
  await logInAsPatient(page, clinic, await aPatient(site.services, clinic.id));
  const begin = page.getByRole('link', { name: 'Befragung starten' }).first();
  await begin.waitFor();
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  for (const [path, part, shown] of [
    ['/patients', 'home', begin],
    ['/patients/survey', 'Survey', page.getByRole('button', { name: 'Weiter' })],
  ] as const) {
    fetched.length = 0;
    const answer = await page.goto(path);
    const html = (await answer?.text()) ?? '';
    assert.match(html, new RegExp(`<link rel="modulepreload" crossorigin href="/assets/${part}-`));
    await shown.waitFor();
    const parts = fetched.filter((url) => url.includes('/assets/'));
    assert.ok(parts.some((url) => url.includes(`/${part}-`)));
    assert.ok(parts.some((url) => url.endsWith('.css')));
    assert.deepEqual(parts.toSorted(), [...new Set(parts)].toSorted(), path);
  }
});

test('a double click stores the survey page once', async () => {
  const patient = await aPatient(site.services, clinic.id);
  const page = await openPage(site);
  await openSurvey(page, clinic, patient);
  await answerPage(page);
  const question = await firstQuestion(page);
  await page.getByRole('button', { name: 'Weiter' }).dblclick();
  await nextQuestion(page, question);
  assert.equal(await storedPages(site, patient), 1);
});

rare('the slower of two tabs on one survey continues with the current page and loses no answer', async () => {
  const patient = await aPatient(site.services, clinic.id);
  const page = await openPage(site);
  await openSurvey(page, clinic, patient);
  const slower = await page.context().newPage();
  await slower.goto('/patients/survey');
  // A new tab joins the session of the others.
  await slower.getByRole('button', { name: 'Weiter' }).waitFor();
  await answerPage(page);
  await nextPage(page);
  await answerPage(slower);
  await slower.getByRole('radio').first().check();
  const question = await firstQuestion(slower);
  await slower.getByRole('button', { name: 'Weiter' }).click();
  await slower
    .getByText(/^Diese Seite wurde bereits beantwortet, .* Es gelten die Antworten von dort\./)
    .waitFor();
  // The sentence comes with the refusal, the page a moment later.
  await nextQuestion(slower, question);
  assert.equal(await storedPages(site, patient), 1);
  await answerPage(slower);
  await nextPage(slower);
  assert.equal(await slower.getByText('Diese Seite wurde bereits beantwortet').count(), 0);
});

rare('the inactive Back button of the survey explains itself to keyboard and touch users', async () => {
  const page = await openPage(site, { ...phone, hasTouch: true });
  await openSurvey(page, clinic, await aPatient(site.services, clinic.id));
  const back = page.getByRole('button', { name: 'Zurück' });
  assert.ok(await back.isDisabled());
  const tooltip = page.locator('[role=tooltip]');
  await tooltip.waitFor({ state: 'hidden' });
  await back.focus();
  await tooltip.filter({ hasText: 'Sie können nicht zur vorherigen Frage zurückkehren.' }).waitFor();
  assert.ok(((await tooltip.boundingBox())?.width ?? 0) > 10);
  await page.keyboard.press('Escape');
  await tooltip.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Weiter' }).focus();
  // Playwright would wait for the disabled button, but a patient presses it.
  await back.tap({ force: true });
  await tooltip.waitFor();
  assert.ok(page.url().endsWith('/patients/survey'));
});

test('the survey asks before the patient leaves it, and the browser’s Back leads to the overview and sends nothing', async () => {
  const patient = await aPatient(site.services, clinic.id);
  const page = await openPage(site);
  await openSurvey(page, clinic, patient);
  await page.getByRole('link', { name: 'Pause machen' }).click();
  await page.getByText('Ihre bisherigen Antworten sind gespeichert.').waitFor();
  await page.getByRole('button', { name: 'Weiter ausfüllen' }).click();
  assert.ok(page.url().endsWith('/patients/survey'));
  await answerPage(page);
  await nextPage(page);
  await page.goBack();
  await page.waitForURL('**/patients');
  await page.getByText('Pausierte Befragungen können Sie jederzeit fortsetzen.').waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await storedPages(site, patient), 1);
  await page.goForward();
  await page.getByRole('button', { name: 'Weiter' }).waitFor();
  assert.equal(await storedPages(site, patient), 1);
});

test('a message leads to the overview if no survey is open or its last day has passed', async () => {
  const patient = await aPatient(site.services, clinic.id);
  const page = await openPage(site);
  await openSurvey(page, clinic, patient);
  await answerPage(page);
  daysLater = 30;
  await page.getByRole('button', { name: 'Weiter' }).click();
  await page.getByText('Der Zeitraum dieser Befragung ist abgelaufen.').waitFor();
  await page.keyboard.press('Escape');
  await page.waitForURL('**/patients');
  await page.goto('/patients/survey');
  await page.getByText('Zurzeit ist keine Befragung offen. Ihre nächsten Termine').waitFor();
  await page.keyboard.press('Escape');
  await page.waitForURL('**/patients');
});

rare('a survey that cannot be loaded shows an apology and leads to the overview', async () => {
  const { services } = site;
  const broken = { ...services.registry, pinnedInstruments: () => Promise.reject(new Error('on purpose')) };
  const log = { info() {}, warn() {}, error() {} };
  const app = await buildApp({ ...services, registry: broken, log }, { webFolder });
  after(() => app.close());
  const page = await openPage({ services, origin: await app.listen({ host: '127.0.0.1', port: 0 }) });
  await logInAsPatient(page, clinic, await aPatient(services, clinic.id));
  await page.getByRole('link', { name: 'Befragung starten' }).first().click();
  await page.getByText('Entschuldigung. Da ist etwas schiefgelaufen.').waitFor();
  await page.keyboard.press('Escape');
  await page.waitForURL('**/patients');
});

test('login and survey together load at most 120 kB of scripts and styles, and one font of at most 35 kB', async (context) => {
  const page = await openPage(site, phone);
  const loaded = new Set<string>();
  page.on('response', (response) => loaded.add(new URL(response.url()).pathname));
  await page.goto('/loginpatient?redirectTo=/patients/survey');
  await logInAgain(page, clinic, await aPatient(site.services, clinic.id));
  await page.getByRole('button', { name: 'Weiter' }).waitFor();
  const parts = [...loaded].filter((path) => /\.(js|css)$/.test(path));
  assert.ok(parts.length >= 4, parts.join(' '));
  const bytes = parts.reduce((sum, path) => sum + readFileSync(join(webFolder, `${path}.gz`)).length, 0);
  context.diagnostic(`${bytes} bytes gzip in ${parts.length} files`);
  assert.ok(bytes <= 120_000, `${bytes} bytes: ${parts.join(' ')}`);
  // One face for every weight.
  const faces = [...loaded].filter((path) => /\.(woff2?|ttf|otf)$/.test(path));
  assert.equal(faces.length, 1);
  assert.ok(statSync(join(webFolder, faces.join())).size <= 35_000);
});
