import type { Estimate, Method, SeKind } from './estimate.ts';
import type { ItemBank } from './item-bank.ts';
import { assertPrior, STANDARD_NORMAL, type NormalPrior } from './quadrature.ts';
import { knownAnswers, likelihoodOf, type Answer } from './response-functions.ts';
import { findRoot, type Bracket } from './root.ts';

/** How MAP, ML and WLE estimate. */
export type MaximumOptions = {
  /** MAP only; standard normal if not given. */
  readonly prior?: NormalPrior;
  /** Where theta is searched; [-6, 6] if not given. */
  readonly range?: Bracket;
  /** What the standard error is computed from; the expected (test) information if not given. */
  readonly information?: 'expected' | 'observed';
};

/** A function to maximise with its derivative, and the precision that a prior adds to the information. */
type Target = {
  value(theta: number): number;
  slope(theta: number): number;
  precision: number;
};

const RANGE: Bracket = { lo: -6, hi: 6 };
/** Warm's weighted likelihood can have several maxima, so the search divides the range into this number of parts. */
const PARTS = 60;

type Maximum = {
  theta: number;
  bound: Estimate['bound'];
  converged: boolean;
};

function assertRange({ lo, hi }: Bracket): void {
  if (Number.isFinite(lo) && Number.isFinite(hi) && lo < hi) return;
  throw new Error(`The search range needs lo < hi, not ${lo} and ${hi}.`);
}

function atBound(bound: 'lower' | 'upper', { lo, hi }: Bracket): Maximum {
  return { theta: bound === 'lower' ? lo : hi, bound, converged: true };
}

/** Maxima inside the range: where the slope passes from above to below 0. */
function interiorMaxima({ slope }: Target, { lo, hi }: Bracket, parts: number): Maximum[] {
  const found: Maximum[] = [];
  let left = { theta: lo, slope: slope(lo) };
  for (let part = 1; part <= parts; part++) {
    const theta = lo + ((hi - lo) * part) / parts;
    const right = { theta, slope: slope(theta) };
    if (right.slope === 0) continue; // The slope is 0 at a root or by underflow. The next part decides.
    if (left.slope > 0 && right.slope < 0) {
      const { root, converged } = findRoot(slope, { lo: left.theta, hi: theta });
      found.push({ theta: root, bound: 'none', converged });
    }
    left = right;
  }
  return found;
}

/** Chooses, among equally high maxima (up to rounding), the one nearest the middle, so that mirrored tests agree. */
function isHigher(target: Target, a: Maximum, b: Maximum, { lo, hi }: Bracket): boolean {
  const difference = target.value(a.theta) - target.value(b.theta);
  if (Math.abs(difference) > 1e-9) return difference > 0;
  return Math.abs(a.theta - (lo + hi) / 2) < Math.abs(b.theta - (lo + hi) / 2);
}

/** The highest maximum inside the range; if there is none, the end where the function is higher. */
function maximise(target: Target, range: Bracket, parts: number): Maximum {
  const [first, ...others] = interiorMaxima(target, range, parts);
  if (first === undefined) {
    return atBound(target.value(range.hi) > target.value(range.lo) ? 'upper' : 'lower', range);
  }
  return others.reduce((best, other) => (isHigher(target, other, best, range) ? other : best), first);
}

/** The estimate without answers: the middle of the range, with an infinite standard error. */
function unknown(method: Method, { lo, hi }: Bracket): Estimate {
  const se_kind = 'expected_information';
  return { method, theta: (lo + hi) / 2, se: Infinity, se_kind, bound: 'none', converged: false };
}

type Likelihood = ReturnType<typeof likelihoodOf>;
type Task = { bank: ItemBank; answers: readonly Answer[]; options: MaximumOptions };

function estimate(
  method: Method,
  { bank, answers, options }: Task,
  targetOf: (likelihood: Likelihood) => Target,
  parts: number,
): Estimate {
  const range = options.range ?? RANGE;
  assertRange(range);
  const likelihood = likelihoodOf(bank.model, knownAnswers(bank, answers));
  const target = targetOf(likelihood);
  if (answers.length === 0 && target.precision === 0) return unknown(method, range);
  const { theta, bound, converged } = maximise(target, range, parts);
  const kind = options.information ?? 'expected';
  const se = 1 / Math.sqrt(likelihood[kind](theta) + target.precision);
  return { method, theta, se, se_kind: `${kind}_information` satisfies SeKind, bound, converged };
}

/**
 * Maximum a posteriori: mode of likelihood times normal prior, the root of score - (theta - mean) / sd².
 * SE = 1 / sqrt(information + 1 / sd²).
 */
export function estimateMap(
  bank: ItemBank,
  answers: readonly Answer[],
  options: MaximumOptions = {},
): Estimate {
  const prior = options.prior ?? STANDARD_NORMAL;
  assertPrior(prior);
  const precision = 1 / prior.sd ** 2;
  const targetOf = ({ logLikelihood, score }: Likelihood): Target => ({
    value: (theta) => logLikelihood(theta) - (precision * (theta - prior.mean) ** 2) / 2,
    slope: (theta) => score(theta) - precision * (theta - prior.mean),
    precision,
  });
  return estimate('MAP', { bank, answers, options }, targetOf, 1);
}

function likelihoodTarget({ logLikelihood, score }: Likelihood): Target {
  return { value: logLikelihood, slope: score, precision: 0 };
}

/**
 * Maximum likelihood: root of the score, SE = 1 / sqrt(information). All-lowest and all-highest patterns have no
 * maximum and stand at the end of the search range, which `bound` says. Both models' log-likelihoods are concave.
 */
export function estimateMl(
  bank: ItemBank,
  answers: readonly Answer[],
  options: MaximumOptions = {},
): Estimate {
  return estimate('ML', { bank, answers, options }, likelihoodTarget, 1);
}

function weightedTarget({ logLikelihood, score, expected, expectedSlope }: Likelihood): Target {
  return {
    value: (theta) => logLikelihood(theta) + Math.log(expected(theta)) / 2,
    slope: (theta) => {
      const information = expected(theta);
      return score(theta) + (information > 0 ? expectedSlope(theta) / (2 * information) : 0);
    },
    precision: 0,
  };
}

/**
 * Warm's (1989) weighted likelihood estimate: root of score + J / (2 I). As J is the derivative of I here, it is the
 * mode under Jeffreys' prior, the maximum of log-likelihood + log(I) / 2. SE = 1 / sqrt(information).
 */
export function estimateWle(
  bank: ItemBank,
  answers: readonly Answer[],
  options: MaximumOptions = {},
): Estimate {
  return estimate('WLE', { bank, answers, options }, weightedTarget, PARTS);
}
