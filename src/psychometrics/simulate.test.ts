import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ItemBank } from './item-bank.ts';
import { randomSource } from './random.ts';
import { simulate, type SimulationPlan } from './simulate.ts';
import type { TestConfig } from './test-config.ts';

const source = randomSource('bank');
const BANK: ItemBank = {
  id: 'mood',
  model: 'GPCM',
  items: Array.from({ length: 40 }, (_, i) => {
    const centre = -3 + 6 * source(2 * i);
    return { id: `m${i}`, a: 1 + source(2 * i + 1), b: [-1, -0.3, 0.4, 1.2].map((step) => centre + step) };
  }),
};
const CONFIG: TestConfig = {
  criterion: 'MFI',
  stop: [
    { kind: 'se_below', se: 0.3 },
    { kind: 'max_items', items: 20 },
  ],
};
const PLAN: SimulationPlan = { seed: 's', population: { kind: 'normal', persons: 1500, mean: 0, sd: 1 } };

test('persons of the prior population are recovered without bias, with intervals that hold what they promise', () => {
  const { overall, people } = simulate(BANK, CONFIG, PLAN);
  assert.equal(overall.persons, 1500);
  assert.ok(Math.abs(overall.bias) < 0.03, `bias ${overall.bias}`);
  assert.ok(Math.abs(overall.coverage - 0.95) < 0.02, `coverage ${overall.coverage}`);
  assert.ok(Math.abs(overall.rmse - overall.mean_se) < 0.02, `${overall.rmse} ${overall.mean_se}`);
  assert.equal(people.length, 1500);
});

test('a simulation gives the same result with the same seed and another result with another seed', () => {
  const small: SimulationPlan = { ...PLAN, population: { kind: 'normal', persons: 50, mean: 0, sd: 1 } };
  const first = JSON.stringify(simulate(BANK, CONFIG, small));
  assert.equal(JSON.stringify(simulate(BANK, CONFIG, small)), first);
  assert.notEqual(JSON.stringify(simulate(BANK, CONFIG, { ...small, seed: 't' })), first);
});

test('each theta of a grid has its own row, and shrinkage to the mean shows at the ends', () => {
  const population = { kind: 'grid', thetas: [-2, 0, 2], each: 200 } as const;
  const { conditional } = simulate(BANK, CONFIG, { seed: 's', population });
  assert.deepEqual(
    conditional.map(({ from, to, persons }) => [from, to, persons]),
    [
      [-2, -2, 200],
      [0, 0, 200],
      [2, 2, 200],
    ],
  );
  assert.ok(conditional[0]!.bias > 0 && conditional[2]!.bias < 0);
});

test('every person of a normal population is in one of the groups', () => {
  const { conditional } = simulate(BANK, CONFIG, { ...PLAN, limits: [-1, 0, 1] });
  assert.equal(conditional.length, 4);
  assert.equal(
    conditional.reduce((sum, { persons }) => sum + persons, 0),
    1500,
  );
});

test('exposure adds up to the test length, and stop reasons to the persons', () => {
  const { exposure, length, stops, overall } = simulate(BANK, CONFIG, PLAN);
  const sum = exposure.reduce((total, { rate }) => total + rate, 0);
  assert.ok(Math.abs(sum - length.mean) < 1e-9);
  assert.equal(overall.items, length.mean);
  assert.equal((stops.se_below ?? 0) + (stops.max_items ?? 0), 1500);
});

test('overlap is the mean share of common items over all pairs', () => {
  const population = { kind: 'normal', persons: 40, mean: 0, sd: 1 } as const;
  const { people, overlap, length } = simulate(BANK, CONFIG, { seed: 's', population });
  let common = 0;
  for (const [i, { items }] of people.entries()) {
    for (const other of people.slice(i + 1)) common += items.filter((id) => other.items.includes(id)).length;
  }
  assert.ok(Math.abs(((common / (40 * 39)) * 2) / length.mean - overlap) < 1e-12);
});

test('exposure control lowers the exposure of the most used item and the overlap', () => {
  const free = simulate(BANK, CONFIG, PLAN);
  const controlled = simulate(BANK, { ...CONFIG, exposure: { kind: 'randomesque', size: 5 } }, PLAN);
  const most = (result: typeof free): number => Math.max(...result.exposure.map(({ rate }) => rate));
  assert.ok(most(controlled) < 0.8 * most(free));
  assert.ok(controlled.overlap < 0.8 * free.overlap);
});

test('a simulation without persons is refused', () => {
  for (const persons of [0, -1, 2.5]) {
    const population = { kind: 'normal', persons, mean: 0, sd: 1 } as const;
    assert.throws(() => simulate(BANK, CONFIG, { seed: 's', population }), /at least one person/);
  }
});

const TWO: SimulationPlan = { seed: 'pinned', population: { kind: 'grid', thetas: [-1, 1], each: 2 } };

test('a published simulation is reproduced from its seed, and each person has own random numbers', () => {
  const { people, overlap, length } = simulate(BANK, CONFIG, TWO);
  assert.deepEqual(
    people.map(({ true_theta, items, theta }) => [true_theta, items.length, Number(theta.toFixed(6))]),
    [
      [-1, 6, -1.177056],
      [-1, 6, -0.62743],
      [1, 6, 1.010303],
      [1, 5, 1.30662],
    ],
  );
  assert.equal(length.min, Math.min(...people.map(({ items }) => items.length)));
  assert.equal(length.max, Math.max(...people.map(({ items }) => items.length)));
  assert.ok(overlap > 0 && overlap < 1);
});

test('the overlap of a simulation with one person is 1', () => {
  const plan: SimulationPlan = { seed: 's', population: { kind: 'normal', persons: 1, mean: 0, sd: 1 } };
  assert.equal(simulate(BANK, CONFIG, plan).overlap, 1);
});

test('a grid without persons is refused', () => {
  for (const population of [
    { kind: 'grid', thetas: [], each: 5 },
    { kind: 'grid', thetas: [0], each: 0 },
    { kind: 'grid', thetas: [0, 1], each: 0.3 },
  ] as const)
    assert.throws(() => simulate(BANK, CONFIG, { seed: 's', population }), /at least one person/);
});

test('a person belongs to the group that begins with its theta', () => {
  const population = { kind: 'normal', persons: 200, mean: 0, sd: 1 } as const;
  const { conditional, people } = simulate(BANK, CONFIG, { seed: 's', population, limits: [-1, 0] });
  assert.deepEqual(
    conditional.map(({ from, to }) => [from, to]),
    [
      [-Infinity, -1],
      [-1, 0],
      [0, Infinity],
    ],
  );
  const between = people.filter(({ true_theta }) => true_theta >= -1 && true_theta < 0);
  assert.equal(conditional[1]?.persons, between.length);
});
