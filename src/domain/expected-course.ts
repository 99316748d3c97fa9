import type { CoursePoint } from '../psychometrics/course.ts';
import type { Instrument, Scale } from './instrument-schema.ts';
import { daysBetween, type IsoDate } from './iso-date.ts';
import { scoreAlone, standardErrorOf } from './scoring-change.ts';
import type { ScaleScore } from './scoring-scales.ts';

/** A score with the day on which it was measured. */
export type DatedScore = { readonly date: IsoDate; readonly score: ScaleScore };

/** The scores that a course may join: those of some versions of an instrument, with one norm group. */
export type CourseMetric = {
  readonly instrument_versions: readonly string[];
  readonly norm_set: string | null;
};

/** The metric of the scores that a scale of an instrument gives to everybody, and of the versions that mean the same. */
export function courseMetric(
  { version, comparable_with: joined }: Pick<Instrument, 'version' | 'comparable_with'>,
  scale: Scale,
): CourseMetric {
  const norm_set = scale.method === 'irt' ? scale.norm_set : null;
  return { instrument_versions: [version, ...(joined ?? [])], norm_set };
}

/**
 * The scores of a patient as points of an expected course: weeks since admission, value in the metric of the report, and
 * standard error. Scores of another metric, before admission, without a value or without a known error are left out.
 */
export function coursePoints(
  scale: Scale,
  { instrument_versions: versions, norm_set }: CourseMetric,
  { admission, scores }: { readonly admission: IsoDate; readonly scores: readonly DatedScore[] },
): CoursePoint[] {
  return scores.flatMap(({ date, score }) => {
    if (!versions.includes(score.instrument_version) || score.norm_set !== norm_set) return [];
    const alone = scoreAlone(score);
    const value = alone.t ?? alone.raw;
    const se = standardErrorOf(scale, alone);
    const weeks = daysBetween(admission, date) / 7;
    return value === null || se === null || !(se > 0) || weeks < 0 ? [] : [{ weeks, value, se }];
  });
}
