import type { NormalPrior } from './quadrature.ts';

/** An estimate of theta of an earlier test with its standard error, and the weeks that have passed since. */
export type EarlierEstimate = { readonly theta: number; readonly se: number; readonly weeks: number };

/** Digits that are kept, so that every machine that replays a test begins with the same numbers. */
const DECIMALS = 1e6;

/**
 * What an earlier estimate says about theta now. Theta returns to the population, and what is remembered of a person falls
 * to 37 % within `memoryWeeks` (a stationary Ornstein-Uhlenbeck process): after no time the prior is the estimate itself,
 * after a long time it is that of the population. Throws if the numbers cannot be used.
 */
export function carriedPrior(
  { theta, se, weeks }: EarlierEstimate,
  population: NormalPrior,
  memoryWeeks: number,
): NormalPrior {
  if (!(se > 0 && weeks >= 0 && memoryWeeks > 0 && Number.isFinite(theta)))
    throw new Error('A carried prior needs an estimate, a standard error above 0, and weeks from 0.');
  const kept = Math.exp(-weeks / memoryWeeks);
  const forgotten = 1 - kept ** 2;
  return {
    mean: rounded(population.mean + kept * (theta - population.mean)),
    sd: rounded(Math.hypot(kept * se, Math.sqrt(forgotten) * population.sd)),
  };
}

function rounded(value: number): number {
  return Math.round(value * DECIMALS) / DECIMALS;
}
