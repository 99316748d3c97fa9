import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  effortRewardRatio,
  healthIndex,
  publishedScore,
  scaleScore,
  severityBand,
  tableValue,
  type Scale,
} from './classical.ts';

type Change = Partial<Scale> & { readonly min?: number; readonly max?: number };

function aScale({ min = 0, max = 4, ...changes }: Change = {}): Scale {
  const reversed = changes.reversed ?? [false, true, false, false];
  const ranges = reversed.map(() => [min, max] as const);
  return { ranges, reversed, rule: { type: 'complete' }, ...changes };
}

test('a reversed item counts from the other end of the range', () => {
  const score = scaleScore(aScale(), [4, 0, 4, 4]);
  assert.deepEqual(score, {
    n_valid: 4,
    scorable: true,
    mean: 4,
    prorated_sum: 16,
    answered_sum: 16,
    raw_sum: 16,
    pomp: 100,
  });
});

test('reversing all answers and all items changes no score', () => {
  const answers = fc.array(fc.option(fc.integer({ min: 1, max: 6 })), { minLength: 4, maxLength: 4 });
  fc.assert(
    fc.property(answers, (responses) => {
      const scale = aScale({ min: 1, max: 6, rule: { type: 'max_missing', value: 2 } });
      const turned = { ...scale, reversed: scale.reversed.map((key) => !key) };
      assert.deepEqual(
        scaleScore(
          turned,
          responses.map((x) => (x === null ? null : 7 - x)),
        ),
        scaleScore(scale, responses),
      );
    }),
  );
});

test('a scale with one answer missing is scored by the mean of the others if its rule allows that', () => {
  const responses = [4, 2, null, 3];
  assert.equal(scaleScore(aScale(), responses).scorable, false);
  const allowed = scaleScore(aScale({ rule: { type: 'max_missing', value: 1 } }), responses);
  assert.deepEqual(allowed, {
    n_valid: 3,
    scorable: true,
    mean: 3,
    prorated_sum: 12,
    answered_sum: 9,
    raw_sum: null,
    pomp: 75,
  });
});

test('a scale is scored at exactly both limits of its rule for missing answers', () => {
  const half = aScale({ rule: { type: 'min_valid_fraction', value: 0.5 } });
  assert.equal(scaleScore(half, [1, 1, null, null]).scorable, true);
  assert.equal(scaleScore(half, [1, null, null, null]).scorable, false);
  const two = aScale({ rule: { type: 'max_missing', value: 2 } });
  assert.equal(scaleScore(two, [1, 1, null, null]).scorable, true);
  assert.equal(scaleScore(two, [1, null, null, null]).scorable, false);
});

test('a scale without any answer has no score under any rule', () => {
  const lenient = aScale({ rule: { type: 'min_valid_fraction', value: 0 } });
  assert.deepEqual(scaleScore(lenient, [null, null, null, null]), {
    n_valid: 0,
    scorable: false,
    mean: null,
    prorated_sum: null,
    answered_sum: null,
    raw_sum: null,
    pomp: null,
  });
});

test('scoring refuses answers outside the range, too few answers and an empty range', () => {
  assert.throws(() => scaleScore(aScale(), [5, 0, 0, 0]), /outside the range/);
  assert.throws(() => scaleScore(aScale(), [Number.NaN, 0, 0, 0]), /outside the range/);
  assert.throws(() => scaleScore(aScale(), [1, 1, 1]), /4 items/);
  assert.throws(() => scaleScore(aScale({ max: 0 }), [0, 0, 0, 0]), /rise/);
});

