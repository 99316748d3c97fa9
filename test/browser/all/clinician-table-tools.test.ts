import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { STAFF_PASSWORD } from '../../../src/server/demo/demo-plan.ts';
import { openDemoSite, type Site } from '../browser.ts';
import { coveredInFocus } from '../layout-findings.ts';
import { codesIn, openMyPatients } from '../clinician.ts';

const CLINIC = 'Ambulanz Musterstadt';
const therapie1 = { name: 'therapie1', secret: STAFF_PASSWORD };

let site: Site;
before(async () => {
  site = await openDemoSite();
});

const openHome = () => openMyPatients(site, CLINIC, therapie1, { viewport: { width: 1440, height: 900 } });

async function choose(page: Page, item: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: /^Ansichten und Spalten/ }).click();
  await page.getByRole('menu').getByText(item).click();
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

test('arrow keys walk through the rows, and a letter opens the result, the status or the menu of a row', async () => {
  const page = await openHome();
  const [first, second] = await codesIn(page);
  await page.getByLabel('Filter: Code').focus();
  await page.keyboard.press('ArrowDown');
  assert.equal(await focused(page), `${first} bearbeiten`, 'the first control of the row');
  await page.getByRole('button', { name: `Anzeigen: Ergebnis von ${first}` }).focus();
  await page.keyboard.press('ArrowDown');
  assert.equal(await focused(page), `Anzeigen: Ergebnis von ${second}`);
  await page.keyboard.press('ArrowUp');
  assert.equal(await focused(page), `Anzeigen: Ergebnis von ${first}`);
  await page.keyboard.press('s');
  await page.getByRole('heading', { name: `Befragungsstatus von ${first}` }).waitFor();
  await page.keyboard.press('e');
  assert.equal(await page.getByRole('dialog').count(), 1, 'no key works behind a dialog');
  await page.keyboard.press('Escape');
  await page.keyboard.press('e');
  await page.getByRole('heading', { name: `Ergebnis von ${first}` }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await page.getByRole('heading', { name: 'Tastenkürzel' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  assert.equal(await focused(page), 'Filter: Code');
  await page.keyboard.press('e');
  assert.equal(await page.getByLabel('Filter: Code').inputValue(), 'e', 'a letter in a filter is text');
});

test('a column can be hidden, and it stays hidden for this account on this device', async () => {
  const page = await openHome();
  await choose(page, 'Geschlecht');
  const title = page.getByRole('columnheader', { name: 'Geschlecht' });
  await title.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('columnheader', { name: 'Aufnahme' }).waitFor();
  assert.equal(await title.count(), 0);
  await choose(page, 'Geschlecht');
  await title.waitFor();
});

test('several columns are ticked in one go, and Escape or a press beside it closes the menu', async () => {
  const page = await openHome();
  const menu = page.getByRole('menu');
  await choose(page, 'Geschlecht');
  await menu.getByText('Aufnahme').click();
  for (const name of ['Geschlecht', 'Aufnahme'])
    await page.getByRole('columnheader', { name }).waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  await page.getByRole('columnheader', { name: 'Aufnahme' }).waitFor();
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  await choose(page, 'Geschlecht');
  await page.getByRole('heading', { name: 'Übersicht' }).click();
  await menu.waitFor({ state: 'detached' });
  assert.equal(await page.getByRole('columnheader', { name: 'Geschlecht' }).count(), 1);
});

test('a view is kept with its choices and its order, but without typed texts', async () => {
  const page = await openHome();
  await page.getByLabel('Filter: Ergebnis').selectOption('Kritisch');
  await page.getByLabel('Filter: Code').fill('P1');
  await choose(page, 'Diese Ansicht merken');
  const kept = decodeURIComponent(await page.evaluate(() => document.cookie));
  assert.match(kept, /Kritisch/);
  assert.doesNotMatch(kept, /P1|therapie1/);
  const critical = await codesIn(page);
  await page.reload();
  await page.getByRole('rowheader').first().waitFor();
  await page.getByRole('button', { name: 'Filter zurücksetzen' }).click();
  assert.notDeepEqual(await codesIn(page), critical);
  await choose(page, 'Kritisch');
  assert.deepEqual(await codesIn(page), critical);
  await page.getByRole('button', { name: /^Ansichten und Spalten/ }).click();
  await page.getByRole('menuitem', { name: 'Diese Ansicht vergessen' }).click();
  const cookies = await page.evaluate(() => document.cookie.split('; '));
  const views = cookies.filter((cookie) => !/^[^=]+-last=/.test(cookie));
  assert.doesNotMatch(views.join(), /Kritisch/);
});

test('the menu says that a typed date or text is not kept, also if the view has nothing else', async () => {
  const page = await openHome();
  await page.getByLabel('Filter: Aufnahme').fill('2025');
  await page.getByRole('button', { name: /^Ansichten und Spalten/ }).click();
  const item = page.getByRole('menuitem', { name: /^Diese Ansicht merken/ });
  const sentence = 'Text- und Datumsfilter werden zum Schutz der Patient*innen nicht gemerkt.';
  assert.equal(await item.innerText(), `Diese Ansicht merken\n${sentence}`);
  assert.equal(await item.getAttribute('aria-disabled'), 'true');
  await page.keyboard.press('Escape');
  await page.getByLabel('Filter: Reports gesehen').selectOption('Alle Reports gelesen');
  await page.getByRole('button', { name: /^Ansichten und Spalten/ }).click();
  await item.getByText(sentence).waitFor();
  assert.equal(await item.getAttribute('aria-disabled'), null);
  await page.keyboard.press('Escape');
  await page.getByLabel('Filter: Aufnahme').fill('');
  await page.getByRole('button', { name: /^Ansichten und Spalten/ }).click();
  assert.equal(await item.innerText(), 'Diese Ansicht merken');
});

test('order and chosen filters survive a reload, a typed code does not, and a new login begins afresh', async () => {
  const page = await openHome();
  await page.getByLabel('Filter: Geschlecht').selectOption('Männlich');
  await page.getByRole('button', { name: 'Code', exact: true }).click();
  await page.getByLabel('Filter: Code').fill('P1002');
  await page.reload();
  await page.getByRole('rowheader').first().waitFor();
  assert.equal(await page.getByLabel('Filter: Geschlecht').inputValue(), 'Männlich');
  assert.equal(await page.getByLabel('Filter: Code').inputValue(), '');
  assert.equal(await page.getByRole('columnheader', { name: 'Code' }).getAttribute('aria-sort'), 'ascending');
  await page.getByRole('button', { name: /therapie1/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.waitForURL('**/loginclinician**');
  assert.doesNotMatch(await page.evaluate(() => document.cookie), /-last=/);
});

test('with a filter, nothing covers a control of the list at any width', async () => {
  const page = await openHome();
  await page.getByLabel('Filter: Code').fill('P10');
  await page.getByRole('button', { name: 'Filter zurücksetzen' }).waitFor();
  for (const width of [768, 960, 1024, 1280, 1366, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const covered = await coveredInFocus(page);
    // The line above the table stands on the button of the section, beside its title.
    const unexpected = covered.filter((one) => !one.startsWith('button "Meine Patient*innen"'));
    assert.deepEqual(unexpected, [], String(width));
  }
});
