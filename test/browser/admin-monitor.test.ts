import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { addDays } from '../../src/domain/dates.ts';
import { aPatient, inClinic } from '../builders.ts';
import { aStaffedClinic, type Clinic, openAdminHome } from './admin.ts';
import { accessibilityFindings } from './accessibility.ts';
import { focusedName, openSite } from './browser.ts';

const site = await openSite();
const { services } = site;

/** A patient admitted this number of days ago, with or without a finished first survey. */
async function anAdmission(clinic: Clinic, code: string, daysAgo: number, hasFinished = false) {
  const admission = addDays(services.today(), -daysAgo);
  const { id } = await aPatient(services, clinic.id, { code, admission, clinicianId: clinic.weber.id });
  if (!hasFinished) return;
  await inClinic(services, clinic.id, (db) =>
    sql`INSERT INTO survey_sessions (clinic_id, id, patient_id, window_id, window_type, window_label, protocol_id,
        protocol_version, instruments, seed, started_at, updated_at, finished_at)
      SELECT clinic_id, gen_random_uuid(), patient_id, id, type, label, 'standard', '1', '[]', '',
        start_date + time '12:00', start_date + time '12:00', start_date + time '12:00'
      FROM survey_windows WHERE patient_id = ${id} AND type = 'PRE'`.execute(db),
  );
}

async function openMonitor(clinic: Clinic) {
  const page = await openAdminHome(site, clinic);
  await page.getByText('Rücklauf der Befragungen').click();
  await page.getByRole('heading', { name: 'Wo eine Erinnerung helfen kann' }).waitFor();
  return page;
}

test('the monitor counts the surveys of the clinic by measurement point and state', async () => {
  const clinic = await aStaffedClinic(site);
  await anAdmission(clinic, 'NEU', 0);
  await anAdmission(clinic, 'OFFEN', 10);
  await anAdmission(clinic, 'FERTIG', 10, true);
  await anAdmission(clinic, 'VERPASST', 40);
  const page = await openMonitor(clinic);
  const table = page.getByRole('table', { name: 'Befragungen nach Messzeitpunkt' });
  const cellsOf = (name: string) =>
    table
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name }) })
      .getByRole('cell')
      .allInnerTexts();
  assert.deepEqual(await table.getByRole('columnheader').allInnerTexts(), [
    'Messzeitpunkt',
    'Offen',
    'Davon überfällig',
    'Erledigt',
    'Abgelaufen',
    'Rücklauf',
  ]);
  assert.deepEqual(await cellsOf('Erstgespräch'), ['2', '1', '1', '1', '50 %']);
  assert.deepEqual(await cellsOf('Therapieende'), ['0', '0', '0', '0', '–']);
  assert.deepEqual(await cellsOf('Alle'), ['2', '1', '1', '1', '50 %']);
  assert.deepEqual(await accessibilityFindings(page), []);
});

test('the monitor lists a patient who is about to miss a survey, with the days left and a link to the survey statuses', async () => {
  const clinic = await aStaffedClinic(site);
  await anAdmission(clinic, 'EILT', 25);
  await anAdmission(clinic, 'RUHIG', 25, true);
  const page = await openMonitor(clinic);
  const stuck = page.getByRole('table', { name: 'Patient*innen mit stockender Befragung' });
  await stuck.getByRole('rowheader').first().waitFor();
  assert.deepEqual(await stuck.getByRole('rowheader').allInnerTexts(), ['EILT']);
  assert.match(await stuck.getByRole('row').last().innerText(), /Erstgespräch\s+Schließt bald\s+noch 3 Tage/);
  await stuck.getByRole('button', { name: 'Anzeigen: Befragungsstatus von EILT' }).click();
  await page.getByRole('dialog', { name: 'Befragungsstatus von EILT' }).waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await focusedName(page), 'Anzeigen: Befragungsstatus von EILT');
});

test('a monitor without stuck patients says so and names no clinician', async () => {
  const clinic = await aStaffedClinic(site);
  await anAdmission(clinic, 'NEU', 0);
  const page = await openMonitor(clinic);
  await page.getByText('Zurzeit stockt keine Befragung.').waitFor();
  assert.equal(await page.getByRole('group').filter({ hasText: 'Rücklauf' }).getByText('Weber').count(), 0);
});
