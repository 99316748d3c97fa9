// Reports as earlier editions stored them: the same answers of a relapse, from the version that each file is named after.
// A stored report is text, so only the style sheet and the script of today come to it.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { assertSafeReport } from '../../src/server/reports/report-check.ts';
import { openReport, sealReport } from '../../src/server/reports/stored-report.ts';
import { accessibilityFindings } from './accessibility.ts';
import { openBareReport, unfold } from './bare-report.ts';
import { printedPages } from './printed-pages.ts';

const folder = new URL('../fixtures/reports/', import.meta.url);
const audiences = { clinician: 'Nachsorge 6 Monate', patient: 'Ihr Bericht' } as const;

function storedReports(audience: keyof typeof audiences): { name: string; text: string }[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(`-${audience}.html.gz`));
  assert.equal(names.length, 6);
  return names.map((name) => ({ name, text: gunzipSync(readFileSync(new URL(name, folder))).toString() }));
}

for (const [audience, words] of Object.entries(audiences) as [keyof typeof audiences, string][])
  test(`a ${audience}’s report of every older edition opens, is accessible, fits on a phone, and prints`, async () => {
    for (const { name, text } of storedReports(audience)) {
      const page = await openBareReport(text);
      await page.getByRole('heading', { name: words }).first().waitFor();
      await unfold(page);
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
    const page = await openBareReport(text);
    await unfold(page);
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
