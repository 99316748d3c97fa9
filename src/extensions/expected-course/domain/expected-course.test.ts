import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { tScore, Z_95 } from '../../../psychometrics/t-scores.ts';
import { coursePoints, courseMetric, expectedCourse, type DatedScore } from './expected-course.ts';
import { parseInstrument, type Instrument } from '../../../domain/instrument.ts';
import type { NormSet } from '../../../domain/instrument-schema.ts';
import type { ScaleScore } from '../../../domain/scoring-scales.ts';

function shipped(id: string): Instrument {
  const parsed = parseInstrument(readFileSync(`instruments/${id}.json`, 'utf8'));
  assert.ok(parsed.kind === 'instrument');
  return parsed.instrument;
}
const dep = shipped('dep');
const scale = dep.scales[0]!;
const [everybody] = dep.norm_sets as [NormSet];
const oldMen: NormSet = { ...everybody, id: 'old-men', mean: -0.5, sd: 0.8 };
const normed = { scale, norm_sets: [everybody, oldMen] };
const metric = courseMetric(dep, scale);
const ADMISSION = '2026-01-05';

/** The score of an adaptive test; only these fields are read. */
function score(theta: number, { norms = everybody, version = dep.version } = {}): ScaleScore {
  const { t, lower, upper } = tScore({ theta, se: 0.27 }, norms);
  return {
    instrument_version: version,
    norm_set: norms.id,
    raw: null,
    t,
    interval: { lower, upper },
  } as unknown as ScaleScore;
}
const dated = (...scores: ScaleScore[]): DatedScore[] =>
  scores.map((one, index) => ({ date: `2026-0${index + 1}-05`, score: one }));
const pointsOf = (scores: readonly DatedScore[]) =>
  coursePoints(normed, metric, { admission: ADMISSION, scores });

const model = {
  mean: 60,
  slope: -2,
  level_sd: 8,
  slope_sd: 2,
  correlation: -0.2,
  process_sd: 3,
  process_weeks: 8,
};
const target = {
  ...normed,
  model,
  metric,
  therapy: { admission: ADMISSION, discharge: '2026-12-31' },
  probability: 0.8,
};
const close = (actual: number, expected: number) =>
  assert.ok(Math.abs(actual - expected) < 1e-9, `${actual} instead of ${expected}`);

test('a version whose scores mean something else gives no point, a declared one does', () => {
  const other = score(1, { version: '0.1.0' });
  assert.equal(pointsOf(dated(score(1), other, score(2))).length, 2);
  assert.equal(
    expectedCourse(target, dated(score(1), score(2), other)),
    null,
    'silent where the last is incomparable',
  );
  const joined = { ...metric, instrument_versions: [...metric.instrument_versions, '0.1.0'] };
  assert.equal(
    coursePoints(normed, joined, { admission: ADMISSION, scores: dated(score(1), other) }).length,
    2,
  );
});

test('a T-score in norms of age and gender is the same point as one in the norms of everybody', () => {
  const [general] = pointsOf(dated(score(1.3)));
  const [own] = pointsOf(dated(score(1.3, { norms: oldMen })));
  close(own!.value, general!.value);
  close(own!.se, general!.se);
  close(general!.se, (10 * 0.27) / everybody.sd);
});

test('the signal does not depend on the norms, and the band stands in the norms of the last score', () => {
  const thetas = [0.4, 1.4, 1.8] as const;
  const general = expectedCourse(target, dated(...thetas.map((theta) => score(theta))))!;
  const own = expectedCourse(target, dated(...thetas.map((theta) => score(theta, { norms: oldMen }))))!;
  close(own.signal!.unexpected, general.signal!.unexpected);
  close(own.signal!.recovery, general.signal!.recovery);
  for (const [index, day] of general.days.entries()) {
    const theta = (t: number) => everybody.mean + ((t - 50) / 10) * everybody.sd;
    close(own.days[index]!.mean, tScore({ theta: theta(day.mean), se: 1 }, oldMen).t);
    close(own.days[index]!.half.lower, tScore({ theta: theta(day.half.lower), se: 1 }, oldMen).t);
    close(
      own.days[index]!.four_fifths.upper,
      tScore({ theta: theta(day.four_fifths.upper), se: 1 }, oldMen).t,
    );
  }
});

test('a patient who comes into another group of age keeps the course', () => {
  const scores = dated(score(0.4), score(1.4, { norms: oldMen }), score(1.8, { norms: oldMen }));
  const same = expectedCourse(target, dated(score(0.4), score(1.4), score(1.8)))!;
  close(expectedCourse(target, scores)!.signal!.unexpected, same.signal!.unexpected);
});

test('norms that the instrument does not have, and scores without an interval or before admission, give no point', () => {
  assert.deepEqual(pointsOf(dated(score(1, { norms: { ...oldMen, id: 'unknown' } }))), []);
  assert.deepEqual(pointsOf(dated({ ...score(1), interval: null })), []);
  assert.deepEqual(coursePoints(normed, metric, { admission: '2026-02-01', scores: dated(score(1)) }), []);
});

test('a fixed form enters with the error of its reliability', () => {
  const wai = shipped('wai');
  const bond = wai.scales.find(({ key }) => key === 'wai-bond')!;
  const rule = bond.reliable_change;
  assert.ok(rule?.method === 'jacobson-truax');
  const raw = { ...score(1, { version: wai.version }), norm_set: null, t: null, raw: 3.5, interval: null };
  const [point] = coursePoints({ scale: bond, norm_sets: wai.norm_sets }, courseMetric(wai, bond), {
    admission: ADMISSION,
    scores: dated(raw),
  });
  close(point!.se, rule.sd * Math.sqrt(1 - rule.reliability));
  assert.ok(Z_95 * point!.se > 0.3);
});
