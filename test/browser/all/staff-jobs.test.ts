import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { after, before, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { proposeCode } from '../../../src/domain/patient-code.ts';
import { randomInt } from 'node:crypto';
import { STAFF_PASSWORD } from '../../../src/server/demo/demo-plan.ts';
import { aPatient, clinicNamed, inClinic } from '../../builders.ts';
import { aStaffedClinic, openAdminHome, openEmployees } from '../admin.ts';
import { openDemoSite, type Site } from '../browser.ts';
import { contentOf } from '../downloads.ts';
import { openMyPatients, openReportOf, openResultOf, rowOf } from '../clinician.ts';

// What the daily jobs of clinicians and admins cost, as one robot does them. `JOBS=write npm test -- staff-jobs` writes the
// table of docs/staff-jobs.md anew. `npm run test:all` compares it, so a job that takes a click more fails here.

const CLINIC = 'Ambulanz Musterstadt';
const therapie1 = { name: 'therapie1', secret: STAFF_PASSWORD };

// The keystroke-level model: seconds for a point-and-click, a key and a look.
const SECONDS = { click: 1.5, key: 0.28, look: 2 } as const;

/** Does what a user does with mouse, keys and eyes, and counts it. */
class Walk {
  readonly counts = { click: 0, key: 0, look: 0 };
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }
  async click(control: Locator): Promise<void> {
    this.counts.click += 1;
    await control.click();
  }
  /** A list that drops down takes two clicks. */
  async choose(list: Locator, label: string): Promise<void> {
    this.counts.click += 2;
    await list.selectOption({ label });
  }
  async type(text: string): Promise<void> {
    this.counts.key += text.length;
    await this.page.keyboard.type(text);
  }
  async press(key: string): Promise<void> {
    this.counts.key += key.split('+').length;
    await this.page.keyboard.press(key);
  }
  /** Reads until the user knows what to do next, or that the job is done. */
  async look(at: Locator): Promise<void> {
    this.counts.look += 1;
    await at.waitFor();
  }
  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }
  /** The file that a press saves. It ends when the whole file is there. */
  async saved(press: () => Promise<void>): Promise<void> {
    const [file] = await Promise.all([this.page.waitForEvent('download'), press()]);
    await contentOf(file);
  }
}

/** `before` and `ideal` are those of the review that the product answers. `reason` stands where a row is above its ideal. */
type Job = { who: 'clinician' | 'admin'; before: string; ideal: Ideal; reason: string };
type Ideal = { clicks?: number; seconds?: number };

const done: string[] = [];
let known = 0;

function job(name: string, { who, before: earlier, ideal, reason }: Job, walk: () => Promise<Walk>): void {
  known += 1;
  test(`${name}: ${who}`, async () => {
    const { click, key, look } = (await walk()).counts;
    const seconds = click * SECONDS.click + key * SECONDS.key + look * SECONDS.look;
    const isAbove = click > (ideal.clicks ?? click) || seconds > (ideal.seconds ?? seconds);
    assert.equal(
      isAbove,
      reason !== '',
      `${click} clicks and ${seconds} s: a reason where the ideal is missed`,
    );
    const wanted = [
      ...(ideal.clicks === undefined ? [] : [ideal.clicks === 1 ? '1 click' : `${ideal.clicks} clicks`]),
      ...(ideal.seconds === undefined ? [] : [`${ideal.seconds} s`]),
    ].join(', ');
    done.push(
      `| ${[name, who, earlier, click, key, seconds.toFixed(1), wanted, reason || 'reached'].join(' | ')} |`,
    );
  });
}

let site: Site;
before(async () => {
  site = await openDemoSite();
  const clinicId = await clinicNamed(site.services, CLINIC);
  const clinicianId = await inClinic(site.services, clinicId, async (db) => {
    const worse = db.selectFrom('patients').select('id').where('code', '=', 'P1004');
    await db
      .updateTable('survey_sessions')
      .set({ symptom_change: 'worse' })
      .where('patient_id', '=', worse)
      .execute();
    const named = db.selectFrom('accounts').select('id').where('username', '=', 'therapie1');
    return (await named.executeTakeFirstOrThrow()).id;
  });
  // A caseload of about 40.
  for (let count = 0; count < 30; count += 1) await aPatient(site.services, clinicId, { clinicianId });
});

