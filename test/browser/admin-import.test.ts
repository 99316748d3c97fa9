import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { proposeCode } from '../../src/domain/patient-code.ts';
import { rare } from '../amount.ts';
import { aPatient, inClinic } from '../builders.ts';
import { aStaffedClinic, type Clinic, openAdminHome, readMessage } from './admin.ts';
import { focusedName, openSite } from './browser.ts';
import { contentOf } from './downloads.ts';
import { randomInt } from 'node:crypto';

const site = await openSite();

const header = 'code;birth_date;gender;diagnosis_id;employee;admission;discharge;labels';
const row = (code: string) => `${code};1990-01-31;Weiblich;F32.1;Weber;2026-01-01;2026-12-01;S-1|S-2`;
const csv = (...rows: string[]) => [header, ...rows, ''].join('\r\n');

async function openImport(clinic: Clinic): Promise<Page> {
  const page = await openAdminHome(site, clinic);
  await page.getByRole('button', { name: 'Patient*innen importieren' }).click();
  await page.getByRole('dialog', { name: 'Patient*innen importieren' }).waitFor();
  return page;
}

async function choose(page: Page, content: string | Buffer, name = 'patienten.csv') {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(content) };
  await page.getByLabel('CSV-Datei').setInputFiles(file);
}

const check = (page: Page) => page.getByRole('button', { name: 'Datei prüfen' }).click();
const importButton = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Importieren' });
const checked = (page: Page) => page.getByRole('table', { name: 'Geprüfte Datei' });

/** Waits for a row below the titles and returns the texts of the last row. */
async function lastRow(page: Page): Promise<string[]> {
  const cells = checked(page).getByRole('row').last().getByRole('cell');
  await cells.first().waitFor();
  return cells.allInnerTexts();
}

function codesOf(clinic: Clinic): Promise<string[]> {
  return inClinic(site.services, clinic.id, async (db) => {
    const rows = await db.selectFrom('patients').select('code').orderBy('code').execute();
    return rows.map(({ code }) => code);
  });
}

test('an admin checks and imports a valid file, and its patients appear in the list', async () => {
  const clinic = await aStaffedClinic(site);
  const page = await openImport(clinic);
  await choose(page, csv(row('K7M2XP4Q'), row('R9T3WZ5N')));
  assert.equal(await importButton(page).count(), 0);
  await check(page);
  await page.getByText('2 Patient*innen geprüft. Alle Angaben sind gültig.').waitFor();
  assert.deepEqual(await checked(page).getByRole('columnheader').allInnerTexts(), [
    'Code',
    'Geburtsdatum',
    'Geschlecht',
    'Diagnose-ID',
    'Mitarbeitende*r',
    'Aufnahme',
    'Entlassung',
    'Labels',
  ]);
  await importButton(page).click();
  assert.equal(await readMessage(page), 'Die Patient*innen wurden erfolgreich importiert.');
  assert.equal(await page.getByRole('dialog').count(), 0);
  await page.getByRole('rowheader', { name: 'K7M2XP4Q' }).waitFor();
  assert.equal(await focusedName(page), 'Patient*innen importieren');
  assert.deepEqual(await codesOf(clinic), ['K7M2XP4Q', 'R9T3WZ5N']);
});

test('a checked file shows the reason at each wrong cell and offers no import', async () => {
  const clinic = await aStaffedClinic(site);
  await aPatient(site.services, clinic.id, { code: 'VERGEBEN' });
  const page = await openImport(clinic);
  const wrong = 'VERGEBEN;31.02.1990;W;X99;Sommer;2026-02-30;2025-01-01;';
  await choose(page, csv(row('K7M2XP4Q'), wrong));
  await check(page);
  await page.getByText('1 von 2 Zeilen enthält Fehler.').waitFor();
  const cells = await lastRow(page);
  const sentences = cells.map((cell) => cell.split('\n').slice(1).join(' ').trim());
  assert.deepEqual(sentences, [
    'Fehler: Der Patientencode ist schon vergeben.',
    'Fehler: Dieses Datum gibt es nicht.',
    'Fehler: Das Geschlecht muss Weiblich, Männlich oder Divers sein (oder FEMALE, MALE, DIVERSE).',
    'Fehler: Diese Diagnose gibt es nicht.',
    'Fehler: Das Konto dieser*s Mitarbeitenden ist deaktiviert.',
    'Fehler: Dieses Datum gibt es nicht.',
    '',
    '',
  ]);
  assert.equal(await importButton(page).count(), 0);
  // The row with errors and the titles. The switch brings the other row back.
  assert.equal(await checked(page).getByRole('row').count(), 2);
  await page.getByLabel('Nur Zeilen mit Fehlern oder Hinweisen zeigen (1)').uncheck();
  assert.equal(await checked(page).getByRole('row').count(), 3);
  assert.deepEqual(await codesOf(clinic), ['VERGEBEN']);
});

