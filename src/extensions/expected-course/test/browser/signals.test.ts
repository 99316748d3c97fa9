import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { addDays } from '../../../../domain/dates.ts';
import { formatIsoDate } from '../../../../domain/iso-date.ts';
import { createDemoData } from '../../../../server/demo/demo.ts';
import { STAFF_PASSWORD } from '../../../../server/demo/demo-plan.ts';
import { rare } from '../../../../../test/amount.ts';
import { openSite, type Site } from '../../../../../test/browser/browser.ts';
import { codesIn, openMyPatients, rowOf } from '../../../../../test/browser/clinician.ts';
import { deviate } from '../deviate.ts';

// A course deviates from the expected one: from the list to the acknowledgement.

const CLINIC = 'Ambulanz Musterstadt';
const therapie1 = { name: 'therapie1', secret: STAFF_PASSWORD };

let site: Site;
before(async () => {
  site = await openSite();
  Object.assign(site.services.registry.protocol, { expected_course: 'on' });
  await createDemoData(site.services);
  for (const code of ['P1004', 'P1005']) await deviate(site.services, CLINIC, code);
});

const openHome = (options: BrowserContextOptions = {}) => openMyPatients(site, CLINIC, therapie1, options);

rare('the column of results filters by "weicht ab"', async () => {
  const page = await openHome();
  await page.getByLabel('Filter: Ergebnis').selectOption('weicht ab');
  await rowOf(page, 'P1003').waitFor({ state: 'detached' });
  assert.deepEqual((await codesIn(page)).toSorted(), ['P1004', 'P1005']);
});

/** Counts the clicks in a page from now on. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const { dataset } = document.body;
    dataset['clicks'] = '0';
    addEventListener('click', () => (dataset['clicks'] = String(Number(dataset['clicks']) + 1)), {
      capture: true,
    });
  });
  return () => page.evaluate(() => Number(document.body.dataset['clicks']));
}

test('from the list to the acknowledgement of a deviating course it takes three clicks, and it stays to be read', async () => {
  const page = await openHome();
  const clicks = await countClicks(page);
  const chip = page.getByRole('button', { name: '2 weichen vom erwarteten Verlauf ab' });
  await chip.click();
  assert.deepEqual((await codesIn(page)).toSorted(), ['P1004', 'P1005']);
  await rowOf(page, 'P1004').getByText('weicht ab').waitFor();
  await page.getByRole('button', { name: 'Anzeigen: Ergebnis von P1004' }).click();
  const box = page.getByRole('region', { name: 'Weicht vom erwarteten Verlauf ab' });
  await box.getByText(/Mit 92\u00a0% .*schlechter.* Mit 5\u00a0% .*gebessert/).waitFor();
  assert.match(await box.innerText(), /Für die Forschung/);
  await box.getByRole('button', { name: 'Besprochen' }).click();
  await box.getByText('Bestätigt.').waitFor();
  const said = box.getByText('Bestätigt.');
  assert.equal(await said.evaluate((node) => document.activeElement?.textContent === node.textContent), true);
  assert.equal(await clicks(), 3);
  const done = /Depression, .*: Besprochen \(therapie1, \d\d\.\d\d\.\d{4}/;
  assert.match(await box.innerText(), done);
  await page.getByRole('button', { name: 'Schließen' }).last().click();
  await page.getByRole('button', { name: '1 weicht vom erwarteten Verlauf ab' }).click();
  // The next day, or after a reload: who did what and when is still there.
  await page.reload();
  await page.getByRole('button', { name: 'Anzeigen: Ergebnis von P1004' }).click();
  const past = page.getByRole('region', { name: 'Bestätigte Abweichungen vom erwarteten Verlauf' });
  await past.waitFor();
  assert.match(await past.innerText(), done);
  assert.equal(await past.getByRole('button').count(), 0);
});

test('a signal that goes to supervision needs a note and a day, and stays open', async () => {
  const page = await openHome();
  await page.getByRole('button', { name: 'Anzeigen: Ergebnis von P1005' }).click();
  const box = page.getByRole('region', { name: 'Weicht vom erwarteten Verlauf ab' });
  await box.getByRole('button', { name: 'In Supervision' }).click();
  const form = page.getByRole('dialog', { name: 'In Supervision besprechen' });
  await form.getByRole('button', { name: 'Wiedervorlegen' }).click();
  await form.getByText('Bitte schreiben Sie kurz auf, was Sie besprechen möchten.').waitFor();
  const day = formatIsoDate(addDays(site.services.today(), 7));
  await form.getByLabel('Was möchten Sie besprechen?').fill('Wie weiter?');
  await form.getByLabel('Wiedervorlage am').fill(day);
  await form.getByRole('button', { name: 'Wiedervorlegen' }).click();
  await box.getByText(`In Supervision, Wiedervorlage am ${day} (therapie1).`).waitFor();
  await box.getByText('Wie weiter?').waitFor();
  assert.equal(await page.getByRole('button', { name: /vom erwarteten Verlauf ab$/ }).count(), 0);
});

rare('on a phone the box fits, and the buttons are large enough to touch', async () => {
  const page = await openHome({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.getByRole('button', { name: 'Anzeigen: Ergebnis von P1005' }).tap();
  const box = page.getByRole('region', { name: 'Weicht vom erwarteten Verlauf ab' });
  await box.waitFor();
  for (const button of await box.getByRole('button').all()) {
    const { height, x, width } = (await button.boundingBox())!;
    assert.ok(height >= 44 && x >= 0 && x + width <= 390, `${height} ${x} ${width}`);
  }
});