const home = async () => new Walk(await openMyPatients(site, CLINIC, therapie1));

job(
  'Who is worse since last time?',
  {
    who: 'clinician',
    before: '7 min for 40 patients',
    ideal: { clicks: 0, seconds: 3 },
    reason: '',
  },
  async () => {
    const walk = await home();
    await walk.look(rowOf(walk.page, 'P1004').getByText('schlechter'));
    return walk;
  },
);

job(
  'Read the newest unread report',
  {
    who: 'clinician',
    before: '4 clicks, 9 s',
    ideal: { clicks: 1, seconds: 3 },
    reason: 'one look and one click, the least there is in this model',
  },
  async () => {
    const walk = await home();
    const mark = walk.page.getByRole('link', { name: 'Ungelesener Report von P1003' });
    await walk.look(mark);
    await walk.click(mark);
    await walk.page.getByRole('heading', { name: 'Ergebnisbericht: Erstgespräch' }).waitFor();
    return walk;
  },
);

job(
  'See the course of a patient over a year',
  { who: 'clinician', before: 'code and 2 clicks, 8 s', ideal: { clicks: 1 }, reason: '' },
  async () => {
    const walk = await home();
    await walk.look(rowOf(walk.page, 'P1005'));
    await walk.click(walk.button('Anzeigen: Ergebnis von P1005'));
    await walk.page.getByRole('img', { name: 'Depression: Verlauf' }).waitFor();
    return walk;
  },
);

job(
  'Add a patient and hand over the login',
  {
    who: 'clinician',
    before: '7 clicks, 35 keys, then 2 to 3 min by hand',
    ideal: { seconds: 30 },
    reason: '',
  },
  async () => {
    const walk = await home();
    const { page } = walk;
    await walk.click(walk.button('Patient*in anlegen'));
    await walk.click(page.getByLabel('Geburtsdatum', { exact: true }));
    await walk.press('Control+a');
    await walk.type('05031984');
    await walk.choose(page.getByLabel('Geschlecht', { exact: true }), 'Weiblich');
    await walk.click(page.getByRole('combobox', { name: 'Diagnosen' }));
    await walk.type('F32.1');
    await walk.press('Enter');
    await walk.click(walk.button('+12 Monate'));
    await walk.click(walk.button('Anlegen'));
    await walk.look(page.getByText('wurde angelegt.'));
    await walk.saved(() => walk.click(walk.button('Zugangsblatt herunterladen')));
    // The browser opens the file and prints it.
    walk.counts.click += 1;
    walk.counts.key += 3;
    walk.counts.look += 1;
    return walk;
  },
);

job(
  'Who has not answered?',
  { who: 'clinician', before: '2 clicks, then 1 for each of 521 rows', ideal: { clicks: 1 }, reason: '' },
  async () => {
    const walk = await home();
    await walk.click(walk.button(/^\d+ überfällig$/));
    await walk.look(rowOf(walk.page, 'P1002').getByText(/noch \d+ Tage/));
    return walk;
  },
);

async function openedReport(): Promise<Walk> {
  const { page } = await home();
  await openReportOf(openResultOf(Promise.resolve(page), 'P1003'), 'Erstgespräch');
  return new Walk(page);
}

job(
  'Print the open report on one page',
  {
    who: 'clinician',
    before: '1.8 screens of scrolling and 2 clicks, 8 pages',
    ideal: { clicks: 1 },
    reason: '',
  },
  async () => {
    const walk = await openedReport();
    await walk.page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', '');
    });
    await walk.click(walk.button('Übersicht drucken'));
    await walk.page.locator('body[data-printed]').waitFor();
    return walk;
  },
);

