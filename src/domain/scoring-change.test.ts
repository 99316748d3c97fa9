// Every number is worked by hand: the standard error of the difference is sqrt(SE1² + SE2²), the threshold 1.96 times that.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Z_95 } from '../psychometrics/t-scores.ts';
import { shippedInstrument } from '../../test/survey-samples.ts';
import type { Scale } from './instrument-schema.ts';
import { scoreChange, type ScoreChange } from './scoring-change.ts';

const [depression] = shippedInstrument('dep').scales;
const [belonging] = shippedInstrument('exis').scales;
assert.ok(depression && belonging);

/** A T-score with its standard error, as it is stored. */
function t(value: number, se: number) {
  return { t: value, raw: null, interval: { lower: value - Z_95 * se, upper: value + Z_95 * se } };
}

const raw = (value: number) => ({ t: null, raw: value, interval: null });

const theta = (cutoff?: number): Scale => ({
  ...depression,
  direction: 'high_is_worse',
  reliable_change: { method: 'theta', z: 1.96, source: 'test', ...(cutoff !== undefined && { cutoff }) },
});

// SEM = 1 × sqrt(1 − 0.8) = 0.4472; difference sqrt(2) × SEM = 0.6325; threshold 1.2396.
const constants: Scale = {
  ...belonging,
  direction: 'low_is_worse',
  reliable_change: { method: 'jacobson-truax', sd: 1, reliability: 0.8, z: 1.96, source: 'test' },
};

type Scores = ReturnType<typeof t> | ReturnType<typeof raw>;
type Case = readonly [
  scale: Scale,
  earlier: Scores,
  later: Scores,
  kind: ScoreChange['kind'],
  points: string,
  threshold: string,
];

const cases: readonly Case[] = [
  [theta(), t(70, 3), t(60, 3), 'improved', '-10.0', '8.32'],
  [theta(), t(70, 3), t(62, 3), 'unchanged', '-8.0', '8.32'],
  [theta(), t(60, 3), t(65, 3), 'hint', '5.0', '8.32'],
  [theta(), t(60, 3), t(64.9, 3), 'unchanged', '4.9', '8.32'],
  [theta(), t(60, 2), t(64, 2), 'hint', '4.0', '5.54'],
  [theta(), t(60, 2), t(66, 2), 'worse', '6.0', '5.54'],
  [theta(55), t(65, 3), t(50, 4), 'recovered', '-15.0', '9.80'],
  [theta(55), t(65, 2), t(56, 2), 'improved', '-9.0', '5.54'],
  [theta(55), t(52, 3), t(42, 3), 'improved', '-10.0', '8.32'],
  [constants, raw(2), raw(3.5), 'improved', '1.5', '1.24'],
  [constants, raw(3.5), raw(2.5), 'hint', '-1.0', '1.24'],
  [constants, raw(3.5), raw(2), 'worse', '-1.5', '1.24'],
];

for (const [scale, earlier, later, kind, points, threshold] of cases)
  test(`a change of ${points} with a threshold of ${threshold} is called ${kind} (${earlier.t ?? earlier.raw} to ${later.t ?? later.raw})`, () => {
    const change = scoreChange(scale, earlier, later);
    assert.ok(change);
    assert.deepEqual(
      [change.kind, change.points.toFixed(1), change.threshold.toFixed(2)],
      [kind, points, threshold],
    );
  });

test('a scale without a rule, or a missing score, has no change', () => {
  assert.equal(scoreChange({ ...depression, reliable_change: undefined }, t(70, 3), t(60, 3)), null);
  assert.equal(scoreChange(theta(), t(70, 3), { ...t(60, 3), t: null }), null);
  assert.equal(scoreChange(theta(), t(70, 3), { ...t(60, 3), interval: null }), null);
});

test('a score that began with an earlier estimate is compared by its own answers', () => {
  const alone = t(54, 4);
  const carried = { ...t(60, 3), carried: { prior: { mean: 1.3, sd: 0.3 }, alone } };
  const change = scoreChange(theta(), t(66, 3), carried);
  // 54 - 66; 12 / 5 = 2.4 standard errors.
  assert.deepEqual([change?.kind, change?.points, change?.z.toFixed(6)], ['improved', -12, '-2.400000']);
});
