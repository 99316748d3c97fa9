// When a course deviates from what was expected.
import {
  bandOf,
  courseGiven,
  probabilityBeyond,
  probabilityOfWorsening,
  type CourseModel,
  type CoursePoint,
  type Latent,
  type WorseEnd,
} from './course.ts';

export type SignalRule = {
  /** A signal needs a probability above this one of being worse than expected, … */
  readonly unexpected: number;
  /** … and one above this of being reliably worse at the end. */
  readonly worsening: number;
  /** The change in points of the scale that counts as reliable. */
  readonly reliable: number;
  /** The weeks from admission to the end of the therapy. */
  readonly end: number;
  readonly worse: WorseEnd;
};

/** What the measurements of a person say today. Probabilities lie between 0 and 1. */
export type CourseSignal = {
  /** The weeks of the last measurement. */
  readonly weeks: number;
  /** The latent value that the first measurement alone let expect there, and what all measurements say. */
  readonly expected: Latent;
  readonly present: Latent;
  /** The probability of being worse than expected now. */
  readonly unexpected: number;
  /** The probabilities of being reliably worse, and reliably better, at the end than at admission. */
  readonly worsening: number;
  readonly recovery: number;
  readonly is_signal: boolean;
};

/** A signal needs the intake and two later measurements: with one later alone most signals were wrong (record 112). */
export const LEAST_POINTS = 3;

/**
 * Compares the last measurement of a person with what the first one let expect. The end lies at the last measurement, if
 * that came later. Null before the third measurement. Throws as `courseGiven` does.
 */
export function courseSignal(
  model: CourseModel,
  points: readonly CoursePoint[],
  { unexpected: limit, worsening: least, reliable, end, worse }: SignalRule,
): CourseSignal | null {
  const ordered = points.toSorted((one, other) => one.weeks - other.weeks);
  const last = ordered.at(-1);
  if (ordered.length < LEAST_POINTS || !last) return null;
  const course = courseGiven(model, ordered);
  const { weeks } = last;
  const expected = courseGiven(model, ordered.slice(0, 1)).at(weeks);
  const present = course.at(weeks);
  const change = course.change(0, Math.max(end, weeks));
  const unexpected = probabilityBeyond(present, expected.mean, worse);
  const worsening = probabilityOfWorsening(change, reliable, worse);
  const recovery = probabilityOfWorsening(change, reliable, worse === 'high' ? 'low' : 'high');
  const is_signal = unexpected > limit && worsening > least;
  return { weeks, expected, present, unexpected, worsening, recovery, is_signal };
}

/** The expected band of a person at some weeks, from the first measurement alone: middle, 50 and 80 %. */
export function expectedBand(model: CourseModel, intake: CoursePoint, weeks: readonly number[]) {
  const course = courseGiven(model, [intake]);
  return weeks.map((week) => {
    const latent = course.at(week);
    return { weeks: week, mean: latent.mean, half: bandOf(latent, 0.5), four_fifths: bandOf(latent, 0.8) };
  });
}
