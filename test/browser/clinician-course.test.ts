import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createDemoData } from '../../src/server/demo/demo.ts';
import { STAFF_PASSWORD } from '../../src/server/demo/demo-plan.ts';
import { accessibilityFindings } from './accessibility.ts';
import { openSite, type Site } from './browser.ts';
import { openMyPatients, openResultOf, rowOf } from './clinician.ts';

const CLINIC = 'Ambulanz Musterstadt';
const therapie1 = { name: 'therapie1', secret: STAFF_PASSWORD };

let site: Site;
before(async () => {
  site = await openSite();
  await createDemoData(site.services);
});

const openHome = () => openMyPatients(site, CLINIC, therapie1, { viewport: { width: 1440, height: 900 } });

test('the result shows the course of every scale on top, as charts and as one table', async () => {
  const page = await openResultOf(openHome(), 'P1005');
  const course = page.getByRole('region', { name: 'Verlauf von P1005' });
  const depression = course.getByRole('img', { name: 'Depression: Verlauf' });
  await depression.waitFor();
  assert.equal(await course.getByText(/3 von 6 Befragungen nicht ausgefüllt/).isVisible(), true);
  const surveys = page.getByRole('table', { name: 'Ergebnis von P1005' });
  const [chart, table] = [await depression.boundingBox(), await surveys.boundingBox()];
  assert.ok(chart!.y < table!.y && chart!.y + chart!.height < 900, 'in sight, above the surveys');
  await course.getByText('Alle weiteren Skalen').click();
  await course.getByText('Alle Werte als Tabelle').click();
  const values = course.getByRole('table');
  const missed = values.getByRole('row', { name: /^Verlauf 1 nicht ausgefüllt/ });
  assert.equal(await missed.isVisible(), true);
  assert.equal(
    await values.getByRole('columnheader').count(),
    (await course.getByRole('img').count()) + 2,
    'the table has a column for each chart',
  );
  assert.deepEqual(await accessibilityFindings(page), []);
});

test('the result names the reader of a report and makes it unread again', async () => {
  const page = await openResultOf(openHome(), 'P1005');
  const result = page.getByRole('table', { name: 'Ergebnis von P1005' });
  const point = result.getByRole('row', { name: /^Therapieende/ });
  await point.getByText(/gelesen von therapie1 \(\d\d\.\d\d\.\d{4}\)/).waitFor();
  await point.getByRole('button', { name: 'Wieder als ungelesen: Therapieende' }).click();
  await point.getByText('Ungelesen', { exact: true }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Schließen' }).last().click();
  await rowOf(page, 'P1005').getByText('Ungelesener Report').waitFor();
});