rare('the titles of a list of errors do not lie over the foot of the dialog', async () => {
  const page = await openImport(await aStaffedClinic(site));
  await page.setViewportSize({ width: 1440, height: 680 });
  const wrong = 'V;31.02.1990;W;X99;Sommer;2026-02-30;2025-01-01;';
  await choose(page, csv(...Array.from({ length: 40 }, () => wrong)));
  await check(page);
  const title = checked(page).getByRole('columnheader').last();
  await title.waitFor();
  const close = await page.getByRole('dialog').getByRole('button', { name: 'Abbrechen' }).elementHandle();
  const seen = await title.evaluate((head, button) => {
    const dialog = head.closest('dialog');
    if (!dialog || !button) return null;
    dialog.scrollTop = 0;
    dialog.scrollTop = head.getBoundingClientRect().top - button.getBoundingClientRect().top;
    const { left, top, width, height } = button.getBoundingClientRect();
    const titles = head.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    return {
      meets: titles.top < y && y < titles.bottom,
      isOver: button.contains(document.elementFromPoint(x, y)),
    };
  }, close);
  assert.deepEqual(seen, { meets: true, isOver: true });
});

rare('a newly chosen import file removes the result of the last check', async () => {
  const page = await openImport(await aStaffedClinic(site));
  await choose(page, csv(row('K7M2XP4Q')));
  await check(page);
  await importButton(page).waitFor();
  await choose(page, csv(row('R9T3WZ5N')), 'andere.csv');
  assert.equal(await importButton(page).count(), 0);
  assert.equal(await checked(page).count(), 0);
});

test('HTML in a cell of an import file is shown as text', async () => {
  const page = await openImport(await aStaffedClinic(site));
  const markup = '<img src=x onerror=alert(1)>';
  await choose(page, csv(row('K7M2XP4Q').replace('Weber', markup)));
  await check(page);
  const cell = checked(page).getByRole('cell').filter({ hasText: markup });
  await cell.waitFor();
  assert.equal(await cell.getByRole('img').count(), 0);
});

test('an Excel file in Windows-1252 is refused and converted on request', async () => {
  const clinic = await aStaffedClinic(site);
  const page = await openImport(clinic);
  const content = csv('K7M2XP4Q;31.01.1990;Männlich;F32.1;Weber;01.01.2026;01.12.2026;Müller');
  await choose(page, Buffer.from(content, 'latin1'));
  await check(page);
  await page.getByText('Die Datei ist nicht UTF-8-kodiert.').waitFor();
  await page.getByText('Daten wie 31.01.1990 werden in der Form 1990-01-31 geschrieben.').waitFor();
  await page.getByRole('button', { name: 'Umwandeln und prüfen' }).click();
  await page.getByText('Geprüft wurde die umgewandelte Datei.').waitFor();
  // The pressed button is gone. The Tab key must continue in the result, not at the top of the page.
  await page.keyboard.press('Tab');
  assert.ok(await page.evaluate(() => document.activeElement?.closest('dialog') !== null));
  assert.notEqual(await focusedName(page), 'Schließen');
  assert.deepEqual(await lastRow(page), [
    'K7M2XP4Q',
    '1990-01-31',
    'Männlich',
    'F32.1',
    'Weber',
    '2026-01-01',
    '2026-12-01',
    'Müller',
  ]);
  await importButton(page).click();
  await readMessage(page);
  assert.deepEqual(await codesOf(clinic), ['K7M2XP4Q']);
});

rare(
  'an import file of more than 5 MB is not sent, and a file with only a header is not imported',
  async () => {
    const page = await openImport(await aStaffedClinic(site));
    await choose(page, 'x'.repeat(5 * 1024 * 1024 + 1));
    await check(page);
    await page.getByText('Sie darf höchstens 5 MB und 10.000 Zeilen haben.').waitFor();
    await choose(page, csv());
    await check(page);
    await page.getByText('Die Datei enthält keine Patient*innen.').waitFor();
  },
);

test('a code that another user registers after the check prevents the import', async () => {
  const clinic = await aStaffedClinic(site);
  const page = await openImport(clinic);
  await choose(page, csv(row('K7M2XP4Q'), row('R9T3WZ5N')));
  await check(page);
  await importButton(page).waitFor();
  await aPatient(site.services, clinic.id, { code: 'K7M2XP4Q' });
  await importButton(page).click();
  await page
    .getByText('Irgendetwas ist schief gelaufen. Die Patient*innen wurden nicht importiert.')
    .waitFor();
  assert.deepEqual(await codesOf(clinic), ['K7M2XP4Q']);
  await check(page);
  await page.getByText('1 von 2 Zeilen enthält Fehler.').waitFor();
});

