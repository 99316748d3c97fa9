// Adaptive tests of the same persons every few weeks, each of which begins with the estimate of the one before.
import { takeTest } from './simulate.ts';
import { carriedPrior } from './carried-prior.ts';
import type { ItemBank } from './item-bank.ts';
import { normalQuantile } from './normal.ts';
import { estimateEap } from './posterior.ts';
import { STANDARD_NORMAL } from './quadrature.ts';
import { randomSource, type RandomSource } from './random.ts';
import { Z_95 } from './t-scores.ts';
import type { TestConfig } from './test-config.ts';
import type { TestState } from './test-state.ts';

export type CourseOfTests = {
  /** The first test, without an estimate before it. */
  readonly first: TestConfig;
  /** The tests that begin with the estimate of the one before; their prior is that of `first`, faded. */
  readonly later: TestConfig;
  readonly memoryWeeks: number;
  readonly weeks: number;
  /** The number of tests, the first included. */
  readonly tests: number;
  readonly persons: number;
  readonly population: { readonly mean: number; readonly sd: number };
  /** A sudden true change of everybody before the last test, in thetas. Theta does not change otherwise if it is given. */
  readonly sudden?: number;
  readonly seed: string;
};

/** A person in one test: true theta, estimate, and the estimate from the answers of this test alone. */
export type TestOfCourse = {
  readonly truth: number;
  readonly items: readonly string[];
  readonly theta: number;
  readonly se: number;
  readonly alone: { readonly theta: number; readonly se: number };
};

/** The tests of each person, in order. Depends on its arguments alone. */
export function simulateCourse(bank: ItemBank, plan: CourseOfTests): readonly (readonly TestOfCourse[])[] {
  return Array.from({ length: plan.persons }, (_, person) => {
    const random = randomSource(`${plan.seed} person ${person}`);
    const course: TestOfCourse[] = [];
    let truth = plan.population.mean + plan.population.sd * normal(random, 0);
    for (let test = 0; test < plan.tests; test++) {
      if (test > 0) truth = trueAfter(truth, plan, { test, normal: normal(random, test) });
      course.push(oneTest(bank, plan, { truth, last: course.at(-1), name: `${person} ${test}` }));
    }
    return course;
  });
}

function normal(random: RandomSource, at: number): number {
  // Half a step keeps u = 0 away from the quantile's pole.
  return normalQuantile(random(at) + 2 ** -54);
}

function trueAfter(
  truth: number,
  { first, memoryWeeks, weeks, sudden, tests }: CourseOfTests,
  { test, normal: z }: { readonly test: number; readonly normal: number },
): number {
  if (sudden !== undefined) return test === tests - 1 ? truth + sudden : truth;
  const { mean, sd } = first.prior ?? STANDARD_NORMAL;
  const kept = Math.exp(-weeks / memoryWeeks);
  return mean + kept * (truth - mean) + Math.sqrt(1 - kept ** 2) * sd * z;
}

type One = { readonly truth: number; readonly last: TestOfCourse | undefined; readonly name: string };

function oneTest(bank: ItemBank, plan: CourseOfTests, { truth, last, name }: One): TestOfCourse {
  const general = plan.first.prior ?? STANDARD_NORMAL;
  const prior = last && carriedPrior({ ...last, weeks: plan.weeks }, general, plan.memoryWeeks);
  const config = prior ? { ...plan.later, prior } : plan.first;
  const state = takeTest(bank, config, truth, {
    answers: randomSource(`${plan.seed} answers ${name}`),
    selection: randomSource(`${plan.seed} selection ${name}`),
  });
  const given = state.items.map((item, index) => ({ item, category: state.categories[index] ?? 0 }));
  return { truth, items: state.items, ...lastOf(state), alone: estimateEap(bank, given, { prior: general }) };
}

function lastOf({ theta, se }: TestState): { readonly theta: number; readonly se: number } {
  return { theta: theta.at(-1) ?? 0, se: se.at(-1) ?? 0 };
}

function mean(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0) / values.length;
}

/** What all persons have in common at one test: mean and median of the items, mean standard error, coverage of the 95 % interval. */
export function figuresOf(tests: readonly TestOfCourse[]) {
  const lengths = tests.map(({ items }) => items.length).toSorted((a, b) => a - b);
  return {
    items: mean(lengths),
    median_items: lengths[Math.floor((lengths.length - 1) / 2)] ?? 0,
    mean_se: mean(tests.map(({ se }) => se)),
    coverage: mean(tests.map(({ truth, theta, se }) => (Math.abs(theta - truth) <= Z_95 * se ? 1 : 0))),
  };
}
