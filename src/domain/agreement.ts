import { Z_95 } from '../psychometrics/t-scores.ts';
import { isTScale } from './instrument-items.ts';
import type { Scale } from './instrument-schema.ts';
import { scoreChange } from './scoring-change.ts';

type Interval = { readonly lower: number; readonly upper: number };

/** Two persons on one scale. */
export type Agreement = {
  /** The first score minus the second one, with its 95 % interval. */
  readonly difference: number;
  readonly between: Interval;
  /** 1 where both scores are the same, 0 where they are as far apart as the scale allows, with the same interval. */
  readonly agreement: number;
  readonly agreementBetween: Interval;
  /** The difference is larger than the error of both measurements explains. */
  readonly isReliable: boolean;
};

/**
 * How far two persons agree on a scale that is scored from sums or means. The error is that of the difference of two
 * measurements. Null where the scale states no reliability, because a difference without an error says nothing.
 */
export function agreementOf(scale: Scale, range: Interval, one: number, other: number): Agreement | null {
  const width = range.upper - range.lower;
  const change = isTScale(scale) ? null : scoreChange(scale, scoreOf(other), scoreOf(one));
  if (!change || !scale.reliable_change || !(width > 0)) return null;
  const reach = (change.threshold / scale.reliable_change.z) * Z_95;
  const between = {
    lower: Math.max(-width, change.points - reach),
    upper: Math.min(width, change.points + reach),
  };
  const isReliable = between.lower > 0 || between.upper < 0;
  const [near, far] = [Math.abs(between.lower), Math.abs(between.upper)].toSorted((a, b) => a - b);
  return {
    difference: change.points,
    between,
    agreement: 1 - Math.abs(change.points) / width,
    agreementBetween: {
      lower: 1 - (far ?? 0) / width,
      upper: isReliable ? 1 - (near ?? 0) / width : 1,
    },
    isReliable,
  };
}

const scoreOf = (raw: number) => ({ raw, t: null, interval: null });
