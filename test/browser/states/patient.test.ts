import { before } from 'node:test';
import type { Page } from 'playwright-core';
import { addDays } from '../../../src/domain/dates.ts';
import { todayIn } from '../../../src/domain/today.ts';
import { buildApp } from '../../../src/server/app.ts';
import { aClinic, aPatient, clinicNamed, inClinic, signIn } from '../../builders.ts';
import { failPatient } from '../../login-tries.ts';
import { answerSurvey } from '../../survey-calls.ts';
import { openDemoSite, openPage, reportStyled, type Site } from '../browser.ts';
import { logInAsPatient, phone } from '../patient.ts';
import { leave, opened, press, reads } from './steps.ts';
import { walk } from './walk.ts';

// The home of a patient and what it leads to, with the demo data: they have windows in every state.

const clinic = { name: 'Ambulanz Musterstadt' };
/** The number of days that the clock of the server is ahead. */
let daysLater = 0;

let site: Site;
before(async () => {
  site = await openDemoSite({ today: () => addDays(todayIn('Europe/Berlin', Date.now()), daysLater) });
});

const openHome = (code: string) => async () => {
  const page = await openPage(site, phone);
  await logInAsPatient(page, clinic, { name: code });
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
};

async function openSections(page: Page): Promise<void> {
  for (const name of ['Profil', 'Befragungen', 'Berichte', 'Ambulanz'])
    await page.getByRole('main').getByRole('button', { name, exact: true }).click();
  await page.getByRole('link', { name: 'Bericht ansehen: Nachsorge 6 Monate' }).last().waitFor();
}

async function unfoldReport(page: Page): Promise<void> {
  await reportStyled(page);
  for (const summary of await page.locator('.rz-report summary').all()) await summary.click();
}

walk('the overview of a patient', {
  reader: 'patient',
  open: openHome('P1005'),
  states: [
    { name: 'every section', page: 'patientHome', reach: openSections },
    {
      name: 'past surveys',
      page: 'patientHome',
      reach: (page) => page.getByRole('tab', { name: 'Abgelaufen' }).click(),
    },
    {
      name: 'planned surveys',
      page: 'patientHome',
      reach: (page) => page.getByRole('tab', { name: 'Geplant' }).click(),
    },
    { name: 'profile menu', page: 'patientHome', opener: /^Profilmenü/ },
    { name: 'menu of a phone', page: 'patientHome', dialog: 'Sidebar', opener: 'Menü' },
    { name: 'information', page: 'patientInformation', reach: opened('Informationen') },
    {
      name: 'a page of the staff',
      page: null,
      reach: (page) => opened('Keine Berechtigung')(page, '/clinician'),
    },
  ],
});

walk('the report of a patient', {
  reader: 'patient',
  open: openHome('P1005'),
  states: [
    {
      name: 'everything open',
      page: 'patientReport',
      reach: async (page, path) => {
        await opened('Ihr Bericht')(page, path);
        await unfoldReport(page);
      },
    },
    {
      name: 'ways to print',
      page: 'patientReport',
      reach: (page) => page.getByText('Bericht drucken').click(),
    },
    {
      name: 'the earlier of two reports',
      page: 'patientReport',
      reach: async (page, path) => {
        daysLater = 180;
        await answerFollowUp('P1005');
        await page.goto(path);
        await page
          .getByRole('navigation', { name: 'Messzeitpunkte' })
          .getByRole('link', { name: 'Nachsorge 6 Monate' })
          .click();
        await page.getByRole('heading', { name: 'Ihr Bericht: Nachsorge 6 Monate' }).waitFor();
        await reportStyled(page);
        daysLater = 0;
      },
    },
  ],
});

async function answerFollowUp(code: string): Promise<void> {
  const { services } = site;
  const clinicId = await clinicNamed(services, clinic.name);
  const { id } = await inClinic(services, clinicId, (db) =>
    db.selectFrom('patients').select('id').where('code', '=', code).executeTakeFirstOrThrow(),
  );
  const app = await buildApp(services);
  await answerSurvey(app, await signIn(services, { clinicId, id, role: 'patient', name: code, secret: '' }));
  await app.close();
}

