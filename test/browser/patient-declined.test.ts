import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { aClinic, aPatient, type TestClinic } from '../builders.ts';
import { nextPage } from './answer-page.ts';
import { openPage, openSite, type Site } from './browser.ts';
import { everyItemSurvey } from './every-item.ts';
import { draftSaved, openSurvey, phone, storedValues } from './patient.ts';

let site: Site;
let clinic: TestClinic;
before(async () => {
  site = await openSite({}, { survey: everyItemSurvey() });
  clinic = await aClinic(site.services, { name: 'Ambulanz Musterstadt' });
});

const onPage = (page: Page, title: string) => page.getByRole('heading', { level: 1, name: title }).waitFor();

const itemOf = (page: Page, id: string) => page.locator(`[data-item="${id}"]`);

const decline = (page: Page, id: string) =>
  itemOf(page, id).getByRole('checkbox', { name: 'Möchte ich nicht sagen' });

const radio = (page: Page, id: string, name: string) => itemOf(page, id).getByRole('radio', { name });

async function answerRest(page: Page): Promise<void> {
  await radio(page, 'QUESTION_HORIZONTAL_RADIO', 'sehr').check();
  await radio(page, 'QUESTION_HORIZONTAL_RADIO_ENFORCED', 'sehr').check();
}

test('a patient declines questions by touch and by key, and declined questions are stored as such', async () => {
  const patient = await aPatient(site.services, clinic.id);
  const page = await openPage(site, { ...phone, hasTouch: true });
  await openSurvey(page, clinic, patient);
  await onPage(page, 'Auswählen');
  assert.equal(await decline(page, 'QUESTION_HORIZONTAL_RADIO').count(), 0, 'only where the file allows it');
  await answerRest(page);
  await decline(page, 'QUESTION_VERTICAL_RADIO').tap();
  await decline(page, 'QUESTION_CHECKBOX').focus();
  await page.keyboard.press('Space');
  await decline(page, 'QUESTION_SELECT').tap();
  await nextPage(page);

  await onPage(page, 'Zahlen');
  await decline(page, 'QUESTION_RANGE_INDICATOR').tap();
  await decline(page, 'QUESTION_INTEGER').tap();
  await page.getByRole('textbox', { name: 'Wie groß?' }).fill('1,85');
  await page.getByRole('textbox', { name: 'Seit wann?' }).fill('29.02.2024');
  await nextPage(page);

  await onPage(page, 'Worte');
  const stored = await storedValues(site, patient);
  const declined = [...stored].filter(([, value]) => value === 'declined').map(([id]) => id);
  assert.deepEqual(declined.sort(), [
    'QUESTION_CHECKBOX',
    'QUESTION_INTEGER',
    'QUESTION_RANGE_INDICATOR',
    'QUESTION_SELECT',
    'QUESTION_VERTICAL_RADIO',
  ]);
});

test('an answer takes back that a question was declined, and a reload keeps either', async () => {
  const patient = await aPatient(site.services, clinic.id);
  const page = await openPage(site, phone);
  await openSurvey(page, clinic, patient);
  await onPage(page, 'Auswählen');
  await radio(page, 'QUESTION_VERTICAL_RADIO', 'ziemlich').check();
  await decline(page, 'QUESTION_VERTICAL_RADIO').check();
  assert.equal(await radio(page, 'QUESTION_VERTICAL_RADIO', 'ziemlich').isChecked(), false);
  await decline(page, 'QUESTION_CHECKBOX').check();
  await itemOf(page, 'QUESTION_CHECKBOX').getByRole('checkbox', { name: 'sehr' }).check();
  assert.equal(await decline(page, 'QUESTION_CHECKBOX').isChecked(), false);
  await draftSaved(page);
  await page.reload();
  await onPage(page, 'Auswählen');
  assert.equal(await decline(page, 'QUESTION_VERTICAL_RADIO').isChecked(), true);
  assert.equal(await decline(page, 'QUESTION_CHECKBOX').isChecked(), false);
});
