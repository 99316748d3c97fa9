import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { raiseNotice } from '../../src/server/login/limit-queries.ts';
import { buildApp } from '../../src/server/app.ts';
import { aClinic, aClinician, anAdmin, aPatient, inClinic, signIn, type TestClinic } from '../builders.ts';
import { call } from '../call.ts';
import { failPatient } from '../login-tries.ts';
import { eventually, logIn, openPage, openSite, type Site } from './browser.ts';
import { logInAsPatient, phone } from './patient.ts';

let site: Site;
let clinic: TestClinic;
before(async () => {
  site = await openSite();
  clinic = await aClinic(site.services, { name: 'Ambulanz Musterstadt' });
});

test('the admin of an attacked clinic sees the beginning of the attack, the number of failed logins and the next steps', async () => {
  const admin = await anAdmin(site.services, clinic.id);
  const app = await buildApp(site.services);
  await failPatient(app, { clinicId: clinic.id, name: 'RATEN' }, 3);
  await app.close();
  const notice = { kind: 'login_alarm', subject: '', minutes: 60 } as const;
  await inClinic(site.services, clinic.id, (db) => raiseNotice(db, clinic.id, notice));
  const page = await openPage(site);
  await logIn(page, 'admin', { clinic: clinic.name, username: admin.name, secret: admin.secret });
  await page.getByRole('heading', { name: 'Viele fehlgeschlagene Anmeldungen in Ihrer Klinik' }).waitFor();
  await page.getByText('In den letzten 24 Stunden gab es 3 fehlgeschlagene Anmeldungen.').waitFor();
  await page.getByText('Niemand wird ausgesperrt').waitFor();
});

test('a warning after the login shows the number of failed logins before it, until the user closes it', async () => {
  // This clinic has no alarm. During an alarm a failed login would first have to solve a task.
  const calm = await aClinic(site.services, { name: 'Ambulanz Beispielhausen' });
  const patient = await aPatient(site.services, calm.id);
  const app = await buildApp(site.services);
  await failPatient(app, patient, 2);
  await app.close();
  const page = await openPage(site, phone);
  await logInAsPatient(page, calm, patient);
  await page.getByText('Bei der Anmeldung gab es 2 falsche Versuche').waitFor();
  await page.getByRole('button', { name: 'Verstanden' }).click();
  assert.equal(await page.getByText('falsche Versuche').count(), 0);
  // The page behind the warning may still be on its way.
  await eventually(async () =>
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'H1'),
  );
});

test('a clinician sees the signed-in devices, signs the others out, then signs out everywhere', async () => {
  const clinician = await aClinician(site.services, clinic.id);
  const other = await signIn(site.services, clinician);
  const app = await buildApp(site.services);
  const page = await openPage(site);
  await logIn(page, 'clinician', {
    clinic: clinic.name,
    username: clinician.name,
    secret: clinician.secret,
  });
  const open = async () => {
    await page.getByRole('button', { name: 'Profilmenü' }).click();
    await page.getByRole('menuitem', { name: 'Angemeldete Geräte' }).click();
    await page.getByText('Dieses Gerät').waitFor();
  };
  await open();
  assert.equal(await page.getByText(/^Angemeldet seit heute, \d\d:\d\d\sUhr$/).count(), 2);
  assert.equal(
    await page.getByText('Chrome unter Linux', { exact: true }).count(),
    1,
    'this one; the other said nothing',
  );
  await page.getByRole('button', { name: 'Alle anderen abmelden' }).click();
  await page.getByText('Alle anderen Geräte sind abgemeldet.').waitFor();
  assert.equal((await call(app, 'listSessions', { as: other })).status, 403);
  const another = await signIn(site.services, clinician);
  await page.getByRole('button', { name: 'Überall abmelden' }).click();
  await page.waitForURL('**/loginclinician');
  assert.equal((await call(app, 'listSessions', { as: another })).status, 403);
  await app.close();
});
