import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportSamples } from '../../../test/report-samples.ts';
import { printedForm, renderPdf } from '../print/print-pdf.ts';
import { clinicianReport } from './clinician-report.ts';
import { reportPart, wholeReport } from './report-part.ts';

const overview = new Set(['overview']);

function pages(pdf: Buffer): number {
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

for (const [name, input] of Object.entries(reportSamples))
  test(`the PDF of the sample "${name}" has one page for the overview and at most five in all`, async () => {
    const report = clinicianReport(input());
    const [first, whole] = [
      await renderPdf(reportPart(report, overview)),
      await renderPdf(wholeReport(report)),
    ];
    // Names of several lines take a page more.
    assert.ok(pages(first) <= (name === 'long_names' ? 2 : 1), `${pages(first)} pages`);
    assert.ok(pages(whole) <= 5, `${pages(whole)} pages`);
    for (const pdf of [first, whole])
      assert.ok(pdf.includes('/Marked true') && pdf.includes('pdfuaid:part'), 'tagged');
  });

test('the first page of the PDF names a relapse before the table, the choice of sections does not change that', () => {
  const report = clinicianReport(reportSamples.relapse());
  for (const parts of [overview, new Set(['anx'])]) {
    const page = printedForm(reportPart(report, parts));
    const named = page.indexOf('Verlässlich verschlechtert: Depression seit Therapieende');
    assert.ok(named > 0);
    assert.ok(!page.includes('Auf einen Blick') || named < page.indexOf('Auf einen Blick'));
  }
});

test('a PDF holds the chosen sections, and answers only where they were asked for', () => {
  const report = clinicianReport(reportSamples.relapse());
  const short = printedForm(reportPart(report, new Set(['overview', 'wai'])));
  assert.match(short, /"level":3,"text":"Therapeutische Zusammenarbeit"/);
  assert.doesNotMatch(short, /"text":"Ressourcen"/);
  assert.doesNotMatch(short, /Beantwortete Fragen/);
  assert.match(printedForm(reportPart(report, new Set(['wai', 'answers']))), /Beantwortete Fragen/);
});

test('on paper the data of a long course are marks and numbers in two halves, and those of a short one are words', () => {
  const [long, short] = [reportSamples.twenty(), reportSamples.relapse()].map((input) =>
    printedForm(wholeReport(clinicianReport(input))),
  );
  assert.match(long!, /"look":"points".*"Seit Erstgespräch \(verlässlich ab\)"/);
  assert.match(long!, /"text":"[○●] [−+]\d+,\d \(±\u00A0\d,\d\)"/);
  assert.doesNotMatch(long!, /Veränderung seit Erstgespräch/);
  assert.match(short!, /Veränderung seit Erstgespräch/);
  assert.doesNotMatch(short!, /Seit Erstgespräch \(verlässlich ab\)/);
});

test('a legend stands once in a PDF, and the text to be copied does not', () => {
  const whole = printedForm(wholeReport(clinicianReport(reportSamples.relapse())));
  assert.equal(whole.match(/Jacobson, N\. S\. & Truax/g)?.length, 1);
  assert.doesNotMatch(whole, /Dokumentationshilfe/);
});
