import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { rare } from '../amount.ts';
import { aPatient } from '../builders.ts';
import { aStaffedClinic, readMessage } from './admin.ts';
import { eventually, focusedName, openSite } from './browser.ts';
import { chooseFor, openMyPatients, rowOf } from './clinician.ts';

const site = await openSite();

/** Opens a table of this number of patients, sorted by code. */
async function openTable(count: number, options: BrowserContextOptions = {}): Promise<Page> {
  const clinic = await aStaffedClinic(site);
  for (let number = 100; number < 100 + count; number += 1)
    await aPatient(site.services, clinic.id, { code: `N${number}`, clinicianId: clinic.weber.id });
  const page = await openMyPatients(site, clinic.name, clinic.weber, options);
  await page.getByRole('button', { name: 'Code' }).click();
  await rowOf(page, 'N100').waitFor();
  return page;
}

/** True if some part of the focused element is what a click at its middle would hit. */
function isFocusSeen(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused) return false;
    const { left, top, width, height } = focused.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return hit !== null && focused.contains(hit);
  });
}

test('on the way up through a long table the focus is never hidden under the head of the table', async () => {
  const page = await openTable(40);
  await page.getByRole('button', { name: 'Anzeigen: Ergebnis von N111' }).focus();
  for (let step = 0; step < 47; step += 1) {
    await page.keyboard.press('Shift+Tab');
    assert.equal(await isFocusSeen(page), true, await focusedName(page));
  }
  assert.equal(await focusedName(page), 'N100 bearbeiten');
});

test('after a scroll the Tab key continues in the row that had the focus', async () => {
  const page = await openTable(60);
  await page.getByRole('button', { name: 'N102 bearbeiten' }).focus();
  await page.getByRole('region', { name: 'Meine Patient*innen: Tabelle' }).hover();
  await page.mouse.wheel(0, 2000);
  await rowOf(page, 'N105').waitFor({ state: 'detached' });
  const inOrder = [
    'Doppelt? N102',
    'Anzeigen: Befragungsstatus von N102',
    'Anzeigen: Ergebnis von N102',
    'N103 bearbeiten',
    'Doppelt? N103',
    'Anzeigen: Befragungsstatus von N103',
  ];
  for (const name of inOrder) {
    await page.keyboard.press('Tab');
    assert.equal(await focusedName(page), name);
  }
});

test('clearing the filters and assigning a patient away leave the focus at the table', async () => {
  const page = await openTable(3);
  const region = 'Meine Patient*innen: Tabelle';
  await page.getByLabel('Filter: Code').fill('N101');
  await page.getByRole('button', { name: 'Filter zurücksetzen' }).focus();
  await page.keyboard.press('Enter');
  assert.equal(await focusedName(page), region);
  await chooseFor(page, 'N101', 'Anderen Mitarbeitenden zuweisen');
  await page.getByRole('dialog').getByLabel('Neue*r Mitarbeitende*r').selectOption('Kaya');
  await page.getByRole('dialog').getByRole('button', { name: 'Zuweisen' }).click();
  await readMessage(page);
  await rowOf(page, 'N101').waitFor({ state: 'detached' });
  await eventually(async () => assert.equal(await focusedName(page), region));
});

rare('one press skips a long table', async () => {
  const page = await openTable(60);
  await page.getByRole('button', { name: 'Tabelle überspringen' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  assert.equal(
    await page.evaluate(() => document.activeElement?.closest('table') ?? null),
    null,
    await focusedName(page),
  );
  assert.notEqual(await focusedName(page), '');
});

rare('while a wide table scrolls sideways, the menu and the code of each patient stay in sight', async () => {
  const page = await openTable(3, { viewport: { width: 1024, height: 720 } });
  const region = page.getByRole('region', { name: 'Meine Patient*innen: Tabelle' });
  const code = rowOf(page, 'N101').getByRole('rowheader');
  const before = await code.boundingBox();
  await region.evaluate((box) => {
    box.scrollLeft = box.scrollWidth;
  });
  assert.deepEqual(await code.boundingBox(), before);
  assert.ok((await region.evaluate(({ scrollLeft }) => scrollLeft)) > 50, 'the table scrolls');
  await chooseFor(page, 'N101', 'Patient*in bearbeiten');
  await page.keyboard.press('Escape');
  // The columns in sight do not hide the focus on its way back.
  await page.getByRole('button', { name: 'Anzeigen: Ergebnis von N101' }).focus();
  for (let step = 0; step < 2; step += 1) {
    await page.keyboard.press('Shift+Tab');
    assert.equal(await isFocusSeen(page), true, await focusedName(page));
  }
});
