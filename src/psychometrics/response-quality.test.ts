import assert from 'node:assert/strict';
import test from 'node:test';
import { longestRun, modelMisfit, personMisfit, reversedPairs, spreadMisfit } from './response-quality.ts';

const at = (position: number, options = 5) => ({ position, options });

test('a run counts answers at the same place among the same number of options', () => {
  assert.equal(longestRun([]), 0);
  assert.equal(longestRun([at(1), at(1), at(2), at(2), at(2), at(1)]), 3);
  assert.equal(longestRun([at(1), at(1, 6), at(1, 6)]), 2);
});

const say = (level: number, reversed = false, topic = 'mood') => ({
  level,
  reversed,
  topic,
  position: 0,
  options: 5,
});

test('an item and a reversed one contradict each other from more than half of the scale on', () => {
  const answers = [say(0), say(0.5), say(1), say(0, true), say(1, false, 'body')];
  assert.deepEqual(reversedPairs(answers), { pairs: 3, contradictory: 1 });
});

// One item with two categories: P(1) at theta 0 is 1 / (1 + exp(-2 (0 - 1))) = 0.119203.
const bank = { id: 'one', model: 'GRM' as const, items: [{ id: 'a', a: 2, b: [1] }] };

test('a likely answer fits, an unlikely one does not, by logarithms worked by hand', () => {
  const p = 1 / (1 + Math.exp(2));
  const expected = p * Math.log(p) + (1 - p) * Math.log(1 - p);
  const square = p * Math.log(p) ** 2 + (1 - p) * Math.log(1 - p) ** 2;
  for (const [category, chance] of [
    [0, 1 - p],
    [1, p],
  ] as const) {
    const misfit = modelMisfit(bank, [{ item: 'a', category }], 0);
    assert.ok(Math.abs(misfit.excess - (expected - Math.log(chance))) < 1e-12);
    assert.ok(Math.abs(misfit.variance - (square - expected ** 2)) < 1e-12);
  }
});

test('answers to a classical scale are held against the error of an item', () => {
  // Squares 1 + 0 + 1 = 2, two free: as expected. Twice as far apart: 8, which is 3 half-squares too much.
  assert.deepEqual(spreadMisfit([2, 3, 4], 1), { items: 3, excess: 0, variance: 1 });
  assert.deepEqual(spreadMisfit([1, 3, 5], 1), { items: 3, excess: 3, variance: 1 });
});

test('scales are joined by the sum of their excess, and none say nothing', () => {
  const scale = { items: 3, excess: 3, variance: 2 };
  assert.equal(personMisfit([scale, scale]), 3);
  assert.equal(personMisfit([]), null);
});
