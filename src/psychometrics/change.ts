import { Z_95 } from './t-scores.ts';

/** Mean and standard deviation of a group. */
export type Distribution = {
  readonly mean: number;
  readonly sd: number;
};

/** The constants of reliable change: standard deviation and reliability of the scale in a stated sample. */
export type ChangeConstants = {
  readonly sd: number;
  readonly reliability: number;
  /** The change is reliable if |RCI| is above this limit; 1.96 for 95 %. */
  readonly z: number;
};

export type ReliableChange = {
  /** Standard error of measurement, SD sqrt(1 - reliability). */
  sem: number;
  /** Standard error of a difference, sqrt(2) SEM. */
  s_diff: number;
  /** Reliable change index, (post - pre) / S_diff. */
  rci: number;
  /** Points that a score must change by to be reliable, z S_diff. */
  reliable_points: number;
  reliable: boolean;
};

/**
 * Reliable change index of Jacobson & Truax (1991). Throws unless SD is above 0 and the reliability lies in [0, 1).
 */
export function reliableChange(
  pre: number,
  post: number,
  { sd, reliability, z }: ChangeConstants,
): ReliableChange {
  if (!(sd > 0) || !(reliability >= 0 && reliability < 1)) {
    throw new Error(
      'Reliable change needs a standard deviation above 0 and a reliability from 0 to below 1.',
    );
  }
  const sem = sd * Math.sqrt(1 - reliability);
  const s_diff = Math.SQRT2 * sem;
  const rci = (post - pre) / s_diff;
  return { sem, s_diff, rci, reliable_points: z * s_diff, reliable: Math.abs(rci) > z };
}

/** Which way the scale points. */
export type Direction = 'high_is_worse' | 'low_is_worse';

/** The clinical and the normal population of a scale. */
export type Populations = {
  readonly clinical: Distribution;
  readonly normal: Distribution;
  readonly direction: Direction;
};

/**
 * Cut-offs of Jacobson & Truax (1991) between dysfunctional and functional: `a` two SD from the clinical mean towards
 * the normal one, `b` two SD from the normal mean towards the clinical one, `c` between both, weighted by the SDs.
 */
export function clinicalCutoffs({ clinical, normal, direction }: Populations): {
  a: number;
  b: number;
  c: number;
} {
  const sign = direction === 'high_is_worse' ? 1 : -1;
  return {
    a: clinical.mean - sign * 2 * clinical.sd,
    b: normal.mean + sign * 2 * normal.sd,
    c: (clinical.sd * normal.mean + normal.sd * clinical.mean) / (clinical.sd + normal.sd),
  };
}

/** Clinically significant change. */
export type ChangeClass = 'recovered' | 'reliably_improved' | 'unchanged' | 'reliably_deteriorated';

export type ClinicalChange = ReliableChange & {
  /** From the dysfunctional to the functional side of the cut-off, or back. */
  crossed: boolean;
  crossed_back: boolean;
  cls: ChangeClass;
};

/** A score at the cut-off counts as dysfunctional. */
export function isDysfunctional(score: number, cutoff: number, direction: Direction): boolean {
  return direction === 'high_is_worse' ? score >= cutoff : score <= cutoff;
}

function classOf(change: ReliableChange, direction: Direction, crossed: boolean): ChangeClass {
  if (!change.reliable) return 'unchanged';
  const improved = direction === 'high_is_worse' ? change.rci < 0 : change.rci > 0;
  if (!improved) return 'reliably_deteriorated';
  return crossed ? 'recovered' : 'reliably_improved';
}

/**
 * Clinically significant change (Jacobson & Truax 1991): recovered means reliably improved and across the cut-off to
 * the functional side. A score at the cut-off counts as dysfunctional.
 */
export function clinicalChange(
  pre: number,
  post: number,
  constants: ChangeConstants,
  { cutoff, direction }: { cutoff: number; direction: Direction },
): ClinicalChange {
  const change = reliableChange(pre, post, constants);
  const before = isDysfunctional(pre, cutoff, direction);
  const after = isDysfunctional(post, cutoff, direction);
  const crossed = before && !after;
  return { ...change, crossed, crossed_back: !before && after, cls: classOf(change, direction, crossed) };
}

/** An estimate of theta (or T) with its standard error. */
export type Measured = {
  readonly theta: number;
  readonly se: number;
};

/**
 * Change between two estimates with their own standard errors: z = (later - earlier) / sqrt(SE1² + SE2²), reliable if
 * |z| is above the limit (1.96 for 95 % if not given). Throws unless both standard errors are above 0.
 */
export function thetaChange(
  earlier: Measured,
  later: Measured,
  limit: number = Z_95,
): { z: number; reliable: boolean } {
  if (!(earlier.se > 0 && later.se > 0)) throw new Error('Change needs two standard errors above 0.');
  const z = (later.theta - earlier.theta) / Math.hypot(earlier.se, later.se);
  return { z, reliable: Math.abs(z) > limit };
}

/** Interval theta ± z SE, 95 % if z is not given. */
export function confidenceInterval({ theta, se }: Measured, z: number = Z_95): [number, number] {
  return [theta - z * se, theta + z * se];
}
