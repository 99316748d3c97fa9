import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { addDays } from '../../../src/domain/dates.ts';
import { aPatient, inClinic } from '../../builders.ts';
import { aStaffedClinic, type Clinic, openAdminHome } from '../admin.ts';
import { focusedName, openSite } from '../browser.ts';
import { openMyPatients } from '../clinician.ts';

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
});

test('the monitor lists a patient who is about to miss a survey, with the days left and a link to the survey statuses', async () => {
  const clinic = await aStaffedClinic(site);
  await anAdmission(clinic, 'EILT', 25);
  await anAdmission(clinic, 'RUHIG', 25, true);
  const page = await openMonitor(clinic);
  const stuck = page.getByRole('table', { name: 'Patient*innen mit stockender Befragung' });
  await stuck.getByRole('rowheader').first().waitFor();
  assert.deepEqual(await stuck.getByRole('rowheader').allInnerTexts(), ['EILT']);
  assert.match(
    await stuck.getByRole('row').last().innerText(),
    /weber\S*\s+Erstgespräch\s+Überfällig\s+noch 3 Tage/i,
  );
  await stuck.getByRole('button', { name: 'Anzeigen: Befragungsstatus von EILT' }).click();
  await page.getByRole('dialog', { name: 'Befragungsstatus von EILT' }).waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await focusedName(page), 'Anzeigen: Befragungsstatus von EILT');
});

test('the number of overdue surveys filters the list to exactly these, and again all are shown', async () => {
  const clinic = await aStaffedClinic(site);
  await anAdmission(clinic, 'ZEHN', 10);
  await anAdmission(clinic, 'EILT', 25);
  await anAdmission(clinic, 'LANGE', 130);
  const page = await openMonitor(clinic);
  const stuck = page.getByRole('table', { name: 'Patient*innen mit stockender Befragung' });
  const codes = () => stuck.getByRole('rowheader').allInnerTexts();
  await stuck.getByRole('rowheader').nth(2).waitFor();
  assert.deepEqual((await codes()).slice(0, 2), ['EILT', 'ZEHN'], 'the fewest days first');
  const number = page.getByRole('button', { name: '2 überfällige zeigen: Erstgespräch' });
  await number.click();
  await stuck.getByRole('rowheader', { name: 'LANGE' }).waitFor({ state: 'detached' });
  assert.deepEqual(await codes(), ['EILT', 'ZEHN']);
  assert.equal(await number.getAttribute('aria-pressed'), 'true');
  assert.equal(await focusedName(page), 'Wo eine Erinnerung helfen kann');
  await page.getByRole('button', { name: 'Filter zurücksetzen' }).click();
  await stuck.getByRole('rowheader', { name: 'LANGE' }).waitFor();
});

test('a clinician sees the monitor of the own patients, without a column for clinicians', async () => {
  const clinic = await aStaffedClinic(site);
  await anAdmission(clinic, 'EILT', 25);
  const page = await openMyPatients(site, clinic.name, clinic.weber);
  await page.getByRole('button', { name: 'Rücklauf' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rücklauf der Befragungen' });
  await dialog.waitFor();
  await dialog.getByRole('rowheader', { name: 'EILT' }).waitFor();
  // The counts stand above the table: the focus in a filter would scroll past them.
  assert.equal(await focusedName(page), 'Rücklauf der Befragungen');
  assert.equal(await dialog.getByRole('columnheader', { name: 'Therapeut*in' }).count(), 0);
  await dialog.getByRole('button', { name: 'Anzeigen: Befragungsstatus von EILT' }).click();
  await page.getByRole('dialog', { name: 'Befragungsstatus von EILT' }).waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await focusedName(page), 'Anzeigen: Befragungsstatus von EILT');
  await page.keyboard.press('Escape');
  assert.equal(await focusedName(page), 'Rücklauf');
});

test('a monitor without stuck patients says so and names no clinician', async () => {
  const clinic = await aStaffedClinic(site);
  await anAdmission(clinic, 'NEU', 0);
  const page = await openMonitor(clinic);
  await page.getByText('Zurzeit stockt keine Befragung.').waitFor();
  assert.equal(await page.getByRole('group').filter({ hasText: 'Rücklauf' }).getByText('Weber').count(), 0);
});
