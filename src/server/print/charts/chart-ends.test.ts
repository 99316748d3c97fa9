import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anInput, post, pre, reportSamples } from '../../../../test/report-samples.ts';
import { reportSections } from '../../reports/report-data.ts';
import { htmlText } from '../html.ts';
import type { ScaleRow } from '../scale-row.ts';
import { courseChart, type CourseStyle } from './course-chart.ts';
import { scoreChart } from './score-chart.ts';
import { sparkline } from './sparkline.ts';

const labels = { id: 'c', title: 'Depression', desc: '' };

/** Depression at points with these T-scores, each with an interval of ± 6. */
function depression(...values: readonly number[]): ScaleRow {
  const input = anInput(
    [pre, { ...post, label: 'Verlauf 1', date: '2025-05-10' }, post].slice(-values.length),
  );
  const points = input.points.map((point, index) => {
    const t = values[index] ?? 50;
    const scores = point.scores.map((score) =>
      score.scale === 'dep' ? { ...score, t, interval: { lower: t - 6, upper: t + 6 } } : score,
    );
    return { ...point, scores };
  });
  const [section] = reportSections({ ...input, points });
  return section?.instruments[0]?.scales[0] ?? assert.fail('no scale');
}

const numbers = (text: string) => text.match(/-?\d+(?:\.\d+)?/g)?.map(Number) ?? [];

/** The heights of the points of a course chart, and of the ends of their intervals, in units of the picture. */
function heights(shown: ScaleRow, style: CourseStyle) {
  const text = htmlText(courseChart(shown, labels, style, { width: 360, height: 160 }));
  const line = numbers(/<polyline class="rz-line" points="([^"]*)"/.exec(text)?.[1] ?? '');
  const intervals = /<path class="rz-interval" d="([^"]*)"/.exec(text)?.[1] ?? '';
  return { points: line.filter((_, index) => index % 2 === 1), intervals: numbers(intervals) };
}

test('a T-score beyond 80 stands above one of 80 in every chart, and none at an end that it lies beyond', () => {
  for (const style of ['full', 'compact', 'card'] as const) {
    const [eighty = 0, beyond = 0] = heights(depression(80, 86), style).points;
    assert.ok(beyond < eighty - 3, `${style}: ${beyond} and ${eighty}`);
  }
  // Up is better for patients.
  const [eighty = 0, beyond = 0] = heights(depression(80, 86), 'plain').points;
  assert.ok(beyond > eighty + 3);
  const spark = htmlText(sparkline(depression(80, 86), labels));
  const [, first = 0, , last = 0] = numbers(/rz-line" points="([^"]*)"/.exec(spark)?.[1] ?? '');
  assert.ok(last < first - 1, spark);
});

/** The numbers at the points of a course, with their heights. */
const numbersOf = (width: number, style: CourseStyle, shown = depression(60, 72, 78)) => {
  const text = htmlText(courseChart(shown, labels, style, { width, height: 128 }));
  return [...text.matchAll(/class="rz-(?:value|digits)[^>]*y="([\d.]+)"[^>]*>([^<]*)/g)].map(
    ([, y, value]) => ({ y: Number(y), value }),
  );
};

test('a small chart has the numbers of all points above its frame, without room for all those of the first and the last', () => {
  for (const style of ['compact', 'card'] as const) {
    const shown = numbersOf(260, style);
    assert.deepEqual(
      shown.map(({ value }) => value),
      ['60,0', '72,0', '78,0'],
    );
    assert.ok(shown.every(({ y }) => y < 22));
    assert.deepEqual(
      numbersOf(140, style).map(({ value }) => value),
      ['60,0', '78,0'],
    );
  }
  const [sixty] = reportSections(reportSamples.sixty());
  const weeks = sixty?.instruments[0]?.scales[0];
  assert.equal(numbersOf(260, 'card', weeks).length, 2);
  assert.deepEqual(numbersOf(260, 'plain'), [], 'a patient reads no numbers in the chart');
});

test('the last point shows a reliable worsening since the first one, also where only a hint came since the one before', () => {
  const shown = depression(60, 72, 78);
  assert.deepEqual(
    shown.changes.map(({ kind }) => kind),
    ['hint', 'worse'],
  );
  const text = htmlText(courseChart(shown, labels, 'card', { width: 220, height: 128 }));
  assert.match(text, /rz-point-worse rz-point-last/);
});

test('an interval beyond 80 or below 20 is drawn as long as one between them', () => {
  for (const value of [79, 86, 21]) {
    const { intervals } = heights(depression(50, value), 'full');
    const [, low = 0, high = 0, , lastLow = 0, lastHigh = 0] = intervals;
    assert.ok(Math.abs(low - high - (lastLow - lastHigh)) < 0.3, `${value}: ${intervals.join()}`);
  }
});

test('a course without cut-offs has the numbers of its ends, and one with cut-offs has theirs', () => {
  const input = anInput([pre, post]);
  const scales = reportSections(input).flatMap(({ instruments }) => instruments.flatMap((one) => one.scales));
  const numbersOf = (id: string, style: CourseStyle) => {
    const shown = scales.find(({ scale }) => scale.key === id) ?? assert.fail(id);
    const text = htmlText(courseChart(shown, labels, style, { width: 360, height: 160 }));
    return [...text.matchAll(/text-anchor="end"[^>]*>([^<]*)</g)].map(([, number]) => number);
  };
  for (const style of ['compact', 'card', 'full'] as const) {
    assert.deepEqual(numbersOf('exis-belonging', style), ['6', '1'], style);
    assert.deepEqual(numbersOf('eq5d-index', style), ['1', '−0,40'], style);
    assert.deepEqual(numbersOf('dep', style), ['55', '65'], style);
  }
  assert.deepEqual(numbersOf('exis-belonging', 'plain'), []);
});

const endsOfBar = (value: number) =>
  [...htmlText(scoreChart(depression(50, value), labels, 360)).matchAll(/>(\d+)<\/text/g)]
    .map(([, end]) => end)
    .slice(-2);

test('the bar of a score has its usual ends, and others for a score or an interval beyond them', () => {
  assert.deepEqual(endsOfBar(60), ['20', '80']);
  assert.deepEqual(endsOfBar(86), ['20', '95']);
  assert.deepEqual(endsOfBar(77), ['20', '85']);
  assert.deepEqual(endsOfBar(21), ['15', '80']);
});
