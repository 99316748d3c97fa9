import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { rare } from '../amount.ts';
import { aClinic, aPatient, type TestClinic } from '../builders.ts';
import { answerPage, nextPage } from './answer-page.ts';
import { eventually, openPage, openSite, type Site } from './browser.ts';
import { everyItemSurvey } from './every-item.ts';
import { logInAsPatient, openSurvey, phone } from './patient.ts';

let site: Site;
let clinic: TestClinic;
before(async () => {
  site = await openSite({}, { survey: everyItemSurvey() });
  clinic = await aClinic(site.services, { name: 'Ambulanz Musterstadt' });
});

const failed = (page: Page) => page.getByRole('alertdialog', { name: 'Irgendetwas ist schief gelaufen.' });

async function counted(): Promise<Readonly<Record<string, number>>> {
  const { values } = await site.services.metrics.scriptFailures.get();
  return Object.fromEntries(values.map(({ labels, value }) => [labels.page, value]));
}

/** Opens the page of the survey that asks for words. */
async function openWords(): Promise<Page> {
  const page = await openPage(site, phone);
  // The errors are made on purpose.
  page.removeAllListeners('pageerror');
  await openSurvey(page, clinic, await aPatient(site.services, clinic.id));
  await onPage(page, 'Auswählen');
  await answerPage(page);
  await nextPage(page);
  await onPage(page, 'Zahlen');
  await answerPage(page);
  await page.getByRole('textbox', { name: 'Seit wann?' }).fill('29.02.2024');
  await nextPage(page);
  await onPage(page, 'Worte');
  await answerPage(page);
  await page.getByText('Gespeichert', { exact: true }).waitFor();
  return page;
}

async function onPage(page: Page, title: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
}

/** The next check of a typed text fails, as it does where the browser lacks a method. */
const breakNextCheck = (page: Page) =>
  page.evaluate(() => {
    const { test: works } = RegExp.prototype;
    Reflect.set(RegExp.prototype, 'test', (text: string) => {
      Reflect.set(RegExp.prototype, 'test', works);
      throw new TypeError(`no method for ${text}`);
    });
  });

test('where the script of the survey fails, the patient is told, the operator counts it, and the page goes on', async () => {
  const page = await openWords();
  await breakNextCheck(page);
  await page.getByRole('button', { name: 'Weiter' }).click();
  const dialog = failed(page);
  await dialog.waitFor();
  assert.match(
    await dialog.innerText(),
    /Ihre gesendeten Seiten sind gespeichert\. Bitte laden Sie die Seite neu\./,
  );
  assert.match(await dialog.innerText(), /Hilft das nicht\?/);
  await eventually(async () => assert.equal((await counted())['survey'], 1));
  await dialog.getByRole('button', { name: 'Seite neu laden' }).click();
  const words = page.getByRole('textbox', { name: 'Ein Wort dazu?' });
  await words.waitFor();
  assert.equal(await words.inputValue(), 'Deutsch');
  await nextPage(page);
});

test('the patient reads how to reach the clinic, and may close the message and try again', async () => {
  const page = await openWords();
  await breakNextCheck(page);
  await page.getByRole('button', { name: 'Weiter' }).click();
  await failed(page).getByRole('button', { name: 'Schließen' }).click();
  await failed(page).waitFor({ state: 'hidden' });
  await nextPage(page);
});

rare(
  'a call that was given up, a loop of sizes and an extension fail without a message and without a count',
  async () => {
    const page = await openPage(site, phone);
    page.removeAllListeners('pageerror');
    await logInAsPatient(page, clinic, await aPatient(site.services, clinic.id));
    const before = await counted();
    await page.evaluate(() => {
      const message = 'ResizeObserver loop completed with undelivered notifications.';
      window.dispatchEvent(new ErrorEvent('error', { message }));
      const foreign = Object.assign(new Error('x'), {
        stack: 'Error: x\n at chrome-extension://abc/content.js:1:1',
      });
      window.dispatchEvent(new ErrorEvent('error', { error: foreign }));
      const reasons = [new DOMException('gone', 'AbortError'), foreign, undefined, 'a word'];
      for (const reason of reasons)
        window.dispatchEvent(
          new PromiseRejectionEvent('unhandledrejection', { promise: Promise.resolve(), reason }),
        );
    });
    // The page tells of a failure of our own. By then it would have told of those before.
    await page.evaluate(() => {
      const own = Object.assign(new Error('x'), {
        stack: `Error: x\n at ${location.origin}/assets/main.js:1:1`,
      });
      window.dispatchEvent(new ErrorEvent('error', { error: own }));
    });
    await failed(page).waitFor();
    await eventually(async () =>
      assert.deepEqual(await counted(), { ...before, patientHome: (before['patientHome'] ?? 0) + 1 }),
    );
  },
);

rare('a page that cannot be drawn says so itself, and no second message lies over it', async () => {
  const page = await openPage(site, phone);
  page.removeAllListeners('pageerror');
  await logInAsPatient(page, clinic, await aPatient(site.services, clinic.id));
  const before = await counted();
  await page.route(/Information-[^/]*\.js/, (route) => route.abort());
  await page.goto('/patients/information');
  await page.getByRole('heading', { name: 'Ein Teil der Seite konnte nicht geladen werden.' }).waitFor();
  assert.equal(await failed(page).count(), 0);
  assert.deepEqual(await counted(), before);
});
