import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { rare } from '../amount.ts';
import { aClinic, aPatient, inClinic, type TestClinic, type TestUser } from '../builders.ts';
import { answerPage, firstQuestion, nextPage } from './answer-page.ts';
import { openPage, openSite, type Site } from './browser.ts';
import { nextQuestion, openSurvey, storedPages } from './patient.ts';

// "Nach dem Antippen gleich weiter": a tap answers and leads to the next question or page, if the patient wants that.

let site: Site;
let clinic: TestClinic;
before(async () => {
  site = await openSite();
  clinic = await aClinic(site.services, { name: 'Ambulanz Musterstadt' });
});

const touchPhone = { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true };
const wish = (page: Page) => page.getByRole('checkbox', { name: 'Nach dem Antippen gleich weiter' });
const options = (page: Page) => page.locator('[data-item] label');

/** Opens the first page with radio buttons alone and this number of questions. Time stands still on it from then on. */
async function openQuestion(page: Page, questions = 1) {
  const patient = await aPatient(site.services, clinic.id);
  await openSurvey(page, clinic, patient);
  const isThere = async () =>
    (await page.locator('[data-item]').count()) === questions && (await wish(page).count()) === 1;
  while (!(await isThere())) {
    if ((await page.locator('[data-item] :is(select, [inputmode])').count()) > 0)
      assert.equal(await wish(page).count(), 0);
    await answerPage(page);
    await nextPage(page);
  }
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  return patient;
}

/** Waits until all of a question is above the bar. */
async function inView(page: Page, question: number): Promise<void> {
  const element = await page.locator('[data-item]').nth(question).elementHandle();
  await page.waitForFunction((one) => {
    const bar = document.querySelector('[type=submit]')?.getBoundingClientRect().top ?? 0;
    const { top, bottom } = one?.getBoundingClientRect() ?? { top: -1, bottom: 0 };
    return top >= 0 && bottom <= bar;
  }, element);
}

test('a tap goes on if the patient wants it, twice tapped goes on once, and the next page remembers the wish', async () => {
  const page = await openPage(site, touchPhone);
  const patient = await openQuestion(page);
  const pages = await storedPages(site, patient);
  await options(page).nth(1).tap();
  await page.clock.runFor(2000);
  assert.equal(await storedPages(site, patient), pages, 'without the wish nothing is sent');
  await wish(page).tap();
  const before = await firstQuestion(page);
  await options(page).nth(2).tap();
  await options(page).nth(2).tap();
  assert.ok(await page.getByRole('radio').nth(2).isChecked(), 'the tick is seen first');
  await page.clock.runFor(500);
  await nextQuestion(page, before);
  await page.clock.runFor(2000);
  assert.equal(await storedPages(site, patient), pages + 1);
  assert.ok(await wish(page).isChecked());
});

rare(
  'on a page of scales a tap shows the next open question, and the tap on the last one sends the page',
  async () => {
    const page = await openPage(site, touchPhone);
    const patient = await openQuestion(page, 4);
    const pages = await storedPages(site, patient);
    await wish(page).tap();
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    const answer = (question: number) =>
      page.locator('[data-item]').nth(question).locator('label').nth(2).tap();
    // The third question is left out and answered last.
    for (const question of [0, 1]) await answer(question);
    await page.clock.runFor(2000);
    await inView(page, 2);
    await answer(3);
    await page.clock.runFor(2000);
    assert.equal(await storedPages(site, patient), pages, 'a question is open');
    const before = await firstQuestion(page);
    await answer(2);
    await page.clock.runFor(500);
    assert.equal(await storedPages(site, patient), pages, 'the page is looked over first');
    await page.clock.runFor(500);
    await nextQuestion(page, before);
    assert.equal(await storedPages(site, patient), pages + 1);
  },
);

