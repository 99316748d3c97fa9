import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { STAFF_PASSWORD } from '../../src/server/demo/demo-plan.ts';
import { rare } from '../amount.ts';
import { focusedName, openDemoSite, type Site } from './browser.ts';
import { openMyPatients, openPatientVersion, openReportOf, openResultOf, savePdf } from './clinician.ts';
import { printedPages, withoutPrintDialog } from './printed-pages.ts';

let site: Site;
before(async () => {
  site = await openDemoSite();
});

async function openResult(code: string, width = 1440): Promise<Page> {
  const therapist = { name: 'therapie1', secret: STAFF_PASSWORD };
  const viewport = { width, height: 900 };
  return openResultOf(openMyPatients(site, 'Ambulanz Musterstadt', therapist, { viewport }), code);
}

/** Makes the clipboard work, and the timers that begin from now on wait for `page.clock`. */
async function withClipboardAndClock(page: Page): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.clock.install();
}

const places = (parts: Locator) =>
  parts.evaluateAll((all) =>
    all.map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return [x, y, width, height].map(Math.round).join();
    }),
  );

rare(
  'that a text was copied is said beside the buttons and leaves after a while or at the next press, and nothing moves',
  async () => {
    for (const width of [1440, 390]) {
      const page = await openReportOf(openResult('P1005', width), 'Nachsorge 6 Monate');
      await withClipboardAndClock(page);
      const message = page.getByText('Der Text wurde kopiert.');
      const parts = page.locator('.rz-bar > button, .rz-note, .rz-overview');
      const before = await places(parts);
      await page.getByRole('button', { name: 'Kurztext kopieren' }).click();
      await message.waitFor();
      assert.deepEqual(await places(parts), before, `${width}: with the message`);
      await page.clock.runFor(20_000);
      await message.waitFor({ state: 'detached' });
      assert.deepEqual(await places(parts), before, `${width}: without it`);
      assert.equal(await focusedName(page), 'Kurztext kopieren');
      await page.getByRole('button', { name: 'Langtext kopieren' }).click();
      await message.waitFor();
      await page.keyboard.press('Tab');
      await message.waitFor({ state: 'detached' });
    }
  },
);

rare('that a link was copied leaves as well, in the dialog of a result and above a report', async () => {
  const page = await openResult('P1005');
  await withClipboardAndClock(page);
  const message = page.getByText('Der Link wurde kopiert.');
  const copy = page.getByRole('button', { name: 'Link kopieren' });
  const stays = async (buttons: Locator) => {
    await copy.waitFor();
    const before = await places(buttons);
    await copy.click();
    await message.waitFor();
    assert.deepEqual(await places(buttons), before);
    await page.clock.runFor(20_000);
    await message.waitFor({ state: 'detached' });
  };
  await stays(page.getByRole('button', { name: /^(Link kopieren|Befragungsstatus anzeigen)$/ }));
  await openReportOf(Promise.resolve(page), 'Nachsorge 6 Monate');
  await stays(page.getByRole('main').getByRole('button'));
});

async function untickAll(page: Page) {
  await page.getByRole('button', { name: 'Auswahl drucken …' }).click();
  const choices = page.getByRole('group', { name: 'Diese Abschnitte drucken' }).getByRole('checkbox');
  for (const choice of await choices.all()) await choice.uncheck();
  return choices;
}

rare('without a chosen section nothing is printed or saved, and a sentence says why', async () => {
  const page = await openReportOf(openResult('P1005'), 'Nachsorge 6 Monate');
  await page.evaluate(() => {
    window.print = () => document.body.append(document.createElement('wbr'));
  });
  const printed = page.locator('wbr');
  const sentence = page.getByRole('alert').getByText('Bitte wählen Sie mindestens einen Abschnitt aus.');
  const choices = await untickAll(page);
  const print = page.getByRole('button', { name: 'Drucken', exact: true });
  await print.click();
  await sentence.waitFor();
  assert.equal(await printed.count(), 0);
  assert.equal(await focusedName(page), 'Drucken');
  await savePdf(page, 'Wie unter „Auswahl drucken“');
  await page.getByText('ist kein Abschnitt angekreuzt').waitFor();
  await page.getByRole('button', { name: 'Schließen' }).click();
  await choices.first().check();
  await sentence.waitFor({ state: 'detached' });
  await print.click();
  assert.equal(await printed.count(), 1);
});

rare('the key of the browser prints the whole report where no section is chosen', async () => {
  const page = await openReportOf(openResult('P1005'), 'Nachsorge 6 Monate');
  const whole = await printedPages(page);
  await untickAll(page);
  assert.equal(await printedPages(page), whole);
});

/** The titles of the page while it is printed, which a browser proposes as names of files. */
async function titlesOfPrints(page: Page, buttons: readonly string[]): Promise<string[]> {
  await withoutPrintDialog(page);
  await page.evaluate(() => {
    window.addEventListener('beforeprint', () => {
      document.body.dataset['titles'] = `${document.body.dataset['titles'] ?? ''}${document.title}|`;
    });
  });
  const before = await page.title();
  for (const name of buttons) {
    await page.getByRole('button', { name, exact: true }).click();
    await page.pdf();
  }
  assert.equal(await page.title(), before);
  const titles = await page.evaluate(() => document.body.dataset['titles'] ?? '');
  return titles.split('|').slice(0, -1);
}

test('printed files are named by report, measurement point and extent, and by no patient', async () => {
  const page = await openReportOf(openResult('P1005'), 'Nachsorge 6 Monate');
  await page.getByRole('button', { name: 'Auswahl drucken …' }).click();
  assert.deepEqual(await titlesOfPrints(page, ['Übersicht drucken', 'Alles drucken', 'Drucken']), [
    'Ergebnisbericht Nachsorge 6 Monate Übersicht',
    'Ergebnisbericht Nachsorge 6 Monate Alles',
    'Ergebnisbericht Nachsorge 6 Monate Auswahl',
  ]);
  const other = await openReportOf(openResult('P1005'), 'Nachsorge 6 Monate');
  await openPatientVersion(other);
  await other.getByText('Bericht drucken').click();
  assert.deepEqual(await titlesOfPrints(other, ['Drucken']), ['Ihr Bericht Nachsorge 6 Monate Auswahl']);
});
