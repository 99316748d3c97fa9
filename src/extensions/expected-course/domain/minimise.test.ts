import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minimise } from './minimise.ts';

/** Rosenbrock's valley: its minimum 0 lies at (1, 1). */
function valley(point: Float64Array) {
  const [x = 0, y = 0] = point;
  return {
    value: 100 * (y - x * x) ** 2 + (1 - x) ** 2,
    gradient: Float64Array.of(-400 * x * (y - x * x) - 2 * (1 - x), 200 * (y - x * x)),
  };
}

test('the minimum of a curved valley is found to six digits', () => {
  const { at, value, converged } = minimise(valley, Float64Array.of(-1.2, 1));
  assert.ok(converged);
  assert.ok(value < 1e-12);
  for (const part of at) assert.ok(Math.abs(part - 1) < 1e-6, `${part}`);
});

test('a step into a place without a value is halved', () => {
  // x − log x has no value below 0; the first full step from 5 would end there.
  const { at } = minimise((point) => {
    const [x = 0] = point;
    return { value: x > 0 ? 40 * (x - Math.log(x)) : Infinity, gradient: Float64Array.of(40 * (1 - 1 / x)) };
  }, Float64Array.of(5));
  assert.ok(Math.abs(at[0]! - 1) < 1e-6);
});

test('the search ends after the given number of steps and says so', () => {
  const { steps, converged } = minimise(valley, Float64Array.of(-1.2, 1), { most: 3 });
  assert.deepEqual({ steps, converged }, { steps: 3, converged: false });
});

const nowhere = () => ({ value: Infinity, gradient: Float64Array.of(0) });

test('a start without a value is refused', () => {
  assert.throws(() => minimise(nowhere, Float64Array.of(0)), /no value at the start/);
});
