import { test } from 'node:test';
import { aPatient } from '../builders.ts';
import { aStaffedClinic, openAdminHome, openEmployees } from './admin.ts';
import { openSite } from './browser.ts';
import { chooseFor, rowOf } from './clinician.ts';
import { assertAccessible, assertAccessibleMenu, assertAccessibleModal } from './staff-looks.ts';

const site = await openSite();

async function aPractice() {
  const clinic = await aStaffedClinic(site);
  await aPatient(site.services, clinic.id, {
    code: 'P9',
    clinicianId: clinic.weber.id,
    labels: [{ key: 'CLUSTER', value: 'S-1' }],
  });
  return clinic;
}

// One valid row, and one row with an error or a warning at every cell.
const FILE = `code;birth_date;gender;diagnosis_id;employee;admission;discharge;labels
K7M2XP4Q;1990-02-28;Weiblich;F32.1;Weber;2026-01-01;2026-12-01;S-1
P9;1990-02-30;X;Z99;Sommer;2026-01-01;2025-12-01;<b>x</b>
AB;1990-02-28;Divers;F32.1;Weber;2026-01-01;2026-12-01;
`;

test('the patient overview and all its modals have no accessibility finding on small and wide screens, light and dark', async () => {
  const page = await openAdminHome(site, await aPractice());
  await rowOf(page, 'P9').waitFor();
  await page.getByText('Rücklauf der Befragungen').click();
  await page.getByRole('heading', { name: 'Wo eine Erinnerung helfen kann' }).waitFor();
  await assertAccessible(page, 'patients and response monitor');
  await page.getByText('Rücklauf der Befragungen').click();
  await chooseFor(page, 'P9', 'Patient*in bearbeiten');
  await page.getByRole('dialog').getByLabel('Diagnosen', { exact: true }).waitFor();
  await assertAccessibleModal(page, 'edit', 'P9 bearbeiten');
  await chooseFor(page, 'P9', 'Anderen Mitarbeitenden zuweisen');
  await page.getByLabel('Neue*r Mitarbeitende*r').waitFor();
  await assertAccessibleModal(page, 'assign', 'P9 bearbeiten');
  const status = 'Anzeigen: Befragungsstatus von P9';
  await page.getByRole('button', { name: status }).click();
  await assertAccessibleModal(page, 'survey status', status);
  await page.getByRole('button', { name: 'Patient*in anlegen' }).click();
  await page.getByRole('dialog').getByLabel('Diagnosen', { exact: true }).waitFor();
  await assertAccessibleModal(page, 'register', 'Patient*in anlegen');
  await page.getByRole('button', { name: 'Patient*innen importieren' }).click();
  await page.getByText('So muss die Datei aussehen').click();
  await page
    .getByLabel('CSV-Datei')
    .setInputFiles({ name: 'patienten.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) });
  await page.getByRole('button', { name: 'Datei prüfen' }).click();
  await page.getByRole('table', { name: 'Geprüfte Datei' }).waitFor();
  await assertAccessibleModal(page, 'import with a checked file', 'Patient*innen importieren');
});

test('the employee overview and all its modals have no accessibility finding on small and wide screens, light and dark', async () => {
  const page = await openEmployees(site, await aPractice());
  await assertAccessible(page, 'employees');
  await page.getByRole('button', { name: 'Weber bearbeiten' }).click();
  await assertAccessibleMenu(page, 'row menu');
  await page.keyboard.press('Escape');
  for (const action of [
    'Mitarbeitenden-ID ändern',
    'Patient*innenliste anzeigen',
    'Patient*innen übertragen',
    'Passwort zurücksetzen',
  ]) {
    await chooseFor(page, 'Weber', action);
    await page.getByText('Bitte warten …').waitFor({ state: 'detached' });
    await assertAccessibleModal(page, action, 'Weber bearbeiten');
  }
  await page.getByRole('button', { name: 'Mitarbeitende anlegen' }).click();
  await page.getByLabel('Mitarbeitenden-ID', { exact: true }).fill('Neu');
  await assertAccessible(page, 'create an employee');
  await page.getByRole('button', { name: 'Anlegen', exact: true }).click();
  await page.getByRole('code').waitFor();
  await assertAccessible(page, 'new password');
  await page.getByRole('button', { name: 'Schließen' }).click();
  await page.getByRole('link', { name: 'Informationen' }).first().click();
  for (const tab of ['Patient*innen', 'Mitarbeitende', 'Klinik-Admins']) {
    await page.getByRole('tab', { name: tab }).click();
    await assertAccessible(page, `information: ${tab}`);
  }
});
