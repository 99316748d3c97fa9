import { after } from 'node:test';
import type { Page } from 'playwright-core';
import type { CrisisLevel } from '../../../src/domain/crisis.ts';
import { addDays } from '../../../src/domain/dates.ts';
import { formatIsoDate } from '../../../src/domain/iso-date.ts';
import { buildApp } from '../../../src/server/app.ts';
import { aClinic, aClinician, aPatient, inClinic, signIn, type TestUser } from '../../builders.ts';
import { aCrisisEvent } from '../../crisis-rows.ts';
import { failPatient } from '../../login-tries.ts';
import { agreed } from '../../sharing.ts';
import { answerSurvey } from '../../survey-calls.ts';
import { aStaffedClinic } from '../admin.ts';
import { openPage, openSite } from '../browser.ts';
import { openMyPatients, openResultOf, rowOf } from '../clinician.ts';
import { logInAsPatient, phone } from '../patient.ts';
import { leave, press, reads } from './steps.ts';
import { walk } from './walk.ts';

// What a clinician does beside the list: events of a crisis, deputies, relatives, the own account.

const site = await openSite();
const { services } = site;
const app = await buildApp(services);
after(() => app.close());
const clinic = await aStaffedClinic(site);
const HOUR_MS = 3_600_000;

const openList = (of: TestUser = clinic.weber) => openMyPatients(site, clinic.name, of);
const inDialog = (page: Page) => page.getByRole('dialog').last();
const openTag = (page: Page, code: string) =>
  rowOf(page, code).getByRole('button', { name: new RegExp(`^${code} (dringend|Hinweis) `) });

/** A patient of Weber who has begun the survey and has an open event so many hours old. */
async function aPatientInDanger(code: string, level: CrisisLevel, hours: number): Promise<void> {
  const patient = await aPatient(services, clinic.id, { code, clinicianId: clinic.weber.id });
  await answerSurvey(app, await signIn(services, patient), { pages: 1 });
  const session = await inClinic(services, clinic.id, (db) =>
    db
      .selectFrom('survey_sessions')
      .select('id')
      .where('patient_id', '=', patient.id)
      .executeTakeFirstOrThrow(),
  );
  const at = new Date(services.now() - hours * HOUR_MS).toISOString();
  await aCrisisEvent(services, patient, session.id, { level, at });
}

const acknowledge = (page: Page) => press(page, 'Zur Kenntnis genommen');

async function relatives() {
  const family = await aClinic(services);
  const clinician = await aClinician(services, family.id);
  const of = { clinicianId: clinician.id, labels: [{ key: 'CLUSTER', value: 'S-17' } as const] };
  const [one, other] = [await aPatient(services, family.id, of), await aPatient(services, family.id, of)];
  // The same person answers for both, so that both think of the same people.
  for (const patient of [one, other]) await answerSurvey(app, await signIn(services, patient));
  return { family, clinician, one, other };
}

const family = await relatives();

walk('an open event', {
  reader: 'staff',
  open: async () => {
    await aPatientInDanger('K1', 'notice', 50);
    await aPatientInDanger('K2', 'urgent', 2);
    return openList();
  },
  states: [
    { name: 'in the list', page: 'clinicianHome', reach: (page) => openTag(page, 'K1').waitFor() },
    {
      name: 'above the result',
      page: 'clinicianHome',
      dialog: 'ResultModal',
      reach: async (page) => {
        await openTag(page, 'K1').click();
        await reads(page, 'Antwort: oft');
      },
    },
    {
      name: 'the form to acknowledge it',
      page: 'clinicianHome',
      dialog: 'AcknowledgeModal',
      reach: async (page) => {
        await acknowledge(page);
        await inDialog(page).getByLabel('Notiz (freiwillig)').fill('x'.repeat(501));
        await press(page, 'Bestätigen');
        await reads(page, 'Bitte wählen Sie aus, was getan wurde.');
      },
    },
    {
      name: 'acknowledged',
      page: 'clinicianHome',
      dialog: 'ResultModal',
      reach: async (page) => {
        await inDialog(page).getByRole('radio', { name: 'Gespräch geführt' }).check();
        await inDialog(page).getByLabel('Notiz (freiwillig)').fill('Termin vorgezogen.');
        await press(page, 'Bestätigen');
        await inDialog(page).getByText('Bestätigte Hinweise (1)').click();
      },
    },
    {
      name: 'the form to hand it over',
      page: 'clinicianHome',
      dialog: 'AcknowledgeModal',
      reach: async (page) => {
        await leave(page);
        await openTag(page, 'K2').click();
        await acknowledge(page);
        await inDialog(page).getByRole('radio', { name: 'an Vertretung übergeben' }).check();
        await press(page, 'Übergeben');
        await reads(page, 'Bitte wählen Sie aus, wer den Hinweis übernimmt.');
      },
    },
    {
      name: 'handed over',
      page: 'clinicianHome',
      dialog: 'ResultModal',
      reach: async (page) => {
        await inDialog(page).getByLabel('An wen?').selectOption('Kaya');
        await press(page, 'Übergeben');
        await reads(page, /^übergeben an Kaya am .*, noch nicht bestätigt$/);
      },
    },
  ],
});