walk('a survey that is left', {
  reader: 'patient',
  open: openHome('P1002'),
  states: [
    {
      name: 'explained button',
      page: 'survey',
      endsWithFocus: true,
      reach: async (page) => {
        await page.getByRole('link', { name: 'Befragung fortsetzen' }).first().click();
        await page.getByRole('button', { name: 'Zurück' }).focus();
        await page.getByRole('tooltip').waitFor();
      },
    },
    { name: 'sizes of letters', page: 'survey', opener: /^Schriftgröße/ },
    {
      name: 'missing answers',
      page: 'survey',
      reach: async (page) => {
        await press(page, 'Weiter');
        await reads(page, 'Bitte beantworten Sie diese Frage.');
      },
    },
    {
      name: 'question on leaving',
      page: 'survey',
      dialog: 'Messages',
      reach: (page) => page.getByRole('link', { name: 'Pause machen' }).click(),
    },
  ],
});

walk('the news of a login', {
  reader: 'patient',
  open: () => openPage(site, phone),
  states: [
    {
      name: 'failed tries',
      page: 'patientHome',
      dialog: 'Announcements',
      reach: async (page) => {
        const calm = await aClinic(site.services);
        const patient = await aPatient(site.services, calm.id);
        const app = await buildApp(site.services);
        await failPatient(app, patient, 2);
        await app.close();
        await logInAsPatient(page, calm, patient);
        await reads(page, 'Bei der Anmeldung gab es 2 falsche Versuche');
      },
    },
  ],
});

walk('the news of a login at a device of the clinic', {
  reader: 'patient',
  open: async () => {
    for (let logins = 0; logins < 2; logins += 1) await openHome('P1004')();
    await inClinic(site.services, await clinicNamed(site.services, clinic.name), (db) =>
      db.updateTable('login_sessions').set({ at_staff_device: true }).execute(),
    );
    return openHome('P1004')();
  },
  states: [
    {
      name: 'another device',
      page: 'patientHome',
      reach: (page) => reads(page, /^Ein neues Gerät hat sich am /),
    },
  ],
});

walk('a home that is not there yet', {
  reader: 'patient',
  open: async () => {
    const page = await openPage(site, phone);
    await page.route('**/api/auth/patients/stws', () => undefined);
    await logInAsPatient(page, clinic, { name: 'P1003' });
    return page;
  },
  states: [{ name: 'the data are loading', page: 'patientHome', dialog: 'PatientHome' }],
});

const part = /\/assets\/SessionsDialog-[^/]*\.js$/;
const { promise: waits, resolve: giveUp } = Promise.withResolvers<void>();

walk('parts that cannot be loaded', {
  reader: 'patient',
  open: async () => {
    const page = await openPage(site, phone);
    await page.route(part, async (route) => {
      await waits;
      await route.abort();
    });
    await logInAsPatient(page, clinic, { name: 'P1003' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  },
  states: [
    {
      name: 'a dialog that is loading',
      page: 'patientHome',
      dialog: 'LazyDialog',
      reach: async (page) => {
        await page.getByRole('button', { name: /^Profilmenü/ }).click();
        await page.getByRole('menuitem', { name: 'Angemeldete Geräte' }).click();
      },
    },
    {
      name: 'a dialog',
      page: 'patientHome',
      dialog: 'DialogFailed',
      reach: async (page) => {
        giveUp();
        await page.getByRole('alertdialog').waitFor();
      },
    },
    {
      name: 'a page',
      page: 'patientInformation',
      reach: async (page, path) => {
        await leave(page);
        await page.route(/\/assets\/Information-[^/]*\.js$/, (route) => route.abort());
        await opened('Ein Teil der Seite konnte nicht geladen werden.')(page, path);
      },
    },
  ],
});

walk('a new version', {
  reader: 'patient',
  open: openHome('P1003'),
  states: [
    {
      name: 'a new version',
      page: 'patientHome',
      dialog: 'Announcements',
      reach: async (page, path) => {
        await page.route('**/api/**', async (route) => {
          const response = await route.fetch();
          const headers = { ...response.headers(), 'x-page-script': '/assets/app-New.js' };
          await route.fulfill({ response, headers });
        });
        await page.goto(path);
        await page.getByRole('alertdialog', { name: 'Es gibt eine neue Version' }).waitFor();
      },
    },
  ],
});