rare(
  'a corrected answer does not send a page of several questions, and keys leave its last answer to a press of "Weiter"',
  async () => {
    const page = await openPage(site, touchPhone);
    const patient = await openQuestion(page, 4);
    const pages = await storedPages(site, patient);
    await answerPage(page);
    await wish(page).tap();
    await page.locator('[data-item]').nth(3).locator('label').nth(4).tap();
    await page.clock.runFor(2000);
    assert.equal(await storedPages(site, patient), pages);
    await page.getByRole('radio', { checked: true }).last().press('ArrowRight');
    await page.clock.runFor(2000);
    assert.equal(await storedPages(site, patient), pages);
  },
);

rare('arrow keys and a press without a pointer, as of a screen reader, never go on', async () => {
  const page = await openPage(site, touchPhone);
  const patient = await openQuestion(page);
  const pages = await storedPages(site, patient);
  await wish(page).tap();
  await page.getByRole('radio').first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.clock.runFor(2000);
  await page
    .getByRole('radio')
    .nth(3)
    .evaluate((radio: HTMLElement) => radio.click());
  assert.ok(await page.getByRole('radio').nth(3).isChecked());
  await page.clock.runFor(2000);
  assert.equal(await storedPages(site, patient), pages);
});

test('an answer that puts an error right never goes on', async () => {
  const page = await openPage(site, touchPhone);
  const patient = await openQuestion(page);
  const pages = await storedPages(site, patient);
  await wish(page).tap();
  await page.getByRole('button', { name: 'Weiter' }).tap();
  await page.getByText('Bitte beantworten Sie diese Frage.').waitFor();
  await options(page).first().tap();
  await page.clock.runFor(2000);
  assert.equal(await storedPages(site, patient), pages);
});

rare('the question after danger is always sent by hand', async () => {
  const page = await openPage(site, touchPhone);
  await openSurvey(page, clinic, await aPatient(site.services, clinic.id));
  while (!(await page.getByText('Ich hatte den Wunsch').isVisible())) {
    await answerPage(page);
    await nextPage(page);
  }
  assert.equal(await wish(page).count(), 0);
});

/** When each stored answer of a page was touched, in seconds. */
const storedMoments = (patient: TestUser, pageNumber: number) =>
  inClinic(site.services, clinic.id, async (db) => {
    const rows = await db
      .selectFrom('answers')
      .innerJoin('survey_sessions', 'survey_sessions.id', 'answers.session_id')
      .select(['answers.item_id', 'answers.answered_after'])
      .where('survey_sessions.patient_id', '=', patient.id)
      .where('answers.page_number', '=', pageNumber)
      .execute();
    return new Map(rows.map(({ item_id: id, answered_after: after }) => [id, after]));
  });

test('each answer keeps the moment of its last tap, and a page that is sent again keeps its moments once', async () => {
  const page = await openPage(site, touchPhone);
  const patient = await openQuestion(page, 4);
  const pages = await storedPages(site, patient);
  const items = page.locator('[data-item]');
  // The first answer is changed at the end.
  for (const [question, option] of [
    [0, 2],
    [2, 2],
    [1, 2],
    [3, 2],
    [0, 3],
  ] as const) {
    await page.clock.runFor(1500);
    await items.nth(question).locator('label').nth(option).tap();
  }
  const ids = await items.evaluateAll((all) => all.map((one) => one.getAttribute('data-item') ?? ''));
  await page.clock.resume();
  let answers = 0;
  await page.route('**/api/auth/patients/survey', async (route) => {
    if (route.request().method() !== 'POST' || (answers += 1) > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  const before = await firstQuestion(page);
  await page.getByRole('button', { name: 'Weiter' }).tap();
  await page.getByRole('button', { name: 'Erneut versuchen' }).tap();
  await nextQuestion(page, before);
  assert.equal(await storedPages(site, patient), pages + 1);
  assert.ok(answers > 1);
  const moments = await storedMoments(patient, pages + 1);
  assert.deepEqual([...moments.keys()].sort(), [...ids].sort());
  const [first = 0, second = 0, third = 0, fourth = 0] = ids.map((id) => moments.get(id) ?? 0);
  const apart = [second - third, fourth - second, first - fourth];
  for (const seconds of apart) assert.ok(Math.abs(seconds - 1.5) < 0.1, `${apart}`);
});
