import { courseTime, type CourseModel, type CoursePoint, type WorseEnd } from './course.ts';
import { courseSignal, expectedBand, type CourseSignal } from './course-signal.ts';
import { Z_95 } from '../../../psychometrics/t-scores.ts';
import type { Instrument, NormSet, Scale } from '../../../domain/instrument-schema.ts';
import { addDays, addMonths, daysBetween } from '../../../domain/day-count.ts';
import type { IsoDate } from '../../../domain/iso-date.ts';
import { scoreAlone, standardErrorOf } from '../../../domain/scoring-change.ts';
import type { ScaleScore } from '../../../domain/scoring-scales.ts';

/** A score with the day on which it was measured. */
export type DatedScore = { readonly date: IsoDate; readonly score: ScaleScore };

/** The scores that a course may join: those of some versions of an instrument, with one norm group. */
export type CourseMetric = {
  readonly instrument_versions: readonly string[];
  readonly norm_set: string | null;
};

/** A scale with the norms of its instrument. */
export type NormedScale = { readonly scale: Scale; readonly norm_sets: readonly NormSet[] };

/** The metric of the scores that a scale of an instrument gives to everybody, and of the versions that mean the same. */
export function courseMetric(
  { version, comparable_with: joined }: Pick<Instrument, 'version' | 'comparable_with'>,
  scale: Scale,
): CourseMetric {
  const norm_set = ('norm_set' in scale && scale.norm_set) || null;
  return { instrument_versions: [version, ...(joined ?? [])], norm_set };
}

/**
 * The scores of a patient as points of an expected course: weeks since admission, value in the metric, and standard error.
 * A T-score of a group's norms is read in the norms of the metric. Scores of a version that means something else,
 * before admission, without a value or without a known error are left out.
 */
export function coursePoints(
  { scale, norm_sets }: NormedScale,
  { instrument_versions: versions, norm_set }: CourseMetric,
  { admission, scores }: { readonly admission: IsoDate; readonly scores: readonly DatedScore[] },
): CoursePoint[] {
  return scores.flatMap(({ date, score }) => {
    const line = normLine(norm_sets, score.norm_set, norm_set);
    if (!versions.includes(score.instrument_version) || line === null) return [];
    const alone = scoreAlone(score);
    const value = alone.t ?? alone.raw;
    const se = standardErrorOf(scale, alone);
    const weeks = daysBetween(admission, date) / 7;
    if (value === null || se === null || !(se > 0) || weeks < 0) return [];
    return [{ weeks, value: line.shift + line.factor * value, se: line.factor * se }];
  });
}

type NormLine = { readonly shift: number; readonly factor: number };
const SAME: NormLine = { shift: 0, factor: 1 };

/**
 * How a T-score of some norms reads in other norms: shift + factor · T. Both stand for the same theta, whose metric the norms
 * do not change. Null where a norm is not known.
 */
function normLine(norm_sets: readonly NormSet[], from: string | null, to: string | null): NormLine | null {
  if (from === to) return SAME;
  const [own, other] = [from, to].map((key) => norm_sets.find(({ id }) => id === key));
  if (!own || !other) return null;
  const factor = own.sd / other.sd;
  return { shift: 50 + (10 * (own.mean - other.mean)) / other.sd - 50 * factor, factor };
}

/** The probability of being reliably worse at the end that a signal needs as well (record 112). */
const LEAST_WORSENING = 0.1;

export type CourseTarget = NormedScale & {
  /** The model of the scale, and the scores that it is about. */
  readonly model: CourseModel;
  readonly metric: CourseMetric;
  readonly therapy: { readonly admission: IsoDate; readonly discharge: IsoDate | null };
  /** The protocol's probability of being worse than expected. */
  readonly probability: number;
};

/** A day with the middle of what the first measurement let expect, and the bands of 50 and 80 %. */
export type ExpectedDay = { readonly date: IsoDate } & Omit<ReturnType<typeof expectedBand>[number], 'weeks'>;

export type ExpectedCourse = {
  /** From the first measurement to the last one. */
  readonly days: readonly ExpectedDay[];
  /** Null before the third measurement. */
  readonly signal: CourseSignal | null;
};

/** The days of an expected course that are computed between the first and the last measurement. */
const STEPS = 12;

/**
 * The course that was expected of a patient from the first of these scores, in order, in the norms of the last, and whether
 * the measured one deviates at the last. Null where the scale has no known error, the last score is not of the metric, or it is the only one.
 */
export function expectedCourse(
  { scale, norm_sets, model, metric, therapy, probability }: CourseTarget,
  scores: readonly DatedScore[],
): ExpectedCourse | null {
  const { admission, discharge } = therapy;
  const normed = { scale, norm_sets };
  const points = coursePoints(normed, metric, { admission, scores });
  const [newest] = coursePoints(normed, metric, { admission, scores: scores.slice(-1) });
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last || !newest || first === last) return null;
  // Even steps on the axis of the lines, because the expectation bends most at the start.
  const [from, to] = [courseTime(first.weeks), courseTime(last.weeks)];
  const weeks = Array.from(
    { length: STEPS + 1 },
    (_, step) => Math.round(7 * Math.expm1(from + ((to - from) * step) / STEPS)) / 7,
  );
  const signal = courseSignal(model, points, {
    unexpected: probability,
    worsening: LEAST_WORSENING,
    reliable: (scale.reliable_change?.z ?? Z_95) * Math.hypot(first.se, last.se),
    // An open therapy is judged as one of a year, as long as it lasts no longer.
    end: daysBetween(admission, discharge ?? addMonths(admission, 12)) / 7,
    worse: worseEnd(scale),
  });
  const shown = normLine(norm_sets, metric.norm_set, scores.at(-1)?.score.norm_set ?? null) ?? SAME;
  const days = expectedBand(model, first, weeks).map(({ weeks: week, ...band }) => ({
    date: addDays(admission, Math.round(7 * week)),
    ...inNorms(shown, band),
  }));
  return { days, signal };
}

function inNorms({ shift, factor }: NormLine, { mean, half, four_fifths }: Omit<ExpectedDay, 'date'>) {
  const read = (value: number) => shift + factor * value;
  const ends = ({ lower, upper }: typeof half) => ({ lower: read(lower), upper: read(upper) });
  return { mean: read(mean), half: ends(half), four_fifths: ends(four_fifths) };
}

/** Which end of a scale is the bad one. */
export function worseEnd({ direction }: Pick<Scale, 'direction'>): WorseEnd {
  return direction === 'high_is_worse' ? 'high' : 'low';
}
