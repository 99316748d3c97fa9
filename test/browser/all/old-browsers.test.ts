import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { CompatStatement } from '@mdn/browser-compat-data';
import type { Page } from 'playwright-core';
import { SUPPORTED_BROWSERS } from '../../../src/domain/supported-browsers.ts';
import { aClinic, aPatient, type TestClinic } from '../../builders.ts';
import { answerPage, nextPage } from '../answer-page.ts';
import { dates, newerThan } from '../browser-dates.ts';
import { openPage, openSite, type Site } from '../browser.ts';
import { everyItemSurvey } from '../every-item.ts';
import { openSurvey, phone, storedValues } from '../patient.ts';

let site: Site;
let clinic: TestClinic;
before(async () => {
  site = await openSite({}, { survey: everyItemSurvey() });
  clinic = await aClinic(site.services, { name: 'Ambulanz Musterstadt' });
});

const isNew = (feature: CompatStatement | undefined) =>
  feature !== undefined &&
  newerThan(SUPPORTED_BROWSERS.patients, feature, 'also browsers without it').length > 0;

/** Each member that the oldest browsers of patients lack, as interface and name. */
const newMembers = [dates.javascript.builtins, dates.api].flatMap((group) =>
  Object.entries(group ?? {}).flatMap(([owner, below]) =>
    Object.entries(below)
      .filter(([name, { __compat: feature }]) => name !== '__compat' && isNew(feature))
      .map(([name]) => [owner, name] as const),
  ),
);

/** Takes from the browser what came after the oldest supported ones. */
function removeMembers(members: readonly (readonly [string, string])[]): void {
  for (const [owner, name] of members) {
    const one: unknown = Reflect.get(globalThis, owner);
    if (typeof one !== 'function') continue;
    const [plain = name, isStatic] = name.split('_static');
    Reflect.deleteProperty(one, plain);
    // An interface that cannot be made has a prototype, too; a plain function such as `fetch` has none.
    const prototype: unknown = Reflect.get(one, 'prototype');
    if (isStatic === undefined && prototype instanceof Object) Reflect.deleteProperty(prototype, plain);
  }
}

async function onPage(page: Page, title: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
}

const field = (page: Page, question: string) => page.getByRole('textbox', { name: question });

test('a survey with typed words, a date and an e-mail address runs to its end in the oldest browsers of patients', async () => {
  assert.ok(newMembers.length > 100, `${newMembers.length} members`);
  const patient = await aPatient(site.services, clinic.id);
  const page = await openPage(site, phone);
  await page.addInitScript(removeMembers, newMembers);
  await openSurvey(page, clinic, patient);
  await onPage(page, 'Auswählen');
  assert.deepEqual(
    await page.evaluate(() => [
      'isWellFormed' in String.prototype,
      'requestSubmit' in HTMLFormElement.prototype,
    ]),
    [false, false],
  );
  await answerPage(page);
  await nextPage(page);
  await onPage(page, 'Zahlen');
  await answerPage(page);
  await field(page, 'Seit wann?').fill('29.02.2024');
  await nextPage(page);
  await onPage(page, 'Worte');
  await answerPage(page);
  await field(page, 'Ein Wort dazu?').fill('Zuversicht 🙂');
  await nextPage(page);
  await onPage(page, 'Adressen');
  await page.getByRole('checkbox', { name: 'Für alle Befragungen dieselbe Adresse' }).uncheck();
  await field(page, 'Adresse für den Verlauf').fill('name@example.org');
  await page.getByRole('button', { name: 'Weiter' }).click();
  await page.getByRole('dialog', { name: 'Vielen Dank!' }).waitFor();
  const stored = await storedValues(site, patient);
  assert.equal(stored.get('QUESTION_TEXT'), 'Zuversicht 🙂');
  assert.equal(stored.get('QUESTION_DATE'), '2024-02-29');
  // The address itself is stored elsewhere.
  assert.ok(stored.get('EMAIL_NOTIFICATION_INTERMEDIATE'));
  assert.equal(stored.get('EMAIL_NOTIFICATION_POST'), '');
});
