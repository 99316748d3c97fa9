// Criteria against their definitions, computed slowly from logarithms and without any table.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { amount } from '../../test/amount.ts';
import { rankItems, recordAnswer, startTest } from './adaptive-test.ts';
import { categoryCount, type Item, type ItemBank, type ItemModel } from './item-bank.ts';
import type { Criterion } from './item-selection.ts';
import { logPriorWeights, quadratureNodes, STANDARD_NORMAL, STANDARD_QUADRATURE } from './quadrature.ts';
import {
  answersByPosition,
  categoryLogProbabilities,
  categoryProbabilities,
  itemInformation,
  logLikelihood,
} from './response-functions.ts';
import type { TestState } from './test-state.ts';

const NODES = Array.from(quadratureNodes(STANDARD_QUADRATURE));
const LOG_PRIOR = logPriorWeights(STANDARD_QUADRATURE, STANDARD_NORMAL);

function sum(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0);
}

function normalised(logs: readonly number[]): number[] {
  const largest = Math.max(...logs);
  const weights = logs.map((value) => Math.exp(value - largest));
  return weights.map((weight) => weight / sum(weights));
}

type Moments = {
  mean: number;
  variance: number;
};

function momentsOf(weights: readonly number[]): Moments {
  const mean = sum(weights.map((weight, q) => weight * NODES[q]!));
  return { mean, variance: sum(weights.map((weight, q) => weight * (NODES[q]! - mean) ** 2)) };
}

/** The posterior of a state by logarithms, and the posterior after each possible answer to an item. */
function outlook(bank: ItemBank, { items, categories }: TestState, item: Item) {
  const answers = items.map((id, i) => ({ item: id, category: categories[i]! }));
  const logs = NODES.map((theta, q) => LOG_PRIOR[q]! + logLikelihood(bank, answers, theta));
  const weights = normalised(logs);
  const theta = items.length === 0 ? 0 : momentsOf(weights).mean;
  const outcomes = Array.from({ length: categoryCount(item) }, (_, x) => {
    const after = logs.map((value, q) => value + categoryLogProbabilities(bank.model, item, NODES[q]!)[x]!);
    const predictive = sum(weights.map((w, q) => w * categoryProbabilities(bank.model, item, NODES[q]!)[x]!));
    return { ...momentsOf(normalised(after)), predictive };
  });
  return { weights, theta, outcomes, chances: categoryProbabilities(bank.model, item, theta) };
}

const DEFINITIONS = {
  MFI: (bank, item, { theta }) => itemInformation(bank.model, item, theta),
  MPWI: (bank, item, { weights }) =>
    sum(NODES.map((node, q) => weights[q]! * itemInformation(bank.model, item, node))),
  MEI: (bank, item, { outcomes, chances }) =>
    sum(outcomes.map(({ mean }, x) => chances[x]! * itemInformation(bank.model, item, mean))),
  MEPV: (_, __, { outcomes, chances }) => sum(outcomes.map(({ variance }, x) => chances[x]! * variance)),
  MEPV_PP: (_, __, { outcomes }) => sum(outcomes.map(({ predictive, variance }) => predictive * variance)),
} satisfies Record<Criterion, (bank: ItemBank, item: Item, known: ReturnType<typeof outlook>) => number>;

const step = fc.integer({ min: -3000, max: 3000 }).map((value) => value / 1000);

function someBank(model: ItemModel, steepest: number): fc.Arbitrary<ItemBank> {
  const slope = fc.integer({ min: 300, max: steepest * 1000 }).map((value) => value / 1000);
  const steps = fc.uniqueArray(step, { minLength: 1, maxLength: 5 });
  const b = model === 'GRM' ? steps.map((values) => values.sort((x, y) => x - y)) : steps;
  const items = fc.array(fc.record({ a: slope, b }), { minLength: 2, maxLength: 8 });
  return items.map((list) => ({ id: 'b', model, items: list.map((item, i) => ({ id: `i${i}`, ...item })) }));
}

function stateAfter(bank: ItemBank, criterion: Criterion, answers: number): TestState {
  let state = startTest(bank, { criterion, stop: [] }, () => 0);
  for (let i = 0; i < answers && i < bank.items.length - 1; i++) {
    const highest = bank.items.find(({ id }) => id === state.next)!.b.length;
    state = recordAnswer(bank, { criterion, stop: [] }, state, (i * 7 + 1) % (highest + 1), () => 0);
  }
  return state;
}

