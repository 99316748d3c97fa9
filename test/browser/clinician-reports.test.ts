import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { STAFF_PASSWORD } from '../../src/server/demo/demo-plan.ts';
import { rare } from '../amount.ts';
import { clinicNamed, inClinic } from '../builders.ts';
import { focusedName, logIn, openPage, openDemoSite, type Site } from './browser.ts';
import { printedPages } from './printed-pages.ts';
import { chooseFor, openMyPatients, openReportOf, openResultOf, rowOf, savePdf } from './clinician.ts';

const CLINIC = 'Ambulanz Musterstadt';
const therapie1 = { name: 'therapie1', secret: STAFF_PASSWORD };

let site: Site;
// The demo data have surveys in every state, with realistic answers.
before(async () => {
  site = await openDemoSite();
});

async function openHome(): Promise<Page> {
  const page = await openMyPatients(site, CLINIC, therapie1);
  await rowOf(page, 'P1001').waitFor();
  return page;
}

const openResult = (code: string) => openResultOf(openHome(), code);
const openReport = (code: string, point: string) => openReportOf(openResult(code), point);

const surveyOf = (page: Page, point: string) =>
  page
    .getByRole('dialog')
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: point }) });

rare('the status dialog shows the status of every survey and closes when the result opens', async () => {
  const page = await openHome();
  await page.getByRole('button', { name: 'Anzeigen: Befragungsstatus von P1005' }).click();
  const statuses = page.getByRole('dialog', { name: 'Befragungsstatus von P1005' });
  for (const [point, status] of [
    ['Erstgespräch', 'Erledigt'],
    ['Verlauf 1', 'Abgelaufen'],
    ['Nachsorge 6 Monate', 'Erledigt'],
    ['Nachsorge 12 Monate', 'Nicht Verfügbar'],
  ] as const)
    assert.ok((await surveyOf(page, point).innerText()).includes(status), point);
  await page.getByRole('button', { name: 'Ergebnis anzeigen' }).click();
  await page.getByRole('dialog', { name: 'Ergebnis von P1005' }).waitFor();
  assert.equal(await statuses.count(), 0);
  await page.keyboard.press('Escape');
  assert.equal(await focusedName(page), 'Anzeigen: Befragungsstatus von P1005');
});

rare('the status dialog shows whether an open survey was begun', async () => {
  const page = await openHome();
  assert.ok((await rowOf(page, 'P1001').innerText()).includes('Ausstehend (Nicht begonnen)'));
  assert.ok((await rowOf(page, 'P1002').innerText()).includes('Ausstehend (begonnen)'));
  assert.ok((await rowOf(page, 'P1006').innerText()).includes('Abgelaufen'));
});

rare('only a finished survey has a link to its report', async () => {
  const page = await openResult('P1005');
  const links = await page.getByRole('dialog').getByRole('link').all();
  const names = await Promise.all(links.map((link) => link.getAttribute('aria-label')));
  assert.deepEqual(names, [
    'Bericht öffnen: Erstgespräch',
    'Bericht öffnen: Therapieende',
    'Bericht öffnen: Nachsorge 6 Monate',
  ]);
  assert.match(await surveyOf(page, 'Erstgespräch').innerText(), /Unauffällig|Auffällig|Kritisch/);
});

test('an unread report is marked until the clinician opens it', async () => {
  const page = await openHome();
  assert.ok((await rowOf(page, 'P1003').innerText()).includes('Ungelesener Report'));
  await page.getByLabel('Filter: Reports gesehen').selectOption('Ungelesener Report');
  await page.getByRole('button', { name: 'Anzeigen: Ergebnis von P1003' }).click();
  await surveyOf(page, 'Erstgespräch').getByText('Ungelesen').waitFor();
  await page.getByRole('link', { name: 'Bericht öffnen: Erstgespräch' }).click();
  await page.getByRole('heading', { name: 'Ergebnisbericht: Erstgespräch' }).waitFor();
  await page.getByRole('link', { name: 'Zurück', exact: true }).click();
  // The row that was just read stays, and the clinician goes on from it.
  await rowOf(page, 'P1003').getByText('Alle Reports gelesen').waitFor();
  assert.equal(await focusedName(page), 'Anzeigen: Ergebnis von P1003');
  await page.getByLabel('Filter: Geschlecht').selectOption('Weiblich');
  await rowOf(page, 'P1003').waitFor({ state: 'detached' });
});

