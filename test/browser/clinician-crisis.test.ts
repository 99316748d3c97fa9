import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { CrisisLevel } from '../../src/domain/crisis.ts';
import { addDays } from '../../src/domain/dates.ts';
import { formatIsoDate } from '../../src/domain/iso-date.ts';
import { buildApp } from '../../src/server/app.ts';
import { rare } from '../amount.ts';
import { aPatient, inClinic, signIn, type TestUser } from '../builders.ts';
import { call } from '../call.ts';
import { aCrisisEvent } from '../crisis-rows.ts';
import { answerSurvey, pageWith, submit } from '../survey-calls.ts';
import { anAnswer } from '../survey-samples.ts';
import { aStaffedClinic, type Clinic } from './admin.ts';
import { eventually, focusedName, openPage, openSite } from './browser.ts';
import { codesIn, openMyPatients, rowOf } from './clinician.ts';
import { openSurvey } from './patient.ts';

// Product 19.3 and 19.4.

const site = await openSite();
const { services } = site;
const app = await buildApp(services);
const today = services.today();
const HOUR_MS = 3_600_000;

type Event = { level?: CrisisLevel; hours?: number };

/** A patient of Weber who has begun the survey and has an open event so many hours old. */
async function aPatientInDanger(clinic: Clinic, code: string, event: Event = {}): Promise<void> {
  const { level = 'urgent', hours = 2 } = event;
  const patient = await aPatient(services, clinic.id, { code, clinicianId: clinic.weber.id });
  await answerSurvey(app, await signIn(services, patient), { pages: 1 });
  const session = await inClinic(services, clinic.id, (db) =>
    db
      .selectFrom('survey_sessions')
      .select('id')
      .where('patient_id', '=', patient.id)
      .executeTakeFirstOrThrow(),
  );
  const at = new Date(services.now() - hours * HOUR_MS).toISOString();
  const answer = level === 'urgent' ? 'oft' : 'selten';
  await aCrisisEvent(services, patient, session.id, { level, answer, at });
}

/** A patient of Weber who has answered "oft" and finished the survey. */
async function aPatientWithReport(clinic: Clinic, code: string): Promise<void> {
  const patient = await aPatient(services, clinic.id, { code, clinicianId: clinic.weber.id });
  const as = await signIn(services, patient);
  await pageWith(app, as, 'dep-31');
  await submit(app, as, [anAnswer('dep-31', 3, 'oft')]);
  await answerSurvey(app, as);
}

async function nameDeputy(of: TestUser, deputy: TestUser): Promise<void> {
  const body = { deputy_id: deputy.id, from: today, until: addDays(today, 8) };
  const { status } = await call(app, 'setDeputy', { as: await signIn(services, of), body });
  assert.equal(status, 200);
}

const dialog = (page: Page) => page.getByRole('dialog').last();
const openTag = (page: Page, code: string) =>
  rowOf(page, code).getByRole('button', { name: new RegExp(`^${code} (dringend|Hinweis) `) });

/** Says in the open form what was done, and sends it. */
async function acknowledge(page: Page, done: string, note = ''): Promise<void> {
  await dialog(page).getByRole('radio', { name: done }).check();
  await dialog(page).getByLabel('Notiz (freiwillig)').fill(note);
  await dialog(page).getByRole('button', { name: 'Bestätigen' }).click();
}

