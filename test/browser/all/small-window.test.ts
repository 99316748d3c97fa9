import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrowserContextOptions } from 'playwright-core';
import { aPatient } from '../../builders.ts';
import { aStaffedClinic, openAdminHome } from '../admin.ts';
import { focusedName, openSite } from '../browser.ts';
import { openMyPatients } from '../clinician.ts';

const site = await openSite();

/** A window of 1440 x 900 pixels at a zoom of 200 %. */
const zoomed = { viewport: { width: 720, height: 450 } } as const satisfies BrowserContextOptions;

async function aPractice(count = 2) {
  const clinic = await aStaffedClinic(site);
  for (let number = 100; number < 100 + count; number += 1)
    await aPatient(site.services, clinic.id, { code: `N${number}`, clinicianId: clinic.weber.id });
  return clinic;
}

test('at a zoom of 200 % a clinician reaches status, result, edit and assignment of a patient in a card below the notice', async () => {
  const clinic = await aPractice();
  const page = await openMyPatients(site, clinic.name, clinic.weber, zoomed);
  await page.getByRole('alert').getByText('Das Fenster ist zu klein').waitFor();
  const card = page.getByRole('listitem').filter({ hasText: 'N101' });
  assert.match(
    await card.innerText(),
    /N101.*Ergebnis.*Reports gesehen.*Befragungsstatus.*Geburtstag\s+\S+/s,
  );
  await card.getByRole('button', { name: 'Anzeigen: Befragungsstatus von N101' }).click();
  await page.getByRole('dialog', { name: 'Befragungsstatus von N101' }).waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await focusedName(page), 'Anzeigen: Befragungsstatus von N101');
  await card.getByRole('button', { name: 'Anzeigen: Ergebnis von N101' }).click();
  await page.getByRole('dialog', { name: 'Ergebnis von N101' }).waitFor();
  await page.keyboard.press('Escape');
  for (const action of ['Patient*in bearbeiten', 'Anderen Mitarbeitenden zuweisen']) {
    await card.getByRole('button', { name: 'N101 bearbeiten' }).click();
    await page.getByRole('menuitem', { name: action }).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    assert.equal(await focusedName(page), 'N101 bearbeiten');
  }
});

test('the cards of a small window are found by code, and more of them are shown on demand', async () => {
  const clinic = await aPractice(25);
  const page = await openMyPatients(site, clinic.name, clinic.weber, {
    viewport: { width: 320, height: 640 },
  });
  const cards = page.getByRole('region', { name: 'Meine Patient*innen: Liste' }).getByRole('listitem');
  await cards.first().waitFor();
  assert.equal(await cards.count(), 20);
  await page.getByRole('button', { name: 'Weitere anzeigen (noch 5)' }).click();
  assert.equal(await cards.count(), 25);
  await page.getByLabel('Filter: Code').fill('n124');
  await page.getByText('1 von 25 Einträgen').waitFor();
  assert.match(await cards.innerText(), /^N124/);
  await page.getByRole('button', { name: 'Filter zurücksetzen' }).click();
  assert.equal(await focusedName(page), 'Meine Patient*innen: Liste');
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.equal(width, 320, 'the page does not scroll sideways');
});

test('at 320 px the response monitor names each count in sight', async () => {
  const clinic = await aPractice();
  const page = await openMyPatients(site, clinic.name, clinic.weber, {
    viewport: { width: 320, height: 640 },
  });
  await page.getByRole('button', { name: 'Rücklauf' }).click();
  const tallies = page.getByRole('region', { name: 'Befragungen nach Messzeitpunkt: Tabelle' });
  const [shown, whole] = await tallies.evaluate((box) => [box.clientWidth, box.scrollWidth]);
  assert.equal(whole, shown, 'the counts do not scroll sideways');
  const titles = await tallies
    .locator('tbody tr')
    .first()
    .evaluate((row) =>
      [...row.querySelectorAll('td')].map((cell) => getComputedStyle(cell, '::before').content),
    );
  assert.deepEqual(
    titles,
    ['Offen', 'Davon überfällig', 'Erledigt', 'Abgelaufen', 'Rücklauf'].map((title) => `"${title}:"`),
  );
});

test('at a zoom of 200 % an admin reaches the menu of a clinician, without a notice that the window is too small', async () => {
  const page = await openAdminHome(site, await aPractice());
  await page.setViewportSize(zoomed.viewport);
  await page.getByRole('main').getByRole('button', { name: 'Mitarbeitende', exact: true }).click();
  await page.getByRole('button', { name: 'Weber bearbeiten' }).click();
  await page.getByRole('menuitem', { name: 'Patient*innenliste anzeigen' }).click();
  await page.getByRole('dialog', { name: 'Patient*innen von Weber' }).waitFor();
  assert.equal(await page.getByText('Das Fenster ist zu klein').count(), 0);
});

test('at a zoom of 200 % the last entry of the profile menu is reached with the mouse', async () => {
  const clinic = await aPractice();
  const page = await openMyPatients(site, clinic.name, clinic.weber, zoomed);
  await page.getByRole('button', { name: 'Profil' }).click();
  const logout = page.getByRole('menuitem', { name: 'Logout' });
  await logout.hover();
  await page.mouse.wheel(0, 1000);
  const box = await logout.boundingBox();
  assert.ok(box && box.y + box.height <= zoomed.viewport.height, JSON.stringify(box));
  await logout.click();
  await page.waitForURL('**/loginclinician');
});

test('a section that is opened below an open one stays in sight with its button, which keeps the focus', async () => {
  const clinic = await aPractice(25);
  const page = await openAdminHome(site, clinic);
  await page.setViewportSize(zoomed.viewport);
  await page.getByRole('button', { name: 'N101 bearbeiten' }).waitFor();
  const button = page.getByRole('main').getByRole('button', { name: 'Mitarbeitende', exact: true });
  await button.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Weber bearbeiten' }).waitFor();
  assert.equal(await focusedName(page), 'Mitarbeitende');
  const { top, bottom } = await button.evaluate((one) => one.getBoundingClientRect().toJSON());
  assert.ok(top >= 0 && bottom <= zoomed.viewport.height, `from ${top} to ${bottom}`);
});
