// Figures of shipped instruments that were worked by hand, from single answers to score, interval and change.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anAnswer, aPlan, shippedInstrument } from '../../test/survey-samples.ts';
import { clinicalCutoffs } from '../psychometrics/change.ts';
import { cutoffsWithin, judgeChange } from '../psychometrics/judged-change.ts';
import { normalShare } from '../psychometrics/normal.ts';
import { tScore, Z_95 } from '../psychometrics/t-scores.ts';
import { isComparableVersion } from './instrument-items.ts';
import { scoreChange } from './scoring-change.ts';
import { scoreSession } from './scoring.ts';

function scaleOf(instrument: string, key: string) {
  const scale = shippedInstrument(instrument).scales.find((one) => one.key === key);
  assert.ok(scale);
  return scale;
}

type Score = readonly [instrument: string, scale: string, answers: Record<string, number>, shown: string];

const scores: readonly Score[] = [
  // Item 4 is reversed, 7 - 4 = 3: (3 + 4 + 4 + 3) / 4. The interval is ± 1.96 × 1.0 × sqrt(0.15) = ± 0.759.
  ['exis', 'exis-belonging', { 'exis-01': 3, 'exis-02': 4, 'exis-03': 4, 'exis-04': 4 }, '3.50 [2.74, 4.26]'],
  // (3 + 3 + 3 + 2) / 4, ± 1.96 × 0.9 × sqrt(0.15) = ± 0.683.
  ['eri', 'eri-social', { 'eri-05': 3, 'eri-06': 3, 'eri-07': 3, 'eri-08': 2 }, '2.75 [2.07, 3.43]'],
  // Item 12 is reversed, 6 - 1 = 5: (5 + 4 + 5 + 5) / 4, ± 1.96 × 0.8 × sqrt(0.15) = ± 0.607, at most 5.
  ['wai', 'wai-bond', { 'wai-09': 5, 'wai-10': 4, 'wai-11': 5, 'wai-12': 1 }, '4.75 [4.14, 5.00]'],
  // 1 - 0.07 - 0.06 - 0.06 - 0.09 - 0.10, ± 1.96 × 0.2 × sqrt(0.15) = ± 0.152.
  ['eq5d', 'eq5d-index', health(3, 3, 3, 3, 3), '0.62 [0.47, 0.77]'],
  ['eq5d', 'eq5d-index', health(1, 1, 1, 1, 1), '1.00 [0.85, 1.00]'],
  // 1 - 0 - 0.04 - 0.06 - 0.26 - 0.34.
  ['eq5d', 'eq5d-index', health(1, 2, 3, 4, 5), '0.30 [0.15, 0.45]'],
];

function health(...levels: readonly number[]): Record<string, number> {
  return Object.fromEntries(levels.map((level, index) => [`eq5d-0${index + 1}`, level]));
}

for (const [instrument, key, given, shown] of scores)
  test(`the answers ${Object.values(given).join(', ')} give ${key} ${shown}`, () => {
    const answers = Object.entries(given).map(([id, value]) => anAnswer(id, value));
    const plan = aPlan([shippedInstrument(instrument)]);
    const score = scoreSession(plan, [{ number: 1, answers }]).scales.find((one) => one.scale === key);
    const { raw, interval } = score ?? {};
    assert.equal(`${raw?.toFixed(2)} [${interval?.lower.toFixed(2)}, ${interval?.upper.toFixed(2)}]`, shown);
  });

const rawScore = (raw: number) => ({ t: null, raw, interval: null });

// Thresholds: 1.96 × sqrt(2) × SD × sqrt(1 - 0.85) with SD 1.0, 0.9, 0.8, 0.2 and 20.
const changes: readonly (readonly [string, string, number, number, string])[] = [
  ['exis', 'exis-belonging', 2.5, 3.5, 'unchanged 1.07'],
  ['exis', 'exis-belonging', 2.25, 3.5, 'improved 1.07'],
  ['eri', 'eri-social', 3.75, 2.75, 'worse 0.97'],
  ['wai', 'wai-bond', 4.75, 4, 'hint 0.86'],
  ['wai', 'wai-bond', 4.75, 4.25, 'unchanged 0.86'],
  ['wai', 'wai-bond', 4.75, 3.75, 'worse 0.86'],
  ['eq5d', 'eq5d-index', 0.3, 0.62, 'improved 0.21'],
  ['eq5d', 'eq5d-vas', 77, 35, 'worse 21.47'],
];

