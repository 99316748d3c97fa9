import type { ItemBank } from './item-bank.ts';
import { entry } from './numeric.ts';
import { simulate, type SimulatedPerson } from './simulate.ts';
import { Z_95 } from './t-scores.ts';
import type { TestConfig } from './test-config.ts';

/** Patients have more complaints than the population of the norms, and differ less among themselves. */
const CLINICAL_POPULATION = { mean: 1.2, sd: 0.8 };

/** The value from which change is simulated: T 63 in a norm with mean 0 and standard deviation 1. */
const BEFORE = 1.3;
/** The value from which complaints count as severe: T 65 in the same norm. */
const SEVERE = 1.5;
/** True changes in thetas. */
const CHANGES = { power_5_better: -0.5, power_8_better: -0.8, power_8_worse: 0.8, false_alarms: 0 };

export type ClinicalFigures = {
  readonly items: number;
  readonly median_items: number;
  /** Share of persons whose 95 % interval contains the true theta. */
  readonly coverage: number;
  /** Mean number of facets of a person. */
  readonly facets: number;
  /** Share of persons with the most frequent set of items. */
  readonly same_set: number;
  /** Share of persons whose test ended because the standard error was small enough. */
  readonly stopped_by_se: number;
  /** Number of items that fewer than 5 % of the persons get. */
  readonly rare_items: number;
  /** Of the persons with severe complaints, the share whose estimate lies below that cut-off. */
  readonly high_shown_lower: number;
  /** Share of persons with at least one item of the facet. */
  readonly asked: Readonly<Record<string, number>>;
  /** Share of persons whose change is reliable in its true direction; of `false_alarms`, in either direction. */
  readonly change: Readonly<Record<keyof typeof CHANGES, number>>;
};

type Plan = {
  readonly bank: ItemBank;
  readonly config: TestConfig;
  readonly facetOf: ReadonlyMap<string, string>;
  readonly persons: number;
  readonly seed: string;
};

/** What a test asks in a clinical population, and which changes it finds. Depends on its arguments alone. */
export function clinicalFigures({ bank, config, facetOf, persons, seed }: Plan): ClinicalFigures {
  const population = { kind: 'normal', persons, ...CLINICAL_POPULATION } as const;
  const { people, overall, stops, exposure } = simulate(bank, config, { population, seed });
  const own = people.map(({ items }) => new Set(items.map((id) => facetOf.get(id) ?? '')));
  const facets = [...new Set(facetOf.values())];
  const shareWith = (facet: string) => own.filter((asked) => asked.has(facet)).length / persons;
  return {
    items: overall.items,
    median_items: median(people.map(({ items }) => items.length)),
    coverage: overall.coverage,
    facets: own.reduce((sum, { size }) => sum + size, 0) / persons,
    same_set: largestGroup(people) / persons,
    stopped_by_se: (stops.se_below ?? 0) / persons,
    rare_items: exposure.filter(({ rate }) => rate < 0.05).length,
    high_shown_lower: shownLower(people),
    asked: Object.fromEntries(facets.map((facet) => [facet, shareWith(facet)])),
    change: foundChanges(bank, config, { persons: Math.ceil(persons / 3), seed }),
  };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return entry(sorted, Math.floor((sorted.length - 1) / 2));
}

function shownLower(people: readonly SimulatedPerson[]): number {
  const high = people.filter(({ true_theta }) => true_theta >= SEVERE);
  return high.filter(({ theta }) => theta < SEVERE).length / Math.max(1, high.length);
}

function largestGroup(people: readonly SimulatedPerson[]): number {
  const groups = Map.groupBy(people, ({ items }) => items.toSorted().join(' '));
  return Math.max(...[...groups.values()].map(({ length }) => length));
}

function foundChanges(
  bank: ItemBank,
  config: TestConfig,
  { persons, seed }: { persons: number; seed: string },
): ClinicalFigures['change'] {
  const at = (theta: number, name: string) =>
    simulate(bank, config, {
      population: { kind: 'grid', thetas: [theta], each: persons },
      seed: `${seed} ${name}`,
    }).people;
  const before = at(BEFORE, 'before');
  const found = (change: number) => {
    const after = at(BEFORE + change, `after ${change}`);
    return after.filter((person, i) => isFound(zOf(before[i], person), change)).length / persons;
  };
  return {
    power_5_better: found(CHANGES.power_5_better),
    power_8_better: found(CHANGES.power_8_better),
    power_8_worse: found(CHANGES.power_8_worse),
    false_alarms: found(CHANGES.false_alarms),
  };
}

function zOf(before: SimulatedPerson | undefined, after: SimulatedPerson): number {
  if (before === undefined) return 0;
  return (after.theta - before.theta) / Math.hypot(before.se, after.se);
}

function isFound(z: number, change: number): boolean {
  return change === 0 ? Math.abs(z) > Z_95 : z * Math.sign(change) > Z_95;
}
