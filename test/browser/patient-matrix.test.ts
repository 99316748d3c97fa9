import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { rare } from '../amount.ts';
import { aClinic, aPatient, type TestClinic } from '../builders.ts';
import { nextPage } from './answer-page.ts';
import { openPage, openSite, type Site } from './browser.ts';
import { matrixSurvey, ROWS, STEM } from './matrix-survey.ts';
import { draftSaved, openSurvey, phone, storedValues } from './patient.ts';

let site: Site;
let clinic: TestClinic;
before(async () => {
  site = await openSite({}, { survey: matrixSurvey() });
  clinic = await aClinic(site.services, { name: 'Ambulanz Musterstadt' });
});

async function openMatrix(garden: 'ja' | 'nein', options: Parameters<typeof openPage>[1]) {
  const patient = await aPatient(site.services, clinic.id);
  const page = await openPage(site, options);
  await openSurvey(page, clinic, patient);
  await page.getByRole('radio', { name: garden }).check();
  await nextPage(page);
  await page.getByRole('group', { name: STEM }).waitFor();
  return { page, patient };
}

const row = (page: Page, content: string) =>
  page.getByRole('group', { name: STEM }).getByRole('group', { name: content });

const radio = (page: Page, content: string, name: string) =>
  row(page, content).getByRole('radio', { name, exact: true });

async function box(of: ReturnType<Page['locator']>) {
  const found = await of.boundingBox();
  assert.ok(found);
  return found;
}

const desk = { viewport: { width: 1280, height: 800 } };

test('a matrix is answered by keys inside its rows, names what is missing, and keeps a draft', async () => {
  const { page, patient } = await openMatrix('ja', desk);
  assert.equal(await page.getByRole('radio').count(), 20, 'four rows of five answers');

  await radio(page, ROWS.walk, 'nie').focus();
  for (const key of ['Space', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
  assert.ok(await radio(page, ROWS.walk, 'manchmal').isChecked());
  await page.keyboard.press('ArrowLeft');
  assert.ok(await radio(page, ROWS.walk, 'selten').isChecked());
  assert.equal(await row(page, ROWS.garden).locator(':checked').count(), 0, 'no other row has moved');
  await row(page, ROWS.pet).getByRole('checkbox', { name: 'Trifft nicht zu' }).check();
  await draftSaved(page);
  await page.reload();
  await row(page, ROWS.pet).getByRole('checkbox', { name: 'Trifft nicht zu', checked: true }).waitFor();
  assert.ok(await radio(page, ROWS.walk, 'selten').isChecked());

  await page.getByRole('button', { name: 'Weiter' }).click();
  const summary = page.locator('[data-summary]');
  await summary.waitFor();
  assert.ok(await summary.evaluate((element) => element === document.activeElement));
  assert.deepEqual(await summary.getByRole('link').allInnerTexts(), [
    `2. ${ROWS.garden}`,
    `4. ${ROWS.music}`,
  ]);
  await summary.getByRole('link').first().click();
  const garden = row(page, ROWS.garden);
  assert.ok(await garden.evaluate((element) => element === document.activeElement));
  assert.equal(await garden.getByText('Bitte beantworten Sie diese Frage.').count(), 1);
  await radio(page, ROWS.garden, 'oft').check();
  await radio(page, ROWS.music, 'nie').check();
  await nextPage(page);
  await page.getByRole('textbox', { name: 'Was noch?' }).waitFor();
  const values = await storedValues(site, patient);
  assert.deepEqual(
    ['walk', 'garden', 'pet', 'music'].map((id) => values.get(id)),
    [1, 3, 'not_applicable', 0],
  );
});

test('a matrix is answered by touch on a phone, without a row that an earlier answer left out', async () => {
  const { page, patient } = await openMatrix('nein', { ...phone, hasTouch: true });
  assert.equal(await row(page, ROWS.garden).count(), 0);
  for (const content of [ROWS.walk, ROWS.pet]) await radio(page, content, 'oft').tap();
  await row(page, ROWS.music).getByRole('checkbox', { name: 'Möchte ich nicht sagen' }).tap();
  await nextPage(page);
  await page.getByRole('textbox', { name: 'Was noch?' }).waitFor();
  const values = await storedValues(site, patient);
  assert.deepEqual(
    ['walk', 'garden', 'pet', 'music'].map((id) => values.get(id)),
    [3, undefined, 3, 'declined'],
  );
});

rare(
  'the answers of a matrix stand below their heads on a wide screen, and its rows are cards on a phone',
  async () => {
    const { page } = await openMatrix('ja', desk);
    const heads = await page.locator('[aria-hidden] > div > span').all();
    const words = await Promise.all(heads.map((head) => head.innerText()));
    assert.deepEqual(words.slice(0, 5), ['nie', 'selten', 'manchmal', 'oft', 'fast immer']);
    for (const [index, word] of words.slice(0, 5).entries()) {
      const [head, input] = [
        await box(heads[index] ?? page.locator('h1')),
        await box(radio(page, ROWS.music, word)),
      ];
      assert.ok(Math.abs(head.x + head.width / 2 - input.x - input.width / 2) < 1, word);
      assert.ok(head.y < input.y);
    }
    await page.setViewportSize({ width: 1280, height: 500 });
    const [table, bar] = [
      await box(page.getByRole('group', { name: STEM })),
      await box(page.locator('form > :last-child')),
    ];
    assert.deepEqual([bar.x, bar.width], [table.x, table.width], 'no row looks out beside the bar');
    await page.setViewportSize(phone.viewport);
    assert.equal(await page.locator('[aria-hidden] > div > span').first().isVisible(), false);
    const cards = [await box(row(page, ROWS.walk)), await box(row(page, ROWS.pet))];
    assert.ok(cards[0] && cards[1] && cards[1].y > cards[0].y + cards[0].height, 'room between the cards');
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  },
);

rare('the word of saving never moves the page, also with letters of 200 %', async () => {
  const { page } = await openMatrix('ja', { viewport: { width: 390, height: 844 } });
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  const place = async () => (await box(row(page, ROWS.walk))).y + (await page.evaluate(() => scrollY));
  await page.locator('[data-saved]').getByText('Gespeichert').waitFor();
  const before = await place();
  await page.locator('[data-saved] > *').evaluateAll((parts: (HTMLElement | SVGElement)[]) => {
    for (const part of parts) part.style.display = 'none';
  });
  assert.equal(await page.locator('[data-saved]').innerText(), '');
  assert.equal(await place(), before);
});
