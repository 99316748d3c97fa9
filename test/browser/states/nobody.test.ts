import { before } from 'node:test';
import type { Page } from 'playwright-core';
import { buildApp } from '../../../src/server/app.ts';
import { readConfig } from '../../../src/server/settings/config.ts';
import { aClinic, aPatient, type TestClinic } from '../../builders.ts';
import { failPatient } from '../../login-tries.ts';
import { openPage, openSite, type Site } from '../browser.ts';
import { logInAgain, logInAsPatient, phone } from '../patient.ts';
import { opened, press, reads } from './steps.ts';
import { walk } from './walk.ts';

// What everybody can see, and the way of a patient through the login.

let site: Site;
let clinic: TestClinic;
before(async () => {
  site = await openSite();
  clinic = await aClinic(site.services, { name: 'Ambulanz Musterstadt' });
  // Of a single clinic the login needs no choice.
  await aClinic(site.services);
});

walk('the public pages', {
  reader: 'patient',
  open: () => openPage(site, phone),
  states: [
    { name: 'start', page: 'landing', reach: opened('Resonanz') },
    { name: 'imprint', page: 'imprint', reach: opened('Impressum') },
    { name: 'privacy', page: 'privacy', reach: opened('Datenschutz') },
    { name: 'contact', page: 'contact', reach: opened('Kontakt') },
    { name: 'accessibility', page: 'accessibility', reach: opened('Erklärung zur Barrierefreiheit') },
    { name: 'not found', page: null, reach: (page) => opened('Seite nicht gefunden')(page, '/nirgendwo') },
    {
      name: 'help in a crisis',
      page: null,
      dialog: 'HelpDialog',
      reach: (page) => press(page, 'Hilfe in einer Krise'),
    },
  ],
});

async function fill(page: Page, id: string, date: string): Promise<void> {
  await page.getByLabel('Klinik', { exact: true }).selectOption({ label: clinic.name });
  await page.getByLabel('Ihre ID', { exact: true }).fill(id);
  await page.getByLabel('Geburtsdatum (tt.mm.jjjj)', { exact: true }).fill(date);
  await press(page, 'Anmelden');
}

walk('the login of a patient', {
  reader: 'patient',
  open: () => openPage(site, phone),
  states: [
    {
      name: 'login',
      page: 'loginPatient',
      reach: async (page, path) => {
        await opened('Anmeldung für Patient*innen')(page, path);
        await page.getByText('ID vergessen?').click();
      },
    },
    { name: 'scheme menu', page: 'loginPatient', opener: 'Darstellung' },
    {
      name: 'errors',
      page: 'loginPatient',
      reach: async (page) => {
        await press(page, 'Anmelden');
        await reads(page, 'Keine Klinik ausgewählt.');
      },
    },
    {
      name: 'refused',
      page: 'loginPatient',
      reach: async (page) => {
        await fill(page, 'P1001', '02.01.1990');
        await reads(page, 'Ihre Anmeldedaten sind fehlerhaft');
      },
    },
    {
      name: 'contact',
      page: 'loginPatient',
      dialog: 'ContactDialog',
      reach: (page) => press(page, 'Kontakt'),
    },
  ],
});

walk('a login that fails twice', {
  reader: 'patient',
  open: () => openPage(site, phone),
  states: [
    {
      name: 'the way to the clinic',
      page: 'loginPatient',
      reach: async (page, path) => {
        await page.route('**/api/clinics', (route) =>
          route.fulfill({ json: [{ id: clinic.id, name: clinic.name, contact: 'Telefon 030 123456' }] }),
        );
        await page.goto(path);
        for (const date of ['02.02.1990', '03.02.1990']) {
          const answered = page.waitForResponse('**/api/patients/login');
          await fill(page, 'Niemand1', date);
          await answered;
        }
        await page.getByRole('link', { name: '030 123456' }).waitFor();
      },
    },
  ],
});

// More bits than a computer solves by chance while the walk looks.
const NEVER_SOLVED = 40;

walk('a login that must wait for the task of the device', {
  reader: 'patient',
  open: async () => {
    const slow = await openSite({ config: { ...readConfig(undefined), proofOfWorkBits: NEVER_SOLVED } });
    const waiting = await aClinic(slow.services);
    const patient = await aPatient(slow.services, waiting.id);
    const app = await buildApp(slow.services);
    await failPatient(app, patient, 5);
    await app.close();
    const page = await openPage(slow, phone);
    await page.goto('/loginpatient');
    await logInAgain(page, waiting, patient);
    return page;
  },
  states: [
    {
      name: 'the task',
      page: 'loginPatient',
      reach: (page) => page.getByRole('progressbar', { name: 'Fortschritt der Rechenaufgabe' }).waitFor(),
    },
  ],
});

walk('a login after a logout', {
  reader: 'patient',
  open: () => openPage(site, phone),
  states: [
    {
      name: 'logged out',
      page: 'loginPatient',
      reach: async (page) => {
        await logInAsPatient(page, clinic, await aPatient(site.services, clinic.id));
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.getByRole('button', { name: /^Profilmenü/ }).click();
        await page.getByRole('menuitem', { name: 'Logout' }).click();
        await reads(page, 'Sie sind abgemeldet.');
      },
    },
  ],
});

/** A page whose scripts cannot go on, which is an error of the page. */
async function openBroken(): Promise<Page> {
  const page = await openPage(site, phone);
  page.removeAllListeners('pageerror');
  return page;
}

walk('a page without its script', {
  reader: 'patient',
  open: openBroken,
  states: [
    {
      name: 'the offer to load it again',
      page: 'loginPatient',
      reach: async (page, path) => {
        await page.route(/\/assets\/app-[^/]*\.js$/, (route) => route.abort());
        await page.goto(path);
        await reads(page, 'Wird geladen …');
        // Lets the time pass that the page waits for its scripts.
        await page.evaluate(() => document.getAnimations().forEach((animation) => animation.finish()));
        await page.getByRole('alert').waitFor();
      },
    },
  ],
});

walk('a browser that is too old', {
  reader: 'patient',
  open: openBroken,
  states: [
    {
      name: 'the browsers that work',
      page: 'loginPatient',
      reach: async (page, path) => {
        await page.addInitScript(() => Reflect.deleteProperty(window, 'BroadcastChannel'));
        await page.goto(path);
        await page.getByRole('heading', { name: 'Ihr Browser ist zu alt für diese Seite' }).waitFor();
      },
    },
  ],
});

const aDocument = (name: string) => ({
  name,
  page: null,
  reach: (page: Page) => page.goto(`/documents/${name}.html`),
});

walk('the documents', {
  reader: 'document',
  open: () => openPage(site, phone),
  states: [
    'anleitung-patienten',
    'suizidalitaet-mitarbeitende',
    'suizidalitaet-admins',
    'schulungsfolien',
    'testmanual',
    'testmanual-dep',
  ].map(aDocument),
});
