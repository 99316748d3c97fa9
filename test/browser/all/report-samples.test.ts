// Every sample report in a page of its own: letters, room and paper, and a relapse at once in sight.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { reportHtml } from '../../../src/server/print/print-html.ts';
import { clinicianReport } from '../../../src/server/reports/clinician-report.ts';
import { patientReport } from '../../../src/server/reports/patient-report.ts';
import { reportSamples } from '../../report-samples.ts';
import { eventually } from '../../eventually.ts';
import { openBareReport, unfold } from '../bare-report.ts';
import { printedPages, withoutPrintDialog } from '../printed-pages.ts';
import { PHONE_ROOM, wrongLetters } from '../report-looks.ts';

const audiences = { clinician: clinicianReport, patient: patientReport } as const;
type Audience = keyof typeof audiences;
type Sample = keyof typeof reportSamples;

async function openSample(sample: Sample, audience: Audience, width = 1440, height = 900): Promise<Page> {
  const report = audiences[audience](reportSamples[sample]());
  return openBareReport(reportHtml(report), { width, height });
}

const names = Object.keys(reportSamples) as Sample[];

test('the letters of every chart have 12 to 20 px at every width', async () => {
  for (const name of ['first', 'relapse', 'event', 'sixty'] as const) {
    const page = await openSample(name, 'clinician');
    await unfold(page);
    for (const width of [320, 390, 768, 1280, 1440, 1920, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      await eventually(async () => assert.deepEqual(await wrongLetters(page), [], `${name} at ${width}`));
    }
    await page.close();
  }
});

test('the course of a symptom takes the room of a wide screen', async () => {
  const page = await openSample('relapse', 'clinician', 1920, 1080);
  await unfold(page);
  const courses = await page
    .locator('#dep .rz-course-full')
    .evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect().width / one.parentElement!.clientWidth),
    );
  assert.deepEqual(courses, [1]);
  await page.close();
});

test('a course that scrolls on a phone shows its newest point first', async () => {
  const page = await openSample('twenty', 'clinician', 390, PHONE_ROOM);
  await unfold(page);
  const box = page.locator('#dep .rz-figure.rz-scroll');
  assert.ok(await box.evaluate((one) => one.scrollWidth > one.clientWidth));
  const [frame, last] = [await box.boundingBox(), await box.locator('.rz-point-last').boundingBox()];
  assert.ok(last!.x >= frame!.x && last!.x + last!.width <= frame!.x + frame!.width);
  await page.close();
});

test('a relapse is named within the first 600 pixels of both reports', async () => {
  for (const [audience, words] of [
    ['clinician', 'Verlässlich verschlechtert: Depression seit Therapieende'],
    ['patient', 'Zuletzt ging es Ihnen in diesen Bereichen schlechter: Stimmung und Kraft'],
  ] as const) {
    const page = await openSample('relapse', audience);
    const box = await page.locator('.rz-note', { hasText: words }).boundingBox();
    assert.ok(box && box.y + box.height <= 600, `${audience}: ${box?.y}`);
    await page.close();
  }
});

test('on a phone the first screen shows who and when, what changed, and both symptoms with their changes', async () => {
  // An open event above everything leaves less room, and so do names of several lines.
  const others = ['long_names', 'event', 'worst'];
  for (const name of names.filter((one) => !others.includes(one))) {
    const page = await openSample(name, 'clinician', 390, 844);
    const bottoms = await page
      .locator('.rz-facts, .rz-note, .rz-card')
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().bottom)));
    // Notes below the overview say what kind of report this is.
    const count = bottoms.length - (await page.locator('.rz-overview ~ .rz-notes .rz-note').count());
    assert.ok(Math.max(...bottoms.slice(0, count)) <= PHONE_ROOM, `${name}: ${bottoms.join()}`);
    await page.close();
  }
});

test('a closed report has at most three screens for clinicians and four for patients on a phone', async () => {
  for (const name of names) {
    const heights = await Promise.all([
      screensOf(await openSample(name, 'clinician')),
      screensOf(await openSample(name, 'patient', 390, 844)),
    ]);
    const [clinician = 0, patient = 0] = heights;
    assert.ok(clinician <= 3 && patient <= 4, `${name}: ${clinician.toFixed(1)}, ${patient.toFixed(1)}`);
  }
});

test('the overview is printed on one page, everything with its answers on at most five, a patient’s report on four', async () => {
  for (const name of names) {
    const clinician = await openSample(name, 'clinician');
    const printed = [await printedPages(clinician)];
    await withoutPrintDialog(clinician);
    for (const extent of ['Übersicht drucken', 'Alles drucken']) {
      await clinician.getByRole('button', { name: extent }).click();
      printed.push(await printedPages(clinician));
    }
    await clinician.close();
    const patient = await openSample(name, 'patient');
    const own = await printedPages(patient);
    await patient.close();
    const [byKeys = 0, first = 0, whole = 0] = printed;
    const isShort = byKeys <= 5 && first === 1 && whole <= 5 && own <= 4;
    assert.ok(isShort, `${name}: ${printed.join()}, ${own}`);
  }
});

test('a patient’s report has larger letters on paper than a clinician’s', async () => {
  for (const [audience, least] of [
    ['patient', 10],
    ['clinician', 6.5],
  ] as const) {
    const page = await openSample('worst', audience);
    await page.emulateMedia({ media: 'print' });
    const points = await page
      .locator('.rz-brief p')
      .evaluateAll((all) =>
        all.map((one) => Math.round(Number.parseFloat(getComputedStyle(one).fontSize) * 7.5) / 10),
      );
    assert.ok(points.length > 10 && Math.min(...points) >= least, `${audience}: ${Math.min(...points)}`);
    await page.close();
  }
});

async function screensOf(page: Page): Promise<number> {
  const screens = await page.evaluate(() => document.documentElement.scrollHeight / innerHeight);
  await page.close();
  return screens;
}

test('the frame of a band’s name is whole in forced colours, on a phone and on a wide screen', async () => {
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    const page = await openSample('relapse', 'clinician', width, height);
    await page.emulateMedia({ forcedColors: 'active' });
    for (const name of await page.locator('.rz-summary .rz-chip, .rz-card .rz-chip').all())
      assert.deepEqual(await frameGaps(page, await name.screenshot()), [], `at ${width}`);
    await page.close();
  }
});

/** The columns in the middle of a picture of a box that have no dark pixel near its upper or its lower edge. */
function frameGaps(page: Page, picture: Buffer): Promise<string[]> {
  return page.evaluate(
    async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      const { width, height } = image;
      const context = new OffscreenCanvas(width, height).getContext('2d')!;
      context.drawImage(image, 0, 0);
      const isDark = (x: number, y: number) => context.getImageData(x, y, 1, 1).data[0]! < 128;
      const columns = Array.from({ length: Math.floor(width / 2) }, (_, at) => at + Math.floor(width / 4));
      const edges = { upper: [0, 1, 2], lower: [height - 1, height - 2, height - 3] };
      return Object.entries(edges).flatMap(([edge, rows]) =>
        columns.filter((x) => !rows.some((y) => isDark(x, y))).map((x) => `${edge} ${x}`),
      );
    },
    `data:image/png;base64,${picture.toString('base64')}`,
  );
}