job(
  'Save the open report as a PDF',
  {
    who: 'clinician',
    before: '1 click, 11 pages',
    ideal: { clicks: 1 },
    reason: 'the second click chooses one page, everything, or a choice of sections',
  },
  async () => {
    const walk = await openedReport();
    await walk.click(walk.page.getByRole('button', { name: 'Als PDF herunterladen' }));
    await walk.saved(() => walk.click(walk.page.getByRole('menuitem', { name: 'Übersicht (1 Seite)' })));
    return walk;
  },
);

job(
  'Copy a text for the record',
  { who: 'clinician', before: '2 clicks after 9,129 px of scrolling, 8 s', ideal: { clicks: 1 }, reason: '' },
  async () => {
    const walk = await openedReport();
    await walk.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await walk.click(walk.button('Kurztext kopieren'));
    assert.match(await walk.page.evaluate(() => navigator.clipboard.readText()), /P1003/);
    return walk;
  },
);

job(
  'Correct a birth date',
  { who: 'clinician', before: 'code, 3 clicks and 8 keys, 10 s', ideal: { seconds: 10 }, reason: '' },
  async () => {
    const walk = await home();
    const { page } = walk;
    await walk.click(page.getByLabel('Filter: Code'));
    await walk.type('P1001');
    await walk.click(walk.button('P1001 bearbeiten'));
    await walk.click(page.getByRole('menuitem', { name: 'Patient*in bearbeiten' }));
    // The form opens in the field of the birth date.
    await page.getByRole('combobox', { name: 'Diagnosen' }).waitFor();
    await walk.press('Control+a');
    await walk.type('02011990');
    await walk.press('Enter');
    await page.getByText('P1001: Gespeichert.').waitFor();
    await rowOf(page, 'P1001').getByText('02.01.1990').waitFor();
    return walk;
  },
);

for (const [name, earlier, filter, typed, found] of [
  ['Find a patient by code', '1 field', 'Filter: Code', 'P1005', 'P1005'],
  ['Find the patients born in a year', 'impossible', 'Filter: Geburtstag', '1990', 'P1003'],
] as const)
  job(name, { who: 'clinician', before: earlier, ideal: { clicks: 1 }, reason: '' }, async () => {
    const walk = await home();
    await walk.click(walk.page.getByLabel(filter, { exact: true }));
    await walk.type(typed);
    await walk.page.getByText(/^\d+ von \d+ Einträgen$/).waitFor();
    await rowOf(walk.page, found).waitFor();
    return walk;
  });

job(
  'Who has not answered, and whom do I tell?',
  { who: 'admin', before: '1 click, incomplete and without the clinician', ideal: { clicks: 1 }, reason: '' },
  async () => {
    const clinic = await aStaffedClinic(site);
    await aPatient(site.services, clinic.id, {
      code: 'WARTET',
      clinicianId: clinic.weber.id,
      admission: dayAgo(10),
    });
    const walk = new Walk(await openAdminHome(site, clinic));
    await walk.click(walk.page.getByText('Rücklauf der Befragungen'));
    const stuck = walk.page.getByRole('table', { name: 'Patient*innen mit stockender Befragung' });
    await walk.look(stuck.getByRole('row').filter({ hasText: 'WARTET' }).getByText('Weber'));
    return walk;
  },
);

job(
  'Move all patients of a leaving clinician',
  { who: 'admin', before: '6 clicks, 20 s, cannot be undone', ideal: { clicks: 5 }, reason: '' },
  async () => {
    const clinic = await aStaffedClinic(site);
    for (let count = 0; count < 12; count += 1)
      await aPatient(site.services, clinic.id, { clinicianId: clinic.weber.id });
    const walk = new Walk(await openAdminHome(site, clinic));
    const { page } = walk;
    await walk.click(page.getByRole('main').getByRole('button', { name: 'Mitarbeitende', exact: true }));
    await walk.click(walk.button('Weber bearbeiten'));
    await walk.click(page.getByRole('menuitem', { name: 'Patient*innen übertragen' }));
    await page.getByLabel('Neue*r Mitarbeitende*r').and(page.locator(':focus')).waitFor();
    await walk.press('k');
    await walk.click(page.getByRole('dialog').getByRole('button', { name: 'Übertragen', exact: true }));
    await walk.look(page.getByRole('alertdialog').getByText('erfolgreich'));
    await page.getByRole('alertdialog').getByRole('button', { name: 'Rückgängig machen' }).waitFor();
    await walk.press('Escape');
    return walk;
  },
);

