import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { aClinic, aPatient, type TestClinic } from '../builders.ts';
import { answerPage, nextPage } from './answer-page.ts';
import { openPage, openSite, type Site } from './browser.ts';
import { openSurvey, phone } from './patient.ts';

// What a page says about questions without an answer.

let site: Site;
let clinic: TestClinic;
before(async () => {
  site = await openSite();
  clinic = await aClinic(site.services, { name: 'Ambulanz Musterstadt' });
});

const weiter = (page: Page) => page.getByRole('button', { name: 'Weiter' });
const short = 'Bitte beantworten Sie diese Frage.';

test('a long page begins with a summary of what is missing: the sentence once, and a link to each question', async () => {
  const page = await openPage(site, phone);
  await openSurvey(page, clinic, await aPatient(site.services, clinic.id));
  await answerPage(page);
  await nextPage(page);
  const title = await page.title();
  await weiter(page).click();
  const summary = page.locator('[data-summary]');
  await summary.and(page.locator(':focus')).waitFor();
  await summary
    .getByText(
      'Sie haben noch nicht alle Fragen beantwortet. Folgende Frage wurde noch nicht beantwortet: 1, 2',
    )
    .waitFor();
  assert.equal(await page.getByText('noch nicht alle Fragen').count(), 1);
  assert.equal(await page.getByText(short).count(), 2);
  assert.equal(await page.title(), `Fehler: ${title}`);

  await summary.getByRole('link', { name: 'Wie viele Menschen' }).click();
  const focused = await page.evaluate(() => {
    const { activeElement } = document;
    const ids = activeElement?.getAttribute('aria-describedby')?.split(' ') ?? [];
    const text = ids.map((id) => document.getElementById(id)?.textContent).join(' ');
    return { item: activeElement?.closest('[data-item]')?.getAttribute('data-item'), text };
  });
  assert.deepEqual(focused, { item: 'socio-03', text: `Ganze Zahl von 1 bis 20 ${short}` });

  await answerPage(page);
  await page.getByText(short).first().waitFor({ state: 'detached' });
  await summary.waitFor({ state: 'hidden' });
  await page.waitForFunction((before) => document.title === before, title);
});

test('a page with one question names no number that it does not show, and marks the question itself', async () => {
  const page = await openPage(site, phone);
  await openSurvey(page, clinic, await aPatient(site.services, clinic.id));
  while ((await page.locator('[data-item]').count()) !== 1) {
    await answerPage(page);
    await nextPage(page);
  }
  await weiter(page).click();
  await page.locator('fieldset[aria-invalid=true]:focus').waitFor();
  assert.equal(await page.getByText(short).count(), 1);
  assert.equal(await page.getByText('noch nicht alle Fragen').count(), 0);
  assert.match(await page.title(), /^Fehler: /);
  const marked = page.locator('[data-item]');
  assert.ok(((await marked.boundingBox())?.y ?? -1) >= 0, 'the question is in sight');
  const title = await page.title();
  await page.getByRole('radio').first().check();
  await page.waitForFunction((before) => document.title !== before, title);
  await nextPage(page);
  assert.doesNotMatch(await page.title(), /Fehler/);
});
