import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { rare } from '../amount.ts';
import { aClinic, aPatient, type TestClinic } from '../builders.ts';
import { type Proxy, startProxy } from '../faults/proxy.ts';
import { answerPage, nextPage } from './answer-page.ts';
import { openPage, openSite, type Site } from './browser.ts';
import { draftSaved, openSurvey } from './patient.ts';

// The frame of the survey: where the patient is, how long it takes, and whether the answers are saved.

let site: Site;
let proxy: Proxy;
let clinic: TestClinic;
before(async () => {
  const server = await openSite();
  proxy = await startProxy(Number(new URL(server.origin).port));
  site = { ...server, origin: `http://127.0.0.1:${proxy.port}` };
  clinic = await aClinic(site.services, { name: 'Ambulanz Musterstadt' });
});
after(() => proxy.close());

async function openFirstPage(options = {}): Promise<Page> {
  const page = await openPage(site, options);
  await openSurvey(page, clinic, await aPatient(site.services, clinic.id));
  return page;
}

const state = (page: Page) => page.locator('[data-saved]');
const spoken = (page: Page) => page.locator('main output').first();

for (const [width, height] of [
  [390, 664],
  [1440, 900],
] as const)
  rare(`the survey shows its part and its rest, and no menu, at ${width}x${height}`, async () => {
    const page = await openFirstPage({ viewport: { width, height } });
    await page.getByText(/^Teil 1 von 7: Angaben zu Ihrer Person · noch etwa 1\d Minuten$/).waitFor();
    assert.equal(await page.getByRole('navigation', { name: 'Hauptmenü' }).isVisible(), false);
    assert.equal(await page.getByRole('banner').count(), 0);
    const bar = await page.getByRole('progressbar', { name: 'Fortschritt: 0 %' }).boundingBox();
    assert.ok(bar && bar.y <= 1 && bar.height <= 4, JSON.stringify(bar));
    await page.getByRole('link', { name: 'Pause machen' }).click();
    await page.getByRole('button', { name: 'Befragung verlassen' }).click();
    await page.getByRole('banner').waitFor();
  });

rare('the way to a pause stays in sight at the end of a long page', async () => {
  const page = await openFirstPage({ viewport: { width: 320, height: 640 } });
  await page.locator('[data-item]').last().scrollIntoViewIfNeeded();
  const box = await page.getByRole('link', { name: 'Pause machen' }).boundingBox();
  assert.ok(box && box.y >= 0 && box.y + box.height <= 640, JSON.stringify(box));
});

rare('the heading of a new part and the only question of a page are described by part and rest', async () => {
  const page = await openFirstPage();
  const described = () =>
    page.evaluate(() => {
      const ids = document.activeElement?.getAttribute('aria-describedby')?.split(' ') ?? [];
      return ids.map((id) => document.getElementById(id)?.textContent).join(' ');
    });
  assert.match(await described(), /Teil 1 von 7/);
  while ((await page.locator('[data-item]').count()) !== 1) {
    await answerPage(page);
    await nextPage(page);
  }
  await answerPage(page);
  await nextPage(page);
  await page.waitForFunction(() => document.activeElement?.matches('fieldset'));
  assert.match(await described(), /Teil 2 von 7: Stimmung und Antrieb · noch etwa \d+ Minuten/);
});

rare('the first page says once that a sent page cannot be changed', async () => {
  const page = await openFirstPage();
  const warning = page.getByText('Danach können Sie sie nicht mehr ändern.');
  await warning.waitFor();
  await answerPage(page);
  await nextPage(page);
  assert.equal(await warning.count(), 0);
});

rare('an answer of the last survey that is chosen already is named as such', async () => {
  const page = await openPage(site);
  await page.route('**/patients/survey', async (route) => {
    const response = await route.fetch();
    const shown: unknown = response.status() === 200 ? await response.json() : null;
    if (!shown) return route.fulfill({ response });
    return route.fulfill({ response, json: { ...shown, draft_is_last: true } });
  });
  await openSurvey(page, clinic, await aPatient(site.services, clinic.id));
  await page.getByText('Zu Beginn ist Ihre Antwort vom letzten Mal gewählt.').waitFor();
  await page.unrouteAll();
  await page.reload();
  await page.getByRole('button', { name: 'Weiter', exact: true }).waitFor();
  assert.equal(await page.getByText('Ihre Antwort vom letzten Mal').count(), 0);
});

