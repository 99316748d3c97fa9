// Renders every sample report into a folder: HTML, PDF and pictures of the page in light and dark. For the eyes of a person:
// node test/report-pictures.ts FOLDER [SAMPLE]
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
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
const sizes = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const reports = { clinician: clinicianReport, patient: patientReport };

async function takePictures(browser: Browser, name: string, html: string): Promise<void> {
  for (const [size, viewport] of Object.entries(sizes))
    for (const colorScheme of ['light', 'dark'] as const) {
      const tab = await browser.newPage({ viewport, colorScheme });
      await tab.setContent(html);
      const height = (await tab.locator('html').boundingBox())?.height ?? 0;
      const path = join(folder, `${name}-${size}-${colorScheme}`);
      await tab.screenshot({ path: `${path}.png` });
      await tab.screenshot({ path: `${path}-whole.png`, fullPage: true });
      if (colorScheme === 'light') {
        const file = await tab.pdf({ path: `${path}-print.pdf`, format: 'A4' });
        const pages = file.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length;
        console.log(name, size, `${(height / viewport.height).toFixed(1)} screens, ${pages} printed pages`);
      }
      await tab.close();
    }
}

const found = findChromium();
if (!('path' in found)) throw new Error('There is no Chromium.');
await mkdir(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: found.path, args: ['--no-sandbox'] });
for (const [sample, input] of Object.entries(reportSamples)) {
  if (only !== undefined && only !== sample) continue;
  for (const [audience, report] of Object.entries(reports)) {
    const made = report(input());
    const html = await reportPage(reportHtml(made), web);
    await writeFile(join(folder, `${sample}-${audience}.html`), html);
    const pdf = await renderPdf(audience === 'clinician' ? wholeReport(made) : made);
    await writeFile(join(folder, `${sample}-${audience}.pdf`), pdf);
    console.log(sample, audience, 'PDF pages', pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length);
    await takePictures(browser, `${sample}-${audience}`, html);
  }
}
await browser.close();
