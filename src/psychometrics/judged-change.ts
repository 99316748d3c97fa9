import { type Direction, isDysfunctional } from './change.ts';

/** Two scores of one scale with the precision of their difference. All numbers have the unit of the scale. */
export type JudgedScores = {
  readonly earlier: number;
  readonly later: number;
  /** Standard error of the difference, above 0: sqrt(SE1² + SE2²), or sqrt(2) SEM. */
  readonly seDifference: number;
  /** The difference is reliable beyond this number of standard errors: 1.96 for 95 %. */
  readonly limit: number;
  readonly direction: Direction;
  /** The border between dysfunctional and functional scores; null where the scale has none. */
  readonly cutoff: number | null;
  /** A worsening of this number of points is hinted at; null where no number of points is agreed on. */
  readonly hintPoints: number | null;
};

/** `hint`: a worsening that is not yet reliable. `unchanged`: a change that was not shown, which is no proof of sameness. */
export type ChangeKind = 'recovered' | 'improved' | 'unchanged' | 'hint' | 'worse';

export type JudgedChange = {
  readonly kind: ChangeKind;
  /** Later minus earlier. */
  readonly points: number;
  /** The same in standard errors of the difference. */
  readonly z: number;
  /** The points beyond which a change is reliable. */
  readonly threshold: number;
};

/** One-sided 90 % quantile of the standard normal distribution. */
const Z_90_ONE_SIDED = 1.2815515655446004;

/**
 * Judges the change between two scores (Jacobson & Truax 1991): reliable where |z| is above the limit; recovered where
 * it is reliably better and crosses the cut-off, at which a score counts as dysfunctional. Missing a worsening costs
 * more than a false alarm. A worsening that is not reliable is therefore a hint beyond the one-sided 90 % limit, or
 * from `hintPoints` on. These points are compared as reports print them, rounded to tenths.
 * Throws unless the standard error of the difference is above 0 and all numbers are finite.
 */
export function judgeChange(scores: JudgedScores): JudgedChange {
  const { earlier, later, seDifference, limit } = scores;
  if (!(seDifference > 0)) throw new Error('Change needs a standard error of the difference above 0.');
  const points = later - earlier;
  const threshold = limit * seDifference;
  if (!Number.isFinite(points) || !Number.isFinite(threshold))
    throw new Error('Change needs finite numbers.');
  const z = points / seDifference;
  return { kind: kindOf(scores, points, z), points, z, threshold };
}

function kindOf(scores: JudgedScores, points: number, z: number): ChangeKind {
  const { limit, direction, hintPoints } = scores;
  const sign = direction === 'high_is_worse' ? 1 : -1;
  if (sign * z > limit) return 'worse';
  if (sign * z < -limit) return crossesCutoff(scores) ? 'recovered' : 'improved';
  const isHint = sign * z > Z_90_ONE_SIDED || (hintPoints !== null && tenths(sign * points) >= hintPoints);
  return isHint ? 'hint' : 'unchanged';
}

function crossesCutoff({ earlier, later, cutoff, direction }: JudgedScores): boolean {
  if (cutoff === null) return false;
  return isDysfunctional(earlier, cutoff, direction) && !isDysfunctional(later, cutoff, direction);
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}

/** The cut-offs that lie within an interval, ends excluded: the measurement cannot say on which side the score is. */
export function cutoffsWithin(
  { lower, upper }: { readonly lower: number; readonly upper: number },
  cutoffs: readonly number[],
): readonly number[] {
  return cutoffs.filter((cutoff) => lower < cutoff && cutoff < upper);
}
