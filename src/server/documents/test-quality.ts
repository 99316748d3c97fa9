import type { AdaptiveDimension } from '../../domain/instrument-schema.ts';
import { adaptiveTest } from '../../domain/adaptive-bank.ts';
import { clinicalFigures, type ClinicalFigures } from '../../psychometrics/clinical-figures.ts';
import { simulate, type Recovery, type SimulationResult } from '../../psychometrics/simulate.ts';
import { testInformation } from '../../psychometrics/response-functions.ts';
import { openThread } from '../work/threads.ts';

export const QUALITY_PERSONS = 1000;
export const QUALITY_SEED = 'resonanz';
/** Persons of the clinical population; a third of them for each change. */
export const CLINICAL_PERSONS = 600;
/** Persons at each true value of the conditional results. */
export const QUALITY_EACH = 100;
const THETAS = Array.from({ length: 13 }, (_, index) => -3 + index * 0.5);

/** The quality of an adaptive test: in a normal population, and at each of several thetas. */
export type TestQuality = Pick<SimulationResult, 'overall' | 'length' | 'stops' | 'exposure' | 'overlap'> & {
  readonly at: readonly (Recovery & { readonly theta: number })[];
  /** 1 − mean error variance / variance of theta in the normal population. */
  readonly reliability: number;
  readonly clinical: ClinicalFigures;
  /** Standard error of all items together: the best that is possible. */
  readonly floor: readonly { readonly theta: number; readonly se: number }[];
};

/** Simulates the test with the rules of a survey. The seeds are fixed, so the same dimension gives the same figures. */
export function measureQuality(dimension: AdaptiveDimension): TestQuality {
  const { bank, config } = adaptiveTest(dimension);
  const { overall, length, stops, exposure, overlap, people } = simulate(bank, config, {
    population: { kind: 'normal', persons: QUALITY_PERSONS, mean: 0, sd: 1 },
    seed: QUALITY_SEED,
  });
  const { conditional } = simulate(bank, config, {
    population: { kind: 'grid', thetas: THETAS, each: QUALITY_EACH },
    seed: `${QUALITY_SEED} grid`,
  });
  const at = conditional.map(({ from, to: _to, ...recovery }) => ({ theta: from, ...recovery }));
  const floor = THETAS.map((theta) => ({ theta, se: 1 / Math.sqrt(1 + testInformation(bank, theta)) }));
  const reliability = 1 - people.reduce((sum, { se }) => sum + se ** 2, 0) / people.length;
  const facetOf = new Map(dimension.items.map(({ id, facet }) => [id, facet ?? '']));
  const clinical = clinicalFigures({ bank, config, facetOf, persons: CLINICAL_PERSONS, seed: QUALITY_SEED });
  return { overall, length, stops, exposure, overlap, at, floor, reliability, clinical };
}

const measureInThread = openThread<typeof measureQuality>(new URL('quality-thread.ts', import.meta.url));
const qualities = new WeakMap<AdaptiveDimension, Promise<TestQuality>>();

/** The same in a thread of its own, once for each dimension. */
export function simulateQuality(dimension: AdaptiveDimension): Promise<TestQuality> {
  const known = qualities.get(dimension);
  if (known) return known;
  const quality = measureInThread(dimension);
  qualities.set(dimension, quality);
  quality.catch(() => qualities.delete(dimension));
  return quality;
}
