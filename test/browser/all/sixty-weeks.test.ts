// A patient of the weekly protocol after more than a year: lists, dialogs and the PDF of people with many measurement points.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { addDays } from '../../../src/domain/dates.ts';
import { todayIn } from '../../../src/domain/today.ts';
import { buildApp } from '../../../src/server/app.ts';
import {
  aClinic,
  aClinician,
  aPatient,
  inClinic,
  signIn,
  type TestClinic,
  type TestUser,
} from '../../builders.ts';
import { call } from '../../call.ts';
import { aPerson, answerSurvey } from '../../survey-calls.ts';
import { focusedName, openPage, openSite, type Site } from '../browser.ts';
import { openMyPatients, openResultOf } from '../clinician.ts';
import { logInAsPatient, phone } from '../patient.ts';

const WEEKS = 58;
const UNREAD = 3;
const ANSWERED = [0, UNREAD, WEEKS - 2, WEEKS - 1];
const DAY = todayIn('Europe/Berlin', Date.now());

let site: Site;
let clinic: TestClinic;
let clinician: TestUser;
let patient: TestUser;
let week = 0;

before(async () => {
  const survey = { protocolFile: 'protocols/weekly.json', instrumentsDir: undefined };
  site = await openSite({ today: () => addDays(DAY, 7 * (week - WEEKS)) }, { survey });
  const { services } = site;
  clinic = await aClinic(services, { name: 'Ambulanz Musterstadt' });
  clinician = await aClinician(services, clinic.id);
  const admission = services.today();
  const dates = { admission, discharge: addDays(admission, 7 * (WEEKS + 20)) };
  patient = await aPatient(services, clinic.id, { code: 'W60', clinicianId: clinician.id, ...dates });
  const app = await buildApp(services);
  for (week of ANSWERED)
    await answerSurvey(app, await signIn(services, patient), { person: aPerson('weekly') });
  week = WEEKS;
  const sessions = await inClinic(services, clinic.id, async (db) => {
    await sql`UPDATE survey_sessions s SET started_at = w.start_date + time '10:00', updated_at = w.start_date + time '10:05',
      finished_at = w.start_date + time '10:05' FROM survey_windows w WHERE w.clinic_id = s.clinic_id AND w.id = s.window_id`.execute(
      db,
    );
    return db.selectFrom('survey_sessions').select(['id', 'window_label']).execute();
  });
  const as = await signIn(services, clinician);
  for (const { id, window_label: label } of sessions)
    if (label !== `Woche ${UNREAD}`) await call(app, 'getClinicianReport', { as, params: { id } });
});

const rowNames = (page: Page) =>
  page.getByRole('table', { name: 'Ergebnis von W60' }).getByRole('rowheader').allInnerTexts();

test('the result of a patient with many weeks shows those around today and the unread ones first, and all on request', async () => {
  for (const viewport of [{ width: 1440, height: 900 }, phone.viewport]) {
    const page = await openResultOf(openMyPatients(site, clinic.name, clinician, { viewport }), 'W60');
    const names = await rowNames(page);
    assert.ok(names.length <= 14, names.join());
    assert.equal(names[0], `Woche ${UNREAD}`);
    for (const near of [`Woche ${WEEKS - 1}`, `Woche ${WEEKS}`, `Woche ${WEEKS + 1}`])
      assert.ok(names.includes(near), near);
    const button = page.getByRole('button', { name: /^Alle \d+ anzeigen$/ });
    await button.press('Enter');
    assert.equal(await focusedName(page), 'Weniger anzeigen');
    assert.ok((await rowNames(page)).length > WEEKS);
    await page.keyboard.press('Enter');
    assert.deepEqual(await rowNames(page), names);
  }
});

test('the home of a patient with many weeks begins with the open one and lists the last and the next ones first', async () => {
  const page = await openPage(site, phone);
  await logInAsPatient(page, clinic, patient);
  await page.getByRole('heading', { name: new RegExp(`Woche ${WEEKS}`) }).waitFor();
  await page.getByRole('button', { name: 'Befragungen' }).click();
  const shown = () => page.getByRole('tabpanel').getByRole('listitem').locator('strong').allInnerTexts();
  await page.getByRole('tab', { name: 'Abgelaufen' }).click();
  assert.equal((await shown()).at(-1), `Woche ${WEEKS - 1}`);
  assert.ok((await shown()).length <= 8);
  await page.getByRole('button', { name: `Alle ${WEEKS} anzeigen` }).click();
  assert.equal((await shown())[0], 'Erstgespräch');
  await page.getByRole('tab', { name: 'Geplant' }).click();
  assert.equal((await shown())[0], `Woche ${WEEKS + 1}`);
  assert.ok((await shown()).length <= 8);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= phone.viewport.width);
});
