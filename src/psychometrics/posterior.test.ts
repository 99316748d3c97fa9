import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { aBank, isClose } from '../../test/adaptive-sample.ts';
import type { ItemBank, ItemModel } from './item-bank.ts';
import { type Estimate, estimateEap } from './posterior.ts';
import type { Answer } from './response-functions.ts';

const MODELS = ['GRM', 'GPCM'] satisfies ItemModel[];

const step = fc.integer({ min: -3000, max: 3000 }).map((value) => value / 1000);
const someItems = fc.array(
  fc.record({
    a: fc.integer({ min: 300, max: 4000 }).map((value) => value / 1000),
    b: fc.uniqueArray(step, { minLength: 1, maxLength: 5 }).map((steps) => steps.sort((x, y) => x - y)),
  }),
  { minLength: 1, maxLength: 12 },
);

/** A bank with an answer to each of its items. */
const answeredBank = fc
  .tuple(fc.constantFrom(...MODELS), someItems, fc.infiniteStream(fc.nat(1000)))
  .map(([model, items, stream]) => {
    const bank = aBank(model, items);
    const answers = bank.items.map(({ id, b }) => ({
      item: id,
      category: stream.next().value % (b.length + 1),
    }));
    return { bank, answers };
  });

function mirrored({ bank, answers }: { bank: ItemBank; answers: Answer[] }): {
  bank: ItemBank;
  answers: Answer[];
} {
  const items = bank.items.map((item) => ({ ...item, b: item.b.map((value) => -value).reverse() }));
  const turned = answers.map(({ item, category }, i) => ({
    item,
    category: bank.items[i]!.b.length - category,
  }));
  return { bank: { ...bank, items }, answers: turned };
}

test('an estimate does not depend on the order of the answers', () => {
  fc.assert(
    fc.property(answeredBank, ({ bank, answers }) => {
      const forward = estimateEap(bank, answers);
      const backward = estimateEap(bank, [...answers].reverse());
      isClose(backward.theta, forward.theta, 1e-9);
    }),
  );
});

test('turning all items and answers round mirrors theta and keeps its standard error', () => {
  fc.assert(
    fc.property(answeredBank, (given) => {
      const straight = estimateEap(given.bank, given.answers);
      const { bank, answers } = mirrored(given);
      const turned = estimateEap(bank, answers);
      isClose(turned.theta, -straight.theta, 1e-8);
      isClose(turned.se, straight.se, 1e-6 * straight.se);
    }),
  );
});

test('without answers an estimate equals the prior', () => {
  const bank = aBank('GRM', [{ a: 2, b: [0] }]);
  const eap = estimateEap(bank, [], { prior: { mean: 0.5, sd: 0.7 } });
  isClose(eap.theta, 0.5, 1e-9);
  isClose(eap.se, 0.7, 1e-9);
});

test('the posterior standard error is finite after 1,000 contradictory answers', () => {
  fc.assert(
    fc.property(fc.constantFrom(...MODELS), someItems, (model, items) => {
      const bank = aBank(model, items);
      const answers = Array.from({ length: 1000 }, (_, i) => {
        const { id, b } = bank.items[i % bank.items.length]!;
        return { item: id, category: i < 500 ? 0 : b.length };
      });
      const { theta, se } = estimateEap(bank, answers);
      assert.ok(Number.isFinite(theta) && Number.isFinite(se) && se >= 0, `${theta} ${se}`);
    }),
    { numRuns: 50 },
  );
});

function assertNumbers({ theta, se }: Estimate): void {
  assert.ok(Number.isFinite(theta), `theta ${theta}`);
  assert.ok(!Number.isNaN(se) && se >= 0, `SE ${se}`);
}