test('the report names the patient, the dates and the sections, but its address names no patient', async () => {
  const page = await openReport('P1003', 'Erstgespräch');
  const report = page.getByRole('document', { name: 'Ergebnisbericht' });
  for (const fact of [
    'P1003',
    '01.01.1990',
    'Weiblich',
    'Screening-Datum',
    'Letzte Aktualisierung',
    'Abrufdatum',
  ])
    await report.getByText(fact, { exact: true }).first().waitFor();
  for (const id of ['dep', 'anx', 'exis', 'evos', 'eri', 'eq5d'])
    assert.equal(await report.locator(`section#${id}`).count(), 1, id);
  await report
    .getByRole('navigation', { name: 'Seitenübersicht' })
    .getByRole('link', { name: 'Angst' })
    .click();
  await report.getByRole('heading', { name: 'Weitere Gesundheitsdimensionen' }).waitFor();
  await report.getByRole('button', { name: 'Kurztext kopieren' }).waitFor();
  assert.equal(new URL(page.url()).pathname + new URL(page.url()).search, '/clinician/clinician-report');
  assert.doesNotMatch(page.url(), /P1003|1990/);
  assert.doesNotMatch(await page.evaluate(() => JSON.stringify(history.state)), /1990/);
});

rare('the link to the patient’s report appears only if there is one', async () => {
  const page = await openReport('P1005', 'Nachsorge 6 Monate');
  await page.getByRole('link', { name: 'Bericht für Patient*innen ansehen' }).click();
  await page.waitForURL('**/clinician/patient-report');
  await page
    .getByRole('document', { name: 'Bericht für Patient*innen' })
    .getByRole('heading')
    .first()
    .waitFor();
  await page.getByRole('link', { name: 'Zurück zum Ergebnisbericht' }).click();
  await page.getByRole('heading', { name: 'Ergebnisbericht: Nachsorge 6 Monate' }).waitFor();
  const other = await openReport('P1005', 'Erstgespräch');
  assert.equal(await other.getByRole('link', { name: 'Bericht für Patient*innen ansehen' }).count(), 0);
});

rare('without a navigation state the report pages show nothing', async () => {
  const page = await openHome();
  for (const path of ['/clinician/clinician-report', '/clinician/patient-report']) {
    await page.goto(path);
    await page.getByRole('link', { name: 'Meine Patient*innen' }).waitFor();
    await page.waitForFunction(() => document.querySelector('main')?.innerText.trim() === '');
  }
});

rare('the former clinician of an assigned patient gets no report', async () => {
  const page = await openResult('P1004');
  await assignAsAdmin('P1004', 'therapie2');
  await page.getByRole('link', { name: 'Bericht öffnen: Erstgespräch' }).click();
  await page.getByRole('alert').getByText('Beim Laden der Patientenberichte').waitFor();
  assert.equal(await page.getByRole('document', { name: 'Ergebnisbericht' }).count(), 0);
  assert.equal(await page.getByRole('button', { name: 'Als PDF herunterladen' }).count(), 0);
  await page.getByRole('link', { name: 'Zurück', exact: true }).click();
  await rowOf(page, 'P1001').waitFor();
  await rowOf(page, 'P1004').waitFor({ state: 'detached' });
});

