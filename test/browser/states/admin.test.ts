import type { Page } from 'playwright-core';
import { sql } from 'kysely';
import { addDays } from '../../../src/domain/dates.ts';
import { raiseNotice } from '../../../src/server/login/limit-queries.ts';
import { aClinic, anAdmin, aPatient, inClinic, type TestUser } from '../../builders.ts';
import { aStaffedClinic, openAdminHome } from '../admin.ts';
import { logIn, openPage, openSite } from '../browser.ts';
import { chooseFor, rowOf } from '../clinician.ts';
import { leave, press, reads } from './steps.ts';
import { type State, walk } from './walk.ts';

// The patients of an admin.

const site = await openSite();
const { services } = site;
const clinic = await aStaffedClinic(site);
const aPatientOfWeber = (code: string, admission = services.today()) =>
  aPatient(services, clinic.id, {
    code,
    admission,
    clinicianId: clinic.weber.id,
    labels: [{ key: 'CLUSTER', value: 'S-1' }],
  });
await aPatientOfWeber('P9');
await aPatientOfWeber('OFFEN', addDays(services.today(), -10));
await finishFirstSurvey(await aPatientOfWeber('FERTIG', addDays(services.today(), -10)));

async function finishFirstSurvey({ id }: TestUser): Promise<void> {
  await inClinic(services, clinic.id, (db) =>
    sql`INSERT INTO survey_sessions (clinic_id, id, patient_id, window_id, window_type, window_label, protocol_id,
        protocol_version, instruments, seed, started_at, updated_at, finished_at)
      SELECT clinic_id, gen_random_uuid(), patient_id, id, type, label, 'standard', '1', '[]', '',
        start_date + time '12:00', start_date + time '12:00', start_date + time '12:00'
      FROM survey_windows WHERE patient_id = ${id} AND type = 'PRE'`.execute(db),
  );
}

const inDialog = (page: Page) => page.getByRole('dialog').last();
const diagnoses = (page: Page) => inDialog(page).getByLabel('Diagnosen', { exact: true });

const patients: readonly State[] = [
  { name: 'patients', page: 'adminHome', reach: (page) => rowOf(page, 'P9').waitFor() },
  { name: 'menu of a row', page: 'adminHome', opener: 'P9 bearbeiten' },
  {
    name: 'response monitor',
    page: 'adminHome',
    reach: async (page) => {
      await page.getByText('Rücklauf der Befragungen').click();
      await page.getByRole('table', { name: 'Patient*innen mit stockender Befragung' }).waitFor();
    },
  },
  {
    name: 'response monitor, with a filter',
    page: 'adminHome',
    reach: (page) => page.getByRole('button', { name: /überfällige.* zeigen: Erstgespräch/ }).click(),
  },
  {
    name: 'edit',
    page: 'adminHome',
    dialog: 'EditPatient',
    reach: async (page) => {
      await page.getByText('Rücklauf der Befragungen').click();
      await chooseFor(page, 'P9', 'Patient*in bearbeiten');
      await diagnoses(page).waitFor();
    },
  },
  {
    name: 'assign',
    page: 'adminHome',
    dialog: 'AssignPatient',
    reach: async (page) => {
      await leave(page);
      await chooseFor(page, 'P9', 'Anderen Mitarbeitenden zuweisen');
      await page.getByLabel('Neue*r Mitarbeitende*r').waitFor();
    },
  },
  {
    name: 'survey status',
    page: 'adminHome',
    dialog: 'SurveyStatusModal',
    reach: async (page) => {
      await leave(page);
      await press(page, 'Anzeigen: Befragungsstatus von P9');
    },
  },
  {
    name: 'register',
    page: 'adminHome',
    dialog: 'RegisterPatient',
    reach: async (page) => {
      await leave(page);
      await press(page, 'Patient*in anlegen');
      await diagnoses(page).waitFor();
    },
  },
];

walk('the patients of an admin', {
  reader: 'staff',
  open: () => openAdminHome(site, clinic),
  states: patients,
});

const header = 'code;birth_date;gender;diagnosis_id;employee;admission;discharge;labels';
const valid = (code: string) => `${code};1990-01-31;Weiblich;F32.1;Weber;2026-01-01;2026-12-01;S-1`;
// An error or a warning at every cell.
const wrong = 'P9;1990-02-30;X;Z99;Sommer;2026-01-01;2025-12-01;<b>x</b>';
const file = (...rows: string[]) => [header, ...rows, ''].join('\r\n');

async function check(page: Page, content: string | Buffer): Promise<void> {
  const chosen = { name: 'patienten.csv', mimeType: 'text/csv', buffer: Buffer.from(content) };
  await page.getByLabel('CSV-Datei').setInputFiles(chosen);
  await press(page, 'Datei prüfen');
}

