import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { STAFF_PASSWORD } from '../../src/server/demo/demo-plan.ts';
import { reportHtml } from '../../src/server/print/print-html.ts';
import { clinicianReport } from '../../src/server/reports/clinician-report.ts';
import { rare } from '../amount.ts';
import { reportSamples } from '../report-samples.ts';
import { openDemoSite, type Site } from './browser.ts';
import { contentOf } from './downloads.ts';
import { reportStyled } from './browser.ts';
import { openMyPatients, openReportOf, openResultOf, savePdf } from './clinician.ts';

let site: Site;
before(async () => {
  site = await openDemoSite();
});

async function openReport(code: string, point: string): Promise<Page> {
  const therapist = { name: 'therapie1', secret: STAFF_PASSWORD };
  const patients = openMyPatients(site, 'Ambulanz Musterstadt', therapist);
  return openReportOf(openResultOf(patients, code), point);
}

type Sample = keyof typeof reportSamples;

type Size = { width: number; height: number };

/** The page of a report with the answers of a sample, on a screen of this size. Its HTML may be changed on the way. */
async function openSample(sample: Sample, viewport: Size, changed = (html: string) => html): Promise<Page> {
  const therapist = { name: 'therapie1', secret: STAFF_PASSWORD };
  const page = await openMyPatients(site, 'Ambulanz Musterstadt', therapist, { viewport });
  const body = changed(reportHtml(clinicianReport(reportSamples[sample]())));
  await page.route('**/api/auth/clinicians/survey-sessions/*/reports', async (route) =>
    route.fulfill({ response: await route.fetch(), body }),
  );
  await openResultOf(Promise.resolve(page), 'P1005');
  await page.getByRole('link', { name: 'Bericht öffnen: Nachsorge 6 Monate' }).click();
  await page.getByRole('heading', { name: 'Auf einen Blick' }).waitFor();
  await reportStyled(page);
  return page;
}

/** The lower edges of the elements, from the top of the screen. */
function bottoms(page: Page, selector: string): Promise<number[]> {
  return page
    .locator(selector)
    .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().bottom)));
}

const foreign = `<img src="x" onerror="document.title = 'ran'"><iframe srcdoc="x"></iframe><a href="javascript:alert(1)" onclick="alert(1)"></a>`;

test('a report is shown without anything that could run, wherever it stands', async () => {
  const page = await openSample('relapse', { width: 1440, height: 900 }, (html) =>
    html
      .replaceAll('</td>', `${foreign}</td>`)
      .replaceAll('<details', `${foreign}<details onclick="alert(1)"`)
      .replaceAll('</svg>', `<script>document.title = 'ran'</script><use href="data:x"/></svg>`)
      .replace('</article>', `<object data="x"></object>${foreign}</article>`),
  );
  const found = await page.locator('.rz-report').evaluate((report) => {
    const all = [...report.querySelectorAll('*')];
    const names = all.map((one) => one.localName).filter((name) => /script|iframe|object|embed/.test(name));
    const calls = all.flatMap((one) => one.getAttributeNames()).filter((name) => name.startsWith('on'));
    const links = all
      .map((one) => one.getAttribute('href') ?? '')
      .filter((to) => /^(javascript|data):/.test(to));
    return { all: all.length > 2000, found: [...names, ...calls, ...links] };
  });
  assert.deepEqual(found, { all: true, found: [] });
  assert.notEqual(await page.title(), 'ran');
});

// Before the tests below, which read the only unread report.
rare(
  'a wide screen shows a relapse at once: two lines of tools, what changed, and the table of all scales with every row',
  async () => {
    const page = await openSample('relapse', { width: 1440, height: 900 });
    const tools = page.getByRole('main').getByRole('button').or(page.getByRole('main').getByRole('link'));
    const tops = await tools.evaluateAll((all) =>
      all
        .map((one) => one.getBoundingClientRect())
        .flatMap(({ top }) => (top < 200 ? [Math.round(top)] : [])),
    );
    assert.equal(tops.length, 11);
    assert.equal(new Set(tops).size, 2, tops.join());
    const rows = await bottoms(page, '.rz-summary tbody tr');
    assert.equal(rows.length, 21);
    assert.ok(Math.max(...rows) <= 900, rows.join());
  },
);

rare('an open event leaves every row of the table on a wide screen', async () => {
  const page = await openSample('event', { width: 1440, height: 900 });
  const rows = await bottoms(page, '.rz-summary tbody tr');
  assert.equal(rows.length, 21);
  assert.ok(Math.max(...rows) <= 900, `${rows.join()}`);
  const [box = 0] = await bottoms(page, '.rz-flags, .rz-note');
  assert.ok(box <= 300, `${box}`);
  await page.close();
});

rare('very long names are nowhere wider than the screen of a phone or a tablet', async () => {
  const page = await openSample('long_names', { width: 390, height: 844 });
  for (const width of [320, 390, 768, 1024]) {
    await page.setViewportSize({ width, height: 844 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= width, `${wide} at ${width}`);
  }
});

rare('a tablet shows the first rows of the table, and the score beside the name in both cards', async () => {
  const page = await openSample('relapse', { width: 1024, height: 768 });
  for (const [width, height] of [
    [1024, 768],
    [768, 1024],
  ] as const) {
    await page.setViewportSize({ width, height });
    const rows = await bottoms(page, '.rz-summary tbody tr');
    assert.ok(rows[2]! <= height, `${width}: ${rows.join()}`);
    const heights = await page
      .locator('.rz-card-head')
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().height)));
    assert.ok(Math.max(...heights) <= 32, `${width}: ${heights.join()}`);
  }
});