test('an answer of danger stands first in the list though the patient closed the page, and stays acknowledged', async () => {
  const clinic = await aStaffedClinic(site);
  await aPatient(services, clinic.id, { code: 'A1', clinicianId: clinic.weber.id });
  const patient = await aPatient(services, clinic.id, { code: 'Z9', clinicianId: clinic.weber.id });
  await pageWith(app, await signIn(services, patient), 'dep-31');
  const survey = await openPage(site);
  await openSurvey(survey, clinic, patient);
  const list = await openMyPatients(site, clinic.name, clinic.weber);
  await list.getByRole('button', { name: 'Code' }).click();
  assert.deepEqual(await codesIn(list), ['A1', 'Z9']);
  await survey.getByRole('radio', { name: 'oft', exact: true }).check();
  await survey.getByRole('button', { name: 'Weiter', exact: true }).click();
  await survey.getByText('Danke, dass Sie das so offen sagen.').first().waitFor();
  await survey.context().close();
  await list.reload();
  await openTag(list, 'Z9').waitFor();
  // The order by code survives the reload.
  assert.deepEqual(await codesIn(list), ['Z9', 'A1'], 'first, although A1 sorts before it');
  await openTag(list, 'Z9').click();
  const event = dialog(list).getByRole('article');
  for (const fact of [
    'Ich hatte den Wunsch, nicht mehr leben zu müssen.',
    'Hinweis auf Suizidalität, dringend',
    'Antwort: oft',
  ])
    await event.getByText(fact).waitFor();
  await event.getByRole('button', { name: 'Zur Kenntnis genommen' }).click();
  await acknowledge(list, 'Gespräch geführt', 'Heute telefoniert.');
  await eventually(async () => assert.equal(await focusedName(list), 'Der Hinweis ist bestätigt.'));
  await list.keyboard.press('Escape');
  await eventually(async () => assert.equal(await focusedName(list), 'Anzeigen: Ergebnis von Z9'));
  assert.deepEqual(await codesIn(list), ['A1', 'Z9']);
  await list.reload();
  await rowOf(list, 'Z9').waitFor();
  assert.equal(await openTag(list, 'Z9').count(), 0);
  assert.equal(await list.getByRole('heading', { name: 'Heute' }).count(), 0);
  await list.getByRole('button', { name: 'Anzeigen: Befragungsstatus von Z9' }).click();
  await dialog(list).getByText('Bestätigte Hinweise (1)').click();
  for (const fact of ['Bestätigt von Weber', 'Gespräch geführt', 'Heute telefoniert.'])
    await dialog(list).getByText(fact).first().waitFor();
});

rare('"Heute" counts the patients and names them, the graver and the older first', async () => {
  const clinic = await aStaffedClinic(site);
  await aPatientInDanger(clinic, 'H1', { level: 'notice', hours: 72 });
  await aPatientInDanger(clinic, 'H2', { hours: 1 });
  await aPatientInDanger(clinic, 'H3', { hours: 3 });
  const page = await openMyPatients(site, clinic.name, clinic.weber);
  const strip = page.getByRole('region', { name: 'Heute' });
  await strip.getByText('3 Patient*innen mit offenem Hinweis, davon 2 dringend').waitFor();
  assert.deepEqual(await strip.getByRole('listitem').allInnerTexts().then(firstWords), ['H3', 'H2', 'H1']);
  assert.deepEqual(await codesIn(page), ['H3', 'H2', 'H1']);
  await page.getByRole('button', { name: 'Meine Patient*innen' }).last().click();
  await strip
    .getByRole('button', { name: 'H3 dringend seit 3 Std.: Hinweis auf Suizidalität, nicht bestätigt' })
    .click();
  await page.getByRole('dialog', { name: 'Ergebnis von H3' }).getByText('Antwort: oft').waitFor();
});

const firstWords = (texts: string[]) => texts.map((text) => text.split(/\s/)[0]);

test('a deputy sees only the patient with an open event, acknowledges it in the report, and then sees nothing more', async () => {
  const clinic = await aStaffedClinic(site);
  await aPatientWithReport(clinic, 'D1');
  await aPatient(services, clinic.id, { code: 'D2', clinicianId: clinic.weber.id });
  await nameDeputy(clinic.weber, clinic.kaya);
  const page = await openMyPatients(site, clinic.name, clinic.kaya);
  await rowOf(page, 'D1').getByText('Vertretung für Weber').waitFor();
  assert.deepEqual(await codesIn(page), ['D1']);
  await page
    .getByRole('region', { name: 'Heute' })
    .getByText(/^Sie vertreten Weber bis /)
    .waitFor();
  assert.equal(await page.getByRole('button', { name: 'D1 bearbeiten' }).count(), 0);
  await openTag(page, 'D1').click();
  await dialog(page).getByRole('link', { name: 'Bericht öffnen: Erstgespräch' }).click();
  const report = page.getByRole('document', { name: 'Ergebnisbericht' });
  const button = report.getByRole('button', { name: /^Zur Kenntnis genommen: Erstgespräch, / });
  await button.waitFor();
  await page.emulateMedia({ media: 'print' });
  assert.equal(await button.isVisible(), false, 'the button is not printed');
  await page.emulateMedia({ media: 'screen' });
  await button.click();
  await acknowledge(page, 'Suizidalität abgeklärt');
  await page.getByText('Damit endet Ihr Einblick in diese Daten').waitFor();
  await page.getByRole('link', { name: 'Zurück', exact: true }).click();
  await page.getByText('Noch sind keine Patient*innen angelegt.').waitFor();
});