walk('an import of patients', {
  reader: 'staff',
  open: () => openAdminHome(site, clinic),
  states: [
    {
      name: 'without a file',
      page: 'adminHome',
      dialog: 'ImportModal',
      reach: async (page) => {
        await press(page, 'Patient*innen importieren');
        await page.getByText('So muss die Datei aussehen').click();
        await press(page, 'Datei prüfen');
        await reads(page, 'Sie müssen zuerst eine Datei zur Überprüfung auswählen.');
      },
    },
    {
      name: 'a file with mistakes',
      page: 'adminHome',
      dialog: 'ImportModal',
      reach: async (page) => {
        await check(page, file(valid('K7M2XP4Q'), wrong));
        await reads(page, '1 von 2 Zeilen enthält Fehler.');
      },
    },
    {
      name: 'a file in another encoding',
      page: 'adminHome',
      dialog: 'ImportModal',
      reach: async (page) => {
        const foreign = 'K7M2XP4Q;31.01.1990;Männlich;F32.1;Weber;01.01.2026;01.12.2026;Müller';
        await check(page, Buffer.from(file(foreign), 'latin1'));
        await reads(page, 'Die Datei ist nicht UTF-8-kodiert.');
      },
    },
    {
      name: 'a valid file',
      page: 'adminHome',
      dialog: 'ImportModal',
      reach: async (page) => {
        await check(page, file(valid('K7M2XP4Q'), valid('R9T3WZ5N')));
        await reads(page, '2 Patient*innen geprüft. Alle Angaben sind gültig.');
      },
    },
    {
      name: 'the sheets of the new patients',
      page: 'adminHome',
      reach: async (page) => {
        await press(page, 'Importieren');
        await page.getByRole('alertdialog').getByRole('button', { name: 'Schließen' }).click();
        await reads(page, '2 Patient*innen wurden angelegt.');
      },
    },
  ],
});

async function openClinic(prepare: (id: string) => Promise<unknown> = async () => {}): Promise<Page> {
  const { id, name } = await aClinic(services);
  await prepare(id);
  const admin = await anAdmin(services, id);
  const page = await openPage(site);
  await logIn(page, 'admin', { clinic: name, username: admin.name, secret: admin.secret });
  return page;
}

walk('an empty clinic', {
  reader: 'staff',
  open: () => openClinic(),
  states: [
    {
      name: 'the first steps',
      page: 'adminHome',
      reach: (page) => page.getByRole('region', { name: 'Die ersten Schritte' }).waitFor(),
    },
  ],
});

walk('a clinic that is attacked', {
  reader: 'staff',
  open: () =>
    openClinic((id) =>
      inClinic(services, id, (db) => raiseNotice(db, id, { kind: 'login_alarm', subject: '', minutes: 60 })),
    ),
  states: [
    {
      name: 'the notice',
      page: 'adminHome',
      reach: (page) => reads(page, 'Viele fehlgeschlagene Anmeldungen in Ihrer Klinik'),
    },
  ],
});

walk('the information of an admin', {
  reader: 'staff',
  open: () => openAdminHome(site, clinic),
  states: [
    {
      name: 'for admins',
      page: 'adminInformation',
      reach: async (page) => {
        await page.getByRole('link', { name: 'Informationen' }).first().click();
        await page.getByRole('tab').first().waitFor();
      },
    },
    ...['Mitarbeitende', 'Patient*innen'].map((tab): State => ({
      name: `for ${tab}`,
      page: 'adminInformation',
      reach: (page) => page.getByRole('tab', { name: tab }).click(),
    })),
  ],
});

walk('patients that are not there yet', {
  reader: 'staff',
  open: async () => {
    const page = await openAdminHome(site, clinic);
    await page.route('**/api/auth/clinic-admins/patients', () => undefined);
    return page;
  },
  states: [
    { name: 'the data are loading', page: 'adminHome', dialog: 'AdminHome', reach: (page) => page.reload() },
  ],
});

walk('an admin at a small window', {
  reader: 'staff on a phone',
  open: async () => {
    const page = await openAdminHome(site, clinic);
    await page.setViewportSize({ width: 320, height: 640 });
    return page;
  },
  states: [
    { name: 'patients', page: 'adminHome', reach: (page) => reads(page, 'Das Fenster ist zu klein') },
    {
      name: 'employees',
      page: 'adminHome',
      reach: async (page) => {
        await page.getByRole('main').getByRole('button', { name: 'Mitarbeitende', exact: true }).click();
        await page
          .getByRole('listitem')
          .filter({ hasText: 'Kaya' })
          .getByText('Anzahl Patient*innen')
          .waitFor();
      },
    },
  ],
});
