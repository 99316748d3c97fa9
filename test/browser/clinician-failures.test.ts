import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Client } from 'pg';
import type { Page } from 'playwright-core';
import { addDays } from '../../src/domain/dates.ts';
import { formatIsoDate } from '../../src/domain/iso-date.ts';
import { createPool } from '../../src/server/database/pool.ts';
import { rare } from '../amount.ts';
import { aPatient } from '../builders.ts';
import { testDatabase } from '../database.ts';
import { aStaffedClinic, openAdminHome, openEmployees, readMessage } from './admin.ts';
import { eventually, logIn, openPage, openSite } from './browser.ts';
import { chooseFor, openMyPatients, rowOf } from './clinician.ts';

const { url } = await testDatabase();
const onError = () => {};
// A shorter wait for locks than in production, but long enough to see the page wait.
const site = await openSite({
  pool: createPool(url, { settings: { lock_timeout: '2500' }, onError }),
  loginPool: createPool(url, { max: 5, onError }),
  // These tests cause the faults on purpose.
  log: { info: () => {}, warn: () => {}, error: () => {} },
});
const { services } = site;
const owner = new Client(url);
await owner.on('error', onError).connect();
after(() => owner.end());

const BUSY = 'Der Server ist gerade ausgelastet. Bitte versuchen Sie es in einigen Sekunden erneut.';

/** Holds the locks of this statement. The server then waits and refuses with 503. */
async function whileLocked(statement: string, work: () => Promise<void>): Promise<void> {
  await owner.query('BEGIN');
  await owner.query(statement);
  try {
    await work();
  } finally {
    await owner.query('ROLLBACK');
  }
}

/** Removes a table for a while. The server then fails with 500. */
async function whileMissing(table: string, work: () => Promise<void>): Promise<void> {
  await owner.query(`ALTER TABLE ${table} RENAME TO away`);
  try {
    await work();
  } finally {
    await owner.query(`ALTER TABLE away RENAME TO ${table}`);
  }
}

async function aPractice() {
  const clinic = await aStaffedClinic(site);
  await aPatient(services, clinic.id, { code: 'P9', clinicianId: clinic.weber.id });
  return clinic;
}

const dialog = (page: Page) => page.getByRole('dialog').last();
/** Presses the button to try again below this sentence. */
const tryAgain = (page: Page, what: string) =>
  page.getByRole('alert').filter({ hasText: what }).getByRole('button', { name: 'Erneut versuchen' }).click();

test('the page says that the patients are loading, and after a failure gives the reason and another try', async () => {
  const clinic = await aPractice();
  const page = await openPage(site);
  await whileLocked('LOCK TABLE survey_windows', async () => {
    await logIn(page, 'clinician', { clinic: clinic.name, username: 'Weber', secret: clinic.weber.secret });
    await page.getByText('Ihre Daten werden geladen. Dies kann einen Moment dauern.').waitFor();
    await page
      .getByRole('alert')
      .getByText(`Beim Laden der Patient*innen ist ein Fehler aufgetreten: ${BUSY}`)
      .waitFor();
  });
  await tryAgain(page, 'Laden der Patient*innen');
  await rowOf(page, 'P9').waitFor();
});

rare('the lists of patients and employees explain an error of the server in a clear sentence', async () => {
  const clinic = await aPractice();
  const page = await openPage(site);
  const login = { clinic: clinic.name, username: clinic.admin.name, secret: clinic.admin.secret };
  await whileMissing('survey_windows', async () => {
    await logIn(page, 'admin', login);
    await page
      .getByText('Beim Laden der Patient*innen ist ein Fehler aufgetreten: Interner Server Fehler')
      .waitFor();
  });
  await tryAgain(page, 'Laden der Patient*innen');
  await rowOf(page, 'P9').waitFor();
  const employees = await openEmployees(site, clinic);
  await whileLocked('LOCK TABLE patients', async () => {
    // The same section is open again.
    await employees.reload();
    await employees
      .getByText(`Beim Laden der Mitarbeitendenliste ist ein Fehler aufgetreten: ${BUSY}`)
      .waitFor();
  });
  await tryAgain(employees, 'Laden der Mitarbeitendenliste');
  await rowOf(employees, 'Weber').waitFor();
});