test('an event that is handed over stays open, and only the colleague acknowledges it', async () => {
  const clinic = await aStaffedClinic(site);
  await aPatientWithReport(clinic, 'G1');
  const page = await openMyPatients(site, clinic.name, clinic.weber);
  await openTag(page, 'G1').click();
  await dialog(page).getByRole('button', { name: 'Zur Kenntnis genommen' }).click();
  await dialog(page).getByRole('radio', { name: 'an Vertretung übergeben' }).check();
  await dialog(page).getByRole('button', { name: 'Übergeben' }).click();
  await dialog(page).getByText('Bitte wählen Sie aus, wer den Hinweis übernimmt.').waitFor();
  await dialog(page).getByLabel('An wen?').selectOption('Kaya');
  await dialog(page).getByLabel('Notiz (freiwillig)').fill('Bitte anrufen.');
  await dialog(page).getByRole('button', { name: 'Übergeben' }).click();
  const done = 'Der Hinweis ist übergeben. Er bleibt offen, bis die Person ihn bestätigt.';
  await eventually(async () => assert.equal(await focusedName(page), done));
  const agreed = /^übergeben an Kaya am .*, noch nicht bestätigt$/;
  await dialog(page).getByText(agreed).waitFor();
  assert.equal(await dialog(page).getByRole('button', { name: 'Zur Kenntnis genommen' }).count(), 0);
  await page.keyboard.press('Escape');
  await page.getByRole('region', { name: 'Heute' }).getByText(agreed).waitFor();

  const colleague = await openMyPatients(site, clinic.name, clinic.kaya);
  await rowOf(colleague, 'G1').getByText('Vertretung für Weber').waitFor();
  await openTag(colleague, 'G1').click();
  await dialog(colleague).getByText('Notiz: Bitte anrufen.').waitFor();
  await dialog(colleague).getByRole('link', { name: 'Bericht öffnen: Erstgespräch' }).click();
  const report = colleague.getByRole('document', { name: 'Ergebnisbericht' });
  await report.getByText(agreed).waitFor();
  await report.getByRole('button', { name: /^Zur Kenntnis genommen: Erstgespräch, / }).click();
  await acknowledge(colleague, 'Gespräch geführt', 'Erreicht.');
  await colleague.getByText('Damit endet Ihr Einblick in diese Daten').waitFor();
  await page.reload();
  await rowOf(page, 'G1').waitFor();
  assert.equal(await openTag(page, 'G1').count(), 0);
});

rare('the treating clinician takes an event back, and puts another one off until a day', async () => {
  const clinic = await aStaffedClinic(site);
  await aPatientInDanger(clinic, 'W1');
  const page = await openMyPatients(site, clinic.name, clinic.weber);
  await openTag(page, 'W1').click();
  await dialog(page).getByRole('button', { name: 'Zur Kenntnis genommen' }).click();
  await dialog(page).getByRole('radio', { name: 'an Vertretung übergeben' }).check();
  await dialog(page).getByLabel('An wen?').selectOption('Kaya');
  await dialog(page).getByRole('button', { name: 'Übergeben' }).click();
  await dialog(page).getByRole('button', { name: 'Zurücknehmen' }).click();
  await eventually(async () =>
    assert.equal(await focusedName(page), 'Sie sind wieder für den Hinweis zuständig.'),
  );
  await dialog(page).getByRole('button', { name: 'Zur Kenntnis genommen' }).click();
  await dialog(page).getByRole('radio', { name: 'anderes' }).check();
  await dialog(page).getByRole('button', { name: 'Wiedervorlegen' }).click();
  await dialog(page).getByText('Bitte schreiben Sie kurz auf, was ansteht.').waitFor();
  const day = formatIsoDate(addDays(today, 3));
  await dialog(page).getByLabel('Wiedervorlage am').fill(day);
  await dialog(page).getByLabel('Notiz', { exact: true }).fill('Sie meldet sich am Montag.');
  await dialog(page).getByRole('button', { name: 'Wiedervorlegen' }).click();
  await dialog(page).getByText(`Wiedervorlage am ${day} (Weber)`).waitFor();
  await page.keyboard.press('Escape');
  await rowOf(page, 'W1').getByText(`Hinweis wieder am ${day}`).first().waitFor();
  assert.equal(await openTag(page, 'W1').count(), 0);
  assert.equal(await page.getByText('1 Patient*in mit offenem Hinweis').count(), 0);
});