for (const criterion of Object.keys(DEFINITIONS) as Criterion[]) {
  for (const model of ['GRM', 'GPCM'] satisfies ItemModel[]) {
    test(`${criterion} of ${model} items is what its definition says, and the best item is given`, () => {
      fc.assert(
        fc.property(someBank(model, 4), fc.nat(5), (bank, answers) => {
          const state = stateAfter(bank, criterion, answers);
          const ranked = rankItems(bank, { criterion, stop: [] }, state);
          for (const { item: id, value } of ranked) {
            const item = bank.items.find((entry) => entry.id === id)!;
            const expected = DEFINITIONS[criterion](bank, item, outlook(bank, state, item));
            assert.ok(
              Math.abs(value - expected) < 1e-10 * Math.max(1, expected),
              `${id}: ${value} not ${expected}`,
            );
          }
          assert.equal(state.next, ranked[0]?.item);
        }),
        { numRuns: amount({ usual: 6, all: 60 }) },
      );
    });

    test(`${criterion} of very steep ${model} items is a number, and the best item is given`, () => {
      fc.assert(
        fc.property(someBank(model, 500), fc.nat(5), (bank, answers) => {
          const state = stateAfter(bank, criterion, answers);
          const ranked = rankItems(bank, { criterion, stop: [] }, state);
          assert.ok(
            ranked.every(({ value }) => Number.isFinite(value) && value > -1e-12),
            JSON.stringify(ranked),
          );
          assert.equal(state.next, ranked[0]?.item);
        }),
        { numRuns: amount({ usual: 10, all: 200 }) },
      );
    });
  }
}

test('the posterior after contradictory answers is that of the logarithms', () => {
  const bank: ItemBank = {
    id: 'b',
    model: 'GRM',
    items: Array.from({ length: 60 }, (_, i) => ({ id: `i${i}`, a: 4, b: [i % 2 === 0 ? -5 : 5] })),
  };
  let state = startTest(bank, { criterion: 'MFI', stop: [] }, () => 0);
  while (state.next !== null) {
    const low = Number(state.next.slice(1)) % 2 === 0;
    state = recordAnswer(bank, { criterion: 'MFI', stop: [] }, state, low ? 0 : 1, () => 0);
  }
  const pattern = bank.items.map((_, i) => (i % 2 === 0 ? 0 : 1));
  const answers = answersByPosition(bank, pattern);
  const logs = NODES.map((theta, q) => LOG_PRIOR[q]! + logLikelihood(bank, answers, theta));
  const { mean, variance } = momentsOf(normalised(logs));
  assert.ok(Math.abs(state.theta.at(-1)! - mean) < 1e-9);
  assert.ok(Math.abs(state.se.at(-1)! - Math.sqrt(variance)) < 1e-9);
});

test('a test that begins away from the middle of its prior expects the variance that the definitions give there', () => {
  const bank: ItemBank = {
    id: 'b',
    model: 'GRM',
    items: [-1.5, -0.5, 0.4, 2].map((b, i) => ({ id: `i${i}`, a: 1 + i / 2, b: [b, b + 0.7] })),
  };
  const weightsOf = {
    MEPV: (item: Item) => categoryProbabilities('GRM', item, 1.5),
    MEPV_PP: (_: Item, { outcomes }: ReturnType<typeof outlook>) => outcomes.map((one) => one.predictive),
  };
  for (const criterion of ['MEPV', 'MEPV_PP'] as const) {
    const config = { criterion, stop: [], start_theta: 1.5 };
    const state = startTest(bank, config, () => 0.5);
    for (const { item: id, value } of rankItems(bank, config, state)) {
      const item = bank.items.find((entry) => entry.id === id)!;
      const known = outlook(bank, state, item);
      const weights = weightsOf[criterion](item, known);
      const expected = sum(known.outcomes.map(({ variance }, x) => weights[x]! * variance));
      assert.ok(Math.abs(value - expected) < 1e-10, `${criterion} ${id}: ${value} not ${expected}`);
    }
  }
});
