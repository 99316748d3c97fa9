import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  clinicalChange,
  clinicalCutoffs,
  confidenceInterval,
  reliableChange,
  thetaChange,
} from './change.ts';
import { normalQuantile, normalShare } from './normal.ts';
import { thetaOfT, tScore, Z_95, type NormSet } from './t-scores.ts';

// S_diff = sqrt(2) SD sqrt(1 - reliability) = 10
const CONSTANTS = { sd: 10, reliability: 0.5, z: 2 };

test('a change is reliable only if it is larger than z standard errors of a difference', () => {
  const { s_diff, reliable_points } = reliableChange(50, 50, CONSTANTS);
  assert.ok(Math.abs(s_diff - 10) < 1e-12 && Math.abs(reliable_points - 20) < 1e-12);
  assert.equal(reliableChange(50, 30.0001, CONSTANTS).reliable, false);
  assert.equal(reliableChange(50, 29.9999, CONSTANTS).reliable, true);
  assert.equal(reliableChange(50, 70.0001, CONSTANTS).reliable, true);
});

test('reliable change needs a spread and a reliability below 1', () => {
  assert.throws(() => reliableChange(1, 2, { sd: 0, reliability: 0.8, z: 1.96 }), /above 0/);
  assert.throws(() => reliableChange(1, 2, { sd: 3, reliability: 1, z: 1.96 }), /below 1/);
});

test('recovered means reliably improved and across the cut-off, and a score at the cut-off is not recovered', () => {
  const cutoff = { cutoff: 40, direction: 'high_is_worse' } as const;
  assert.equal(clinicalChange(70, 39, CONSTANTS, cutoff).cls, 'recovered');
  assert.equal(clinicalChange(70, 40, CONSTANTS, cutoff).cls, 'reliably_improved');
  assert.equal(clinicalChange(50, 39, CONSTANTS, cutoff).cls, 'unchanged');
  assert.equal(clinicalChange(39, 70, CONSTANTS, cutoff).cls, 'reliably_deteriorated');
});

test('recovery on a scale with low scores for illness is judged in the opposite direction', () => {
  const cutoff = { cutoff: 40, direction: 'low_is_worse' } as const;
  assert.equal(clinicalChange(10, 41, CONSTANTS, cutoff).cls, 'recovered');
  assert.equal(clinicalChange(10, 40, CONSTANTS, cutoff).cls, 'reliably_improved');
  assert.equal(clinicalChange(41, 10, CONSTANTS, cutoff).crossed_back, true);
});

test('cut-off c lies between the populations, nearer to the one with the smaller spread', () => {
  const { a, b, c } = clinicalCutoffs({
    clinical: { mean: 20, sd: 6 },
    normal: { mean: 5, sd: 3 },
    direction: 'high_is_worse',
  });
  assert.deepEqual([a, b, c], [8, 11, 10]);
});

test('a change of theta is judged by both standard errors', () => {
  const { z, reliable } = thetaChange({ theta: 1, se: 0.3 }, { theta: 0, se: 0.4 });
  assert.ok(Math.abs(z + 2) < 1e-12);
  assert.equal(reliable, true);
  assert.equal(thetaChange({ theta: 1, se: 0.6 }, { theta: 0, se: 0.8 }).reliable, false);
  assert.throws(() => thetaChange({ theta: 1, se: 0 }, { theta: 0, se: 0 }), /above 0/);
});

const NORMS: NormSet = { id: 'adults', mean: -0.2, sd: 0.8, source: 'made up for the test' };

test('the mean of the norm set is T 50, one standard deviation above it T 60', () => {
  assert.equal(tScore({ theta: -0.2, se: 0.4 }, NORMS).t, 50);
  const { t, se, lower, upper, norm_set } = tScore({ theta: 0.6, se: 0.4 }, NORMS);
  assert.ok(Math.abs(t - 60) < 1e-12 && Math.abs(se - 5) < 1e-12);
  assert.ok(Math.abs(upper - t - Z_95 * 5) < 1e-12 && Math.abs(t - lower - Z_95 * 5) < 1e-12);
  assert.equal(norm_set, 'adults');
  assert.ok(Math.abs(thetaOfT(t, NORMS) - 0.6) < 1e-12);
  assert.throws(() => tScore({ theta: 0, se: 1 }, { ...NORMS, sd: 0 }), /above 0/);
});

