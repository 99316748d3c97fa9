import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { eventually, focusedName } from './browser.ts';
import recovery from '../fixtures/recovery.json' with { type: 'json' };

// A questionnaire of two pages. The first has four questions, and the fourth has a crisis rule. The second page has
// one question.

type Changes = {
  /** The patient gets a report at the first measurement point. */
  patientReport?: 'on' | 'off';
};

/** Writes instrument and protocol to files for `survey` of `openSite`. They are removed after the tests of the file. */
export function crisisSurvey({ patientReport = 'off' }: Changes = {}): {
  protocolFile: string;
  instrumentsDir: string;
} {
  const folder = mkdtempSync(join(tmpdir(), 'resonanz-crisis-'));
  after(() => rmSync(folder, { recursive: true }));
  const standard = JSON.parse(
    readFileSync(new URL('../../protocols/standard.json', import.meta.url), 'utf8'),
  ) as { windows: object[] };
  const windows = standard.windows.map((window) => ({
    ...window,
    patient_report: patientReport,
    instruments: [recovery.id],
  }));
  const protocolFile = join(folder, 'protocol.json');
  const instrumentsDir = mkdtempSync(join(folder, 'instruments-'));
  writeFileSync(protocolFile, JSON.stringify({ ...standard, id: recovery.id, windows }));
  writeFileSync(join(instrumentsDir, `${recovery.id}.json`), JSON.stringify(recovery));
  return { protocolFile, instrumentsDir };
}

/** Answers the four questions of the first page; the last answer shows danger, or none. */
export async function answerFirstPage(page: Page, { danger = true } = {}): Promise<void> {
  const groups = page.getByRole('group');
  for (const index of [0, 1, 2]) await groups.nth(index).getByRole('radio').first().check();
  await groups
    .nth(3)
    .getByRole('radio')
    .nth(danger ? 2 : 0)
    .check();
}

export const helpTitle = 'Danke, dass Sie das so offen sagen.';
export const helpHeading = (page: Page) => page.getByRole('heading', { level: 1, name: helpTitle });

/** Waits for the page of help. Its heading takes the focus, so that a screen reader reads it. */
export async function onHelpPage(page: Page): Promise<void> {
  await helpHeading(page).waitFor();
  await eventually(async () => assert.equal(await focusedName(page), helpTitle));
}

/** The numbers of the configuration, as the links that dial them. */
export const dialled = ['tel:112', 'tel:116117', 'tel:08001110111', 'tel:08001110222', 'tel:116123'] as const;

/** The addresses of the links that dial, in this part of the page. */
export function dialLinks(part: ReturnType<Page['locator']>): Promise<string[]> {
  return part
    .locator('a[href^="tel:"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
}
