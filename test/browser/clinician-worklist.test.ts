import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { STAFF_PASSWORD } from '../../src/server/demo/demo-plan.ts';
import { rare } from '../amount.ts';
import { aPatient, clinicNamed, inClinic } from '../builders.ts';
import { openDemoSite, type Site } from './browser.ts';
import { codesIn, openMyPatients, rowOf } from './clinician.ts';

// What a clinician sees first: who waits, in which order, and how each patient is.

const CLINIC = 'Ambulanz Musterstadt';
const therapie1 = { name: 'therapie1', secret: STAFF_PASSWORD };

let site: Site;
before(async () => {
  site = await openDemoSite();
  const clinicId = await clinicNamed(site.services, CLINIC);
  await inClinic(site.services, clinicId, async (db) => {
    const { id } = await db
      .selectFrom('patients')
      .select('id')
      .where('code', '=', 'P1004')
      .executeTakeFirstOrThrow();
    const worse = { symptom_change: 'worse' } as const;
    await db.updateTable('survey_sessions').set(worse).where('patient_id', '=', id).execute();
  });
  const clinicianId = await inClinic(site.services, clinicId, async (db) => {
    const named = db.selectFrom('accounts').select('id').where('username', '=', 'therapie1');
    return (await named.executeTakeFirstOrThrow()).id;
  });
  for (let count = 0; count < 10; count += 1) await aPatient(site.services, clinicId, { clinicianId });
});

const openHome = () => openMyPatients(site, CLINIC, therapie1, { viewport: { width: 1440, height: 900 } });

test('the list begins with whom it is urgent to see, and each count under "Heute" shows its patients until the next press', async () => {
  const page = await openHome();
  // Open events, unread reports, worse patients.
  assert.deepEqual((await codesIn(page)).slice(0, 3), ['P1010', 'P1003', 'P1004']);
  const all = await codesIn(page);
  const worse = page.getByRole('button', { name: '1 seit der letzten Messung verschlechtert' });
  await worse.click();
  assert.deepEqual(await codesIn(page), ['P1004']);
  assert.equal(await worse.getAttribute('aria-pressed'), 'true');
  await worse.click();
  assert.deepEqual(await codesIn(page), all);
  const overdue = page.getByRole('button', { name: /^\d+ überfällig$/ });
  await overdue.click();
  const count = Number((await overdue.innerText()).match(/\d+/)?.[0]);
  assert.equal((await codesIn(page)).length, count);
  await page.getByRole('button', { name: 'Filter zurücksetzen' }).click();
  assert.deepEqual(await codesIn(page), all);
});

test('the column Ergebnis names the newest result and its change, sorts the gravest first and filters by these words', async () => {
  const page = await openHome();
  assert.match(await rowOf(page, 'P1003').innerText(), /Kritisch/);
  assert.match(await rowOf(page, 'P1004').innerText(), /Auffällig.*schlechter/s);
  assert.match(await rowOf(page, 'P1001').innerText(), /noch \d+ Tage\s+Ausstehend \(Nicht begonnen\)/);
  await page.getByLabel('Filter: Ergebnis').selectOption('schlechter');
  assert.deepEqual(await codesIn(page), ['P1004']);
  await page.getByLabel('Filter: Ergebnis').selectOption('Alle');
  await page.getByRole('columnheader', { name: 'Ergebnis' }).getByRole('button').click();
  const sorted = await codesIn(page);
  assert.deepEqual(sorted.slice(0, 2), ['P1010', 'P1003']);
  assert.ok(sorted.indexOf('P1004') < sorted.indexOf('P1005'));
  assert.ok(sorted.indexOf('P1005') < sorted.indexOf('P1001'));
});

for (const { width, height, rows } of [
  { width: 1440, height: 900, rows: 15 },
  { width: 1280, height: 720, rows: 9 },
]) {
  rare(`${rows} patients are in sight at ${width}x${height}, below an open event`, async () => {
    const page = await openMyPatients(site, CLINIC, therapie1, { viewport: { width, height } });
    await page
      .getByRole('button', { name: /P1010.*dringend/ })
      .first()
      .waitFor();
    const inSight = await page
      .getByRole('rowheader')
      .evaluateAll(
        (names) => names.filter((name) => name.getBoundingClientRect().bottom <= window.innerHeight).length,
      );
    assert.ok(inSight >= rows, `${inSight} rows`);
  });
}

for (const [width, height] of [
  [1440, 900],
  [1366, 768],
  [1280, 720],
] as const)
  rare(`every column of the list is in sight at ${width}x${height}`, async () => {
    const page = await openMyPatients(site, CLINIC, therapie1, { viewport: { width, height } });
    await rowOf(page, 'P1005').waitFor();
    const ends = await page
      .getByRole('columnheader')
      .evaluateAll((titles) => titles.map((title) => Math.round(title.getBoundingClientRect().right)));
    const box = await page.getByRole('region', { name: 'Meine Patient*innen: Tabelle' }).boundingBox();
    assert.ok(Math.max(...ends) <= box!.x + box!.width, `${Math.max(...ends)} of ${box!.x + box!.width}`);
    const links = page.getByRole('navigation').first().getByRole('link');
    assert.deepEqual(await links.allInnerTexts(), [
      'Meine Patient*innen',
      'Klinik',
      'Alles zuklappen',
      'Informationen',
    ]);
  });

rare('a count opens the closed list of patients', async () => {
  const page = await openHome();
  await page.getByRole('button', { name: 'Meine Patient*innen', exact: true }).click();
  await rowOf(page, 'P1003').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: '1 mit ungelesenem Report' }).click();
  await rowOf(page, 'P1003').waitFor();
  assert.deepEqual(await codesIn(page), ['P1003']);
});
