import assert from 'node:assert/strict';
import { test } from 'node:test';
import { madeInstrument } from '../../../test/made-instruments.ts';
import { structures } from '../../../test/published/structures.ts';
import type { Instrument } from '../../domain/instrument.ts';
import { effect, habit } from '../../../test/conditional-sample.ts';
import { documentHtml } from './document-page.ts';
import { testManual } from './test-manual.ts';

/** Says for each pattern whether it stands in the words of the manual of a published structure. */
async function assertManual(id: string, ...patterns: readonly RegExp[]): Promise<void> {
  const instrument = structures.find((one) => one.id === id);
  assert.ok(instrument);
  await assertWords(instrument, ...patterns);
}

async function assertWords(instrument: Instrument, ...patterns: readonly RegExp[]): Promise<void> {
  const manual = await testManual(instrument, { product: 'Resonanz', items: 'shown' });
  const html = documentHtml(manual, { pdf: null });
  const words = html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
  for (const pattern of patterns) assert.ok(pattern.test(words), `${instrument.id}: ${pattern}`);
}

test('a test manual says by what a sum is multiplied, how it is prorated, and its formula', async () => {
  await assertManual('dass-21', /Umrechnung mal 2 /, /Wertebereich 0 bis 42/);
  await assertManual('phq-15', /höchstens 1 fehlende Antworten; fehlende zählen 0/);
  const formula = /Formel \(depression \+ anxiety \+ compulsion .* 2 × further\) ÷ 7/;
  await assertManual('isr', formula, /Fragen isr-1, isr-2, .* isr-29/, /Wertebereich 0 bis 4/);
  await assertManual('ede-q', /Fehlende Werte der Formel höchstens 1/);
});

test('a test manual has the tables of norms and the cut-offs of each group', async () => {
  const women = /Normtabelle: part-women Wert ab T-Wert 0 38 1 40 .*Weiblich\. Erfunden/;
  await assertManual('bsi-18', women, /Norm whole, whole-women/);
  await assertManual('audit', /Einordnung: Skala total, Frauen .* 7 bis unter 16/);
});

test('a test manual names the points of boxes and the ends of a slider', async () => {
  await assertManual('scoff', /Antwort 4 1 Punkt Antwort 5 0 Punkte/, /Wertebereich 0 bis 5/);
  await assertManual('ors', /Zahl von 0 bis 100/, /Umrechnung mal 0,1/, /Wertebereich 0 bis 40/);
});

test('a test manual says when a question is asked, and what counts where it is not', async () => {
  await assertWords(
    habit,
    /Frage h-2 \(nur gefragt, wenn h-1 mindestens 1 ist; zählt sonst 0\)/,
    /Frage h-4 \(nur gefragt, wenn h-2 mindestens 2 ist und h-1 anders als mit „Stufe 4“ beantwortet ist\)/,
    /Frage h-6 \(nur gefragt, wenn h-5 beantwortet ist\)/,
  );
  await assertWords(effect, /nur gefragt, wenn h-1 mindestens 2 ist/);
});

test('a test manual says what "Trifft nicht zu" does in each scale', async () => {
  const sum = { method: 'sum', items: ['i1', 'i2'] };
  const scales = [
    { ...sum, key: 'plain' },
    { ...sum, key: 'left', not_applicable: 'left_out' },
    { ...sum, key: 'valued', not_applicable: 0.5 },
  ];
  await assertWords(
    madeInstrument({ items: { i1: [0, 4], i2: [0, 4] }, scales }),
    /Frage 2 A; „Trifft nicht zu“; „Möchte ich nicht sagen“ /,
    /Skala plain .* „Trifft nicht zu“ fehlt .* Skala left/,
    /Skala left .* „Trifft nicht zu“ die Frage gehört dann nicht zur Skala .* Skala valued/,
    /Skala valued .* „Trifft nicht zu“ zählt 0,50? /,
  );
});
