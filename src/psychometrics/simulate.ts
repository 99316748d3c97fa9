// Quality of an adaptive test on simulated persons, whose answers follow the model of the bank.
import { recordAnswer, startTest } from './adaptive-test.ts';
import type { ItemBank } from './item-bank.ts';
import { normalQuantile } from './normal.ts';
import { entry } from './numeric.ts';
import { randomSource, type RandomSource } from './random.ts';
import { categoryProbabilities, itemOf } from './response-functions.ts';
import type { StopReason } from './stop-rules.ts';
import { Z_95 } from './t-scores.ts';
import type { TestConfig } from './test-config.ts';
import type { TestState } from './test-state.ts';

/** The simulated population: normally distributed, or the same number of persons at each of several thetas. */
export type Population =
  | { readonly kind: 'normal'; readonly persons: number; readonly mean: number; readonly sd: number }
  | { readonly kind: 'grid'; readonly thetas: readonly number[]; readonly each: number };

export type SimulationPlan = {
  readonly population: Population;
  /** Same seed, same result. */
  readonly seed: string;
  /** Limits of the theta groups of the conditional results; -2.5, -1.5 … 2.5 if not given. A grid groups by its thetas. */
  readonly limits?: readonly number[];
};

/** One simulated person after the test. */
export type SimulatedPerson = {
  true_theta: number;
  theta: number;
  se: number;
  items: readonly string[];
  stop: StopReason;
};

/** How well theta is recovered in a group of persons. */
export type Recovery = {
  persons: number;
  /** Mean of estimate - true theta. */
  bias: number;
  /** Root of the mean squared difference. */
  rmse: number;
  mean_se: number;
  /** Share of persons whose 95 % interval (estimate ± 1.96 SE) contains the true theta. */
  coverage: number;
  /** Mean number of items. */
  items: number;
};

/** Recovery in a group of true thetas, lower limit included; in a grid both limits are its theta. */
export type ConditionalRecovery = Recovery & {
  from: number;
  to: number;
};

export type SimulationResult = {
  overall: Recovery;
  length: { mean: number; sd: number; min: number; max: number };
  stops: Partial<Record<StopReason, number>>;
  /** Share of persons with this item, in bank order. */
  exposure: { item: string; rate: number }[];
  /**
   * Mean share of items that two persons have in common: mean number of common items over all pairs, divided by the mean
   * test length (Chen, Ankenmann & Spray 2003).
   */
  overlap: number;
  conditional: ConditionalRecovery[];
  people: SimulatedPerson[];
};

/** Each person draws from an own stretch of a random source, longer than any test. */
const STRETCH = 2 ** 24;
const LIMITS = [-2.5, -1.5, -0.5, 0.5, 1.5, 2.5];

function assertCount(n: number): void {
  if (!Number.isInteger(n) || n < 1) throw new Error(`A simulation needs at least one person, not ${n}.`);
}

function trueThetas(population: Population, random: RandomSource): number[] {
  if (population.kind === 'grid') {
    assertCount(population.each * population.thetas.length);
    return population.thetas.flatMap((theta) => Array.from({ length: population.each }, () => theta));
  }
  assertCount(population.persons);
  const { mean, sd } = population;
  // Half a step keeps u = 0 away from the quantile's pole.
  return Array.from(
    { length: population.persons },
    (_, i) => mean + sd * normalQuantile(random(i) + 2 ** -54),
  );
}

/** The category that a uniform number falls into. */
function drawCategory(probabilities: readonly number[], u: number): number {
  let left = u;
  for (let x = 0; x < probabilities.length - 1; x++) {
    left -= entry(probabilities, x);
    if (left < 0) return x;
  }
  return probabilities.length - 1;
}

/** Gives the test to a person with this theta. */
export function takeTest(
  bank: ItemBank,
  config: TestConfig,
  theta: number,
  { answers, selection }: { answers: RandomSource; selection: RandomSource },
): TestState {
  let state = startTest(bank, config, selection);
  while (state.next !== null) {
    const probabilities = categoryProbabilities(bank.model, itemOf(bank, state.next), theta);
    const category = drawCategory(probabilities, answers(state.items.length));
    state = recordAnswer(bank, config, state, category, selection);
  }
  return state;
}

