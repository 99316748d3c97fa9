import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agreementOf } from './agreement.ts';
import type { Scale } from './instrument-schema.ts';

const rule = { method: 'jacobson-truax', sd: 1, reliability: 0.85, z: 1.96, source: '' } as const;
// The function reads method, direction and the rule alone.
const scale = { method: 'mean', direction: 'low_is_worse', reliable_change: rule } as unknown as Scale;
const range = { lower: 1, upper: 6 };
// 1.96 × √2 × √(1 − 0.85)
const reach = 1.0735;

const close = (value: number | undefined, expected: number) =>
  assert.ok(Math.abs((value ?? Number.NaN) - expected) < 0.001, `${value} instead of ${expected}`);

test('the difference of two persons has the error of both measurements', () => {
  const judged = agreementOf(scale, range, 3, 3.5);
  close(judged?.difference, -0.5);
  close(judged?.between.lower, -0.5 - reach);
  close(judged?.between.upper, -0.5 + reach);
  close(judged?.agreement, 0.9);
  close(judged?.agreementBetween.lower, 1 - (0.5 + reach) / 5);
  assert.equal(judged?.agreementBetween.upper, 1);
  assert.equal(judged?.isReliable, false);
});

test('persons who are further apart than the error are surely different, and not quite in agreement', () => {
  const judged = agreementOf(scale, range, 5, 2);
  close(judged?.difference, 3);
  assert.equal(judged?.isReliable, true);
  close(judged?.agreementBetween.upper, 1 - (3 - reach) / 5);
});

test('no interval leaves the scale', () => {
  const judged = agreementOf(scale, range, 6, 1);
  assert.equal(judged?.between.upper, 5);
  assert.equal(judged?.agreementBetween.lower, 0);
});

test('a scale without a reliability gives no number', () => {
  const { reliable_change: _, ...without } = scale;
  assert.equal(agreementOf(without as Scale, range, 2, 3), null);
});
