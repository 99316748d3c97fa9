import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { buildApp } from '../../src/server/app.ts';
import { rare } from '../amount.ts';
import { aClinic, aPatient, type TestClinic } from '../builders.ts';
import { nextPage } from './answer-page.ts';
import { focusedName, openPage, openSite, type Site, webFolder } from './browser.ts';
import { everyItemSurvey } from './every-item.ts';
import { openSurvey, phone, storedPages, storedValues } from './patient.ts';

let site: Site;
let clinic: TestClinic;
before(async () => {
  site = await openSite({}, { survey: everyItemSurvey() });
  clinic = await aClinic(site.services, { name: 'Ambulanz Musterstadt' });
});

const missing = (numbers: string) =>
  `Sie haben noch nicht alle Fragen beantwortet. Folgende Frage wurde noch nicht beantwortet: ${numbers}`;

const weiter = (page: Page) => page.getByRole('button', { name: 'Weiter' }).click();

const group = (page: Page, question: string) => page.getByRole('group', { name: question });

const field = (page: Page, question: string) => page.getByRole('textbox', { name: question });

async function onPage(page: Page, title: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
}

async function choose(page: Page): Promise<void> {
  for (const question of [
    'Wie sehr nebeneinander?',
    'Wie sehr immer nebeneinander?',
    'Wie sehr untereinander?',
  ])
    await group(page, question).getByRole('radio', { name: 'ziemlich' }).check();
  await group(page, 'Was trifft zu?').getByRole('checkbox', { name: 'sehr' }).check();
  await group(page, 'Was trifft zu?').getByRole('checkbox', { name: 'ein wenig' }).check();
  await page.getByRole('combobox', { name: 'Welches davon?' }).selectOption({ label: 'gar nicht' });
}

async function enterNumbers(page: Page): Promise<void> {
  await field(page, 'Wie geht es Ihnen heute?').fill('70');
  await field(page, 'Wie viele?').fill('3');
  await field(page, 'Wie groß?').fill('1,85');
  await field(page, 'Seit wann?').fill('');
  await field(page, 'Seit wann?').pressSequentially('29022024');
}

test('every item type is shown, answered and stored', async () => {
  const patient = await aPatient(site.services, clinic.id);
  const page = await openPage(site, phone);
  await openSurvey(page, clinic, patient);

  await onPage(page, 'Auswählen');
  assert.equal(await storedPages(site, patient), 1, 'the first page was sent by itself');
  await weiter(page);
  await page.getByText(missing('1, 2, 3, 4, 5')).waitFor();
  assert.equal(await page.getByText('Bitte beantworten Sie diese Frage.').count(), 5);
  const select = page.getByRole('combobox', { name: 'Welches davon?' });
  assert.equal(await select.locator('option').first().innerText(), 'Auswählen...');
  await choose(page);
  await select.selectOption({ label: 'Auswählen...' });
  await weiter(page);
  await page.getByText(missing('5'), { exact: true }).waitFor();
  await choose(page);
  await nextPage(page);

  await onPage(page, 'Zahlen');
  await refuseNumbers(page);
  await enterNumbers(page);
  assert.equal(await field(page, 'Seit wann?').inputValue(), '29.02.2024');
  await nextPage(page);

  await onPage(page, 'Worte');
  await weiter(page);
  // Optional ones may stay empty.
  await page.getByText(missing('1, 3')).waitFor();
  await field(page, 'Ein Wort dazu?').fill('Zuversicht 🙂');
  await field(page, 'Ein Satz dazu?').fill('Es wird besser.\nLangsam.');
  await nextPage(page);

  await onPage(page, 'Adressen');
  await page.getByRole('checkbox', { name: 'Für alle Befragungen dieselbe Adresse' }).uncheck();
  const address = page.getByRole('textbox', { name: 'Adresse für den Verlauf' });
  await address.fill('nicht@valide');
  await weiter(page);
  await page.getByText('Die E-Mail ist nicht valide. Bitte geben Sie eine valide E-Mail ein.').waitFor();
  await address.fill('name@example.org');
  await weiter(page);
  await page.getByRole('dialog', { name: 'Vielen Dank!' }).waitFor();

  const stored = await storedValues(site, patient);
  assert.equal(stored.size, 19, 'every item has an answer');
  assert.deepEqual(
    ['QUESTION_VERTICAL_RADIO', 'QUESTION_CHECKBOX', 'QUESTION_SELECT', 'QUESTION_RANGE_INDICATOR'].map(
      (id) => stored.get(id),
    ),
    [2, [1, 3], 0, 70],
  );
  assert.deepEqual([stored.get('QUESTION_DOUBLE_POSITIVE'), stored.get('QUESTION_INTEGER')], [1.85, 3]);
});

