import { clinicalChange, clinicalCutoffs, reliableChange, thetaChange } from '../psychometrics/change.ts';
import type { Scale } from './instrument-schema.ts';
import type { ScaleScore } from './scoring-scales.ts';

/** Change between two measurement points; `recovered` needs reliable improvement and a crossed cut-off. */
export type ScoreChange = {
  readonly kind: 'recovered' | 'improved' | 'unchanged' | 'worse';
  /** Later minus earlier score in standard errors of the difference. */
  readonly z: number;
};

type Scores = Pick<ScaleScore, 'raw' | 'theta' | 'se'>;

/**
 * The change of a score (Jacobson & Truax 1991; for theta by the standard errors of both estimates). Null if the scale
 * states no constants or one of the scores is missing.
 */
export function scoreChange(scale: Scale, earlier: Scores, later: Scores): ScoreChange | null {
  const rule = scale.reliable_change;
  if (!rule) return null;
  if (rule.method === 'theta') return changeOfTheta(scale, earlier, later, rule.z);
  if (earlier.raw === null || later.raw === null) return null;
  const { clinical, norm } = rule;
  if (!clinical || !norm) {
    const { rci, reliable } = reliableChange(earlier.raw, later.raw, rule);
    return { kind: reliable ? directed(scale, rci) : 'unchanged', z: rci };
  }
  const { direction } = scale;
  const cutoff = clinicalCutoffs({ clinical, normal: norm, direction }).c;
  const { cls, rci } = clinicalChange(earlier.raw, later.raw, rule, { cutoff, direction });
  const kinds = { recovered: 'recovered', reliably_improved: 'improved', unchanged: 'unchanged' } as const;
  return { kind: cls === 'reliably_deteriorated' ? 'worse' : kinds[cls], z: rci };
}

function changeOfTheta(scale: Scale, earlier: Scores, later: Scores, limit: number): ScoreChange | null {
  if (earlier.theta === null || earlier.se === null || later.theta === null || later.se === null) return null;
  const { z, reliable } = thetaChange(
    { theta: earlier.theta, se: earlier.se },
    { theta: later.theta, se: later.se },
    limit,
  );
  return { kind: reliable ? directed(scale, z) : 'unchanged', z };
}

function directed({ direction }: Scale, z: number): 'improved' | 'worse' {
  return z < 0 === (direction === 'high_is_worse') ? 'improved' : 'worse';
}
