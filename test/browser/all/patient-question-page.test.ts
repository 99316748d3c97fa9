import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { aClinic, aPatient, type TestClinic } from '../../builders.ts';
import { answerPage, nextPage } from '../answer-page.ts';
import { openPage, openSite, type Site } from '../browser.ts';
import { openSurvey } from '../patient.ts';

// How far a thumb has to go: a question and its answers fit on the screen, and "Weiter" is always in reach.

let site: Site;
let clinic: TestClinic;
before(async () => {
  site = await openSite();
  clinic = await aClinic(site.services, { name: 'Ambulanz Musterstadt' });
});

const weiter = (page: Page) => page.getByRole('button', { name: 'Weiter' });

/** Opens the survey on a phone and goes to the first page whose one question was chosen for the patient. */
async function openAdaptivePage(width: number, height: number): Promise<Page> {
  const page = await openPage(site, { viewport: { width, height }, hasTouch: true, isMobile: true });
  await openSurvey(page, clinic, await aPatient(site.services, clinic.id));
  while ((await page.locator('[data-item]').count()) !== 1) {
    await answerPage(page);
    await nextPage(page);
  }
  return page;
}

/** A page of help comes between the questions where an answer asks for it, and may scroll. */
async function checkReach(page: Page, height: number): Promise<void> {
  assert.equal(await page.evaluate(() => window.scrollY), 0);
  const bar = await weiter(page).boundingBox();
  const last = await page.getByRole('radio').last().boundingBox();
  assert.ok(bar && last);
  const question = await page.locator('[data-item]').innerText();
  assert.ok(bar.y + bar.height <= height, `Weiter ends at ${bar.y + bar.height}: ${question}`);
  assert.ok(last.y + last.height <= bar.y, `the last answer ends at ${last.y + last.height}: ${question}`);
  // A thumb that waits over "Weiter" finds it there on each page.
  const end = bar.y + bar.height;
  assert.ok(height - end < 10, `${height - end} px are below "Weiter": ${question}`);
}

for (const [width, height] of [
  [390, 664],
  [360, 640],
] as const)
  test(`every page with one question shows all answers and "Weiter" without scrolling at ${width}x${height}`, async () => {
    const page = await openAdaptivePage(width, height);
    let pages = 0;
    for (;;) {
      const items = await page.locator('[data-item]').count();
      if (items > 1) break;
      if (items === 1) await checkReach(page, height);
      pages += items;
      await answerPage(page);
      await nextPage(page);
    }
    assert.ok(pages >= 8, `${pages} pages`);
  });

test('"Weiter" stays on the screen of a small phone at every place of a long page', async () => {
  const page = await openPage(site, {
    viewport: { width: 320, height: 640 },
    hasTouch: true,
    isMobile: true,
  });
  await openSurvey(page, clinic, await aPatient(site.services, clinic.id));
  for (const question of await page.locator('[data-item]').all()) {
    await question.scrollIntoViewIfNeeded();
    const box = await weiter(page).boundingBox();
    assert.ok(box && box.y >= 0 && box.y + box.height <= 640);
  }
});

test('a field that gets the focus by keyboard is not below the bar with "Weiter"', async () => {
  const page = await openPage(site, { viewport: { width: 390, height: 664 } });
  await openSurvey(page, clinic, await aPatient(site.services, clinic.id));
  const fields = await page.locator('[data-item] input').count();
  for (let presses = 0; presses < fields; presses += 1) {
    await page.keyboard.press('Tab');
    const isCovered = await page.evaluate(() => {
      const focused = document.activeElement;
      if (!focused?.closest('[data-item]')) return false;
      const { left, width, top, height } = focused.getBoundingClientRect();
      const seen = document.elementFromPoint(left + width / 2, top + height / 2);
      return seen?.closest('[data-item]') !== focused.closest('[data-item]');
    });
    assert.equal(isCovered, false);
  }
});

test('what a subject is about is read in full on its first page and folded on the next', async () => {
  const page = await openAdaptivePage(390, 664);
  const lead = page.getByText('Bitte denken Sie an die letzten 7 Tage.');
  assert.ok(await lead.isVisible());
  await answerPage(page);
  await nextPage(page);
  assert.equal(await lead.isVisible(), false);
  await page.getByText('Worum geht es?').tap();
  assert.ok(await lead.isVisible());
});

test('a pause is one tap away, asks, and leads to the overview', async () => {
  const page = await openAdaptivePage(390, 664);
  await page.getByRole('link', { name: 'Pause machen' }).tap();
  await page.getByRole('button', { name: 'Befragung verlassen' }).tap();
  await page.waitForURL('**/patients');
  await page.getByRole('link', { name: 'Befragung fortsetzen' }).first().waitFor();
});