for (const [instrument, key, earlier, later, shown] of changes)
  test(`${key} from ${earlier} to ${later} is ${shown}`, () => {
    const change = scoreChange(scaleOf(instrument, key), rawScore(earlier), rawScore(later));
    assert.equal(`${change?.kind} ${change?.threshold.toFixed(2)}`, shown);
  });

/** A stored T-score with its standard error. */
function t(value: number, se: number) {
  return { t: value, raw: null, interval: { lower: value - Z_95 * se, upper: value + Z_95 * se } };
}

// sqrt(2.944² + 3.154²) × 1.96 = 8.46. The cut-off of both scales is T 55, and T 55 itself is above it.
const symptoms: readonly (readonly [later: number, kind: string])[] = [
  [48.6, 'recovered'],
  [54.9, 'recovered'],
  [55, 'improved'],
  [63.9, 'improved'],
  [64.1, 'unchanged'],
  [77.6, 'hint'],
  [81.1, 'worse'],
];

for (const [later, kind] of symptoms)
  test(`a fall or rise of depression and anxiety from T 72.5 to T ${later} is ${kind}`, () => {
    for (const key of ['dep', 'anx']) {
      const [scale] = shippedInstrument(key).scales;
      assert.ok(scale);
      const change = scoreChange(scale, t(72.5, 2.944), t(later, 3.154));
      assert.equal(`${change?.kind} ${change?.threshold.toFixed(2)}`, `${kind} 8.46`);
    }
  });

test('theta -0.1365 with a standard error of 0.3154 is T 48.635 with an interval from 42.45 to 54.82', () => {
  const norms = { id: 'norm', mean: 0, sd: 1, source: 'test' };
  const { t: score, se, lower, upper } = tScore({ theta: -0.1365, se: 0.3154 }, norms);
  assert.equal([score, se].map((one) => one.toFixed(3)).join(), '48.635,3.154');
  assert.equal([lower, upper].map((one) => one.toFixed(2)).join(), '42.45,54.82');
});

test('44.6 of 100 persons of the norm group have less than T 48.635, and 92.9 less than T 64.7', () => {
  const shares = [48.635, 64.7].map((score) => (100 * normalShare((score - 50) / 10)).toFixed(1));
  assert.deepEqual(shares, ['44.6', '92.9']);
});

// Worked with EAP estimates of another program: -23.9 / sqrt(2.931² + 3.154²) = -23.9 / 4.306, and
// -8.1 / sqrt(3.071² + 3.154²) = -8.1 / 4.402. The limits are 1.96 × 4.306 = 8.44 and 1.96 × 4.402 = 8.63.
const differences = [
  [72.535, 2.931, '-23.9 z -5.55 recovered 8.44'],
  [56.735, 3.071, '-8.1 z -1.84 unchanged 8.63'],
] as const;

for (const [earlier, se, shown] of differences)
  test(`from T ${earlier} to T 48.635 depression changes by ${shown}`, () => {
    const change = scoreChange(scaleOf('dep', 'dep'), t(earlier, se), t(48.635, 3.154));
    const { points, z, kind, threshold } = change ?? assert.fail();
    assert.equal(`${points.toFixed(1)} z ${z.toFixed(2)} ${kind} ${threshold.toFixed(2)}`, shown);
  });

// 50 + 10 × (theta - mean) / SD, and ± 1.96 × 10 × SE / SD.
const normed = [
  // 50 - 8.183, ± 1.96 × 3.194 = ± 6.260.
  [-0.8183, 0.3194, 0, 1, '41.817 [35.56, 48.08]'],
  // 50 + 12, ± 1.96 × 3 = ± 5.880.
  [1.2, 0.3, 0, 1, '62.000 [56.12, 67.88]'],
  // A group with mean 0.5 and SD 0.8: 50 + 10 × 0.7 / 0.8 = 58.75, ± 1.96 × 3 / 0.8 = ± 7.350.
  [1.2, 0.3, 0.5, 0.8, '58.750 [51.40, 66.10]'],
  // A group with the mean of the person: 50, ± 5.880.
  [1.2, 0.3, 1.2, 1, '50.000 [44.12, 55.88]'],
] as const;

for (const [theta, se, mean, sd, shown] of normed)
  test(`theta ${theta} with SE ${se} is T ${shown} in a norm group with mean ${mean} and SD ${sd}`, () => {
    const { t: score, lower, upper } = tScore({ theta, se }, { id: 'norm', mean, sd, source: 'test' });
    assert.equal(`${score.toFixed(3)} [${lower.toFixed(2)}, ${upper.toFixed(2)}]`, shown);
  });

