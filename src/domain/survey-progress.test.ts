import assert from 'node:assert/strict';
import test from 'node:test';
import { aPatient, aPlan, answered, shippedInstrument, taken } from '../../test/survey-samples.ts';
import { adaptiveFraction } from './survey-flow-adaptive.ts';
import { currentPage } from './survey-flow.ts';
import type { StoredPage, SurveyPlan } from './survey-plan.ts';

const patient = aPatient('anna');
const fixed = aPlan([shippedInstrument('eq5d')]);
const whole = aPlan(
  ['socio', 'dep', 'anx', 'eq5d', 'exis', 'evos', 'eri', 'email'].map((id) => shippedInstrument(id)),
);

function barOf(plan: SurveyPlan, stored: readonly StoredPage[]): readonly (number | undefined)[] {
  return stored.map((_, index) => currentPage(plan, stored.slice(0, index))?.progress);
}

test('progress begins at 0, never falls and stays below 1 until the end', () => {
  for (const name of ['anna', 'bert', 'cem', 'dora', 'emil', 'fatma']) {
    const pages = answered(whole, aPatient(name));
    const bar = pages.map((_, index) => currentPage(whole, pages.slice(0, index))?.progress ?? 1);
    assert.equal(bar[0], 0);
    assert.ok(bar.every((value, index) => value < 1 && value >= (bar[index - 1] ?? 0)));
    assert.equal(currentPage(whole, pages), null);
  }
});

test('the progress bar of a fixed form grows by the items of each page, cut to four decimals', () => {
  assert.deepEqual(barOf(fixed, answered(fixed, patient)), [0, 0.5, 0.8333]);
});

test('an adaptive dimension has the share of its usual length in the progress bar, also when it ends early', () => {
  // Without crisis rules, because a page of help counts in the bar.
  const plan = aPlan([{ ...shippedInstrument('dep'), crisis: [] }, shippedInstrument('eq5d')]);
  const five = taken(plan, { theta: -50, random: () => 0.5 }).stored;
  // 7 usual items of dep, its crisis item, and 6 items of eq5d: 14 parts.
  const expected = [0, 1, 2, 3, 4, 7, 8, 11, 13].map((part) => Math.floor((part / 14) * 10_000) / 10_000);
  assert.deepEqual(barOf(plan, five), expected);
});

test('an adaptive dimension fills its part of the bar evenly up to its usual length, then ever slower', () => {
  const dimension = shippedInstrument('dep').dimensions[0];
  assert.ok(dimension?.form === 'adaptive');
  const { expected_items: expected, stop } = dimension.adaptive;
  const fractions = Array.from({ length: stop.max_items + 1 }, (_, count) =>
    adaptiveFraction(dimension, count, { window_type: 'PRE' }),
  );
  assert.equal(fractions[0], 0);
  assert.equal(fractions[1], 1 / expected);
  assert.ok(fractions.every((one, count) => count === 0 || one > (fractions[count - 1] ?? 1)));
  assert.equal(fractions.at(-1), 1);
});

test('the steps of an adaptive dimension are even up to its usual length, and even but smaller after it', () => {
  const [dimension] = shippedInstrument('dep').dimensions;
  assert.ok(dimension?.form === 'adaptive');
  const stop = { ...dimension.adaptive.stop, max_items: 9 };
  const test = { ...dimension, adaptive: { ...dimension.adaptive, stop, expected_items: 6 } };
  const sixtieths = Array.from({ length: 10 }, (_, count) =>
    Math.round(adaptiveFraction(test, count, { window_type: 'PRE' }) * 240),
  );
  assert.deepEqual(sixtieths, [0, 40, 80, 120, 160, 200, 210, 220, 230, 240]);
});
