// Figures of shipped instruments that were worked by hand, from single answers to score, interval and change.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anAnswer, aPlan, shippedInstrument } from '../../test/survey-samples.ts';
import { normalShare } from '../psychometrics/normal.ts';
import { tScore, Z_95 } from '../psychometrics/t-scores.ts';
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
