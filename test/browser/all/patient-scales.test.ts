import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { aClinic, aPatient, type TestClinic } from '../../builders.ts';
import { answerPage, nextPage } from '../answer-page.ts';
import { openPage, openSite, type Site } from '../browser.ts';
import { openSurvey, storedValues } from '../patient.ts';

// Scales: six steps in one row on a phone, and the line from 0 to 100 with words at its ends.

let site: Site;
let clinic: TestClinic;
before(async () => {
  site = await openSite();
  clinic = await aClinic(site.services, { name: 'Ambulanz Musterstadt' });
});

const small = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };

async function openAt(page: Page, question: string) {
  const patient = await aPatient(site.services, clinic.id);
  await openSurvey(page, clinic, patient);
  while (!(await page.getByText(question).isVisible())) {
    await answerPage(page);
    await nextPage(page);
  }
  return patient;
}

const place = (page: Page) => page.getByRole('group', { name: 'Ich hatte unter diesen Menschen' });

test('six steps are one row of large targets on a small phone, each with its whole name, and the chosen words stand below', async () => {
  const page = await openPage(site, small);
  await openAt(page, 'meinen festen Platz');
  const targets = place(page).locator('label');
  const boxes = await targets.evaluateAll((labels) =>
    labels.map((label) => label.getBoundingClientRect().toJSON()),
  );
  assert.equal(boxes.length, 6);
  assert.equal(new Set(boxes.map(({ y }) => y)).size, 1, 'one row');
  assert.ok(boxes.every(({ width, height }) => width >= 43.5 && height >= 44));
  assert.equal(await place(page).getByText('stimmt überwiegend', { exact: true }).last().isVisible(), true);
  const step = place(page).getByRole('radio', { name: 'stimmt überwiegend', exact: true });
  await targets.nth(4).tap();
  assert.ok(await step.isChecked());
  assert.equal(await place(page).locator('p').last().innerText(), 'stimmt überwiegend');
  await step.press('ArrowRight');
  assert.ok(await place(page).getByRole('radio', { name: 'stimmt völlig', exact: true }).isChecked());
});

test('a page of four scales takes less than two screens of a phone', async () => {
  const page = await openPage(site, { ...small, viewport: { width: 390, height: 664 } });
  await openAt(page, 'meinen festen Platz');
  await answerPage(page);
  await nextPage(page);
  assert.equal(await page.locator('[data-item]').count(), 4);
  const height = await page.locator('form').evaluate((form) => form.getBoundingClientRect().height);
  assert.ok(height < 1.6 * 664, `${height} px`);
});

test('a chosen answer has a tick, also in forced colours, and no other answer has one', async () => {
  const page = await openPage(site, { ...small, forcedColors: 'active' });
  await openAt(page, 'meinen festen Platz');
  await place(page).locator('label').nth(1).tap();
  const ticks = await place(page)
    .locator('label')
    .evaluateAll((labels) => labels.map((label) => getComputedStyle(label, '::after').content !== 'none'));
  assert.deepEqual(ticks, [false, true, false, false, false, false]);
});

test('the words of a scale stay within their boxes on a wide screen', async () => {
  const page = await openPage(site);
  await openAt(page, 'meinen festen Platz');
  const room = await place(page)
    .locator('label')
    .nth(4)
    .evaluate((label) => {
      const words = document.createRange();
      words.selectNodeContents(label.lastElementChild ?? label);
      const [outer, inner] = [label.getBoundingClientRect(), words.getBoundingClientRect()];
      return Math.min(inner.left - outer.left, outer.right - inner.right);
    });
  assert.ok(room >= 4, `${room} px beside the words`);
});

test('the line from 0 to 100 says what its ends mean, shows a hollow knob before an answer, and stores none that was not given', async () => {
  const page = await openPage(site, small);
  const patient = await openAt(page, 'Wie gut ist Ihre Gesundheit heute insgesamt?');
  const slider = page.getByRole('slider');
  for (const end of ['die schlechteste Gesundheit', 'die beste Gesundheit'])
    assert.ok(await page.getByText(end).first().isVisible());
  const spoken = () => slider.getAttribute('aria-valuetext');
  const isKnobFilled = () =>
    slider.evaluate((line) => getComputedStyle(line).getPropertyValue('--fill') === '');
  assert.equal(await spoken(), 'noch nicht gewählt');
  assert.equal(await isKnobFilled(), false);
  await slider.focus();
  assert.equal(await isKnobFilled(), false);
  await page.getByRole('button', { name: 'Weiter' }).tap();
  await page.getByText('Bitte beantworten Sie diese Frage.').waitFor();
  assert.equal((await storedValues(site, patient)).has('eq5d-06'), false);
  await slider.press('End');
  assert.ok(await isKnobFilled());
  assert.match((await spoken()) ?? '', /^100: die beste Gesundheit/);
  await slider.press('ArrowLeft');
  assert.equal(await spoken(), '99');
  await nextPage(page);
  assert.equal((await storedValues(site, patient)).get('eq5d-06'), 99);
});