test('a form to acknowledge keeps what was entered: without a choice, with a long note, without a connection, after a colleague', async () => {
  const clinic = await aStaffedClinic(site);
  await aPatientInDanger(clinic, 'F1');
  await nameDeputy(clinic.weber, clinic.kaya);
  const page = await openMyPatients(site, clinic.name, clinic.weber);
  await openTag(page, 'F1').click();
  await dialog(page).getByRole('button', { name: 'Zur Kenntnis genommen' }).click();
  const [note, send] = [
    page.getByLabel('Notiz (freiwillig)'),
    page.getByRole('button', { name: 'Bestätigen' }),
  ];
  await note.fill('x'.repeat(501));
  await send.click();
  await page.getByText('Bitte wählen Sie aus, was getan wurde.').waitFor();
  await page.getByText('Die Notiz darf höchstens 500 Zeichen haben.').waitFor();
  // Another act asks for other fields: what the check found for the one before is gone.
  await note.fill('');
  await page.getByLabel('Anderes').check();
  await page.getByRole('button', { name: 'Wiedervorlegen' }).click();
  await page.getByText('Bitte schreiben Sie kurz auf, was ansteht.').waitFor();
  await page.getByLabel('Fehlangabe').check();
  await page.getByText('Bitte schreiben Sie kurz auf, was ansteht.').waitFor({ state: 'detached' });
  await page.context().setOffline(true);
  await acknowledge(page, 'Fehlangabe', 'Ein Versehen.');
  await page.getByText('Beim Bestätigen des Hinweises ist ein Netzwerkfehler aufgetreten.').waitFor();
  await page.context().setOffline(false);
  const other = await openMyPatients(site, clinic.name, clinic.kaya);
  await openTag(other, 'F1').click();
  await dialog(other).getByRole('button', { name: 'Zur Kenntnis genommen' }).click();
  await acknowledge(other, 'Gespräch geführt');
  await other.getByText('Zu F1 ist kein Hinweis mehr offen').waitFor();
  await send.click();
  await page.getByText(/^Diesen Hinweis hat Kaya inzwischen bestätigt \(.*: Gespräch geführt\)/).waitFor();
  assert.equal(await note.inputValue(), 'Ein Versehen.');
  await page.getByRole('button', { name: 'Abbrechen' }).click();
  await dialog(page).getByText('Bestätigte Hinweise (1)').waitFor();
  assert.equal(await dialog(page).getByRole('article').count(), 0);
});

test('a clinician acknowledges with the keyboard alone', async () => {
  const clinic = await aStaffedClinic(site);
  await aPatientInDanger(clinic, 'K1', { level: 'notice', hours: 50 });
  const page = await openMyPatients(site, clinic.name, clinic.weber);
  await openTag(page, 'K1').waitFor();
  await openTag(page, 'K1').focus();
  await page.keyboard.press('Enter');
  await dialog(page).getByText('Antwort: selten').waitFor();
  for (let tabs = 0; (await focusedName(page)) !== 'Zur Kenntnis genommen' && tabs < 5; tabs += 1)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Hinweis bestätigen' }).waitFor();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Termin vorgezogen.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await eventually(async () => assert.equal(await focusedName(page), 'Der Hinweis ist bestätigt.'));
  await dialog(page).getByText('Bestätigte Hinweise (1)').press('Enter');
  await dialog(page).getByText('Suizidalität abgeklärt').waitFor();
});
