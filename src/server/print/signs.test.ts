import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clinicianReport } from '../reports/clinician-report.ts';
import { patientReport } from '../reports/patient-report.ts';
import { hostileInput } from '../reports/self-test.ts';
import type { Report } from './blocks.ts';
import { renderPdf } from './print-pdf.ts';
import { printable, substitute, undisplayedTexts } from './signs.ts';

async function assertPdf(report: Report): Promise<void> {
  assert.equal((await renderPdf(report)).subarray(0, 5).toString(), '%PDF-');
}

test('both reports become a PDF with signs of all kinds in their texts', async () => {
  const strange = `👍🏽 👩‍👩‍👧 1️⃣ 한국 ไทย አማርኛ العربية 中文 हिन्दी \u001B\uFEFF\u0000\u{17000} \uD800`;
  const person = { ...hostileInput.person, code: strange };
  const input = { ...hostileInput, person, point: strange };
  for (const report of [clinicianReport(input), patientReport(input)]) await assertPdf(report);
});

test('a character that can never be printed is described', () => {
  assert.equal(printable('a\u001Bb'), 'a[Zeichen U+001B]b');
  assert.equal(printable('\uE000\uE001\uE002'), '[Zeichen U+E000 und 2 weitere]');
  assert.equal(printable('\uD800x\r\ny'), '[Zeichen U+D800]x\ny');
});

test('a sign that no font has is described in the texts that hold it', () => {
  assert.equal(
    substitute(JSON.stringify({ text: 'gut 𗀀𗀁 so', count: 1 }), ['𗀁', '𗀀']),
    JSON.stringify({ text: 'gut [Zeichen U+17000 und 1 weitere] so', count: 1 }),
  );
});

test('the texts that Typst cannot display are read from its message', () => {
  const message = String.raw`message: "PDF/UA-1 error: the text ${'`'}\"\\u{e000}\\\"\"${'`'} could not be displayed with font"`;
  assert.deepEqual(undisplayedTexts(message), ['\uE000"']);
});
