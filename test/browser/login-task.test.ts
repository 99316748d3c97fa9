import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { buildApp } from '../../src/server/app.ts';
import { readConfig } from '../../src/server/settings/config.ts';
import { rare } from '../amount.ts';
import { aClinic, aClinician, anAdmin, aPatient, type TestClinic, type TestUser } from '../builders.ts';
import { failPatient } from '../login-tries.ts';
import { logIn, openPage, openSite, type Site } from './browser.ts';
import { logInAgain, phone } from './patient.ts';

// The task of an account that waits has four bits more.
const site = (bits: number) => openSite({ config: { ...readConfig(undefined), proofOfWorkBits: bits } });

// More bits than a computer solves by chance while the test looks.
const NEVER_SOLVED = 40;

let quick: Site;
before(async () => {
  quick = await site(8);
});

type Locked = { clinic: TestClinic; clinician: TestUser; patient: TestUser };

async function aLockedPatient({ services }: Site): Promise<Locked> {
  const clinic = await aClinic(services);
  const clinician = await aClinician(services, clinic.id);
  const patient = await aPatient(services, clinic.id, { clinicianId: clinician.id, code: 'P1001' });
  const app = await buildApp(services);
  await failPatient(app, patient, 5);
  await app.close();
  return { clinic, clinician, patient };
}

const tryToLogIn = async (page: Page, { clinic, patient }: Locked) => {
  await page.goto('/loginpatient');
  await logInAgain(page, clinic, patient);
};

test('a phone solves the task of a code that waits and logs in by itself', async () => {
  const locked = await aLockedPatient(quick);
  const page = await openPage(quick, phone);
  await tryToLogIn(page, locked);
  await page.waitForURL('**/patients');
});

rare(
  'during a long task the page says why, shows the progress and stays usable, and the patient can stop it',
  async () => {
    const slow = await site(NEVER_SOLVED);
    const locked = await aLockedPatient(slow);
    const page = await openPage(slow, phone);
    await tryToLogIn(page, locked);
    await page.getByText('löst Ihr Gerät deshalb eine Rechenaufgabe').waitFor();
    const progress = page.getByRole('progressbar', { name: 'Fortschritt der Rechenaufgabe' });
    await progress.waitFor();
    await page.getByRole('button', { name: 'Abbrechen' }).click();
    await progress.waitFor({ state: 'detached' });
    await page
      .getByText(/Die Rechenaufgabe ist nicht fertig geworden.*\d+ (Sekunden|Minute) warten/)
      .waitFor();
    assert.equal(new URL(page.url()).pathname, '/loginpatient');
    assert.equal(await page.getByLabel('Ihre ID', { exact: true }).inputValue(), locked.patient.name);
  },
);

test('a clinician sees that the login of a patient is locked, and lets a device in with one click', async () => {
  const slow = await site(NEVER_SOLVED);
  const locked = await aLockedPatient(slow);
  const page = await openPage(slow);
  const { clinic, clinician } = locked;
  await logIn(page, 'clinician', { clinic: clinic.name, username: clinician.name, secret: clinician.secret });
  await page.getByRole('button', { name: 'Anmeldung von P1001 gesperrt' }).click();
  await page.getByText('Anmeldung gesperrt', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Gerät für 15 Minuten zulassen' }).click();
  await page.getByText('auf einem neuen Gerät anmelden, mit höchstens fünf Versuchen').waitFor();
  const device = await openPage(slow, phone);
  await tryToLogIn(device, locked);
  await device.waitForURL('**/patients');
});

rare('an admin lets a device in, too', async () => {
  const { clinic } = await aLockedPatient(quick);
  const admin = await anAdmin(quick.services, clinic.id);
  const page = await openPage(quick);
  await logIn(page, 'admin', { clinic: clinic.name, username: admin.name, secret: admin.secret });
  await page.getByRole('button', { name: 'Anmeldung von P1001 gesperrt' }).click();
  await page.getByRole('button', { name: 'Gerät für 15 Minuten zulassen' }).click();
  await page.getByText('auf einem neuen Gerät anmelden, mit höchstens fünf Versuchen').waitFor();
});