test('a 95 % interval reaches 1.96 standard errors to each side', () => {
  assert.deepEqual(confidenceInterval({ theta: 1, se: 0 }), [1, 1]);
  const [lower, upper] = confidenceInterval({ theta: 0, se: 1 });
  assert.ok(Math.abs(upper - 1.959963984540054) < 1e-15 && lower === -upper);
});

test('quantiles of the normal distribution have their known values', () => {
  const known = [
    [0.5, 0],
    [0.75, 0.6744897501960817],
    [0.975, 1.959963984540054],
    [0.99, 2.3263478740408408],
    [1e-10, -6.361340902404056],
    [1e-300, -37.0470962993612],
  ];
  for (const [p, expected] of known) assert.ok(Math.abs(normalQuantile(p!) - expected!) < 1e-6, `${p}`);
  assert.ok(Math.abs(normalQuantile(0.975) - 1.959963984540054) < 1e-15);
  assert.equal(normalQuantile(0.25), -normalQuantile(0.75));
  for (const p of [0, 1, -1, Number.NaN]) assert.throws(() => normalQuantile(p), /above 0 and below 1/);
});

test('quantiles of the normal distribution are exact to twelve digits in the centre, at the shoulders and in the tails', () => {
  const known = [
    [0.001, -3.090232306167813],
    [1e-5, -4.264890793922825],
    [1e-10, -6.361340902404057],
    [1e-11, -6.706023155495137],
    [1e-12, -7.034483825301132],
    [1e-16, -8.222082216130437],
    [1e-300, -37.0470962993612],
  ];
  for (const [p, expected] of known)
    assert.ok(Math.abs(normalQuantile(p!) / expected! - 1) < 1e-12, `${p}: ${normalQuantile(p!)}`);
});

test('a change of exactly the reliable points is not reliable, a larger one is', () => {
  const constants = { sd: 2, reliability: 0.75, z: 2 };
  const { reliable_points: points } = reliableChange(0, 0, constants);
  for (const sign of [1, -1]) {
    assert.equal(reliableChange(0, sign * points, constants).reliable, false);
    assert.equal(reliableChange(0, sign * points * 1.001, constants).reliable, true);
  }
});

const cut = (direction: 'high_is_worse' | 'low_is_worse') => ({ cutoff: 50, direction });

test('a small change can be reliable and have a direction if its limit is small', () => {
  const constants = { sd: 1, reliability: 0.5, z: 0.1 };
  assert.equal(clinicalChange(0, 0.5, constants, cut('high_is_worse')).cls, 'reliably_deteriorated');
  assert.equal(clinicalChange(60, 60.5, constants, cut('low_is_worse')).cls, 'reliably_improved');
  assert.equal(clinicalChange(60, 59.5, constants, cut('low_is_worse')).cls, 'reliably_deteriorated');
});

test('a change of theta needs two standard errors above 0', () => {
  const known = { theta: 0, se: 0.3 };
  for (const se of [0, -1, Number.NaN]) {
    assert.throws(() => thetaChange({ theta: 0, se }, known), /two standard errors above 0/);
    assert.throws(() => thetaChange(known, { theta: 0, se }), /two standard errors above 0/);
  }
});

test('the share of the normal distribution below a score has its known values', () => {
  const known = [
    [0, 0.5],
    [1, 0.8413447460685429],
    [1.959963984540054, 0.975],
    [-1.2815515655446004, 0.1],
    [3, 0.9986501019683699],
    [-3, 0.0013498980316301],
  ];
  for (const [z, share] of known) assert.ok(Math.abs(normalShare(z!) - share!) < 1e-7, `${z}`);
});
