import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { createDemoData } from '../../src/server/demo/demo.ts';
import { STAFF_PASSWORD } from '../../src/server/demo/demo-plan.ts';
import { openSite, type Site } from './browser.ts';
import { openMyPatients, openReportOf, openResultOf, savePdf } from './clinician.ts';

let site: Site;
before(async () => {
  site = await openSite();
  await createDemoData(site.services);
});

async function openReport(code: string, point: string): Promise<Page> {
  const therapist = { name: 'therapie1', secret: STAFF_PASSWORD };
  const patients = openMyPatients(site, 'Ambulanz Musterstadt', therapist);
  return openReportOf(openResultOf(patients, code), point);
}

test('a clinician goes from a report to another point of the patient and to the next unread report', async () => {
  const page = await openReport('P1005', 'Nachsorge 6 Monate');
  await page.getByRole('button', { name: 'Messzeitpunkt: Nachsorge 6 Monate' }).click();
  const menu = page.getByRole('menu', { name: 'Messzeitpunkt' });
  const points = ['Erstgespräch', 'Therapieende', 'Nachsorge 6 Monate'];
  assert.deepEqual(await menu.getByRole('menuitem').allInnerTexts(), points);
  await menu.getByRole('menuitem', { name: 'Therapieende' }).click();
  await page.getByRole('heading', { name: 'Ergebnisbericht: Therapieende' }).waitFor();
  await page.getByRole('link', { name: 'Nächster ungelesener Bericht' }).click();
  await page.getByRole('document').getByText('P1003', { exact: true }).waitFor();
});

test('the overview, everything and the chosen sections are saved as PDFs named by code and measurement point', async () => {
  const page = await openReport('P1003', 'Erstgespräch');
  const sizes: number[] = [];
  for (const extent of ['Übersicht (1 Seite)', 'Wie unter „Auswahl drucken“', 'Alles']) {
    const saving = page.waitForEvent('download');
    await savePdf(page, extent);
    const file = await saving;
    assert.equal(file.suggestedFilename(), 'Bericht P1003 Erstgespräch.pdf');
    const content = (await readFile(await file.path())).toString('latin1');
    assert.match(content, /^%PDF-/);
    assert.ok(content.includes('/Marked true') && content.includes('/StructTreeRoot'));
    sizes.push(content.match(/\/Type\s*\/Page\b/g)?.length ?? 0);
  }
  const [first = 0, chosen = 0, whole = 0] = sizes;
  assert.equal(first, 1);
  assert.ok(chosen > first && whole >= chosen && whole <= 5, sizes.join());
});
