import type { Page } from 'playwright-core';
import { aClinic, aClinician } from '../../builders.ts';
import { codeAt, offerSecondFactor } from '../../second-factor.ts';
import { logIn, openPage, openSite } from '../browser.ts';
import { leave, opened, press, reads } from './steps.ts';
import { walk } from './walk.ts';

// The logins of the staff, the registration of an admin, and the second factor.

// Every new code advances the server's clock, so that all codes differ.
let skew = 0;
const site = await openSite({ now: () => Date.now() + skew });
const { services } = site;
const { id, name: clinic } = await aClinic(services);
await offerSecondFactor(services, [id]);
const clinician = await aClinician(services, id);
const login = { clinic, username: clinician.name, secret: clinician.secret };

function nextCode(secret: string): string {
  skew += 30_000;
  return codeAt(secret, Date.now() + skew);
}

async function refused(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button').last().click();
  await page.locator('[aria-invalid="true"]').first().waitFor();
}

walk('the ways in of the staff', {
  reader: 'staff',
  open: () => openPage(site),
  states: [
    {
      name: 'login of a clinician',
      page: 'loginClinician',
      reach: opened('Anmeldung für Mitarbeitende'),
    },
    { name: 'login of a clinician, refused', page: 'loginClinician', reach: refused },
    { name: 'login of an admin', page: 'loginAdmin', reach: opened('Anmeldung für Klinik-Admins') },
    { name: 'login of an admin, refused', page: 'loginAdmin', reach: refused },
    { name: 'registration', page: 'register', reach: opened('Admin registrieren') },
    { name: 'registration, refused', page: 'register', reach: refused },
    {
      name: 'registered, with the password',
      page: 'register',
      reach: async (page) => {
        const { name } = await aClinic(services);
        await page.reload();
        await page.getByLabel('Klinik', { exact: true }).selectOption({ label: name });
        await page.getByLabel('Benutzername').fill('Leitung1');
        await press(page, 'Registrieren');
        await page.getByRole('code').waitFor();
      },
    },
  ],
});

let secret = '';

async function openDialog(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.getByRole('button', { name: /^Profilmenü/ }).click();
  await page.getByRole('menuitem', { name: 'Zwei-Faktor-Anmeldung' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Einrichten|Ausschalten)$/ })
    .waitFor();
}

const password = (page: Page) => page.getByRole('dialog').getByLabel('Ihr Passwort', { exact: true });

walk('the second factor', {
  reader: 'staff',
  open: async () => {
    const page = await openPage(site);
    await logIn(page, 'clinician', login);
    return page;
  },
  states: [
    {
      name: 'begin, with a wrong password',
      page: 'clinicianHome',
      dialog: 'BeginModal',
      reach: async (page) => {
        await openDialog(page);
        await password(page).fill('Falsch-geraten-1');
        await press(page, 'Einrichten');
        await reads(page, 'Das Passwort ist nicht richtig.');
      },
    },
    {
      name: 'the key for the app',
      page: 'clinicianHome',
      dialog: 'ConfirmModal',
      reach: async (page) => {
        await password(page).fill(clinician.secret);
        await press(page, 'Einrichten');
        secret = (await page.getByRole('dialog').getByRole('code').innerText()).replaceAll(/\s/g, '');
      },
    },
    {
      name: 'the recovery codes',
      page: 'clinicianHome',
      dialog: 'RecoveryCodesModal',
      reach: async (page) => {
        await page.getByRole('dialog').getByLabel('Code aus der App').fill(nextCode(secret));
        await press(page, 'Bestätigen');
        await page.getByRole('alertdialog').getByRole('listitem').first().waitFor();
      },
    },
    {
      name: 'set up',
      page: 'clinicianHome',
      dialog: 'StateModal',
      reach: async (page) => {
        await press(page, 'Ich habe die Codes gesichert');
        await openDialog(page);
      },
    },
    {
      name: 'new recovery codes',
      page: 'clinicianHome',
      dialog: 'ProveModal',
      reach: async (page) => {
        await press(page, 'Neue Wiederherstellungscodes');
        await page.getByRole('dialog', { name: 'Neue Wiederherstellungscodes' }).waitFor();
      },
    },
    {
      name: 'not reached',
      page: 'clinicianHome',
      dialog: 'SecondFactorDialog',
      reach: async (page) => {
        await leave(page);
        await page.route('**/api/auth/second-factor', (route) => route.fulfill({ status: 500 }));
        await page.getByRole('button', { name: /^Profilmenü/ }).click();
        await page.getByRole('menuitem', { name: 'Zwei-Faktor-Anmeldung' }).click();
        await page.getByRole('dialog').getByRole('alert').waitFor();
      },
    },
    {
      name: 'the code at the login',
      page: 'loginClinician',
      reach: async (page) => {
        await leave(page);
        await page.getByRole('button', { name: /^Profilmenü/ }).click();
        await page.getByRole('menuitem', { name: 'Logout' }).click();
        await reads(page, 'Sie sind abgemeldet.');
        await page.getByLabel('Klinik', { exact: true }).selectOption({ label: clinic });
        await page.getByLabel('Mitarbeitenden-ID').fill(clinician.name);
        await page.getByLabel('Passwort', { exact: true }).fill(clinician.secret);
        await press(page, 'Anmelden');
        await page.getByLabel('Code aus der App').waitFor();
      },
    },
  ],
});
