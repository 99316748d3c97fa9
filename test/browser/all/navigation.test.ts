import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage, openSite } from '../browser.ts';

const site = await openSite();

test('the Back and Forward buttons of the browser show the page that they lead to', async () => {
  const page = await openPage(site);
  await page.goto('/');
  await page.getByRole('link', { name: 'Impressum' }).click();
  await page.getByRole('heading', { level: 1, name: 'Impressum' }).waitFor();
  await page.goBack();
  await page.waitForURL(`${site.origin}/`);
  await page.getByRole('navigation').first().waitFor();
  assert.equal(await page.getByRole('heading', { level: 1, name: 'Impressum' }).count(), 0);
  await page.goForward();
  await page.getByRole('heading', { level: 1, name: 'Impressum' }).waitFor();
});

test('a link to the shown page adds no entry to the history', async () => {
  const page = await openPage(site);
  await page.goto('/impressum');
  const before = await page.evaluate(() => history.length);
  await page.getByRole('link', { name: 'Impressum' }).click();
  await page.getByRole('heading', { level: 1, name: 'Impressum' }).waitFor();
  assert.equal(await page.evaluate(() => history.length), before);
});

test('a link with the control key opens a new tab and leaves the page as it is', async () => {
  const page = await openPage(site);
  await page.goto('/');
  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'Impressum' }).click({ modifiers: ['ControlOrMeta'] });
  const other = await opened;
  await other.waitForURL('**/impressum');
  assert.equal(new URL(page.url()).pathname, '/');
});

test('a path with other letters or a slash at its end is not found', async () => {
  const page = await openPage(site);
  for (const path of ['/Impressum', '/impressum/']) {
    await page.goto(path);
    await page.getByRole('link', { name: 'Zur Startseite' }).or(page.getByText('404')).first().waitFor();
    assert.equal(await page.getByRole('heading', { level: 1, name: 'Impressum' }).count(), 0);
  }
});
