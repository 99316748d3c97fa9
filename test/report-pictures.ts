// Renders every sample report into a folder: HTML, PDF and pictures of the page, closed in light, dark, grey and forced
// colours, and with all sections open. For the eyes of a person: node test/report-pictures.ts FOLDER [SAMPLE]
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { reportHtml } from '../src/server/print/print-html.ts';
import { renderPdf } from '../src/server/print/print-pdf.ts';
import { clinicianReport } from '../src/server/reports/clinician-report.ts';
import { patientReport } from '../src/server/reports/patient-report.ts';
import { wholeReport } from '../src/server/reports/report-part.ts';
import { reportPage } from './report-page.ts';
import { reportSamples } from './report-samples.ts';
import { findChromium } from './run-chromium.ts';

const [folder = 'report-pictures', only] = process.argv.slice(2);
const web = join(import.meta.dirname, '..', 'dist', 'web');
const sizes = {
  desk: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
  narrow: { width: 320, height: 640 },
};
const reports = { clinician: clinicianReport, patient: patientReport };

/** How a page is looked at. */
const looks: Record<string, (page: Page) => Promise<unknown>> = {
  light: async () => {},
  dark: (page) => page.emulateMedia({ colorScheme: 'dark' }),
  forced: (page) => page.emulateMedia({ forcedColors: 'active' }),
  grey: (page) => page.addStyleTag({ content: 'html { filter: grayscale(1); }' }),
  open: (page) =>
    page.locator('details').evaluateAll((all) => all.forEach((one) => one.setAttribute('open', ''))),
};

async function takePictures(browser: Browser, name: string, html: string): Promise<void> {
  for (const [size, viewport] of Object.entries(sizes))
    for (const [look, apply] of Object.entries(looks)) {
      const page = await browser.newPage({ viewport });
      await page.setContent(html);
      await apply(page);
      await page.screenshot({ path: join(folder, `${name}-${size}-${look}.png`), fullPage: true });
      await page.close();
    }
}

async function printAndMeasure(browser: Browser, name: string, html: string): Promise<void> {
  const page = await browser.newPage({ viewport: sizes.desk });
  await page.setContent(html);
  const height = (await page.locator('html').boundingBox())?.height ?? 0;
  const screens = height / sizes.desk.height;
  const file = await page.pdf({ path: join(folder, `${name}-printed.pdf`), format: 'A4' });
  console.log(name, `${screens.toFixed(1)} screens at 1440 px, ${pagesOf(file)} printed pages`);
  await page.close();
}

function pagesOf(file: Buffer): number | undefined {
  return file.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length;
}

const found = findChromium();
if (!('path' in found)) throw new Error('There is no Chromium.');
await mkdir(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: found.path, args: ['--no-sandbox'] });
for (const [sample, input] of Object.entries(reportSamples)) {
  if (only !== undefined && only !== sample) continue;
  for (const [audience, report] of Object.entries(reports)) {
    const name = `${sample}-${audience}`;
    const made = report(input());
    const html = await reportPage(reportHtml(made), web);
    await writeFile(join(folder, `${name}.html`), html);
    // A patient's report is printed from its page.
    if (audience === 'clinician') {
      const pdf = await renderPdf(wholeReport(made));
      await writeFile(join(folder, `${name}.pdf`), pdf);
      console.log(name, `${pagesOf(pdf)} pages of PDF`);
    }
    await printAndMeasure(browser, name, html);
    await takePictures(browser, name, html);
  }
}
await browser.close();
