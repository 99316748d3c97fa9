import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBareReport, unfold } from '../../../../../../test/browser/bare-report.ts';
import { PHONE_ROOM, wrongLetters } from '../../../../../../test/browser/report-looks.ts';
import { printedPages } from '../../../../../../test/browser/printed-pages.ts';
import { eventually } from '../../../../../../test/eventually.ts';
import { reportHtml } from '../../../../../server/print/print-html.ts';
import { clinicianReport } from '../../../../../server/reports/clinician-report.ts';
import { deviatingInput } from '../../deviating.ts';

const openClosed = (width = 1440, height = 900) =>
  openBareReport(reportHtml(clinicianReport(deviatingInput())), { width, height });

async function openReport(width?: number, height?: number) {
  const page = await openClosed(width, height);
  await unfold(page);
  return page;
}

test('the letters of its charts have 12 to 20 px at every width', async () => {
  const page = await openReport();
  for (const width of [320, 390, 768, 1280, 1440, 1920, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    await eventually(async () => assert.deepEqual(await wrongLetters(page), [], `at ${width}`));
  }
  await page.close();
});

test('the whole course in its expected band is in sight on a phone, where nothing scrolls sideways', async () => {
  const page = await openReport(390, PHONE_ROOM);
  const chart = page.locator('#expected-course svg');
  const [box, section] = [await chart.boundingBox(), await page.locator('#expected-course').boundingBox()];
  assert.ok(box!.x >= section!.x && box!.x + box!.width <= section!.x + section!.width);
  const last = await chart.locator('.rz-point-last').boundingBox();
  assert.ok(last!.x + last!.width <= 390);
  assert.equal(await page.locator('#expected-course .rz-scroll').count(), 0);
  await page.close();
});

test('the note of an expected course leaves every row of the table on a wide screen', async () => {
  const page = await openClosed();
  const row = await page.locator('.rz-summary tbody tr').last().boundingBox();
  assert.ok(row!.y + row!.height <= 900);
  await page.close();
});

test('the report is printed on at most five pages', async () => {
  const page = await openClosed();
  assert.ok((await printedPages(page)) <= 5);
  await page.close();
});