job(
  'Disable a clinician who has patients',
  { who: 'admin', before: '2 clicks, without a question', ideal: { seconds: 20 }, reason: '' },
  async () => {
    const clinic = await aStaffedClinic(site);
    await aPatient(site.services, clinic.id, { clinicianId: clinic.weber.id });
    const walk = new Walk(await openEmployees(site, clinic));
    const { page } = walk;
    await walk.click(walk.button('Weber bearbeiten'));
    await walk.click(page.getByRole('menuitem', { name: 'Deaktivieren' }));
    await walk.look(page.getByRole('dialog'));
    await walk.click(page.getByRole('dialog').getByRole('button', { name: 'Patient*innen übertragen' }));
    await walk.choose(page.getByLabel('Neue*r Mitarbeitende*r'), 'Kaya');
    await walk.click(page.getByRole('dialog').getByRole('button', { name: 'Übertragen', exact: true }));
    await walk.look(page.getByRole('alertdialog'));
    await walk.click(page.getByRole('alertdialog').getByRole('button', { name: 'Deaktivieren' }));
    await rowOf(page, 'Weber')
      .getByText('Deaktiviert')
      .or(page.getByText('ist deaktiviert'))
      .first()
      .waitFor();
    return walk;
  },
);

job(
  'Import 50 patients from Excel, with their access sheets',
  { who: 'admin', before: '6 clicks, 20 s, no sheets', ideal: { seconds: 20 }, reason: '' },
  async () => {
    const clinic = await aStaffedClinic(site);
    const walk = new Walk(await openAdminHome(site, clinic));
    const { page } = walk;
    await walk.click(walk.button('Patient*innen importieren'));
    // The button of the field, and the file in the dialog of the system.
    walk.counts.click += 2;
    await page
      .getByLabel('CSV-Datei')
      .setInputFiles({ name: 'patienten.csv', mimeType: 'text/csv', buffer: excelFile(50) });
    await walk.click(walk.button('Datei prüfen'));
    await walk.look(walk.button('Umwandeln und prüfen'));
    await walk.click(walk.button('Umwandeln und prüfen'));
    await walk.look(page.getByText('50 Patient*innen geprüft.'));
    await walk.click(page.getByRole('dialog').getByRole('button', { name: 'Importieren' }));
    await page.getByRole('alertdialog').waitFor();
    await walk.press('Enter');
    await walk.saved(() => walk.click(walk.button('Zugangsblätter herunterladen')));
    return walk;
  },
);

/** A file as Excel saves it in Germany: German headings and dates, Windows-1252. */
function excelFile(count: number): Buffer {
  const head = 'Code;Geburtsdatum;Geschlecht;Diagnose;Mitarbeiter;Aufnahme;Entlassung;System-ID';
  const rows = Array.from(
    { length: count },
    () => `${proposeCode(randomInt)};31.01.1990;Männlich;F32.1;Weber;01.01.2026;01.12.2026;`,
  );
  return Buffer.from([head, ...rows, ''].join('\r\n'), 'latin1');
}

function dayAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

const page = new URL('../../../docs/staff-jobs.md', import.meta.url);
const [START, END] = ['<!-- jobs -->', '<!-- /jobs -->'];

after(() => {
  // A job that failed has no row.
  if (done.length < known) return;
  const text = readFileSync(page, 'utf8');
  const [head = '', rest = ''] = text.split(START);
  const table = [
    '',
    '',
    '| job | who | before | clicks | keys | seconds | ideal | reached? |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...done,
    '',
    '',
  ].join('\n');
  const fresh = `${head}${START}${table}${END}${rest.split(END)[1] ?? ''}`;
  if (process.env['JOBS'] === 'write') writeFileSync(page, fresh);
  else assert.equal(text, fresh, 'JOBS=write npm test -- staff-jobs writes the table anew');
});
