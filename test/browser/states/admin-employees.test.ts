import { after } from 'node:test';
import type { Page } from 'playwright-core';
import { buildApp } from '../../../src/server/app.ts';
import { aClinician, aPatient, assignMeanwhile, inClinic, signIn } from '../../builders.ts';
import { aCrisisEvent } from '../../crisis-rows.ts';
import { answerSurvey } from '../../survey-calls.ts';
import { aStaffedClinic, openClinicSection, openEmployees } from '../admin.ts';
import { openSite } from '../browser.ts';
import { chooseFor } from '../clinician.ts';
import { leave, press, reads } from './steps.ts';
import { walk } from './walk.ts';

// The employees and the clinic of an admin.

const site = await openSite();
const { services } = site;
const app = await buildApp(services);
after(() => app.close());

const clinic = await aStaffedClinic(site);
const inDialog = (page: Page) => page.getByRole('dialog').last();
const loaded = (page: Page) => page.getByText('Bitte warten …').waitFor({ state: 'detached' });
const aPatientOfWeber = (code: string) =>
  aPatient(services, clinic.id, { code, clinicianId: clinic.weber.id });
await aPatientOfWeber('ALPHA');
const gamma = await aPatientOfWeber('GAMMA');

const choose = (action: string) => async (page: Page) => {
  await chooseFor(page, 'Weber', action);
  await loaded(page);
};

const next = (action: string) => async (page: Page) => {
  await leave(page);
  await choose(action)(page);
};

walk('the employees of a clinic', {
  reader: 'staff',
  open: () => openEmployees(site, clinic),
  states: [
    { name: 'employees', page: 'adminHome' },
    { name: 'menu of a row', page: 'adminHome', opener: 'Weber bearbeiten' },
    {
      name: 'rename',
      page: 'adminHome',
      dialog: 'RenameModal',
      reach: choose('Mitarbeitenden-ID ändern'),
    },
    {
      name: 'list of patients',
      page: 'adminHome',
      dialog: 'PatientCodesModal',
      reach: next('Patient*innenliste anzeigen'),
    },
    {
      name: 'question before a new password',
      page: 'adminHome',
      dialog: 'Messages',
      reach: next('Passwort zurücksetzen'),
    },
    {
      name: 'why an account with patients stays',
      page: 'adminHome',
      dialog: 'AssignedModal',
      reach: next('Deaktivieren'),
    },
    {
      name: 'create',
      page: 'adminHome',
      dialog: 'RegisterModal',
      reach: async (page) => {
        await leave(page);
        await press(page, 'Mitarbeitende anlegen');
        await page.getByLabel('Mitarbeitenden-ID', { exact: true }).fill('Neu');
      },
    },
    {
      name: 'the new password',
      page: 'adminHome',
      dialog: 'NewPasswordModal',
      reach: async (page) => {
        await press(page, 'Anlegen');
        await page.getByRole('code').waitFor();
      },
    },
    {
      name: 'access for another admin',
      page: 'adminHome',
      dialog: 'RegisterModal',
      reach: async (page) => {
        await press(page, 'Schließen');
        await press(page, 'Verwaltungszugang hinzufügen');
        await page.getByLabel('Benutzername', { exact: true }).fill('Zweite');
      },
    },
    {
      name: 'menu of another admin',
      page: 'adminHome',
      opener: 'Verwaltungszugang von Zweite bearbeiten',
      reach: async (page) => {
        await press(page, 'Hinzufügen');
        await page.getByRole('code').waitFor();
        await press(page, 'Schließen');
        await reads(page, 'Zweite');
      },
    },
  ],
});

walk('a transfer of patients', {
  reader: 'staff',
  open: () => openEmployees(site, clinic),
  states: [
    {
      name: 'some of them',
      page: 'adminHome',
      dialog: 'TransferDialog',
      reach: async (page) => {
        await choose('Patient*innen übertragen')(page);
        await inDialog(page).getByLabel('Neue*r Mitarbeitende*r').selectOption('Kaya');
        await inDialog(page).getByText('Auswählen, wer übertragen wird').click();
      },
    },
    {
      name: 'the way back',
      page: 'adminHome',
      dialog: 'TransferDialog',
      reach: async (page) => {
        await press(page, 'Übertragen');
        await page.getByRole('alertdialog').waitFor();
        await leave(page);
        await assignMeanwhile(services, gamma, await aClinician(services, clinic.id));
        await choose('Übertragung rückgängig machen')(page);
        await reads(page, '1 weitere*r Patient*in ist inzwischen');
      },
    },
    {
      name: 'a patient who was refused',
      page: 'adminHome',
      dialog: 'TransferDialog',
      reach: async (page) => {
        await leave(page);
        const late = await aPatientOfWeber('BLEIBT');
        await aPatientOfWeber('GEHT');
        await choose('Patient*innen übertragen')(page);
        await reads(page, '2 Patient*innen von Weber');
        await assignMeanwhile(services, late, await aClinician(services, clinic.id));
        await inDialog(page).getByLabel('Neue*r Mitarbeitende*r').selectOption('Kaya');
        await press(page, 'Übertragen');
        await reads(page, '1 von 2 Patient*innen wurde');
      },
    },
  ],
});

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

/** An event that waits longer than the hours of the clinic. */
async function anOldEvent(): Promise<void> {
  const patient = await aPatientOfWeber('GEHEIM7');
  await answerSurvey(app, await signIn(services, patient), { pages: 1 });
  const { id } = await inClinic(services, clinic.id, (db) =>
    db
      .selectFrom('survey_sessions')
      .select('id')
      .where('patient_id', '=', patient.id)
      .executeTakeFirstOrThrow(),
  );
  const at = new Date(Date.now() - 5 * 3_600_000).toISOString();
  await aCrisisEvent(services, patient, id, { level: 'urgent', at });
}

walk('the section of the clinic', {
  reader: 'staff',
  open: () => openClinicSection(site, clinic),
  states: [
    {
      name: 'changed',
      page: 'adminHome',
      reach: (page) => field(page, 'Text').fill('Geändert'),
    },
    {
      name: 'refused',
      page: 'adminHome',
      reach: async (page) => {
        await field(page, 'Text').fill(' ');
        await field(page, 'Telefonnummer (Nummer 2)').fill('eins eins zwei');
        await field(page, 'Bereitschaftsadresse (E-Mail)').fill('dienst');
        await field(page, 'Stunden bei „dringend“').fill('0');
        await press(page, 'Speichern');
        await reads(page, 'Bitte prüfen Sie die markierten Angaben.');
      },
    },
    {
      name: 'deputy of a clinician',
      page: 'adminHome',
      dialog: 'DeputyModal',
      reach: (page) => press(page, 'Festlegen: Vertretung für Weber'),
    },
    {
      name: 'events that wait too long',
      page: 'adminHome',
      reach: async (page) => {
        await leave(page);
        await anOldEvent();
        await page.reload();
        await reads(page, /Weber: 1 dringend/);
      },
    },
  ],
});
