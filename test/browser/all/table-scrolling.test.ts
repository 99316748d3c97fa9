import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { aPatient } from '../../builders.ts';
import { aStaffedClinic } from '../admin.ts';
import { eventually, focusedName, openSite } from '../browser.ts';
import { openMyPatients, rowOf } from '../clinician.ts';

const site = await openSite();

/** Opens a table of this number of patients, sorted by code, and moves the mouse over it. */
async function openLongTable(count = 50): Promise<Page> {
  const clinic = await aStaffedClinic(site);
  for (let number = 100; number < 100 + count; number += 1)
    await aPatient(site.services, clinic.id, { code: `N${number}`, clinicianId: clinic.weber.id });
  const page = await openMyPatients(site, clinic.name, clinic.weber);
  await page.getByRole('button', { name: 'Code' }).click();
  await page.getByRole('region', { name: 'Meine Patient*innen: Tabelle' }).hover();
  return page;
}

test('a table row that stays visible during scrolling keeps its element', async () => {
  const page = await openLongTable();
  const row = await rowOf(page, 'N107').elementHandle();
  await page.mouse.wheel(0, 400);
  await rowOf(page, 'N100').waitFor({ state: 'detached' });
  assert.equal(await row?.evaluate(({ isConnected }) => isConnected), true);
});

test('the focus stays on its table row during scrolling, even outside the visible part', async () => {
  const page = await openLongTable();
  await page.getByRole('button', { name: 'N106 bearbeiten' }).focus();
  for (const gone of ['N100', 'N115']) {
    await page.mouse.wheel(0, gone === 'N100' ? 400 : 5000);
    await rowOf(page, gone).waitFor({ state: 'detached' });
    assert.equal(await focusedName(page), 'N106 bearbeiten');
  }
  await rowOf(page, 'N149').waitFor();
});

test('the focused table row stays in the page, however far the table is scrolled', async () => {
  const page = await openLongTable(100);
  await page.getByRole('button', { name: 'N100 bearbeiten' }).focus();
  await page.mouse.wheel(0, 20_000);
  await rowOf(page, 'N199').waitFor();
  assert.equal(await focusedName(page), 'N100 bearbeiten');
  assert.equal(await rowOf(page, 'N130').count(), 0);
});

for (const { width, height, most } of [
  { width: 1440, height: 900, most: 15 },
  { width: 1280, height: 720, most: 9 },
]) {
  test(`at ${width}x${height} the home has one scrollbar, that of its table, and shows ${most} patients`, async () => {
    const page = await openLongTable();
    await page.setViewportSize({ width, height });
    const region = page.getByRole('region', { name: 'Meine Patient*innen: Tabelle' });
    await eventually(async () => {
      const surplus = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
      assert.equal(surplus, 0, 'the page does not scroll');
      const [inside, shown] = await region.evaluate((box) => {
        const { bottom } = box.getBoundingClientRect();
        const top = box.querySelector('thead')?.getBoundingClientRect().bottom ?? 0;
        const whole = [...box.querySelectorAll('tbody th')].filter((cell) => {
          const place = cell.getBoundingClientRect();
          return place.top >= top - 1 && place.bottom <= bottom;
        });
        return [box.scrollHeight - box.clientHeight, whole.length];
      });
      assert.ok((inside ?? 0) > 0 && (shown ?? 0) >= most, `${shown} rows`);
    });
    for (const name of ['Impressum', 'Hilfe in einer Krise'])
      await page.getByRole('contentinfo').getByText(name).click({ trial: true });
    await page.getByRole('main').getByRole('button', { name: 'Klinik', exact: true }).click({ trial: true });
  });
}
