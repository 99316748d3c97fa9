import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aBank, isClose } from '../../test/adaptive-sample.ts';
import { estimateMap, estimateMl, estimateWle } from './maximum.ts';
import { expectedInformation, logLikelihood } from './response-functions.ts';
import { findRoot } from './root.ts';

/** The maximum of a function, found independently on a fine grid. */
function gridMaximum(f: (theta: number) => number): number {
  let best = -6;
  for (let i = 0; i <= 12_000; i++) {
    const theta = -6 + i / 1000;
    if (f(theta) > f(best)) best = theta;
  }
  return best;
}

test('MAP with a narrow prior stands where likelihood times prior is highest', () => {
  const bank = aBank('GRM', [{ a: 2, b: [-1, 0, 1] }]);
  const prior = { mean: 1, sd: 0.5 };
  // log(1 - P*_1) with P*_1 = 1 / (1 + exp(-2 (theta + 1))), and the prior
  const expected = gridMaximum(
    (theta) => -Math.log1p(Math.exp(2 * (theta + 1))) - ((theta - 1) / 0.5) ** 2 / 2,
  );
  const estimate = estimateMap(bank, [{ item: 'i0', category: 0 }], { prior });
  isClose(estimate.theta, expected, 1e-3);
  assert.equal(estimate.se_kind, 'expected_information');
});

test('MAP stands at the nearer end of the range where prior and answers both point beyond it', () => {
  const bank = aBank('GRM', [{ a: 1, b: [0] }]);
  const at = (mean: number, category: number) => {
    const options = { prior: { mean, sd: 1 }, range: { lo: -2, hi: 3 } };
    const { theta, bound } = estimateMap(bank, [{ item: 'i0', category }], options);
    return [theta, bound];
  };
  assert.deepEqual(at(10, 1), [3, 'upper']);
  assert.deepEqual(at(-10, 0), [-2, 'lower']);
});

test('without answers ML knows nothing, in the middle of the range', () => {
  const bank = aBank('GRM', [{ a: 1, b: [0] }]);
  const { theta, se, bound, converged } = estimateMl(bank, [], { range: { lo: -2, hi: 3 } });
  assert.deepEqual(
    { theta, se, bound, converged },
    { theta: 0.5, se: Infinity, bound: 'none', converged: false },
  );
  for (const range of [
    { lo: 1, hi: 1 },
    { lo: 2, hi: 1 },
    { lo: -Infinity, hi: 1 },
    { lo: 0, hi: Number.NaN },
  ])
    assert.throws(() => estimateMl(bank, [{ item: 'i0', category: 0 }], { range }), /needs lo < hi/);
});

test('the estimate is the maximum nearest the middle if two maxima of the weighted likelihood are equally high', () => {
  // Two groups of items far apart: the middle category of neither says anything between them.
  const bank = aBank('GRM', [
    { a: 3, b: [-4] },
    { a: 3, b: [4] },
  ]);
  const answers = [
    { item: 'i0', category: 0 },
    { item: 'i1', category: 1 },
  ];
  const within = (lo: number, hi: number) => estimateWle(bank, answers, { range: { lo, hi } }).theta;
  assert.ok(within(-8, 9) > 0);
  assert.ok(within(-9, 8) < 0);
});

test('the root of a function is found, steep or flat', () => {
  assert.deepEqual(
    findRoot((x) => x - 0.25, { lo: 0, hi: 1 }),
    { root: 0.25, converged: true },
  );
  for (const power of [1, 3, 5, 9]) {
    const { root, converged } = findRoot((x) => (x - 0.3) ** power, { lo: -5, hi: 6 });
    assert.ok(converged && Math.abs(root - 0.3) < 1e-2, `${power}: ${root}`);
  }
});

test('of two maxima of the weighted likelihood the clearly higher one counts, wherever it lies', () => {
  const bank = aBank('GRM', [
    { a: 3, b: [-4] },
    { a: 3, b: [-4.2] },
    { a: 3, b: [4] },
  ]);
  const answers = [
    { item: 'i0', category: 0 },
    { item: 'i1', category: 0 },
    { item: 'i2', category: 1 },
  ];
  // Two items speak for the low end and one for the high one.
  assert.ok(estimateWle(bank, answers, { range: { lo: -20, hi: 8 } }).theta < -3);
  assert.ok(estimateWle(bank, answers, { range: { lo: -8, hi: 20 } }).theta < -3);
});

test('the weighted likelihood has its maximum where the likelihood times the root of the information is largest', () => {
  const bank = aBank('GRM', [
    { a: 3, b: [-4] },
    { a: 2.5, b: [3.9] },
  ]);
  const answers = [
    { item: 'i0', category: 0 },
    { item: 'i1', category: 1 },
  ];
  const value = (theta: number) =>
    logLikelihood(bank, answers, theta) + Math.log(expectedInformation(bank, answers, theta)) / 2;
  const thetas = Array.from({ length: 16_001 }, (_, i) => -8 + i / 1000);
  const best = thetas.reduce((a, b) => (value(b) > value(a) ? b : a));
  isClose(estimateWle(bank, answers, { range: { lo: -8, hi: 8 } }).theta, best, 2e-3);
});
