import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { Item, ItemBank, ItemModel } from './item-bank.ts';
import * as response from './response-functions.ts';

const finite = (min: number, max: number): fc.Arbitrary<number> => fc.double({ min, max, noNaN: true });

function rising(steps: readonly number[]): number[] {
  return [...new Set(steps)].sort((a, b) => a - b);
}

/** Items as they occur in practice. */
function anItem(model: ItemModel): fc.Arbitrary<Item> {
  const step = fc.integer({ min: -4000, max: 4000 }).map((value) => value / 1000);
  const steps = fc.array(step, { minLength: 1, maxLength: 6 });
  return fc.record({
    id: fc.constant('i'),
    a: finite(0.2, 4),
    b: model === 'GRM' ? steps.map(rising) : steps,
  });
}

/** Items at the limits of what a bank may contain. */
function anExtremeItem(model: ItemModel): fc.Arbitrary<Item> {
  const step = fc.oneof(finite(-1e4, 1e4), finite(-1e-12, 1e-12), fc.constantFrom(-1e4, 0, 5e-324, 1e4));
  const steps = fc.array(step, { minLength: 1, maxLength: 6 });
  const a = fc.oneof(finite(1e-9, 1e4), fc.constantFrom(5e-324, 1e4));
  return fc.record({ id: fc.constant('i'), a, b: model === 'GRM' ? steps.map(rising) : steps });
}

const MODELS = ['GRM', 'GPCM'] satisfies ItemModel[];

function sum(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0);
}

for (const model of MODELS) {
  test(`${model}: the probabilities of an item's categories sum to 1`, () => {
    fc.assert(
      fc.property(anItem(model), finite(-8, 8), (item, theta) => {
        const total = sum(response.categoryProbabilities(model, item, theta));
        assert.ok(Math.abs(total - 1) < 1e-12, String(total));
      }),
    );
  });

  test(`${model}: log-probabilities are the logarithms of the probabilities`, () => {
    fc.assert(
      fc.property(anItem(model), finite(-8, 8), (item, theta) => {
        const logs = response.categoryLogProbabilities(model, item, theta);
        response.categoryProbabilities(model, item, theta).forEach((p, x) => {
          assert.ok(Math.abs(Math.log(p) - logs[x]!) < 1e-9 * Math.max(1, Math.abs(logs[x]!)));
        });
      }),
    );
  });

  test(`${model}: information is the expected square of the numeric derivative of the log-probability`, () => {
    fc.assert(
      fc.property(anItem(model), finite(-5, 5), (item, theta) => {
        const h = 1e-5;
        const above = response.categoryLogProbabilities(model, item, theta + h);
        const below = response.categoryLogProbabilities(model, item, theta - h);
        const slopes = above.map((value, x) => (value - below[x]!) / (2 * h));
        const p = response.categoryProbabilities(model, item, theta);
        const numeric = sum(slopes.map((slope, x) => slope * slope * p[x]!));
        const information = response.itemInformation(model, item, theta);
        assert.ok(
          Math.abs(numeric - information) < 1e-6 * Math.max(1, information),
          `${numeric} ${information}`,
        );
      }),
    );
  });

  test(`${model}: an item with all categories turned round at -theta has the probabilities turned round`, () => {
    fc.assert(
      fc.property(anItem(model), finite(-6, 6), (item, theta) => {
        const mirrored = { ...item, b: item.b.map((step) => -step).reverse() };
        const turned = response.categoryProbabilities(model, mirrored, -theta).reverse();
        response.categoryProbabilities(model, item, theta).forEach((p, x) => {
          assert.ok(Math.abs(p - turned[x]!) < 1e-12);
        });
      }),
    );
  });

  test(`${model}: nothing is ever NaN, however extreme the parameters`, () => {
    fc.assert(
      fc.property(anExtremeItem(model), fc.oneof(finite(-40, 40), finite(-1e4, 1e4)), (item, theta) => {
        const values = [
          ...response.categoryProbabilities(model, item, theta),
          ...response.categoryLogProbabilities(model, item, theta),
          response.itemInformation(model, item, theta),
        ];
        assert.ok(values.every(Number.isFinite), values.join(' '));
        assert.ok(Math.abs(sum(response.categoryProbabilities(model, item, theta)) - 1) < 1e-6);
      }),
      { numRuns: 2000 },
    );
  });
}

const BANK: ItemBank = {
  id: 'two',
  model: 'GRM',
  items: [
    { id: 'p', a: 1.5, b: [-1, 1] },
    { id: 'q', a: 0.8, b: [0] },
  ],
};

test('log-likelihood and information of a test are the sums over its items', () => {
  const answers = [
    { item: 'p', category: 2 },
    { item: 'q', category: 0 },
  ];
  const [p, q] = BANK.items;
  assert.ok(p !== undefined && q !== undefined);
  const expected = Math.log(response.categoryProbabilities('GRM', p, 0.3)[2]!);
  const other = Math.log(response.categoryProbabilities('GRM', q, 0.3)[0]!);
  assert.ok(Math.abs(response.logLikelihood(BANK, answers, 0.3) - expected - other) < 1e-12);
  const both = response.itemInformation('GRM', p, 0.3) + response.itemInformation('GRM', q, 0.3);
  assert.equal(response.testInformation(BANK, 0.3), both);
  assert.equal(response.expectedInformation(BANK, answers, 0.3), both);
  assert.equal(response.logLikelihood(BANK, [], 0.3), 0);
});

test('answers to unknown items and categories that an item does not have are refused', () => {
  assert.throws(() => response.logLikelihood(BANK, [{ item: 'r', category: 0 }], 0), /no item "r"/);
  for (const category of [-1, 2, 0.5, Number.NaN]) {
    assert.throws(() => response.logLikelihood(BANK, [{ item: 'q', category }], 0), /categories 0 to 1/);
  }
});