test('a registration during a failure of the server keeps the typed values and succeeds later', async () => {
  const clinic = await aPractice();
  const page = await openMyPatients(site, clinic.name, clinic.weber);
  await page.getByRole('button', { name: 'Patient*in anlegen' }).click();
  await dialog(page).getByLabel('Resonanz-ID').fill('HJ4K8PQ2');
  await dialog(page).getByLabel('Geburtsdatum').fill('04.05.1986');
  await dialog(page).getByLabel('Geschlecht').selectOption('Divers');
  await dialog(page).getByLabel('Diagnosen').pressSequentially('f32.1');
  await page.getByRole('option', { name: 'F32.1' }).click();
  await dialog(page)
    .getByLabel('Entlassdatum', { exact: true })
    .fill(formatIsoDate(addDays(services.today(), 90)));
  await whileLocked('LOCK TABLE survey_windows', async () => {
    await dialog(page).getByLabel('System-IDs').fill('S-1');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Anlegen', exact: true }).click();
    assert.equal(await readMessage(page), `Beim Registrieren ist ein Fehler aufgetreten: ${BUSY}`);
  });
  assert.equal(await dialog(page).getByLabel('Resonanz-ID').inputValue(), 'HJ4K8PQ2');
  assert.equal(await dialog(page).getByLabel('Geschlecht').inputValue(), 'DIVERSE');
  await page.getByRole('button', { name: 'Anlegen', exact: true }).click();
  await rowOf(page, 'HJ4K8PQ2').waitFor();
});

rare('a modal offers another try when its diagnoses or clinicians do not load', async () => {
  const clinic = await aPractice();
  const page = await openMyPatients(site, clinic.name, clinic.weber);
  await rowOf(page, 'P9').waitFor();
  await whileMissing('diagnoses', async () => {
    await chooseFor(page, 'P9', 'Patient*in bearbeiten');
    await dialog(page)
      .getByText('Beim Laden der Diagnosenliste ist ein Fehler aufgetreten: Interner Server Fehler')
      .waitFor();
    await dialog(page).getByLabel('Geschlecht').selectOption('Divers');
  });
  await tryAgain(page, 'Laden der Diagnosenliste');
  await dialog(page).getByLabel('Diagnosen').waitFor();
  assert.equal(await dialog(page).getByLabel('Geschlecht').inputValue(), 'DIVERSE');
  await dialog(page).getByRole('button', { name: 'Speichern' }).click();
  await dialog(page).waitFor({ state: 'detached' });
  await eventually(async () => assert.match(await rowOf(page, 'P9').innerText(), /Divers/));
});

rare('an assignment of a patient that fails on the server succeeds at the next try', async () => {
  const clinic = await aPractice();
  const page = await openMyPatients(site, clinic.name, clinic.weber);
  await chooseFor(page, 'P9', 'Anderen Mitarbeitenden zuweisen');
  await dialog(page).getByLabel('Neue*r Mitarbeitende*r').selectOption('Kaya');
  await whileLocked('SELECT FROM patients FOR UPDATE', async () => {
    await dialog(page).getByRole('button', { name: 'Zuweisen' }).click();
    assert.equal(
      await readMessage(page),
      `Irgendetwas ist schief gelaufen. Der*die Patient*in wurde keinem neuen Mitarbeitenden zugewiesen. ${BUSY}`,
    );
  });
  await dialog(page).getByRole('button', { name: 'Zuweisen' }).click();
  assert.match(await readMessage(page), /erfolgreich einem neuen Mitarbeitenden zugewiesen/);
});

test('an import file stays chosen when its check or its import fails on the server', async () => {
  const clinic = await aPractice();
  const page = await openAdminHome(site, clinic);
  await page.getByRole('button', { name: 'Patient*innen importieren' }).click();
  const file = `code;birth_date;gender;diagnosis_id;employee;admission;discharge;labels
K7M2XP4Q;1990-02-28;Weiblich;F32.1;Weber;2026-01-01;2026-12-01;S-1
`;
  await page
    .getByLabel('CSV-Datei')
    .setInputFiles({ name: 'patienten.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  const check = page.getByRole('button', { name: 'Datei prüfen' });
  await whileLocked('LOCK TABLE patients', async () => {
    await check.click();
    await page.getByText('Die Datei wird geprüft').waitFor();
    await page.getByText(`Beim Prüfen der Datei ist ein Fehler aufgetreten: ${BUSY}`).waitFor();
  });
  await check.click();
  await page.getByText('1 Patient*in geprüft.').waitFor();
  const importing = dialog(page).getByRole('button', { name: 'Importieren', exact: true });
  await whileMissing('survey_windows', async () => {
    await importing.click();
    await page
      .getByText('Irgendetwas ist schief gelaufen. Die Patient*innen wurden nicht importiert.')
      .waitFor();
  });
  await importing.click();
  assert.equal(await readMessage(page), 'Die Patient*innen wurden erfolgreich importiert.');
  await rowOf(page, 'K7M2XP4Q').waitFor();
});

rare('the old password of a clinician remains valid when its reset fails on the server', async () => {
  const clinic = await aPractice();
  const page = await openEmployees(site, clinic);
  await whileLocked(`SELECT FROM accounts WHERE id = '${clinic.weber.id}' FOR UPDATE`, async () => {
    await chooseFor(page, 'Weber', 'Passwort zurücksetzen');
    await page.getByRole('button', { name: 'Zurücksetzen', exact: true }).click();
    await page.getByText('Beim Zurücksetzen des Passworts ist ein Fehler aufgetreten').waitFor();
  });
  await page.getByRole('button', { name: 'Schließen' }).last().click();
  await openMyPatients(site, clinic.name, clinic.weber);
});
