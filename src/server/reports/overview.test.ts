import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anInput, post, pre, relapse, reportSamples, worse } from '../../../test/report-samples.ts';
import { shippedInstrument } from '../../../test/survey-samples.ts';
import type { ReportInput } from './report-data.ts';
import { valueDigits } from '../print/number-format.ts';
import { reportHtml } from '../print/print-html.ts';
import { changeNumbers } from '../print/scale-row.ts';
import { clinicianReport } from './clinician-report.ts';

const htmlOf = (input: ReportInput) => reportHtml(clinicianReport(input));
const tableOf = (text: string) => /<table class="rz-table rz-summary">[^]*?<\/table>/.exec(text)?.[0] ?? '';

test('one table has all scales, the symptoms first, each with both changes and its course', () => {
  const table = tableOf(htmlOf(anInput(relapse)));
  assert.match(table, /<tbody>\s*<tr>\s*<th scope="row" >Depression<[^]*>Angst<[^]*rz-group/);
  assert.equal(table.match(/<svg/g)?.length, 16);
  const words = table.replaceAll(/<[^>]+>/g, '');
  assert.match(words, /\+\d+,\d verlässlich verschlechtert \(±/);
});

test('the scales of a questionnaire with several symptom scales stand below its name', () => {
  const eri = { ...shippedInstrument('eri'), section: 'anx' } as const;
  const table = tableOf(htmlOf(anInput([{ ...pre, instruments: ['dep', eri] }])));
  const words = table.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
  assert.match(words, /Depression T \d.* Ressourcen Persönliche Ressourcen \d/);
});

test('a second measurement has one column of change, because the last measurement is the first one', () => {
  assert.doesNotMatch(tableOf(htmlOf(anInput([pre, post]))), /Seit der ersten Messung/);
});

test('the data of a course have a column of bands only where the scale has bands', () => {
  const text = htmlOf(anInput([pre, post]));
  const headOf = (scale: string) =>
    new RegExp(`data-report-scroll="Daten zum Verlauf: ${scale}"[^]*?</thead>`).exec(text)?.[0] ??
    assert.fail(scale);
  assert.match(headOf('Depression'), />Einordnung</);
  assert.doesNotMatch(headOf('Zugehörigkeit'), />Einordnung</);
});

test('the sections below the overview are closed, and each shows what it is about', () => {
  const text = htmlOf(anInput([pre, post]));
  const sections = [
    ...text.matchAll(/<section class="rz-section" id="(\w+)"[^>]*>\s*<details class="rz-fold">/g),
  ];
  assert.deepEqual(
    sections.map(([, id]) => id),
    ['dep', 'anx', 'eq5d', 'exis', 'evos', 'eri', 'wai', 'socio', 'documentation'],
  );
  assert.match(
    text,
    /id="dep-title">Depression<\/h3> <span class="rz-fold-line">T \d+,\d <span class="rz-chip/,
  );
  assert.doesNotMatch(text, /<details[^>]* open/);
});

test('a sentence says what improved since the last measurement and how much is not sure', () => {
  const text = htmlOf(anInput([pre, post]));
  assert.match(text, /Seit der letzten Messung verlässlich verbessert: [^.]*Depression −\d+,\d/);
  assert.match(text, /Seit der letzten Messung nicht sicher verändert: \d+ von 16 Bereichen/);
  assert.match(htmlOf(anInput([pre])), /Erste Messung: Veränderungen zeigt der nächste Bericht\./);
});

test('a later measurement with other questions is not called the first one', () => {
  const text = htmlOf(
    anInput([
      { ...pre, instruments: ['dep', 'anx'] },
      { ...post, instruments: ['wai'] },
    ]),
  );
  assert.match(text, /Kein Vergleich mit früheren Messungen: Fragen oder Normen waren andere\./);
  assert.doesNotMatch(text, /Veränderungen zeigt der nächste Bericht/);
});

test('of many surveys that were not filled in the last four are named, and the sentence says so', () => {
  const missed = [1, 2, 3, 4, 5].map((number) => ({
    label: `Verlauf ${number}`,
    date: `2025-0${number + 2}-01`,
  }));
  const sentenceOf = (count: number) =>
    /Nicht ausgefüllt: [^<\n]*/.exec(htmlOf(anInput([pre, post], { missed: missed.slice(0, count) })))?.[0];
  assert.equal(
    sentenceOf(4),
    'Nicht ausgefüllt: Verlauf 1, Verlauf 2, Verlauf 3, Verlauf 4 (4 von 6 Befragungen).',
  );
  assert.equal(
    sentenceOf(5),
    'Nicht ausgefüllt: 5 von 7 Befragungen, zuletzt Verlauf 2, Verlauf 3, Verlauf 4, Verlauf 5.',
  );
});

test('a sentence of worsening names four scales and counts the others', () => {
  const input = anInput([{ ...pre, theta: -1 }, worse]);
  const points = input.points.map((point, index) => ({
    ...point,
    scores: point.scores.map((score) =>
      score.raw === null ? score : { ...score, raw: index === 0 ? 5 : 1 },
    ),
  }));
  const [, sentence = ''] =
    /warning">Verlässlich verschlechtert: ([^<]*)</.exec(htmlOf({ ...input, points })) ?? [];
  assert.equal(sentence.match(/ seit /g)?.length, 4);
  assert.match(sentence, /; \d+ weitere Bereiche\.$/);
});

/** The scales of a sentence in its order, from a relapse in which each `raw` becomes this many points worse. */
function namedInOrder(worsenings: Readonly<Record<string, number>>): string[] {
  const input = anInput([pre, { ...pre, label: 'Therapieende', date: post.date }]);
  const points = input.points.map((point, index) => ({
    ...point,
    scores: point.scores.map((score) => {
      const fallen = index === 0 ? 0 : (worsenings[score.scale] ?? 0);
      return score.t === null
        ? { ...score, raw: 5 - fallen }
        : { ...score, t: 55 + fallen, interval: { lower: 50 + fallen, upper: 60 + fallen } };
    }),
  }));
  const [, sentence = ''] =
    /warning">Verlässlich verschlechtert: ([^<]*)</.exec(htmlOf({ ...input, points })) ?? [];
  return sentence
    .replace(/\.$/, '')
    .split('; ')
    .map((part) => part.replace(/ seit .*/, ''));
}

test('a sentence of worsening names the largest changes first, in whatever order the report has them', () => {
  const scales = { 'exis-belonging': 1.2, 'exis-autonomy': 3, 'exis-accord': 2 };
  assert.deepEqual(namedInOrder(scales), ['Autonomie', 'Einklang', 'Zugehörigkeit']);
  assert.deepEqual(namedInOrder({ ...scales, dep: 30 }).slice(0, 1), ['Depression']);
});

test('a worse symptom is named first, also where many resources became worse by more', () => {
  const scales = {
    'exis-belonging': 4,
    'exis-autonomy': 3.5,
    'exis-accord': 3,
    'exis-confidence': 2.5,
    'eri-personal': 2,
  };
  assert.deepEqual(namedInOrder({ ...scales, dep: 9 }), [
    'Depression',
    'Zugehörigkeit',
    'Autonomie',
    'Einklang',
    '2 weitere Bereiche',
  ]);
});

test('rounding never carries a score over a cut-off', () => {
  const dep = anInput([pre]).instruments.find(({ id }) => id === 'dep')?.scales[0];
  assert.ok(dep);
  assert.deepEqual(
    [54.96, 54.94, 55, 54.9996, 64.98].map((value) => valueDigits(dep, value)),
    [2, 1, 1, 4, 2],
  );
});

const scaleOf = (id: string, at = 0) =>
  anInput([pre]).instruments.find((one) => one.id === id)?.scales[at] ?? assert.fail(id);

test('rounding never contradicts whether a change is reliable', () => {
  const [dep, health] = [scaleOf('dep'), scaleOf('eq5d', 1)];
  assert.deepEqual(
    [
      changeNumbers(dep, { points: -6.47, threshold: 6.52, kind: 'unchanged' }),
      changeNumbers(dep, { points: 6.47, threshold: 6.52, kind: 'hint' }),
      changeNumbers(dep, { points: -6.53, threshold: 6.52, kind: 'improved' }),
      changeNumbers(dep, { points: -7.3, threshold: 7.9, kind: 'unchanged' }),
      changeNumbers(health, { points: 21, threshold: 21.3, kind: 'unchanged' }),
    ],
    [
      { points: '−6,47', threshold: '6,52' },
      { points: '+6,47', threshold: '6,52' },
      { points: '−6,5', threshold: '6,5' },
      { points: '−7,3', threshold: '7,9' },
      { points: '+21,0', threshold: '21,3' },
    ],
  );
});

test('every sample renders without a hole, and the same sample gives the same report', () => {
  for (const input of Object.values(reportSamples)) {
    const text = htmlOf(input());
    assert.doesNotMatch(text, /NaN|undefined|Infinity|\[object/);
    assert.equal(text, htmlOf(input()));
  }
});

test('of many answers to a question about danger the first box shows the last three, and all of them unfold', () => {
  const answers = Array.from({ length: 12 }, (_, week) => ({
    point: `Woche ${week}`,
    day: `2026-03-${String(week + 1).padStart(2, '0')}`,
    answer: 'nie',
  }));
  const crisis = [{ question: 'Wollten Sie nicht mehr leben?', events: [], answers }];
  const text = htmlOf(anInput([pre], { crisis }));
  const box = /<section class="rz-flags" id="crisis"[^]*?<\/section>/.exec(text)?.[0] ?? '';
  const [shown = '', folded = ''] = box.split('Alle Antworten auf diese Frage (12)');
  assert.deepEqual(shown.match(/Woche \d+/g), ['Woche 9', 'Woche 10', 'Woche 11']);
  assert.ok(answers.every(({ point }) => folded.includes(point)));
});