test('an import interrupted by a lost connection shows a network error and stores each patient once when repeated', async () => {
  const clinic = await aStaffedClinic(site);
  const page = await openImport(clinic);
  await choose(page, csv(row('K7M2XP4Q')));
  await check(page);
  await importButton(page).waitFor();
  await page.context().setOffline(true);
  await importButton(page).click();
  await page.getByText('Beim Importieren der Patient*innen ist ein Netzwerkfehler aufgetreten.').waitFor();
  await page.context().setOffline(false);
  await importButton(page).click();
  assert.equal(await readMessage(page), 'Die Patient*innen wurden erfolgreich importiert.');
  assert.deepEqual(await codesOf(clinic), ['K7M2XP4Q']);
});

rare('a table with German headings and tabs, as Excel copies it, is converted on request', async () => {
  const clinic = await aStaffedClinic(site);
  const page = await openImport(clinic);
  const heads = 'Code\tGeburtsdatum\tGeschlecht\tDiagnose\tTherapeutin\tAufnahme\tEntlassung\tSystem-ID';
  const cells = 'K7M2XP4Q\t31.01.1990\tWeiblich\tF32.1\tWeber\t01.01.2026\t01.12.2026\tS-1';
  // Excel calls such a file "Unicode Text (*.txt)".
  assert.match((await page.getByLabel('CSV-Datei').getAttribute('accept')) ?? '', /\.txt/);
  await choose(page, `${heads}\r\n${cells}\r\n`, 'patienten.txt');
  await check(page);
  await page.getByText('Deutsche Spaltennamen werden durch die der Vorlage ersetzt.').waitFor();
  await page.getByText('Die Spalten werden durch Semikolon statt durch Tabulator getrennt.').waitFor();
  await page.getByRole('button', { name: 'Umwandeln und prüfen' }).click();
  await importButton(page).click();
  await readMessage(page);
  assert.deepEqual(await codesOf(clinic), ['K7M2XP4Q']);
});

rare('the errors of a file are named by cause and line, and can be downloaded as a list', async () => {
  const page = await openImport(await aStaffedClinic(site));
  const wrong = row('K7M2XP4Q').replace('F32.1', 'X99');
  const other = row('R9T3WZ5N').replace('F32.1', 'X99');
  await choose(page, csv(row('B4N6QX8V'), wrong, '', other));
  await check(page);
  const causes = page.getByRole('region', { name: 'Ursachen' });
  assert.equal(
    await causes.getByRole('listitem').innerText(),
    'Diagnose-ID: Diese Diagnose gibt es nicht. Zeilen 3, 5',
  );
  assert.match((await lastRow(page))[0] ?? '', /^Zeile 5 R9T3WZ5N/);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Fehlerliste herunterladen' }).click();
  const [, ...list] = String(await contentOf(await download))
    .trimEnd()
    .split('\r\n');
  assert.deepEqual(list, [
    '3;Diagnose-ID;X99;Diese Diagnose gibt es nicht.',
    '5;Diagnose-ID;X99;Diese Diagnose gibt es nicht.',
  ]);
});

rare('the example file of the import is accepted by the check', async () => {
  const page = await openImport(await aStaffedClinic(site));
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Beispiel herunterladen' }).click();
  await choose(page, String(await contentOf(await download)));
  await check(page);
  await page.getByText('2 Patient*innen geprüft. Alle Angaben sind gültig.').waitFor();
});

rare('10,000 rows are checked and imported, and the page contains only the visible rows', async () => {
  const clinic = await aStaffedClinic(site);
  const page = await openImport(clinic);
  const codes = new Set(Array.from({ length: 10_000 }, () => proposeCode(randomInt)));
  await choose(page, csv(...[...codes].map(row)));
  await check(page);
  await page.getByText('10.000 Patient*innen geprüft.').waitFor({ timeout: 60_000 });
  assert.equal(await checked(page).getAttribute('aria-rowcount'), '10001');
  assert.ok((await checked(page).getByRole('row').count()) < 60);
  const region = page.getByRole('region', { name: 'Geprüfte Datei: Tabelle' });
  await region.focus();
  await page.keyboard.press('End');
  const last = [...codes].at(-1) ?? '';
  await checked(page).getByText(last).waitFor();
  await importButton(page).click();
  await page.getByText('Die Patient*innen wurden erfolgreich importiert.').waitFor({ timeout: 60_000 });
  assert.equal((await codesOf(clinic)).length, 10_000);
});
