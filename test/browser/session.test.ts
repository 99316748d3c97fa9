import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { aClinic, aClinician, aPatient, inClinic, type TestUser } from '../builders.ts';
import { buildApp } from '../../src/server/app.ts';
import { failPatient } from '../login-tries.ts';
import { startProxy } from '../faults/proxy.ts';
import { eventually, logIn, openPage, openSite, type Site } from './browser.ts';
import { openMyPatients } from './clinician.ts';
import { logInAgain } from './patient.ts';

const site = await openSite();
const proxy = await startProxy(Number(new URL(site.origin).port));
after(() => proxy.close());
const badLine: Site = { ...site, origin: `http://127.0.0.1:${proxy.port}` };

async function aClinicWithPatient() {
  const clinic = await aClinic(site.services);
  const clinician = await aClinician(site.services, clinic.id);
  const patient = await aPatient(site.services, clinic.id, { clinicianId: clinician.id });
  return { clinic, clinician, patient };
}

/** Makes the sessions of a clinic older by this number of seconds. */
function passTime({ clinicId }: TestUser, seconds: number): Promise<unknown> {
  const pause = sql`make_interval(secs => ${seconds}::float8)`;
  return inClinic(site.services, clinicId, (db) =>
    sql`UPDATE login_sessions SET rotated_at = rotated_at - ${pause}, access_expires = access_expires - ${pause}`.execute(
      db,
    ),
  );
}

async function generationOf({ clinicId }: TestUser): Promise<number | undefined> {
  const rows = await inClinic(site.services, clinicId, (db) =>
    db.selectFrom('login_sessions').select('generation').execute(),
  );
  return rows[0]?.generation;
}

test('a user stays logged in when the answer with new tokens is lost', async () => {
  const { clinic, clinician, patient } = await aClinicWithPatient();
  const page = await openMyPatients(badLine, clinic.name, clinician);
  await passTime(clinician, 61);
  const cutBefore = proxy.counts().cut;
  // More losses than the retries of the browser itself.
  proxy.setMode(() => (proxy.counts().cut < cutBefore + 3 ? 'cut-answer' : 'pass'));
  const refreshed = page.waitForResponse('**/api/refresh-tokens');
  await page.keyboard.press('Shift');
  assert.equal((await refreshed).status(), 200);
  // Calls that are on their way together may be lost together.
  assert.ok(proxy.counts().cut - cutBefore >= 3);
  assert.equal(await generationOf(clinician), 1);
  await passTime(clinician, 31);
  await page.reload();
  await page.getByRole('rowheader', { name: patient.name }).waitFor();
});

test('a logout leaves nothing in the storage of the browser', async () => {
  const { clinic, patient } = await aClinicWithPatient();
  const page = await openPage(site);
  await logIn(page, 'patient', { clinic: clinic.name, username: patient.name, secret: '01.01.1990' });
  await page.evaluate(() => {
    localStorage.setItem('left', 'behind');
    sessionStorage.setItem('left', 'behind');
  });
  await page.getByRole('button', { name: /^Profilmenü/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.waitForURL('**/loginpatient');
  await eventually(async () => {
    const left = await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie]);
    assert.deepEqual(left, [0, 0, `clinic=${clinic.id}`], 'the clinic stays known, the ID does not');
  });
  const names = (await page.context().cookies()).map(({ name }) => name);
  assert.deepEqual(names.sort(), ['clinic', 'dc']);
});

test("a page restored from the browser's memory after a logout shows no patient data", async () => {
  const { clinic, clinician, patient } = await aClinicWithPatient();
  const page = await openMyPatients(site, clinic.name, clinician);
  await page.getByRole('rowheader', { name: patient.name }).waitFor();
  // Another tab logged out while this page was frozen, and this page does not know.
  await page.context().clearCookies({ name: 'at' });
  await page.context().clearCookies({ name: 'rt' });
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await page.waitForURL(({ pathname }) => pathname === '/loginclinician');
  assert.equal(await page.getByText(patient.name).count(), 0);
});

test('a patient sees the notice of failed logins once, after leaving the survey', async () => {
  const { clinic, patient } = await aClinicWithPatient();
  const app = await buildApp(site.services);
  await failPatient(app, patient, 2);
  await app.close();
  const page = await openPage(site);
  await page.goto('/loginpatient?redirectTo=/patients/survey');
  await logInAgain(page, clinic, patient);
  await page.getByRole('button', { name: 'Weiter' }).waitFor();
  const news = page.getByRole('alertdialog', { name: 'Bei der Anmeldung gab es 2 falsche Versuche' });
  assert.equal(await news.count(), 0);
  await page.getByRole('link', { name: 'Pause machen' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Befragung verlassen' }).click();
  await news.waitFor();
  await news.getByRole('button', { name: 'Verstanden' }).click();
  await news.waitFor({ state: 'detached' });
  // On the page itself, or on its title if that was there before the notice.
  await page.waitForFunction(() => document.activeElement?.matches('main, main h1'));
  await page.getByRole('link', { name: 'Befragungen' }).click();
  await page.waitForFunction(
    () => document.querySelector('main button:focus')?.textContent === 'Befragungen',
  );
  assert.equal(await news.count(), 0);
});