async function chooseInProfile(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: /^Profilmenü/ }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

walk('the own account of a clinician', {
  reader: 'staff',
  open: () => openList(clinic.kaya),
  states: [
    { name: 'a list without patients', page: 'clinicianHome' },
    {
      name: 'a new deputy',
      page: 'clinicianHome',
      dialog: 'DeputyDialog',
      reach: async (page) => {
        await chooseInProfile(page, 'Vertretung und Erinnerungen');
        await inDialog(page).getByLabel('Kolleg*in').selectOption('Weber');
        const today = services.today();
        await inDialog(page).getByLabel('Erster Tag').fill(formatIsoDate(today));
        await inDialog(page)
          .getByLabel('Letzter Tag')
          .fill(formatIsoDate(addDays(today, 2)));
        await press(page, 'Vertretung speichern');
        await reads(page, 'Die Vertretung ist gespeichert.');
      },
    },
    {
      name: 'the signed-in devices',
      page: 'clinicianHome',
      dialog: 'SessionsDialog',
      reach: async (page) => {
        await leave(page);
        await signIn(services, clinic.kaya);
        await chooseInProfile(page, 'Angemeldete Geräte');
        await reads(page, 'Dieses Gerät');
      },
    },
    {
      name: 'a new password with a mistake',
      page: 'clinicianHome',
      dialog: 'PasswordDialog',
      reach: async (page) => {
        await leave(page);
        await chooseInProfile(page, 'Passwort ändern');
        await page.getByLabel('Altes Passwort', { exact: true }).fill(clinic.kaya.secret);
        await page.getByLabel('Neues Passwort', { exact: true }).fill('Neues-Kennwort-2031');
        await page.getByLabel('Neues Passwort bestätigen', { exact: true }).fill('Neues-Kennwort-2032');
        await press(page, 'Ändern');
        await reads(page, 'Das neue Passwort und das bestätigte Passwort stimmen nicht überein.');
      },
    },
  ],
});

walk('a patient who is locked out, and one who has left', {
  reader: 'staff',
  open: async () => {
    const other = await aClinic(services);
    const clinician = await aClinician(services, other.id);
    const patient = await aPatient(services, other.id, { clinicianId: clinician.id, code: 'P1001' });
    await failPatient(app, patient, 5);
    return openMyPatients(site, other.name, clinician);
  },
  states: [
    {
      name: 'a locked login',
      page: 'clinicianHome',
      dialog: 'SurveyStatusModal',
      reach: async (page) => {
        await press(page, 'Anmeldung von P1001 gesperrt');
        await reads(page, 'Anmeldung gesperrt');
      },
    },
    {
      name: 'a patient who has left the list',
      page: 'clinicianHome',
      dialog: 'GonePatient',
      reach: async (page) => {
        await page.route('**/api/auth/clinicians/patients', async (route) => {
          const response = await route.fetch();
          await route.fulfill({ response, json: { ...(await response.json()), list_patient_dto: [] } });
        });
        // The list is asked for again.
        await press(page, 'Gerät für 15 Minuten zulassen');
        await page.getByRole('alertdialog').waitFor();
      },
    },
  ],
});

walk('the question about relatives', {
  reader: 'patient',
  open: async () => {
    const page = await openPage(site, phone);
    await logInAsPatient(page, family.family, family.other);
    return page;
  },
  states: [
    {
      name: 'in the profile',
      page: 'patientHome',
      reach: async (page) => {
        await press(page, 'Profil');
        await reads(page, 'Sie haben noch nicht geantwortet');
      },
    },
  ],
});

walk('relatives side by side', {
  reader: 'staff',
  open: async () => {
    for (const patient of [family.one, family.other]) await agreed(services, patient);
    return openResultOf(openMyPatients(site, family.family.name, family.clinician), family.one.name);
  },
  states: [
    {
      name: 'both have agreed',
      page: 'clinicianHome',
      dialog: 'ResultModal',
      reach: (page) =>
        page
          .getByRole('region', { name: 'Systemansicht' })
          .getByRole('img', { name: 'Zugehörigkeit: Verläufe nebeneinander' })
          .waitFor(),
    },
  ],
});
