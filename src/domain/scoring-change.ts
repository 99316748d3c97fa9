import { clinicalCutoffs, reliableChange } from '../psychometrics/change.ts';
import { judgeChange, type JudgedChange } from '../psychometrics/judged-change.ts';
import { Z_95 } from '../psychometrics/t-scores.ts';
import { isTScale } from './instrument-items.ts';
import type { Scale } from './instrument-schema.ts';
import type { ScaleScore } from './scoring-scales.ts';

export type ScoreChange = JudgedChange;

/** A score with a key of the people whom its answers are about; null or without one where the instrument asks about nobody. */
export type MeasuredScore = ScaleScore & { readonly about?: string | null };

/** Are two scores about the same people? A change between others is none of the patient. */
export function isAboutSame(one: MeasuredScore, other: MeasuredScore): boolean {
  return (one.about ?? null) === (other.about ?? null);
}

type Scores = Pick<ScaleScore, 'raw' | 't' | 'interval' | 'carried'>;

/** A worsening of half a standard deviation of the norm group is hinted at before it is reliable. */
const HINT_T = 5;

/**
 * The change between two stored scores, in T for a T-scale (`isTScale`) and else in the metric of `raw`: for T by the standard errors of
 * both estimates, else by the constants of the scale (Jacobson & Truax 1991). Null if the scale states no rule or one of
 * the scores is missing. The same stored scores give the same change. Scores that began with an earlier estimate are compared by
 * the answers of each survey alone, because the earlier estimate holds them back.
 */
export function scoreChange(scale: Scale, earlier: Scores, later: Scores): ScoreChange | null {
  const rule = scale.reliable_change;
  if (!rule) return null;
  const { direction } = scale;
  const { z: limit } = rule;
  if (rule.method === 'theta') {
    const [before, after] = [scoreAlone(earlier), scoreAlone(later)];
    const [one, other] = [standardError(before), standardError(after)];
    if (before.t === null || after.t === null || one === null || other === null) return null;
    const scores = { earlier: before.t, later: after.t, seDifference: Math.hypot(one, other) };
    return judgeChange({ ...scores, limit, direction, cutoff: rule.cutoff ?? null, hintPoints: HINT_T });
  }
  const [one, other] = isTScale(scale) ? [earlier.t, later.t] : [earlier.raw, later.raw];
  if (one === null || other === null) return null;
  const { clinical, norm } = rule;
  const cutoff = clinical && norm ? clinicalCutoffs({ clinical, normal: norm, direction }).c : null;
  const { s_diff: seDifference } = reliableChange(one, other, rule);
  const scores = { earlier: one, later: other, seDifference };
  return judgeChange({ ...scores, limit, direction, cutoff, hintPoints: null });
}

/** What the answers of one survey alone say, for all that joins several surveys by itself. */
export function scoreAlone({ raw, t, interval, carried }: Scores): Omit<Scores, 'carried'> {
  return carried ? { raw, ...carried.alone } : { raw, t, interval };
}

/** The standard error of a stored score, in T for a T-scale and else in the metric of `raw`. Null where it is not known. */
export function standardErrorOf({ reliable_change: rule }: Scale, score: Scores): number | null {
  return rule && rule.method !== 'theta' ? reliableChange(0, 0, rule).sem : standardError(score);
}

// The stored interval of a T-score is T ± 1.96 standard errors.
function standardError({ interval }: Pick<ScaleScore, 'interval'>): number | null {
  return interval && (interval.upper - interval.lower) / 2 / Z_95;
}
