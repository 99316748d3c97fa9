import assert from 'node:assert/strict';
import { test } from 'node:test';
import { philox, randomSource } from './random.ts';

function hex(counter: [number, number, number, number], key: [number, number]): string {
  const [a, b, c, d] = counter;
  return Object.values(philox({ a, b, c, d }, key))
    .map((word) => word.toString(16).padStart(8, '0'))
    .join(' ');
}

test('Philox4x32-10 gives the known answers of its authors', () => {
  // Random123, kat_vectors
  const full = 0xffffffff;
  assert.equal(hex([0, 0, 0, 0], [0, 0]), '6627e8d5 e169c58d bc57ac4c 9b00dbd8');
  assert.equal(hex([full, full, full, full], [full, full]), '408f276d 41c83b0e a20bc7c6 6d5451fd');
  assert.equal(
    hex([0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344], [0xa4093822, 0x299f31d0]),
    'd16cfe09 94fdcceb 5001e420 24126ea1',
  );
});

test('the same seed and counter always give the same random number, and another seed gives another one', () => {
  const source = randomSource('patient 1');
  assert.equal(source(7), 0.48632821621612987);
  assert.equal(randomSource('patient 1')(7), source(7));
  assert.notEqual(randomSource('patient 2')(7), source(7));
});

test('random numbers are evenly spread over [0, 1), and neighbours are independent', () => {
  const source = randomSource('spread');
  const n = 100_000;
  const bins = Array.from({ length: 100 }, () => 0);
  let [sum, product] = [0, 0];
  for (let i = 0; i < n; i++) {
    const u = source(i);
    assert.ok(u >= 0 && u < 1);
    const bin = Math.floor(u * 100);
    bins[bin] = (bins[bin] ?? 0) + 1;
    sum += u;
    product += (u - 0.5) * (source(i + 1) - 0.5);
  }
  const chiSquare = bins.reduce((total, count) => total + (count - n / 100) ** 2 / (n / 100), 0);
  assert.ok(chiSquare > 60 && chiSquare < 149, `chi-square with 99 degrees of freedom: ${chiSquare}`);
  assert.ok(Math.abs(sum / n - 0.5) < 0.003);
  assert.ok(Math.abs((12 * product) / n) < 0.013);
});

test('counters beyond 32 bits give different random numbers', () => {
  const source = randomSource('far');
  assert.notEqual(source(5), source(5 + 2 ** 32));
  assert.notEqual(source(5 + 2 ** 32), source(5 + 2 ** 40));
});