// T 55 and T 65 are the cut-offs. T ± 1.96 × SE: 64.7 ± 5.2, 57.0 ± 4.3, 60.0 ± 5.2, 48.6 ± 6.2 and 50 ± 5.
const crossed: readonly (readonly [lower: number, upper: number, within: string])[] = [
  [59.5, 69.9, '65'],
  [52.7, 61.3, '55'],
  [54.8, 65.2, '55,65'],
  [42.4, 54.8, ''],
  [45, 55, ''],
];

for (const [lower, upper, within] of crossed)
  test(`the error from T ${lower} to T ${upper} covers ${within ? `the cut-off ${within}` : 'no cut-off'}`, () => {
    assert.equal(cutoffsWithin({ lower, upper }, [55, 65]).join(), within);
  });

test('a clinical group of mean 3.0 (SD 0.8) and a normal one of 4.5 (SD 1.2) have the cut-offs 4.6, 2.1 and 3.6', () => {
  // a = 3.0 + 2 × 0.8, b = 4.5 - 2 × 1.2, c = (0.8 × 4.5 + 1.2 × 3.0) / (0.8 + 1.2) = 7.2 / 2.
  const groups = { clinical: { mean: 3, sd: 0.8 }, normal: { mean: 4.5, sd: 1.2 } };
  const { a, b, c } = clinicalCutoffs({ ...groups, direction: 'low_is_worse' });
  assert.equal([a, b, c].map((cut) => cut.toFixed(2)).join(), '4.60,2.10,3.60');
});

// SD 1 and reliability 0.85: sqrt(2) × sqrt(0.15) = 0.5477, the limit is 1.96 × 0.5477 = 1.07, that of a hint
// 1.2816 × 0.5477 = 0.70. The cut-off is 3.6.
const classes: readonly (readonly [earlier: number, later: number, shown: string])[] = [
  [3, 4.2, 'recovered 2.19'],
  [2, 3.5, 'improved 2.74'],
  [3.7, 4.8, 'improved 2.01'],
  [3, 4, 'unchanged 1.83'],
  [4, 3.35, 'unchanged -1.19'],
  [4, 3.25, 'hint -1.37'],
  [4, 2.9, 'worse -2.01'],
];

for (const [earlier, later, shown] of classes)
  test(`a score where low is worse that goes from ${earlier} to ${later} is ${shown}`, () => {
    const rules = { limit: 1.96, direction: 'low_is_worse', cutoff: 3.6, hintPoints: null } as const;
    const { kind, z } = judgeChange({ earlier, later, seDifference: Math.SQRT2 * Math.sqrt(0.15), ...rules });
    assert.equal(`${kind} ${z.toFixed(2)}`, shown);
  });

// SE 3 and 3: sqrt(18) = 4.243, the limit is 8.32. A rise of 4.9 is 1.15 of them, below 1.28; 4.96 is printed as 5.0.
const rises: readonly (readonly [later: number, kind: string])[] = [
  [64.9, 'unchanged'],
  [64.96, 'hint'],
  [68.31, 'hint'],
  [68.33, 'worse'],
];

for (const [later, kind] of rises)
  test(`a rise of anxiety from T 60 to T ${later} is ${kind}`, () => {
    assert.equal(scoreChange(scaleOf('anx', 'anx'), t(60, 3), t(later, 3))?.kind, kind);
  });

test('a score that began with an earlier estimate is compared by the answers of its own survey', () => {
  // Shown is T 60. Its own answers say T 65 (SE 3), 9 above T 56 (SE 3): 9 / 4.243 = 2.12.
  const prior = { mean: 0.6, sd: 0.5 };
  const later = { ...t(60, 2), carried: { prior, alone: { t: 65, interval: t(65, 3).interval } } };
  const change = scoreChange(scaleOf('dep', 'dep'), t(56, 3), later);
  assert.equal(`${change?.kind} ${change?.z.toFixed(2)}`, 'worse 2.12');
});

test('eq5d joins its version 2.0.0, and no version 1', () => {
  const eq5d = shippedInstrument('eq5d');
  const joined = ['2.0.1', '2.0.0', '1.1.0', '1.0.0'].map((version) => isComparableVersion(version, eq5d));
  assert.deepEqual(joined, [true, true, false, false]);
});