test('a saved draft says so in sight, and a screen reader hears of it once', async () => {
  const page = await openFirstPage();
  assert.equal(await state(page).innerText(), '');
  const heard: string[] = [];
  await page.exposeFunction('heard', (text: string) => heard.push(text));
  await page.evaluate(() => {
    const output = document.querySelector('main output');
    const report = (window as unknown as { heard: (text: string) => void }).heard;
    if (output)
      new MutationObserver(() => report(output.textContent ?? '')).observe(output, {
        childList: true,
        characterData: true,
        subtree: true,
      });
  });
  const first = draftSaved(page);
  await page.getByRole('radio').nth(1).check();
  await first;
  await state(page).getByText('Gespeichert').waitFor();
  const second = draftSaved(page);
  await page.getByRole('radio').nth(0).check();
  await second;
  await state(page).getByText('Gespeichert').waitFor();
  assert.deepEqual(heard, ['Gespeichert']);
});

test('a lost connection is shown at once, before the patient sends anything', async () => {
  const page = await openFirstPage();
  await page.context().setOffline(true);
  await state(page).getByText('Keine Verbindung').waitFor();
  assert.equal(await spoken(page).innerText(), 'Keine Verbindung');
  await page.context().setOffline(false);
  await state(page).getByText('Keine Verbindung').waitFor({ state: 'detached' });
});

test('a page that the server cannot take is not called saved beside the sentence that says so', async () => {
  const page = await openFirstPage();
  const saved = draftSaved(page);
  await answerPage(page);
  await saved;
  await state(page).getByText('Gespeichert').waitFor();
  await page.route('**/patients/survey', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500 }) : route.continue(),
  );
  await page.getByRole('button', { name: 'Weiter', exact: true }).click();
  await page.getByText('Ihre Antworten konnten gerade nicht gespeichert werden.').waitFor();
  assert.equal(await state(page).innerText(), '');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Erneut versuchen' }).click();
  await state(page).getByText('Gespeichert').waitFor();
});

rare('a page turn that takes long says that it is being saved', async () => {
  const page = await openFirstPage();
  await answerPage(page);
  proxy.setMode({ delay: 2500 });
  await page.getByRole('button', { name: 'Weiter', exact: true }).click();
  await state(page).getByText('Wird gespeichert …').waitFor();
  proxy.setMode('pass');
  await state(page).getByText('Gespeichert').waitFor();
});

rare('the question about leaving says what is saved, and going on is its main button', async () => {
  const page = await openFirstPage();
  await page.getByRole('link', { name: 'Pause machen' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText('Ihre bisherigen Antworten sind gespeichert.').waitFor();
  assert.equal(await dialog.getByRole('button').last().innerText(), 'Weiter ausfüllen');
  const colours = await dialog
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((button) => getComputedStyle(button).backgroundColor));
  const accent = await page.getByRole('button', { name: 'Weiter', exact: true, includeHidden: true });
  assert.equal(colours[1], await accent.evaluate((button) => getComputedStyle(button).backgroundColor));
  assert.notEqual(colours[0], colours[1]);
});

rare('half-way the patient reads a kind word, and only there', async () => {
  const page = await openFirstPage();
  const word = page.getByText('Gut die Hälfte geschafft. Weiter oder Pause?');
  const bar = page.getByRole('progressbar');
  let shown = 0;
  for (let value = 0; value < 75; value = Number(await bar.getAttribute('value'))) {
    const isShown = await word.isVisible();
    assert.equal(isShown && value < 50, false);
    if (isShown) shown += 1;
    await answerPage(page);
    await nextPage(page);
  }
  assert.equal(shown, 1);
});