rare('a tablet has one line of ways, and a small phone three tools above two', async () => {
  const page = await openSample('relapse', { width: 768, height: 1024 });
  const ways = page.getByRole('main').locator('div:has(> h1)').locator('a, button');
  const lines = await ways.evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect()).flatMap(({ width, top }) => (width > 0 ? [top] : [])),
  );
  assert.equal(lines.length, 4);
  assert.equal(new Set(lines).size, 1, lines.join());
  await page.setViewportSize({ width: 320, height: 640 });
  const tools = page.locator('.rz-bar > button');
  const tops = await tools.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  assert.deepEqual(
    tops.map((top) => tops.indexOf(top)),
    [0, 0, 0, 3, 3],
  );
});

rare(
  'on a phone the tools take two rows, further ways are in a menu, and the first screen has two rows of the table',
  async () => {
    const page = await openSample('relapse', { width: 390, height: 844 });
    const rows = await bottoms(page, '.rz-summary tbody tr');
    assert.ok(rows[1]! <= 844, rows.join());
    await page.getByRole('button', { name: 'Mehr' }).click();
    const items = await page.getByRole('menu', { name: 'Mehr' }).getByRole('menuitem').allInnerTexts();
    assert.deepEqual(items, [
      'Bericht für Patient*innen ansehen',
      'Nächster ungelesener Bericht',
      'Link kopieren',
    ]);
    await page.getByRole('menuitem', { name: 'Bericht für Patient*innen ansehen' }).click();
    await page.getByRole('document', { name: 'Bericht für Patient*innen' }).waitFor();
  },
);

test('a clinician goes from a report to another point of the patient and to the next unread report', async () => {
  const page = await openReport('P1005', 'Nachsorge 6 Monate');
  await page.getByRole('button', { name: 'Messzeitpunkt: Nachsorge 6 Monate' }).click();
  const menu = page.getByRole('menu', { name: 'Messzeitpunkt' });
  const points = ['Erstgespräch', 'Therapieende', 'Nachsorge 6 Monate'];
  assert.deepEqual(await menu.getByRole('menuitem').allInnerTexts(), points);
  await menu.getByRole('menuitem', { name: 'Therapieende' }).click();
  await page.getByRole('heading', { name: 'Ergebnisbericht: Therapieende' }).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'H1');
  await page.getByRole('link', { name: 'Nächster ungelesener Bericht' }).click();
  await page.getByRole('document').getByText('P1003', { exact: true }).waitFor();
});

test('the overview, everything and the chosen sections are saved as PDFs named by code, measurement point and extent', async () => {
  const page = await openReport('P1003', 'Erstgespräch');
  const sizes: number[] = [];
  for (const [extent, name] of [
    ['Übersicht (1 Seite)', 'Übersicht'],
    ['Wie unter „Auswahl drucken“', 'Auswahl'],
    ['Alles', 'Alles'],
  ] as const) {
    const saving = page.waitForEvent('download');
    await savePdf(page, extent);
    const file = await saving;
    assert.equal(file.suggestedFilename(), `Bericht P1003 Erstgespräch ${name}.pdf`);
    const content = (await contentOf(file)).toString('latin1');
    assert.match(content, /^%PDF-/);
    assert.ok(content.includes('/Marked true') && content.includes('/StructTreeRoot'));
    sizes.push(content.match(/\/Type\s*\/Page\b/g)?.length ?? 0);
  }
  const [first = 0, chosen = 0, whole = 0] = sizes;
  assert.equal(first, 1);
  assert.ok(chosen > first && whole >= chosen && whole <= 5, sizes.join());
});

rare('the choice of what is printed is one press away from the top of a report', async () => {
  const page = await openReport('P1003', 'Erstgespräch');
  await page.getByRole('button', { name: 'Auswahl drucken …' }).click();
  const choices = page.getByRole('group', { name: 'Diese Abschnitte drucken' }).getByRole('checkbox');
  await choices.first().waitFor();
  assert.equal(await choices.first().evaluate((one) => one === document.activeElement), true);
});

rare(
  'a report whose style is late asks for patience, and one whose style is lost is shown all the same',
  async () => {
    const therapist = { name: 'therapie1', secret: STAFF_PASSWORD };
    const page = await openMyPatients(site, 'Ambulanz Musterstadt', therapist);
    const asked = Promise.withResolvers<void>();
    const lost = Promise.withResolvers<void>();
    await page.route('**/report.css', async (route) => {
      asked.resolve();
      await lost.promise;
      await route.abort();
    });
    await openResultOf(Promise.resolve(page), 'P1005');
    await page.getByRole('link', { name: 'Bericht öffnen: Nachsorge 6 Monate' }).click();
    await asked.promise;
    const patience = page.getByText('Bitte warten', { exact: false });
    await patience.waitFor();
    lost.resolve();
    await page.getByRole('heading', { name: 'Auf einen Blick' }).waitFor();
    assert.equal(await patience.isVisible(), false);
  },
);