test('no estimate is NaN with items of extreme slopes and thresholds', () => {
  const extreme = fc.record({
    a: fc.constantFrom(1e-9, 1e-3, 1, 50, 1e4),
    b: fc.uniqueArray(fc.constantFrom(-1e4, -6, -5e-324, 0, 1e-9, 2, 6, 1e4), { minLength: 1, maxLength: 5 }),
  });
  const items = fc.array(extreme, { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(fc.constantFrom(...MODELS), items, fc.infiniteStream(fc.nat(9)), (model, list, stream) => {
      const bank = aBank(
        model,
        list.map(({ a, b }) => ({ a, b: b.sort((x, y) => x - y) })),
      );
      const answers = bank.items.map(({ id, b }) => ({
        item: id,
        category: stream.next().value % (b.length + 1),
      }));
      assertNumbers(estimateEap(bank, answers));
    }),
    { numRuns: 300 },
  );
});

test('no estimate is NaN with extreme priors and quadratures', () => {
  const bank = aBank('GRM', [{ a: 4, b: [-1, 0, 1] }]);
  const answers = [{ item: 'i0', category: 1 }];
  for (const mean of [-1e4, 0.05, 7, 1e4]) {
    for (const sd of [1e-6, 1, 1e9]) {
      const prior = { mean, sd };
      assertNumbers(estimateEap(bank, answers, { prior }));
      assertNumbers(estimateEap(bank, answers, { prior, quadrature: { lo: -1e4, hi: 1e4, n: 3 } }));
    }
  }
  for (const prior of [
    { mean: 0, sd: 0 },
    { mean: Number.NaN, sd: 1 },
    { mean: 0, sd: Infinity },
  ]) {
    assert.throws(() => estimateEap(bank, answers, { prior }), /prior needs/);
  }
  for (const n of [1, 2.5, 1e6]) {
    assert.throws(() => estimateEap(bank, answers, { quadrature: { lo: -6, hi: 6, n } }), /quadrature needs/);
  }
});

test('answers that do not fit the bank are refused', () => {
  const bank = aBank('GRM', [{ a: 2, b: [0] }]);
  assert.throws(() => estimateEap(bank, [{ item: 'other', category: 0 }]), /no item "other"/);
  assert.throws(() => estimateEap(bank, [{ item: 'i0', category: 2 }]), /categories 0 to 1/);
});

test('an estimate does not depend on the prior of the estimate before it', () => {
  const bank = aBank('GRM', [
    { a: 1.5, b: [-1, 0.5] },
    { a: 2, b: [0] },
  ]);
  const answers: Answer[] = [
    { item: 'i0', category: 2 },
    { item: 'i1', category: 1 },
  ];
  const withMean = (mean: number) => estimateEap(bank, answers, { prior: { mean, sd: 1 } });
  const [low, high] = [withMean(-1), withMean(1)];
  assert.ok(low.theta < high.theta);
  assert.deepEqual(withMean(-1), low);
  assert.deepEqual(estimateEap(structuredClone(bank), answers, { prior: { mean: 1, sd: 1 } }), high);
  assert.deepEqual(
    estimateEap(bank, answers.slice(0, 1)),
    estimateEap(structuredClone(bank), answers.slice(0, 1)),
  );
});

test('a quadrature has 2 to 100,000 nodes within ±10,000, a prior a mean within ±10,000 and a spread', () => {
  const bank = aBank('GRM', [{ a: 1, b: [0] }]);
  const eap = (options: Parameters<typeof estimateEap>[2]) => () => estimateEap(bank, [], options);
  for (const quadrature of [
    { lo: -1, hi: 1, n: 2 },
    { lo: -10_000, hi: 10_000, n: 3 },
    { lo: 0, hi: 1, n: 100_000 },
  ])
    assert.doesNotThrow(eap({ quadrature }));
  for (const quadrature of [
    { lo: -1, hi: 1, n: 1 },
    { lo: -1, hi: 1, n: 2.5 },
    { lo: 0, hi: 1, n: 100_001 },
    { lo: -10_001, hi: 1, n: 3 },
    { lo: 0, hi: 10_001, n: 3 },
    { lo: 1, hi: 1, n: 3 },
  ])
    assert.throws(eap({ quadrature }), /A quadrature needs lo < hi/);
  for (const prior of [
    { mean: 10_000, sd: 1 },
    { mean: 0, sd: 1e-6 },
  ])
    assert.doesNotThrow(eap({ prior }));
  for (const prior of [
    { mean: 10_001, sd: 1 },
    { mean: 0, sd: 9e-7 },
    { mean: 0, sd: Infinity },
  ])
    assert.throws(eap({ prior }), /A prior needs a mean/);
});