test('a patient assigned to another clinician disappears from the open table, form and report', async () => {
  const table = await openHome();
  const form = await openHome();
  await chooseFor(form, 'P1005', 'Patient*in bearbeiten');
  await form.getByRole('dialog').getByLabel('Geschlecht').selectOption('Divers');
  const report = await openReport('P1005', 'Erstgespräch');
  await assignAsAdmin('P1005', 'therapie2');

  await table.getByRole('button', { name: 'Anzeigen: Ergebnis von P1005' }).click();
  await table.getByRole('alertdialog', { name: 'Nicht mehr in Ihrer Liste' }).waitFor();
  await table.getByRole('button', { name: 'Schließen' }).last().click();
  await rowOf(table, 'P1005').waitFor({ state: 'detached' });

  await form.getByRole('button', { name: 'Speichern' }).click();
  await form.getByRole('alertdialog', { name: 'Nicht mehr in Ihrer Liste' }).waitFor();
  await rowOf(form, 'P1005').waitFor({ state: 'detached' });

  await savePdf(report, 'Alles');
  await report.getByRole('alert').getByText('jemand anderes für diese*n Patient*in zuständig').waitFor();
  assert.equal(await report.getByRole('document', { name: 'Ergebnisbericht' }).count(), 0);
  await assignAsAdmin('P1005', 'therapie1');
  await report.getByRole('button', { name: 'Erneut versuchen' }).click();
  await report.getByRole('heading', { name: 'Ergebnisbericht: Erstgespräch' }).waitFor();
});

test('a clinician prints the whole report or only the chosen sections', async () => {
  const page = await openReport('P1003', 'Erstgespräch');
  const whole = await printedPages(page);
  await page.getByText('Auswahl drucken', { exact: true }).click();
  const choices = page.getByRole('group', { name: 'Diese Abschnitte drucken' }).getByRole('checkbox');
  for (const choice of await choices.all()) await choice.uncheck();
  await page.getByRole('checkbox', { name: 'Dokumentationshilfe' }).check();
  const chosen = await printedPages(page);
  assert.ok(whole > 2, `${whole} pages in all`);
  assert.ok(chosen <= 2, `${chosen} pages of one section`);
  await page.getByRole('checkbox', { name: 'Beantwortete Fragen und Daten mitdrucken' }).check();
  for (const choice of await choices.all()) await choice.check();
  assert.ok((await printedPages(page)) > whole, 'the answers take pages of their own');
  assert.equal(await page.locator('.rz-report details.rz-data[open]').count(), 0, 'folded again afterwards');
});

rare('a clinician copies the text for the record as plain text', async () => {
  const page = await openReport('P1003', 'Erstgespräch');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Langtext kopieren' }).click();
  await page.getByText('Der Text wurde kopiert.').waitFor();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(
    text,
    /^Resonanz-Ergebnisbericht: Erstgespräch\nPatient\*innen-ID P1003, geboren am 01\.01\.1990/,
  );
  assert.match(text, /\nDepression: T \d+,\d/);
  assert.match(text, /keine Diagnose/);
});

/** Lets an admin in another browser assign the patient to another clinician. */
async function assignAsAdmin(code: string, clinician: string): Promise<void> {
  const page = await openPage(site);
  const login = { clinic: CLINIC, username: 'adminmusterstadt', secret: STAFF_PASSWORD };
  await logIn(page, 'admin', login);
  await chooseFor(page, code, 'Anderen Mitarbeitenden zuweisen');
  await page.getByLabel('Neue*r Mitarbeitende*r').selectOption(clinician);
  await page.getByRole('button', { name: 'Zuweisen' }).click();
  await page.getByText('Dem Patienten wurde erfolgreich ein neuer Mitarbeiter zugewiesen.').waitFor();
  await page.context().close();
}

rare('the mark of an unread report opens it with one click, and "Zurück" leads to the row', async () => {
  const clinicId = await clinicNamed(site.services, CLINIC);
  await inClinic(site.services, clinicId, (db) =>
    db
      .updateTable('survey_sessions')
      .set({ report_viewed_at: null })
      .where('patient_id', '=', db.selectFrom('patients').select('id').where('code', '=', 'P1005'))
      .execute(),
  );
  const page = await openHome();
  await rowOf(page, 'P1005').getByRole('link', { name: 'Ungelesener Report von P1005' }).click();
  // The newest of three unread reports.
  await page.getByRole('heading', { name: 'Ergebnisbericht: Nachsorge 6 Monate' }).waitFor();
  await page.getByRole('link', { name: 'Zurück', exact: true }).click();
  await rowOf(page, 'P1005').getByText('Ungelesener Report').waitFor();
  assert.equal(await focusedName(page), 'Anzeigen: Ergebnis von P1005');
});