function personAfter(true_theta: number, { theta, se, items, stop }: TestState): SimulatedPerson {
  const estimate = theta.at(-1);
  const error = se.at(-1);
  if (estimate === undefined || error === undefined || stop === null)
    throw new Error('The test gave no item.');
  return { true_theta, theta: estimate, se: error, items, stop };
}

function mean(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0) / values.length;
}

function recoveryOf(people: readonly SimulatedPerson[]): Recovery {
  const errors = people.map(({ theta, true_theta }) => theta - true_theta);
  return {
    persons: people.length,
    bias: mean(errors),
    rmse: Math.sqrt(mean(errors.map((error) => error * error))),
    mean_se: mean(people.map(({ se }) => se)),
    coverage: mean(people.map(({ se }, i) => (Math.abs(entry(errors, i)) <= Z_95 * se ? 1 : 0))),
    items: mean(people.map(({ items }) => items.length)),
  };
}

function groupsOf({ population, limits = LIMITS }: SimulationPlan): { from: number; to: number }[] {
  if (population.kind === 'grid') {
    return [...new Set(population.thetas)].sort((a, b) => a - b).map((theta) => ({ from: theta, to: theta }));
  }
  const all = [-Infinity, ...limits, Infinity];
  return all.slice(1).map((to, i) => ({ from: entry(all, i), to }));
}

function conditionalOn(plan: SimulationPlan, people: readonly SimulatedPerson[]): ConditionalRecovery[] {
  return groupsOf(plan).flatMap(({ from, to }) => {
    const group = people.filter(({ true_theta: t }) => t === from || (t >= from && t < to));
    return group.length === 0 ? [] : [{ from, to, ...recoveryOf(group) }];
  });
}

function exposureOf(bank: ItemBank, people: readonly SimulatedPerson[]): SimulationResult['exposure'] {
  const given = new Map<string, number>();
  for (const { items } of people) {
    for (const item of items) given.set(item, (given.get(item) ?? 0) + 1);
  }
  return bank.items.map(({ id }) => ({ item: id, rate: (given.get(id) ?? 0) / people.length }));
}

function overlapOf(exposure: SimulationResult['exposure'], persons: number, length: number): number {
  if (persons < 2) return 1;
  const common = exposure.reduce((sum, { rate }) => sum + rate * (rate * persons - 1), 0);
  return common / ((persons - 1) * length);
}

function lengthOf(people: readonly SimulatedPerson[]): SimulationResult['length'] {
  const lengths = people.map(({ items }) => items.length);
  const average = mean(lengths);
  return {
    mean: average,
    sd: Math.sqrt(mean(lengths.map((length) => (length - average) ** 2))),
    min: lengths.reduce((a, b) => Math.min(a, b)),
    max: lengths.reduce((a, b) => Math.max(a, b)),
  };
}

function stopsOf(people: readonly SimulatedPerson[]): SimulationResult['stops'] {
  const stops: SimulationResult['stops'] = {};
  for (const { stop } of people) stops[stop] = (stops[stop] ?? 0) + 1;
  return stops;
}

/**
 * Gives the adaptive test to simulated persons and reports bias, RMSE, coverage, length, exposure and overlap, over all
 * and conditional on true theta. Answers are drawn from the model's category probabilities. Depends on its arguments
 * alone. Throws if bank, configuration or population cannot be used.
 */
export function simulate(bank: ItemBank, config: TestConfig, plan: SimulationPlan): SimulationResult {
  const { population, seed } = plan;
  const answers = randomSource(`${seed} answers`);
  const selection = randomSource(`${seed} selection`);
  const thetas = trueThetas(population, randomSource(`${seed} persons`));
  const people = thetas.map((theta, i) => {
    const own = {
      answers: (counter: number) => answers(i * STRETCH + counter),
      selection: (counter: number) => selection(i * STRETCH + counter),
    };
    return personAfter(theta, takeTest(bank, config, theta, own));
  });
  const exposure = exposureOf(bank, people);
  const length = lengthOf(people);
  return {
    overall: recoveryOf(people),
    length,
    stops: stopsOf(people),
    exposure,
    overlap: overlapOf(exposure, people.length, length.mean),
    conditional: conditionalOn(plan, people),
    people,
  };
}