test('an item is turned round within its own range, and counts by its weight', () => {
  const ranges = [
    [0, 4],
    [1, 10],
  ] as const;
  const scale: Scale = { ranges, reversed: [false, true], rule: { type: 'complete' } };
  // 3 and 1 + 10 - 2 = 9.
  const plain = scaleScore(scale, [3, 2]);
  assert.deepEqual([plain.raw_sum, plain.mean, plain.pomp], [12, 6, null]);
  // (2 · 3 + 9) / 3, of three weights.
  const weighted = scaleScore({ ...scale, weights: [2, 1] }, [3, 2]);
  assert.deepEqual([weighted.mean, weighted.prorated_sum, weighted.raw_sum], [5, 15, 15]);
  // Of the answers that there are, times all weights.
  const partly = { ...scale, weights: [2, 1], rule: { type: 'max_missing', value: 1 } as const };
  const { mean, prorated_sum, answered_sum } = scaleScore(partly, [null, 2]);
  assert.deepEqual([mean, prorated_sum, answered_sum], [9, 27, 9]);
  assert.throws(() => scaleScore(scale, [5, 2]), /5 is outside the range 0 to 4/);
  assert.throws(() => scaleScore({ ...scale, weights: [1] }, [3, 2]), /2 items/);
});

test('a published score is multiplied first, then rounded half up', () => {
  assert.equal(publishedScore(17, { factor: 4 }), 68);
  assert.equal(publishedScore(1.25, { factor: 10 }), 12.5);
  assert.equal(publishedScore(1.45, { factor: 10, decimals: 0 }), 15);
  assert.equal(publishedScore(2.345, { decimals: 2 }), 2.35);
  assert.equal(publishedScore(-0.5, { decimals: 0 }), 0);
  assert.equal(publishedScore(1 / 3, {}), 1 / 3);
});

test('a score between two rows of a norm table has the value of the lower row', () => {
  const table = [
    [0, 40],
    [3, 48],
    [7, 61],
  ] as const;
  const values = [-1, 0, 2.9, 3, 2.9999999999, 6.5, 7, 20].map((score) => tableValue(table, score));
  assert.deepEqual(values, [null, 40, 40, 48, 48, 48, 61, 61]);
});

test('the cut between two bands belongs to the higher band', () => {
  const cuts = [5, 10, 15, 20];
  const bands = [0, 4, 4.9, 5, 9, 10, 19.9, 20, 27].map((score) => severityBand(score, cuts));
  assert.deepEqual(bands, [0, 0, 0, 1, 1, 2, 3, 4, 4]);
  assert.throws(() => severityBand(3, [5, 5]), /rise/);
  assert.throws(() => severityBand(Number.NaN, cuts), /number/);
});

const VALUES = { source: 'made up', decrements: { walking: [0, 0.1, 0.35], pain: [0, 0.2, 0.7] } };

test('the health index is 1 without problems and falls by the decrement of each level', () => {
  assert.equal(healthIndex({ walking: 1, pain: 1 }, VALUES), 1);
  assert.equal(healthIndex({ walking: 2, pain: 3 }, VALUES), 0.2);
  assert.equal(healthIndex({ walking: 3, pain: 3 }, VALUES), -0.05);
});

test('there is no health index if a dimension is not answered, and no level beyond the value set', () => {
  assert.equal(healthIndex({ walking: 2, pain: null }, VALUES), null);
  assert.equal(healthIndex({ walking: 2 }, VALUES), null);
  assert.throws(() => healthIndex({ walking: 4, pain: 1 }, VALUES), /no level 4/);
  assert.throws(() => healthIndex({ walking: 0, pain: 1 }, VALUES), /no level 0/);
});

test('effort and reward in balance give a ratio of 1', () => {
  assert.equal(effortRewardRatio([2, 2, 2], [2, 2, 2, 2, 2, 2, 2]), 1);
  assert.throws(() => effortRewardRatio([1], [0]), /reward above 0/);
});

test('a well-being index of five answers from 0 to 5 goes from 0 to 100 percent', () => {
  const five = aScale({ max: 5, reversed: Array.from({ length: 5 }, () => false) });
  const percent = (answer: number) =>
    scaleScore(
      five,
      Array.from({ length: 5 }, () => answer),
    ).pomp;
  assert.equal(percent(0), 0);
  assert.equal(percent(5), 100);
  assert.throws(() => scaleScore(five, [5, 5, 5, 5]), /5 items, but there are 4 answers/);
  assert.throws(() => scaleScore(five, [5, 5, 5, 5, 6]), /outside the range 0 to 5/);
});
