import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aBank, isClose } from '../../test/adaptive-sample.ts';
import type { ItemModel } from './item-bank.ts';
import { estimateEap } from './posterior.ts';
import { logPriorWeights, quadratureNodes, STANDARD_QUADRATURE } from './quadrature.ts';
import { logLikelihood, type Answer } from './response-functions.ts';
import { summedScoreEap } from './summed-score.ts';

// Items of two, three, four and five categories: 120 patterns, sums from 0 to 10.
const items = [
  { a: 0.7, b: [0.4] },
  { a: 2.6, b: [-1.1, 0.9] },
  { a: 1.4, b: [-0.5, 0.2, 1.7] },
  { a: 3.1, b: [-2.2, -0.1, 0.6, 2.4] },
];
const prior = { mean: 0.6, sd: 1.3 };
const nodes = quadratureNodes(STANDARD_QUADRATURE);
const weights = logPriorWeights(STANDARD_QUADRATURE, prior).map((value) => Math.exp(value));

/** Every pattern of answers, one by one. */
function patternsOf(model: ItemModel) {
  const bank = aBank(model, items);
  const patterns = bank.items.reduce<readonly (readonly Answer[])[]>(
    (before, { id, b }) =>
      before.flatMap((answers) =>
        Array.from({ length: b.length + 1 }, (_, category) => [...answers, { item: id, category }]),
      ),
    [[]],
  );
  return { bank, patterns };
}

/** Mean and variance of theta where the sum is this one, straight from their definition. */
function enumerated(model: ItemModel, sum: number) {
  const { bank, patterns } = patternsOf(model);
  const own = patterns.filter((answers) => answers.reduce((all, { category }) => all + category, 0) === sum);
  const mass = nodes.map((theta, q) =>
    own.reduce((all, answers) => all + Math.exp(logLikelihood(bank, answers, theta)) * (weights[q] ?? 0), 0),
  );
  const total = mass.reduce((a, b) => a + b);
  const theta = mass.reduce((all, value, q) => all + value * (nodes[q] ?? 0), 0) / total;
  const variance = mass.reduce((all, value, q) => all + value * ((nodes[q] ?? 0) - theta) ** 2, 0) / total;
  return { theta, se: Math.sqrt(variance), share: total / weights.reduce((a, b) => a + b) };
}

for (const model of ['GRM', 'GPCM'] as const) {
  test(`the estimate of each sum is that of all its patterns together (${model})`, () => {
    const estimates = summedScoreEap(aBank(model, items), { prior });
    assert.deepEqual(
      estimates.map(({ sum }) => sum),
      Array.from({ length: 11 }, (_, sum) => sum),
    );
    for (const { sum, theta, se, share } of estimates) {
      const expected = enumerated(model, sum);
      isClose(theta, expected.theta, 1e-9);
      isClose(se, expected.se, 1e-9);
      isClose(share, expected.share, 1e-9);
    }
  });

  test(`the lowest and the highest sum have the estimate of their only pattern (${model})`, () => {
    const { bank, patterns } = patternsOf(model);
    const estimates = summedScoreEap(bank, { prior });
    for (const end of [0, -1]) {
      const alone = estimateEap(bank, patterns.at(end) ?? [], { prior });
      isClose(estimates.at(end)?.theta ?? NaN, alone.theta, 1e-9);
      isClose(estimates.at(end)?.se ?? NaN, alone.se, 1e-9);
    }
  });
}

test('the shares of all sums are 1, and without a prior it is the standard normal one', () => {
  const bank = aBank('GRM', items);
  isClose(
    summedScoreEap(bank).reduce((all, { share }) => all + share, 0),
    1,
    1e-12,
  );
  assert.deepEqual(summedScoreEap(bank), summedScoreEap(bank, { prior: { mean: 0, sd: 1 } }));
});
