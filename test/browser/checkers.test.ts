import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessibilityFindings } from './accessibility.ts';
import { openPage, openSite } from './browser.ts';

const site = await openSite();

// Axe asks for the name of a button only. HTML_CodeSniffer also asks for the submit button of a form.
test('HTML_CodeSniffer finds what axe does not look for', async () => {
  const page = await openPage(site);
  await page.goto('/impressum');
  await page.getByRole('heading', { level: 1, name: 'Impressum' }).waitFor();
  assert.deepEqual(await accessibilityFindings(page), []);
  await page.evaluate(() => document.querySelector('main')?.append(document.createElement('form')));
  const findings = await accessibilityFindings(page);
  assert.match(findings.join('\n'), /^WCAG2AA\.Principle3\.Guideline3_2\.3_2_2\.H32\.2: [^\n]*$/);
});
