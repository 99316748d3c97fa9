import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import type { Page } from 'playwright-core';
import { buildApp } from '../../src/server/app.ts';
import {
  aClinic,
  aClinician,
  aPatient,
  inClinic,
  signIn,
  type TestClinic,
  type TestUser,
} from '../builders.ts';
import { rare } from '../amount.ts';
import { call } from '../call.ts';
import { agreed } from '../sharing.ts';
import { answerSurvey } from '../survey-calls.ts';
import { openPage, openSite, type Site } from './browser.ts';
import { openMyPatients, openResultOf } from './clinician.ts';
import { logInAsPatient, phone } from './patient.ts';

// Relatives side by side: the question to the patient, and what the clinician sees of the answer (record 140).

const QUESTION =
  'Dürfen Ihre Ergebnisse in gemeinsamen Gesprächen neben denen Ihrer Angehörigen gezeigt werden?';

let site: Site;
let app: FastifyInstance;
let clinic: TestClinic;
before(async () => {
  site = await openSite();
  app = await buildApp(site.services);
  clinic = await aClinic(site.services, { name: 'Ambulanz Musterstadt' });
});

async function relatives() {
  const clinician = await aClinician(site.services, clinic.id);
  const of = { clinicianId: clinician.id, labels: [{ key: 'CLUSTER', value: 'S-17' } as const] };
  const one = await aPatient(site.services, clinic.id, of);
  const other = await aPatient(site.services, clinic.id, of);
  // The same person answers for both, so that both think of the same people.
  for (const patient of [one, other]) await answerSurvey(app, await signIn(site.services, patient));
  return { clinician, one, other };
}

async function openProfile(patient: TestUser): Promise<Page> {
  const page = await openPage(site, phone);
  await logInAsPatient(page, clinic, patient);
  await page.getByRole('button', { name: 'Profil', exact: true }).click();
  return page;
}

test('a patient agrees and withdraws under "Profil", and the clinician sees both at once', async () => {
  const { clinician, one, other } = await relatives();
  await agreed(site.services, one);
  const patient = await openProfile(other);
  await patient.getByText(QUESTION).waitFor();
  assert.equal(await patient.getByText('Sie haben noch nicht geantwortet').isVisible(), true);
  await patient.getByRole('button', { name: 'Ja, das ist in Ordnung' }).click();
  await patient.getByText('Ihre Antwort ist gespeichert und gilt ab sofort.').waitFor();
  const page = await openResultOf(
    openMyPatients(site, clinic.name, clinician, { viewport: { width: 1440, height: 900 } }),
    one.name,
  );
  const view = page.getByRole('region', { name: 'Systemansicht' });
  await view.getByRole('img', { name: 'Zugehörigkeit: Verläufe nebeneinander' }).waitFor();
  assert.equal(await view.getByText(`B: ${other.name}`).isVisible(), true);
  const download = page.waitForEvent('download');
  await view.getByRole('button', { name: 'Systemansicht als PDF' }).click();
  assert.equal((await download).suggestedFilename(), `Systemansicht ${one.name}.pdf`);
  await patient.getByRole('button', { name: 'Zustimmung zurücknehmen' }).click();
  await patient.getByText('Ihre Ergebnisse werden nicht gezeigt.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Schließen' }).last().click();
  await openResultOf(Promise.resolve(page), one.name);
  await view.getByText(`Ohne Zustimmung und deshalb nicht gezeigt: ${other.name}`).waitFor();
  assert.equal(await view.getByRole('img').count(), 0);
});

/** Two relatives who agreed, and the clinician with their view open. */
async function openView() {
  const { clinician, one, other } = await relatives();
  for (const patient of [one, other]) await agreed(site.services, patient);
  const page = await openResultOf(openMyPatients(site, clinic.name, clinician), one.name);
  const view = page.getByRole('region', { name: 'Systemansicht' });
  await view.getByRole('button', { name: 'Systemansicht als PDF' }).waitFor();
  return { page, view, one, other };
}

const withdraw = async (patient: TestUser) =>
  call(app, 'setSharing', { as: await signIn(site.services, patient), body: { allowed: false } });

const moveAway = async (patient: TestUser) => {
  const { id } = await aClinician(site.services, clinic.id);
  await inClinic(site.services, clinic.id, (db) =>
    db.updateTable('patients').set({ clinician_id: id }).where('id', '=', patient.id).execute(),
  );
};

for (const [name, target, inRun] of [
  ['gets the focus', 'window', test],
  ['becomes visible', 'document', rare],
] as const)
  void inRun(`an open view shows no curve of a person who withdrew, once the window ${name}`, async () => {
    const { page, view, other } = await openView();
    await withdraw(other);
    await page.evaluate(
      (where) =>
        where === 'window'
          ? window.dispatchEvent(new Event('focus'))
          : document.dispatchEvent(new Event('visibilitychange')),
      target,
    );
    await view.getByText(`Ohne Zustimmung und deshalb nicht gezeigt: ${other.name}`).waitFor();
    assert.equal(await view.getByRole('img').count(), 0);
  });

rare('a refused PDF says kindly what has changed, and the view follows', async () => {
  const { page, view, other } = await openView();
  await withdraw(other);
  await view.getByRole('button', { name: 'Systemansicht als PDF' }).click();
  await page.getByText('Eine Zustimmung oder eine Zuweisung hat sich inzwischen geändert.').waitFor();
  assert.equal(await page.getByText('nicht gefunden').count(), 0);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Schließen' }).click();
  await view.getByText(`Ohne Zustimmung und deshalb nicht gezeigt: ${other.name}`).waitFor();
  assert.equal(await view.getByRole('img').count(), 0);
});

rare('without the relative there is no region, and without the patient one sentence', async () => {
  const { page, view, one, other } = await openView();
  await moveAway(other);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await view.waitFor({ state: 'detached' });
  await moveAway(one);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await page.getByText('Die Systemansicht steht Ihnen deshalb nicht mehr offen.').waitFor();
});

rare('a patient without a System-ID is not asked', async () => {
  const page = await openProfile(await aPatient(site.services, clinic.id));
  await page.getByText('Es ist keine E-Mail-Adresse gespeichert.').waitFor();
  assert.equal(await page.getByText(QUESTION).count(), 0);
});

rare('the home of a patient leads to the question about relatives until it is answered', async () => {
  const patient = await aPatient(site.services, clinic.id, { labels: [{ key: 'CLUSTER', value: 'S-17' }] });
  const page = await openPage(site, phone);
  await logInAsPatient(page, clinic, patient);
  await page.getByRole('link', { name: 'Zur Frage unter „Profil“' }).click();
  await page.getByText(QUESTION).waitFor();
  await page.getByRole('button', { name: 'Nein, lieber nicht' }).click();
  await page.getByRole('link', { name: 'Zur Frage unter „Profil“' }).waitFor({ state: 'detached' });
});
