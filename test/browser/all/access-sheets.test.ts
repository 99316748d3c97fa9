import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { aPatient } from '../../builders.ts';
import { aStaffedClinic, openAdminHome, readMessage } from '../admin.ts';
import { focusedName, openSite } from '../browser.ts';
import { contentOf } from '../downloads.ts';
import { openMyPatients, rowOf } from '../clinician.ts';

// The sheet that a patient takes home: after a registration, after an import, and from the menu of a row.

const site = await openSite();

const header = 'code;birth_date;gender;diagnosis_id;employee;admission;discharge;labels';
const row = (code: string) => `${code};1990-01-31;Weiblich;F32.1;Weber;2026-01-01;2026-12-01;S-1`;

/** Presses what saves a file, and returns whether the file is a PDF with this many pages. */
async function savedPages(page: Page, press: () => Promise<unknown>): Promise<number> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  const pdf = (await contentOf(download)).toString('latin1');
  assert.ok(pdf.startsWith('%PDF'));
  const pages = pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  assert.equal(
    download.suggestedFilename(),
    pages === 1 ? 'zugangsblatt.pdf' : `zugangsblaetter-${pages}.pdf`,
  );
  return pages;
}

test('the menu of a row saves the access sheet of its patient', async () => {
  const clinic = await aStaffedClinic(site);
  await aPatient(site.services, clinic.id, { code: 'P9', clinicianId: clinic.weber.id });
  const page = await openMyPatients(site, clinic.name, clinic.weber);
  await rowOf(page, 'P9').waitFor();
  await page.getByRole('button', { name: 'P9 bearbeiten' }).click();
  const item = page.getByRole('menuitem', { name: 'Zugangsblatt' });
  assert.equal(await savedPages(page, () => item.click()), 1);
});

test('a sheet that cannot be made is explained, and the list stays', async () => {
  const clinic = await aStaffedClinic(site);
  await aPatient(site.services, clinic.id, { code: 'P9', clinicianId: clinic.weber.id });
  const page = await openMyPatients(site, clinic.name, clinic.weber);
  await page.route('**/access-sheets', (route) => route.abort());
  await page.getByRole('button', { name: 'P9 bearbeiten' }).click();
  await page.getByRole('menuitem', { name: 'Zugangsblatt' }).click();
  await page.getByText('Beim Erstellen der Zugangsblätter ist ein Netzwerkfehler aufgetreten').waitFor();
});

test('after an import the admin saves the sheets of all new patients in one file', async () => {
  const clinic = await aStaffedClinic(site);
  await aPatient(site.services, clinic.id, { code: 'P9', clinicianId: clinic.weber.id });
  const page = await openAdminHome(site, clinic);
  await page.getByRole('button', { name: 'Patient*innen importieren' }).click();
  const buffer = Buffer.from([header, row('K7M2XP4Q'), row('R9T3WZ5N'), ''].join('\r\n'));
  await page.getByLabel('CSV-Datei').setInputFiles({ name: 'patienten.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Datei prüfen' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Importieren' }).click();
  await readMessage(page);
  await page.getByText('2 Patient*innen wurden angelegt.').waitFor();
  const button = page.getByRole('button', { name: 'Zugangsblätter herunterladen' });
  assert.equal(await savedPages(page, () => button.click()), 2);
  await page.getByRole('button', { name: 'Ausblenden' }).click();
  await page.getByText('2 Patient*innen wurden angelegt.').waitFor({ state: 'detached' });
  assert.equal(await focusedName(page), 'Patient*in anlegen');
});
