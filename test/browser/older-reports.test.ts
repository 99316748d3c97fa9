// Reports as earlier editions stored them: the same answers of a relapse, from the version that each file is named after.
// A stored report is text, so only the style sheet and the script of today come to it.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { chromium, type Browser, type Page } from 'playwright-core';
import { assertSafeReport } from '../../src/server/reports/report-check.ts';
import { openReport, sealReport } from '../../src/server/reports/stored-report.ts';
import { reportPage } from '../report-page.ts';
import { findChromium } from '../run-chromium.ts';
import { accessibilityFindings } from './accessibility.ts';
import { printedPages } from './printed-pages.ts';

const web = process.env['WEB_FOLDER'] ?? 'dist/web';
const folder = new URL('../fixtures/reports/', import.meta.url);
const audiences = { clinician: 'Nachsorge 6 Monate', patient: 'Ihr Bericht' } as const;

let browser: Browser;
before(async () => {
  const found = findChromium();
  assert.ok('path' in found);
  browser = await chromium.launch({ executablePath: found.path, args: ['--no-sandbox'] });
});
after(() => browser.close());

function storedReports(audience: keyof typeof audiences): { name: string; text: string }[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(`-${audience}.html.gz`));
  assert.equal(names.length, 5);
  return names.map((name) => ({ name, text: gunzipSync(readFileSync(new URL(name, folder))).toString() }));
}

async function openStored(text: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.setContent(await reportPage(text, web));
  return page;
}

for (const [audience, words] of Object.entries(audiences) as [keyof typeof audiences, string][])
  test(`a ${audience}’s report of every older edition opens, is accessible, fits on a phone, and prints`, async () => {
    for (const { name, text } of storedReports(audience)) {
      const page = await openStored(text);
      await page.getByRole('heading', { name: words }).first().waitFor();
      await page.locator('details').evaluateAll((all) => all.forEach((one) => one.setAttribute('open', '')));
      assert.deepEqual(await accessibilityFindings(page), [], name);
      await page.setViewportSize({ width: 320, height: 640 });
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(width <= 320, `${name} is ${width} wide`);
      const pages = await printedPages(page);
      assert.ok(pages >= 1 && pages <= (audience === 'patient' ? 4 : 8), `${name}: ${pages} pages`);
      await page.close();
    }
  });

test('every text to be copied in an older report can still be copied', async () => {
  for (const { name, text } of storedReports('clinician')) {
    const page = await openStored(text);
    await page.locator('details').evaluateAll((all) => all.forEach((one) => one.setAttribute('open', '')));
    const buttons = await page.getByRole('button', { name: /kopieren/ }).all();
    assert.ok(buttons.length > 0, name);
    for (const button of buttons) {
      await page.evaluate(() => getSelection()?.removeAllRanges());
      await button.click();
      // This page has no address, so no clipboard: the text is selected for Ctrl+C instead.
      await page.waitForFunction(() => getSelection()?.toString().includes('Depression'));
    }
    await page.close();
  }
});

test('an older report comes out of the database as it was stored', async () => {
  const keys = { current: 1, roots: new Map([[1, randomBytes(32)]]) };
  const session = { clinicId: 'clinic', sessionId: 'session' };
  for (const audience of ['clinician', 'patient'] as const)
    for (const { text } of storedReports(audience)) {
      assertSafeReport(text);
      const { hash, encrypted } = await sealReport(keys, session, audience, text);
      assert.equal(openReport(keys, session, { audience, hash, html_encrypted: encrypted }), text);
    }
});
