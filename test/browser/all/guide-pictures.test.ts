import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { before, test } from 'node:test';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { STAFF_PASSWORD } from '../../../src/server/demo/demo-plan.ts';
import { goOn } from '../answer-page.ts';
import { logIn, openPage, openDemoSite, reportStyled, stillness, type Site } from '../browser.ts';
import { chooseFor, openMyPatients, openReportOf, openResultOf } from '../clinician.ts';

// The pictures of the guides. `PICTURES=write npm test -- guide-pictures` makes them anew from the demo. Every run walks the
// same way, so a picture that could no longer be made fails it.

const CLINIC = 'Ambulanz Musterstadt';
const folder = new URL('../../../documents/bilder/', import.meta.url);
const isWriting = process.env['PICTURES'] === 'write';
const MOST_BYTES = 60_000;

const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 760 },
  deviceScaleFactor: 1.5,
  hasTouch: true,
};
const desk: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };

let site: Site;
before(async () => {
  site = await openDemoSite();
});

async function keep(page: Page, name: string): Promise<void> {
  const file = new URL(`${name}.webp`, folder);
  assert.ok(isWriting || existsSync(file), `${name}: PICTURES=write npm test -- guide-pictures makes it`);
  if (!isWriting) return;
  await stillness(page);
  const devtools = await page.context().newCDPSession(page);
  // A page full of letters needs a stronger compression to stay small.
  for (const quality of [55, 40, 25, 15]) {
    const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality });
    const picture = Buffer.from(data, 'base64');
    writeFileSync(file, picture);
    if (picture.length <= MOST_BYTES) return;
  }
}

/** What a picture is about stands at its top. */
const atTop = (part: Locator) => part.evaluate((element) => element.scrollIntoView());

const patient = (username: string) => ({ clinic: CLINIC, username, secret: '01.01.1990' });

test('the guide for patients: from the start page to the own report', async () => {
  const page = await openPage(site, phone);
  await page.goto('/');
  await page
    .getByRole('link', { name: /Patient/ })
    .first()
    .waitFor();
  await keep(page, 'patienten-start');
  await page.goto('/loginpatient');
  await page.getByLabel('Klinik', { exact: true }).selectOption({ label: CLINIC });
  await page.getByLabel('Ihre ID', { exact: true }).fill('P1001');
  await page.getByLabel('Geburtsdatum (tt.mm.jjjj)', { exact: true }).fill('01.01.1990');
  await keep(page, 'patienten-anmelden');
  await logIn(page, 'patient', patient('P1001'));
  const begin = page.getByRole('link', { name: 'Befragung starten' }).first();
  await begin.waitFor();
  await keep(page, 'patienten-uebersicht');
  await begin.click();
  await goOn(page).waitFor();
  await keep(page, 'patienten-frage');
  const done = await openPage(site, phone);
  await logIn(done, 'patient', patient('P1003'));
  await done.getByRole('heading', { name: 'Vielen Dank, alles erledigt!' }).waitFor();
  await keep(done, 'patienten-fertig');
  const reader = await openPage(site, phone);
  await logIn(reader, 'patient', patient('P1005'));
  await reader.getByRole('button', { name: 'Berichte', exact: true }).click();
  await reader
    .getByRole('link', { name: /Bericht/ })
    .first()
    .click();
  await reportStyled(reader);
  await keep(reader, 'patienten-bericht');
});

test('the guide for clinicians: worklist, result, report and the own settings', async () => {
  const therapie1 = { name: 'therapie1', secret: STAFF_PASSWORD };
  const open = () => openMyPatients(site, CLINIC, therapie1, desk);
  const home = await open();
  await keep(home, 'mitarbeitende-liste');
  await home.getByRole('button', { name: 'Patient*in anlegen' }).click();
  await home.getByRole('dialog').waitFor();
  await keep(home, 'mitarbeitende-anlegen');
  await home.keyboard.press('Escape');
  await home.getByRole('button', { name: 'P1005 bearbeiten' }).click();
  await home.getByRole('menuitem', { name: 'Zugangsblatt' }).waitFor();
  await keep(home, 'mitarbeitende-menue');
  const result = await openResultOf(open(), 'P1005');
  await result.getByRole('img', { name: 'Depression: Verlauf' }).waitFor();
  await keep(result, 'mitarbeitende-ergebnis');
  const report = await openReportOf(Promise.resolve(result), 'Therapieende');
  await keep(report, 'mitarbeitende-bericht');
  const own = await open();
  await own.getByRole('button', { name: /^Profilmenü/ }).click();
  await own.getByRole('menuitem', { name: 'Vertretung und Erinnerungen' }).click();
  await own.getByLabel('E-Mail-Adresse').waitFor();
  await keep(own, 'mitarbeitende-vertretung');
});

test('the guide for admins: patients, monitor, employees, transfer, clinic and import', async () => {
  const page = await openPage(site, desk);
  await logIn(page, 'admin', { clinic: CLINIC, username: 'adminmusterstadt', secret: STAFF_PASSWORD });
  await page.getByRole('rowheader', { name: 'P1001' }).waitFor();
  await keep(page, 'admins-patienten');
  await page.getByText('Rücklauf der Befragungen').click();
  await page.getByRole('heading', { name: 'Wo eine Erinnerung helfen kann' }).waitFor();
  await atTop(page.getByText('Rücklauf der Befragungen'));
  await keep(page, 'admins-ruecklauf');
  await page.getByRole('button', { name: 'Patient*innen importieren' }).click();
  const file = [
    'code;birth_date;gender;diagnosis_id;employee;admission;discharge;labels',
    'KZ7QX2MA;1984-03-05;FEMALE;F32.1;therapie1;2026-11-02;2027-05-02;',
    'KZ9WB4TN;1979-13-24;MALE;F41.1;therapie2;2026-11-02;2027-05-02;',
  ];
  const csv = { name: 'patienten.csv', mimeType: 'text/csv', buffer: Buffer.from(file.join('\n')) };
  await page.getByLabel('CSV-Datei').setInputFiles(csv);
  await page.getByRole('button', { name: 'Datei prüfen' }).click();
  await page.getByRole('table', { name: 'Geprüfte Datei' }).waitFor();
  await keep(page, 'admins-import');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('main').getByRole('button', { name: 'Mitarbeitende', exact: true }).click();
  await page.getByRole('table', { name: 'Mitarbeitende' }).waitFor();
  await keep(page, 'admins-mitarbeitende');
  await chooseFor(page, 'therapie2', 'Patient*innen übertragen');
  await page.getByRole('dialog').waitFor();
  await keep(page, 'admins-uebertragen');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Klinik', exact: true }).click();
  await atTop(page.getByRole('form', { name: 'Angaben der Klinik' }));
  await keep(page, 'admins-klinik');
});

test('every picture is small, and stands in a guide with six pictures', () => {
  const names = readdirSync(folder);
  for (const guide of ['patienten', 'mitarbeitende', 'admins']) {
    const text = readFileSync(new URL(`../anleitung-${guide}.md`, folder), 'utf8');
    const shown = [...text.matchAll(/\]\(bilder\/([\w-]+\.webp)\)/g)].map(([, name]) => name ?? '');
    const own = names.filter((name) => name.startsWith(`${guide}-`));
    assert.deepEqual(shown.toSorted(), own.toSorted());
    assert.equal(own.length, 6, guide);
  }
  for (const name of names) assert.ok(statSync(new URL(name, folder)).size <= MOST_BYTES, name);
});
