import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { aClinic, aPatient, type TestClinic } from '../builders.ts';
import { answerPage, nextPage } from './answer-page.ts';
import { openPage, openSite, type Site } from './browser.ts';
import { everyItemSurvey } from './every-item.ts';
import { openSurvey } from './patient.ts';

// The key Enter in a field of the survey. A sent page cannot be changed any more, and its optional questions come only once.

let site: Site;
let clinic: TestClinic;
before(async () => {
  site = await openSite({}, { survey: everyItemSurvey() });
  clinic = await aClinic(site.services, { name: 'Ambulanz Musterstadt' });
});

const typedField = '[data-item] input:not([type=radio], [type=checkbox])';

/** The ids of the items in the order of the page. */
const itemIds = (page: Page) =>
  page.locator('[data-item]').evaluateAll((items) => items.map((item) => item.getAttribute('data-item')));

const focusedItem = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('[data-item]')?.getAttribute('data-item'));

/** Counts the pages that the browser sends. */
function sendings(page: Page): { count: number } {
  const sent = { count: 0 };
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/patients/survey')) sent.count += 1;
  });
  return sent;
}

/** Presses Enter in each typed field of the page and checks where it leads. Returns the number of fields. */
async function pressEnterEverywhere(page: Page): Promise<number> {
  const ids = await itemIds(page);
  const fields = page.locator(typedField);
  const count = await fields.count();
  for (let index = 0; index < count; index += 1) {
    await fields.nth(index).focus();
    const at = ids.indexOf((await focusedItem(page)) ?? null);
    await page.keyboard.press('Enter');
    assert.equal(await focusedItem(page), ids[at + 1] ?? ids[at]);
    assert.ok(
      (await fields.nth(index).getAttribute('type')) === 'range' ||
        (await hint(fields.nth(index))) === 'next',
    );
  }
  return count;
}

const hint = (field: ReturnType<Page['locator']>) => field.getAttribute('enterkeyhint');

test('Enter in a typed field of any kind goes to the next question, does nothing at the last, and never sends the page', async () => {
  const page = await openPage(site);
  await openSurvey(page, clinic, await aPatient(site.services, clinic.id));
  const sent = sendings(page);
  let fields = 0;
  for (const [index, title] of ['Auswählen', 'Zahlen', 'Worte', 'Adressen'].entries()) {
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await answerPage(page);
    const date = page.getByRole('textbox', { name: 'Seit wann?' });
    if ((await date.count()) > 0) await date.fill('01.03.2020');
    const same = page.getByRole('checkbox', { name: 'Für alle Befragungen dieselbe Adresse' });
    if ((await same.count()) > 0) await same.uncheck();
    fields += await pressEnterEverywhere(page);
    assert.equal(sent.count, index);
    if (title !== 'Adressen') await nextPage(page);
  }
  assert.equal(fields, 11);
});

test('Enter on a choice goes to the next question, and sends the page from the last one alone', async () => {
  const page = await openPage(site);
  await openSurvey(page, clinic, await aPatient(site.services, clinic.id));
  await page.getByRole('heading', { level: 1, name: 'Auswählen' }).waitFor();
  await answerPage(page);
  const sent = sendings(page);
  await page.getByRole('radio').first().focus();
  await page.keyboard.press('Enter');
  assert.equal(await focusedItem(page), 'QUESTION_HORIZONTAL_RADIO_ENFORCED');
  await page.locator('[data-item=QUESTION_CHECKBOX] input').first().focus();
  await page.keyboard.press('Enter');
  assert.equal(await focusedItem(page), 'QUESTION_SELECT');
  assert.equal(sent.count, 0);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Zahlen' }).waitFor();
});
