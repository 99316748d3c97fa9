import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { addDays } from '../../src/domain/dates.ts';
import { formatIsoDate } from '../../src/domain/iso-date.ts';
import { rare } from '../amount.ts';
import { aPatient, assignMeanwhile, inClinic, type TestUser } from '../builders.ts';
import { aStaffedClinic, type Clinic, openAdminHome, readMessage } from './admin.ts';
import { eventually, focusedName, logIn, openPage, openSite } from './browser.ts';
import { chooseFor, rowOf } from './clinician.ts';

const site = await openSite();
const { services } = site;

const field = (page: Page, label: string): Locator =>
  page.getByRole('dialog').getByLabel(label, { exact: true });
const press = (page: Page, button: string) =>
  page.getByRole('dialog').last().getByRole('button', { name: button, exact: true }).click();
const section = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true });

async function aPractice() {
  const clinic = await aStaffedClinic(site);
  const patient = await aPatient(services, clinic.id, { code: 'P9', clinicianId: clinic.weber.id });
  await aPatient(services, clinic.id, { code: 'P10', clinicianId: clinic.kaya.id });
  const page = await openAdminHome(site, clinic);
  await rowOf(page, 'P9').waitFor();
  return { clinic, patient, page };
}

function storedClinician(clinic: Clinic, { id }: TestUser): Promise<string> {
  return inClinic(services, clinic.id, async (db) => {
    const query = db.selectFrom('patients').select('clinician_id').where('id', '=', id);
    return (await query.executeTakeFirstOrThrow()).clinician_id;
  });
}

test('an admin sees all patients of the clinic with their clinicians and without results', async () => {
  const { page } = await aPractice();
  assert.deepEqual(await page.getByRole('columnheader').allInnerTexts(), [
    'Bearbeiten',
    'Code',
    'Therapeut*in',
    'Geburtstag',
    'Geschlecht',
    'Aufnahme',
    'Entlassung',
    'System-ID',
    'Befragungsstatus',
  ]);
  assert.match(await rowOf(page, 'P9').innerText(), /Weber/);
  assert.match(await rowOf(page, 'P10').innerText(), /Kaya/);
});

rare(
  'the admin’s page has at most one open section, which the side menu opens and its title closes',
  async () => {
    const { page } = await aPractice();
    assert.equal(await section(page, 'Patient*innen').getAttribute('aria-expanded'), 'true');
    await page.getByRole('link', { name: 'Mitarbeitende' }).click();
    await page.getByRole('table', { name: 'Mitarbeitende' }).waitFor();
    assert.equal(await section(page, 'Patient*innen').getAttribute('aria-expanded'), 'false');
    await section(page, 'Patient*innen').click();
    await rowOf(page, 'P9').waitFor();
    assert.equal(await section(page, 'Mitarbeitende').getAttribute('aria-expanded'), 'false');
    await section(page, 'Patient*innen').click();
    await page.getByRole('table').waitFor({ state: 'detached' });
  },
);

test('an admin registers several patients in a row, for enabled clinicians only', async () => {
  const { clinic, page } = await aPractice();
  const tomorrow = formatIsoDate(addDays(services.today(), 1));
  await page.getByRole('button', { name: 'Patient*in anlegen' }).click();
  await field(page, 'Mitarbeitende*r').getByRole('option', { name: 'Weber' }).waitFor({ state: 'attached' });
  assert.deepEqual(await field(page, 'Mitarbeitende*r').getByRole('option').allInnerTexts(), [
    'Auswählen...',
    'Kaya',
    'Weber',
  ]);
  const dialog = page.getByRole('dialog');
  for (const [code, button, finished] of [
    // The form is emptied after the row has appeared; typing earlier would be lost.
    [
      'K7M2XP4Q',
      'Anlegen und weitere hinzufügen',
      () => dialog.getByText('K7M2XP4Q wurde angelegt.').waitFor(),
    ],
    ['R9T3WZ5N', 'Anlegen', () => dialog.waitFor({ state: 'detached' })],
  ] as const) {
    await field(page, 'Resonanz-ID').fill(code);
    await field(page, 'Mitarbeitende*r').selectOption('Kaya');
    await field(page, 'Geburtsdatum').fill('04.05.1986');
    await field(page, 'Geschlecht').selectOption('Divers');
    await field(page, 'Diagnosen').pressSequentially('f32.1');
    await page.getByRole('option', { name: 'F32.1 Mittelgradige' }).click();
    await field(page, 'Entlassdatum').fill(tomorrow);
    await press(page, button);
    await finished();
    await rowOf(page, code).waitFor({ state: 'attached' });
  }
  assert.match(await rowOf(page, 'R9T3WZ5N').innerText(), /Kaya/);
  const patientPage = await openPage(site);
  await logIn(patientPage, 'patient', { clinic: clinic.name, username: 'K7M2XP4Q', secret: '04.05.1986' });
});

test('an assignment to a newly disabled clinician is refused, and the list of clinicians is refreshed', async () => {
  const { clinic, patient, page } = await aPractice();
  await chooseFor(page, 'P9', 'Anderen Mitarbeitenden zuweisen');
  await field(page, 'Neue*r Mitarbeitende*r').selectOption('Kaya');
  await inClinic(services, clinic.id, (db) =>
    db.updateTable('accounts').set({ enabled: false }).where('id', '=', clinic.kaya.id).execute(),
  );
  await press(page, 'Zuweisen');
  assert.match(await readMessage(page), /gibt es nicht oder das Konto ist deaktiviert\.$/);
  await page.getByText('In dieser Klinik gibt es sonst keine aktiven Mitarbeitenden.').waitFor();
  assert.equal(await storedClinician(clinic, patient), clinic.weber.id);
});

test('an edit begun before a transfer is refused once, keeps the typed values and does not undo the transfer', async () => {
  const { clinic, patient, page } = await aPractice();
  await chooseFor(page, 'P9', 'Patient*in bearbeiten');
  await field(page, 'Geburtsdatum').fill('17.05.1980');
  await assignMeanwhile(services, patient, clinic.kaya);
  await press(page, 'Speichern');
  assert.match(await readMessage(page), /Inzwischen ist jemand anderes zuständig/);
  await rowOf(page, 'P9').filter({ hasText: 'Kaya' }).waitFor({ state: 'attached' });
  await press(page, 'Speichern');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await eventually(async () => assert.match(await rowOf(page, 'P9').innerText(), /Kaya\s+17\.05\.1980/));
  assert.equal(await storedClinician(clinic, patient), clinic.kaya.id);
});

rare('an admin sees the state of each survey and no result', async () => {
  const { page } = await aPractice();
  await page.getByRole('button', { name: 'Anzeigen: Befragungsstatus von P9' }).click();
  const dialog = page.getByRole('dialog', { name: 'Befragungsstatus von P9' });
  assert.match(
    await dialog.getByRole('row').filter({ hasText: 'Erstgespräch' }).innerText(),
    /Ausstehend \(Nicht begonnen\)/,
  );
  assert.equal(await dialog.getByText('Ergebnis').count(), 0);
  assert.equal(await dialog.getByText('Bericht').count(), 0);
  await page.keyboard.press('Escape');
  assert.equal(await focusedName(page), 'Anzeigen: Befragungsstatus von P9');
});
