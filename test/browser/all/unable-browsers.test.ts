import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { chromium, type Page } from 'playwright-core';
import { findChromium } from '../../run-chromium.ts';
import { openPage, openSite } from '../browser.ts';
import { phone } from '../patient.ts';

const site = await openSite();

/** A browser whose user has forbidden cookies and site data in its settings. */
async function openBlockingBrowser(): Promise<Page> {
  const found = findChromium();
  if ('problem' in found) throw new Error(found.problem);
  const folder = mkdtempSync(join(tmpdir(), 'resonanz-blocked-'));
  mkdirSync(join(folder, 'Default'));
  const settings = { profile: { default_content_setting_values: { cookies: 2 } } };
  writeFileSync(join(folder, 'Default', 'Preferences'), JSON.stringify(settings));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: found.path,
    args: ['--no-sandbox', '--no-first-run', '--disable-gpu'],
    baseURL: site.origin,
    ...phone,
  });
  after(async () => {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return context.newPage();
}

test('a browser that blocks cookies and site data is told so at once, and how to allow them', async () => {
  const page = await openBlockingBrowser();
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  await page.goto('/loginpatient');
  await page.getByRole('heading', { name: 'Ihr Browser blockiert Cookies und Website-Daten' }).waitFor();
  assert.equal(await page.getByText('Wird geladen …').isVisible(), false);
  assert.match(await page.getByRole('alert').innerText(), /Bitte erlauben Sie Cookies und Website-Daten/);
  assert.deepEqual(errors, []);
});

const missing = {
  BroadcastChannel: () => Reflect.deleteProperty(window, 'BroadcastChannel'),
  showModal: () => Reflect.deleteProperty(HTMLDialogElement.prototype, 'showModal'),
  'Object.hasOwn': () => Reflect.deleteProperty(Object, 'hasOwn'),
  at: () => Reflect.deleteProperty(Array.prototype, 'at'),
};

for (const [name, remove] of Object.entries(missing))
  test(`a browser without ${name} is told at once that it is too old, and which browsers work`, async () => {
    const page = await openPage(site, phone);
    // Without it the first script cannot go on either.
    page.removeAllListeners('pageerror');
    await page.addInitScript(remove);
    await page.goto('/loginpatient');
    await page.getByRole('heading', { name: 'Ihr Browser ist zu alt für diese Seite' }).waitFor();
    const told = await page.getByRole('alert').innerText();
    assert.match(
      told,
      /Sie brauchen Safari ab Version 15\.4 \(iPhone und iPad ab iOS 15\.4\), Chrome und Edge/,
    );
    assert.equal(await page.getByText('Wird geladen …').isVisible(), false);
  });
