import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aBank, isClose } from '../../test/adaptive-sample.ts';
import { estimateEap } from './posterior.ts';
import { quadratureNodes, STANDARD_QUADRATURE } from './quadrature.ts';
import { answersByPosition, logLikelihood } from './response-functions.ts';
import { sumScoreTable } from './sum-score.ts';

/** All ways to answer items with so many categories. */
function patternsOf(counts: readonly number[]): number[][] {
  const [first, ...others] = counts;
  if (first === undefined) return [[]];
  const rest = patternsOf(others);
  return Array.from({ length: first }, (_, x) => rest.map((pattern) => [x, ...pattern])).flat();
}

test('the sum-score table agrees with adding up all answer patterns', () => {
  const bank = aBank('GRM', [
    { a: 1.3, b: [-1, 0.4] },
    { a: 0.7, b: [0] },
    { a: 2.2, b: [-0.5, 1] },
  ]);
  const table = sumScoreTable(bank);
  const nodes = quadratureNodes(STANDARD_QUADRATURE);
  const density = nodes.map(
    (theta, q) => Math.exp(-(theta ** 2) / 2) / (q === 0 || q === nodes.length - 1 ? 2 : 1),
  );
  const total = density.reduce((a, b) => a + b);
  table.forEach(({ score, probability, theta }) => {
    const patterns = patternsOf([3, 2, 3]).filter((x) => x.reduce((a, b) => a + b) === score);
    const mass = nodes.map((node, q) => {
      const likelihoods = patterns.map((pattern) =>
        Math.exp(logLikelihood(bank, answersByPosition(bank, pattern), node)),
      );
      return (density[q]! / total) * likelihoods.reduce((a, b) => a + b);
    });
    const sum = mass.reduce((a, b) => a + b);
    isClose(probability, sum, 1e-12);
    isClose(theta, mass.reduce((a, value, q) => a + value * nodes[q]!, 0) / sum, 1e-12);
  });
  assert.equal(table.length, 6);
});

test('almost impossible sum scores still have an estimate', () => {
  const bank = aBank(
    'GPCM',
    Array.from({ length: 8 }, () => ({ a: 60, b: [4, -4] })), // the middle category is hardly ever chosen
  );
  for (const { theta, se } of sumScoreTable(bank)) {
    assert.ok(Number.isFinite(theta) && Number.isFinite(se));
  }
});

/** 60 items that almost all persons answer with the higher category. */
const EASY = aBank(
  'GRM',
  Array.from({ length: 60 }, () => ({ a: 5, b: [-8] })),
);

test('sum scores whose likelihood underflows have the estimate of their answers', () => {
  const table = sumScoreTable(EASY);
  assert.ok(table[0]!.probability < 1e-200);
  for (const { score, theta, se } of table) {
    const answers = EASY.items.map(({ id }, i) => ({ item: id, category: i < score ? 1 : 0 }));
    const expected = estimateEap(EASY, answers);
    isClose(theta, expected.theta, 1e-9);
    isClose(se, expected.se, 1e-9);
  }
});

test('the probability of a sum score is the sum over its answer patterns, even when it is tiny', () => {
  const table = sumScoreTable(EASY);
  const nodes = quadratureNodes(STANDARD_QUADRATURE);
  const density = nodes.map(
    (theta, q) => Math.exp(-(theta ** 2) / 2) / (q === 0 || q === nodes.length - 1 ? 2 : 1),
  );
  const total = density.reduce((a, b) => a + b);
  const none = nodes.map((theta, q) => (density[q]! / total) * (1 / (1 + Math.exp(5 * (theta + 8)))) ** 60);
  isClose(table[0]!.probability / none.reduce((a, b) => a + b), 1, 1e-9);
  isClose(
    table.reduce((sum, { probability }) => sum + probability, 0),
    1,
    1e-9,
  );
});

test('a sum-score table of some items of a bank is that of a bank with these items alone', () => {
  const bank = aBank('GPCM', [
    { a: 1.3, b: [-1, 0.4] },
    { a: 0.7, b: [0] },
    { a: 2.2, b: [-0.5, 1] },
  ]);
  const two = { ...bank, items: [bank.items[0]!, bank.items[2]!] };
  assert.deepEqual(sumScoreTable(bank, ['i0', 'i2']), sumScoreTable(two));
});
