import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import type { Page } from 'playwright-core';
import { buildApp } from '../../src/server/app.ts';
import { cellPlace } from '../../src/server/keys/cells.ts';
import { decryptField, encryptField } from '../../src/server/keys/keys.ts';
import { listAddresses, upsertMailAddress } from '../../src/server/mail/address-queries.ts';
import { rare } from '../amount.ts';
import { aClinic, aPatient, inClinic, signIn, type TestClinic, type TestUser } from '../builders.ts';
import { pageOf } from '../survey-calls.ts';
import { nextPage } from './answer-page.ts';
import { openPage, openSite, type Site } from './browser.ts';
import { logInAsPatient, openSurvey, phone } from './patient.ts';

// The page that asks for e-mail addresses: one is typed once, and a known one is shown masked.

let site: Site;
let app: FastifyInstance;
let clinic: TestClinic;
before(async () => {
  site = await openSite();
  app = await buildApp(site.services);
  clinic = await aClinic(site.services, { name: 'Ambulanz Musterstadt' });
});

const fields = (page: Page) => page.getByRole('textbox', { name: 'E-Mail-Adresse' });
const same = (page: Page) => page.getByRole('checkbox', { name: 'Für alle Befragungen dieselbe Adresse' });

async function openAddresses(page: Page, patient: TestUser): Promise<void> {
  await pageOf(app, await signIn(site.services, patient), ({ type }) => type.startsWith('EMAIL'));
  await openSurvey(page, clinic, patient);
}

const placeOf = ({ clinicId, id }: TestUser, kind: string) =>
  cellPlace('mail_addresses|address_encrypted', { clinicId, patientId: id, kind });

/** The stored addresses by kind. */
function stored(patient: TestUser): Promise<Record<string, string>> {
  const { keys } = site.services;
  return inClinic(site.services, patient.clinicId, async (db) => {
    const rows = await listAddresses(db, { clinicId: patient.clinicId, patientId: patient.id });
    return Object.fromEntries(
      rows.map(({ kind, address_encrypted: address }) => [
        kind,
        decryptField(keys, address, placeOf(patient, kind)),
      ]),
    );
  });
}

async function keep(patient: TestUser, kind: 'INTERMEDIATE' | 'POST', address: string): Promise<void> {
  const key = { clinicId: patient.clinicId, patientId: patient.id };
  await inClinic(site.services, patient.clinicId, (db) =>
    upsertMailAddress(db, key, kind, {
      address: encryptField(site.services.keys, address, placeOf(patient, kind)),
      at: new Date().toISOString(),
    }),
  );
}

test('an address that is typed once is stored for every kind of survey', async () => {
  const page = await openPage(site, phone);
  const patient = await aPatient(site.services, clinic.id);
  await openAddresses(page, patient);
  assert.equal(await fields(page).count(), 1);
  assert.ok(await same(page).isChecked());
  assert.deepEqual(
    [await fields(page).getAttribute('name'), await fields(page).getAttribute('autocomplete')],
    ['email', 'off'],
  );
  await fields(page).fill('mia@');
  await page.getByRole('button', { name: 'Weiter' }).click();
  await page.getByText('Die E-Mail ist nicht valide.').waitFor();
  await fields(page).fill('mia@example.org');
  await nextPage(page);
  const mia = 'mia@example.org';
  assert.deepEqual(await stored(patient), { INTERMEDIATE: mia, POST: mia, FOLLOW_UP: mia });
});

rare(
  'known addresses are shown masked, each at its field, and empty fields leave them as they are',
  async () => {
    const page = await openPage(site, phone);
    const patient = await aPatient(site.services, clinic.id);
    await keep(patient, 'INTERMEDIATE', 'mia.muster@web.de');
    await keep(patient, 'POST', 'anders@example.org');
    await openAddresses(page, patient);
    assert.equal(await same(page).isChecked(), false, 'they differ');
    assert.equal(await fields(page).count(), 3);
    await page.getByText('Gespeichert: m…@web.de. Leer lassen heißt: so lassen.').waitFor();
    await page.getByText('Gespeichert: a…@example.org. Leer lassen heißt: so lassen.').waitFor();
    assert.equal((await page.content()).includes('mia.muster'), false);
    await fields(page).nth(1).fill('neu@example.org');
    await nextPage(page);
    assert.deepEqual(await stored(patient), { INTERMEDIATE: 'mia.muster@web.de', POST: 'neu@example.org' });
  },
);

rare(
  'one press shows a field for each kind of survey, and another fills them all from the first',
  async () => {
    const page = await openPage(site, phone);
    const patient = await aPatient(site.services, clinic.id);
    await openAddresses(page, patient);
    await fields(page).fill('mia@example.org');
    await same(page).uncheck();
    assert.equal(await fields(page).count(), 3);
    await fields(page).nth(2).fill('danach@example.org');
    await same(page).check();
    await same(page).uncheck();
    assert.equal(await fields(page).nth(2).inputValue(), 'mia@example.org');
  },
);

test('the page announces the mail of confirmation, and the profile shows the address until it is erased', async () => {
  const page = await openPage(site, phone);
  const patient = await aPatient(site.services, clinic.id);
  await openAddresses(page, patient);
  await page.getByText('Sie erhalten eine E-Mail, um die Adresse zu bestätigen.').waitFor();
  await fields(page).fill('mia.muster@web.de');
  await nextPage(page);
  await seeProfile(patient);
});

async function seeProfile(patient: TestUser): Promise<void> {
  const page = await openPage(site, phone);
  await logInAsPatient(page, clinic, patient);
  await page.getByRole('heading', { level: 1, name: 'Willkommen' }).waitFor();
  await page.getByRole('button', { name: 'Profil', exact: true }).click();
  await page.getByText('m…@web.de (noch nicht bestätigt)').waitFor();
  await page.getByRole('button', { name: 'E-Mail noch einmal senden' }).click();
  const early = page.getByRole('alertdialog').getByText('Zu viele Versuche.');
  await early.waitFor();
  await page.getByRole('button', { name: 'Schließen' }).click();
  await page.getByRole('button', { name: 'Adresse löschen' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Behalten' }).click();
  assert.notDeepEqual(await stored(patient), {});
  await page.getByRole('button', { name: 'Adresse löschen' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click();
  await page.getByText('Es ist keine E-Mail-Adresse mehr gespeichert.').waitFor();
  assert.equal(await page.getByText('m…@web.de').count(), 0);
  assert.deepEqual(await stored(patient), {});
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'H3');
}