async function refuseNumbers(page: Page): Promise<void> {
  const range = field(page, 'Wie geht es Ihnen heute?');
  await range.pressSequentially('-1e+5');
  assert.equal(await range.inputValue(), '15', 'e, plus and minus cannot be typed');
  await range.fill('101');
  await field(page, 'Wie viele?').fill('2147483648');
  await field(page, 'Wie groß?').fill('0,0');
  await field(page, 'Seit wann?').fill('31.02.2024');
  await weiter(page);
  for (const sentence of [
    'Bitte geben Sie eine ganze Zahl von 0 bis 100 an.',
    'Die von Ihnen eingegebene Zahl ist zu groß. Die höchste erlaubte Zahl ist 2147483647.',
    'Sie dürfen nur positive Kommazahlen eingeben.',
    'Bitte geben Sie ein Datum an, das es gibt.',
  ])
    await page.getByText(sentence).waitFor();
  await field(page, 'Wie viele?').fill('drei');
  await weiter(page);
  await page.getByText('Bitte geben Sie nur Zahlen ein.').waitFor();
  await field(page, 'Wie groß?').fill('2.500');
  await weiter(page);
  await page.getByText('Meinen Sie zum Beispiel 2500 oder 2,5?').waitFor();
}

test('a patient answers a whole survey with the keyboard alone', async () => {
  const patient = await aPatient(site.services, clinic.id);
  const page = await openPage(site);
  await openSurvey(page, clinic, patient);
  const end = page.getByRole('dialog', { name: 'Vielen Dank!' });
  for (const title of ['Auswählen', 'Zahlen', 'Worte', 'Adressen']) {
    await page.waitForFunction((heading) => document.activeElement?.textContent === heading, title);
    await page.keyboard.press('Tab');
    while ((await focusedKind(page)) !== 'submit') {
      await useKeyboard(page);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
  }
  await end.waitFor();
  assert.equal(await storedPages(site, patient), 5);
});

/** The text to type for each question. */
const words: Readonly<Record<string, string>> = {
  QUESTION_RANGE_INDICATOR: '40',
  QUESTION_INTEGER: '2',
  QUESTION_DOUBLE_POSITIVE: '0,5',
  QUESTION_DATE: '01032020',
};

async function useKeyboard(page: Page): Promise<void> {
  const kind = await focusedKind(page);
  if (kind === 'radio' || kind === 'checkbox') return page.keyboard.press('Space');
  if (kind === 'select-one') return page.keyboard.press('ArrowDown');
  if (kind !== 'text' && kind !== 'textarea') return;
  const item = await page.evaluate(() =>
    document.activeElement?.closest('[data-item]')?.getAttribute('data-item'),
  );
  await page.keyboard.type(words[item ?? ''] ?? 'gut');
}

function focusedKind(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement } = document;
    return activeElement && 'type' in activeElement ? String(activeElement.type) : '';
  });
}

rare(
  'a survey page of another subject begins with its heading, a page of the same subject with its question',
  async () => {
    const page = await openPage(site);
    await openSurvey(page, clinic, await aPatient(site.services, clinic.id));
    await onPage(page, 'Auswählen');
    assert.equal(await focusedName(page), 'Auswählen');
  },
);

rare('an item of an unknown type shows an explanation and the persons to contact', async () => {
  const { services } = site;
  // A newer server could send such an item to an older page.
  const registry = {
    ...services.registry,
    pinnedInstruments: async (...[db, versions]: Parameters<typeof services.registry.pinnedInstruments>) => {
      const instruments = await services.registry.pinnedInstruments(db, versions);
      return JSON.parse(
        JSON.stringify(instruments).replaceAll('"type":"QUESTION_SELECT"', '"type":"HOLOGRAM"'),
      );
    },
  };
  const app = await buildApp({ ...services, registry }, { webFolder });
  after(() => app.close());
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const page = await openPage({ services, origin }, phone);
  await openSurvey(page, clinic, await aPatient(services, clinic.id));
  await page
    .getByText('Dieser Fragetyp ist nicht implementiert. Bitte kontaktieren Sie den Administrator.')
    .waitFor();
});
