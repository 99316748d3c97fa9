import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anInput, post, pre, reportSamples } from '../../../../test/report-samples.ts';
import { clinicianReport } from '../../reports/clinician-report.ts';
import { reportSections } from '../../reports/report-data.ts';
import { htmlText } from '../html.ts';
import { reportHtml } from '../print-html.ts';
import { courseChart } from './course-chart.ts';
import { placed, ticksOf, timeScale } from './time-labels.ts';

const therapy = { admission: '2025-01-01', discharge: '2025-09-01' };
const time = { from: '2025-01-01', to: '2026-01-01', therapy, missed: [] };
const chartOf = (input: Parameters<typeof reportSections>[0], height = 280) => {
  const shown = reportSections(input).find(({ key }) => key === 'dep')?.instruments[0]?.scales[0];
  assert.ok(shown);
  const size = { width: 600, height };
  return htmlText(courseChart(shown, { id: 'x', title: 'x', desc: 'x' }, 'full', size));
};

test('a year takes twice the width of half a year', () => {
  const toX = timeScale(time, [0, 365]);
  assert.deepEqual(['2025-01-01', '2025-07-02', '2026-01-01'].map(toX), [0, 182, 365]);
  const points = /<polyline[^>]* points="([\d.]+),\S+ ([\d.]+),\S+ ([\d.]+),/.exec(
    chartOf(anInput([pre, { ...post, date: '2025-02-01' }, { ...post, date: '2026-01-02' }])),
  );
  const [, first, second, third] = (points ?? []).map(Number);
  assert.ok((third! - second!) / (second! - first!) > 10);
});

test('all charts of a report have the same time, also those of a scale that was asked later', () => {
  const later = anInput([{ ...pre, instruments: ['dep'] }, { ...post, date: '2025-05-01' }, post]);
  const times = reportSections(later).flatMap(({ instruments }) =>
    instruments.flatMap(({ scales }) => scales.map((shown) => shown.time)),
  );
  assert.ok(times.length > 5);
  for (const one of times) assert.deepEqual([one.from, one.to], [pre.date, post.date]);
});

test('a survey that was not filled in is a hollow mark on the axis, and the description names it', () => {
  const missed = [{ label: 'Verlauf 1', date: '2025-04-01' }];
  assert.equal(chartOf(anInput([pre, post], { missed })).match(/rz-missed/g)?.length, 1);
  const text = reportHtml(clinicianReport(anInput([pre, post], { missed })));
  assert.match(
    text,
    /<desc[^>]*>Werte der Reihe nach[^<]*Nicht ausgefüllt: Verlauf 1 \(01\.04\.2025\)\.<\/desc>/,
  );
  assert.match(text, /Nicht ausgefüllt: Verlauf 1 \(1 von 3 Befragungen\)/);
});

test('admission and discharge are named lines; a discharge after the last point is not drawn', () => {
  assert.match(chartOf(anInput([pre, post])), />Aufnahme<[^]*>Entlassung</);
  const open = { admission: pre.date, discharge: '2030-01-01' };
  assert.doesNotMatch(chartOf(anInput([pre, post], { therapy: open })), /Entlassung/);
});

test('a number never stands on the name of admission, also where an interval reaches the top of the frame', () => {
  const chart = chartOf(reportSamples.sixty(), 160);
  const texts = [...chart.matchAll(/<text[^>]*class="([^"]*)"[^>]*x="([\d.]+)"[^>]*y="([\d.]+)"/g)];
  const placedTexts = texts.map(([, cls, x, y]) => ({ cls: cls!, x: Number(x), y: Number(y) }));
  const names = placedTexts.filter(({ cls, y }) => cls.includes('rz-wide') && y < 30);
  const numbers = placedTexts.filter(({ cls }) => /rz-value|rz-digits/.test(cls));
  assert.ok(names.length > 0 && numbers.length > 1);
  for (const { x, y } of numbers)
    assert.ok(
      names.every((name) => Math.abs(name.x - x) >= 50 || Math.abs(name.y - y) >= 12),
      `${x} ${y}`,
    );
});

test('labels do not overlap and stay inside the picture, the first having the first choice', () => {
  const shown = placed(
    [
      { text: 'the last', x: 99 },
      { text: 'hidden', x: 90 },
      { text: 'a', x: 0 },
    ],
    10,
    100,
  );
  assert.deepEqual(
    shown.map(({ text }) => text),
    ['the last', 'a'],
  );
  assert.ok(shown.every(({ text, x }) => x + text.length * 2.75 <= 100 && x - text.length * 2.75 >= 0));
});

test('the axis has months or years, and two days where there is no month between them', () => {
  assert.deepEqual(
    ticksOf(time, 5).map(({ text }) => text),
    ['01/2025', '04/2025', '07/2025', '10/2025', '01/2026'],
  );
  assert.deepEqual(
    ticksOf({ from: '2020-05-01', to: '2026-01-01' }, 4).map(({ text }) => text),
    ['2022', '2024', '2026'],
  );
  assert.deepEqual(
    ticksOf({ from: '2025-03-02', to: '2025-03-20' }, 5).map(({ text }) => text),
    ['02.03.2025', '20.03.2025'],
  );
});

test('a chart with sixty weeks has letters of 12 pixels at least, and none leaves it', () => {
  const chart = chartOf(reportSamples.sixty());
  const texts = [...chart.matchAll(/<text[^>]* x="([\d.]+)"[^>]* font-size="(\d+)"/g)];
  assert.ok(texts.length > 8);
  for (const [, x, size] of texts) assert.ok(Number(size) >= 12 && Number(x) >= 0 && Number(x) <= 600);
});
