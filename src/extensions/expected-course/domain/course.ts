// The course of a patient's complaints over the weeks of a therapy as a Gaussian process (Rasmussen & Williams 2006,
// chapter 2): every person has a level and a slope over log(1 + weeks), and ups and downs around both that are forgotten
// within some weeks (an Ornstein-Uhlenbeck process). Each measurement has its own standard error. Level and slope belong
// together, so the expectation depends on the first value, drawn towards the mean as far as its error demands.
import { cholesky, dot, forward, solve, type Cholesky } from './cholesky.ts';
import { normalQuantile, normalShare } from '../../../psychometrics/normal.ts';
import { element } from '../../../psychometrics/numeric.ts';

/** What is known of the courses of a population. All values have the unit of the scale, T-scores for example. */
export type CourseModel = {
  /** Mean of the latent value at admission. */
  readonly mean: number;
  /** Mean change for one unit of log(1 + weeks). */
  readonly slope: number;
  /** Standard deviation of the persons' levels at admission, of their slopes, and the correlation of both. */
  readonly level_sd: number;
  readonly slope_sd: number;
  readonly correlation: number;
  /** Standard deviation of the ups and downs around a person's line, and the weeks after which 37 % of them are left. */
  readonly process_sd: number;
  readonly process_weeks: number;
};

/** One measurement: weeks since admission (0 or later), value and standard error. */
export type CoursePoint = { readonly weeks: number; readonly value: number; readonly se: number };

/** What is known of a latent value: a normal distribution. */
export type Latent = { readonly mean: number; readonly sd: number };

/** Which end of the scale is the bad one. */
export type WorseEnd = 'high' | 'low';

/** What the points of a person say about the latent value at any time. */
export type Course = {
  /** The latent value `weeks` after admission. */
  at(weeks: number): Latent;
  /** The latent change from one time to another. */
  change(from: number, to: number): Latent;
};

/** Throws if a parameter lies outside of its range. */
export function assertCourseModel(model: CourseModel): void {
  const { level_sd, slope_sd, correlation, process_sd, process_weeks } = model;
  if (!Object.values(model).every((value) => Number.isFinite(value)))
    throw new Error('Every parameter of a course model must be a finite number.');
  if (!(level_sd > 0 && slope_sd > 0 && process_sd > 0 && process_weeks > 0))
    throw new Error('The standard deviations and weeks of a course model must be above 0.');
  if (Math.abs(correlation) >= 1) throw new Error('The correlation of a course model must lie in (-1, 1).');
}

/** The time axis of the lines: change is quick at first and slower later. */
export function courseTime(weeks: number): number {
  return Math.log1p(weeks);
}

/** The mean of the population at a time. */
export function populationMean({ mean, slope }: CourseModel, weeks: number): number {
  return mean + slope * courseTime(weeks);
}

/** Times since admission: in weeks, and on the axis of the lines. */
export type CourseTimes = { readonly weeks: Float64Array; readonly line: Float64Array };

const at = element;

/** The times of some points. A covariance needs each of them many times. */
export function timesOf(weeks: readonly number[]): CourseTimes {
  return { weeks: Float64Array.from(weeks), line: Float64Array.from(weeks, courseTime) };
}

/** The covariance of a person's latent values at time `i` of one list and time `j` of another. */
function covarianceOf(
  model: CourseModel,
): (one: CourseTimes, i: number, other: CourseTimes, j: number) => number {
  const { level_sd, slope_sd, correlation, process_sd, process_weeks } = model;
  const [level, crossed, slope] = [level_sd ** 2, correlation * level_sd * slope_sd, slope_sd ** 2];
  const process = process_sd ** 2;
  return (one, i, other, j) => {
    const s = at(one.line, i);
    const t = at(other.line, j);
    const distance = Math.abs(at(one.weeks, i) - at(other.weeks, j));
    return level + crossed * (s + t) + slope * s * t + process * Math.exp(-distance / process_weeks);
  };
}

/** The factorised covariance of the measurements of a person, errors included. Throws if a standard error is not above 0. */
export function measuredCovariance(
  model: CourseModel,
  points: readonly CoursePoint[],
  times: CourseTimes,
): Cholesky {
  for (const { weeks, se } of points)
    if (!(se > 0 && weeks >= 0))
      throw new Error('A measurement needs a standard error above 0 and weeks from 0.');
  const covariance = covarianceOf(model);
  const errors = Float64Array.from(points, ({ se }) => se ** 2);
  return cholesky(points.length, (i, j) => {
    const shared = covariance(times, i, times, j);
    return i === j ? shared + at(errors, i) : shared;
  });
}

/**
 * What the measurements of a person say about the latent course, from any points in any order: the posterior in closed
 * form. Without points it is the population. Throws as `measuredCovariance` and `assertCourseModel` do.
 */
export function courseGiven(model: CourseModel, points: readonly CoursePoint[]): Course {
  assertCourseModel(model);
  const times = timesOf(points.map(({ weeks }) => weeks));
  const factor = measuredCovariance(model, points, times);
  const residuals = Float64Array.from(points, ({ weeks, value }) => value - populationMean(model, weeks));
  const weights = solve(factor, residuals);
  const covariance = covarianceOf(model);
  // The latent value at one time: its mean, and the part of it that the measurements explain.
  const seen = (weeks: number) => {
    const time = timesOf([weeks]);
    const towards = Float64Array.from(points, (_, i) => covariance(times, i, time, 0));
    const mean = populationMean(model, weeks) + dot(towards, weights);
    return { time, mean, explained: forward(factor, towards) };
  };
  type Seen = ReturnType<typeof seen>;
  const left = (one: Seen, other: Seen) =>
    covariance(one.time, 0, other.time, 0) - dot(one.explained, other.explained);
  return {
    at: (weeks) => {
      const there = seen(weeks);
      return { mean: there.mean, sd: rootOf(left(there, there)) };
    },
    change: (from, to) => {
      const [start, end] = [seen(from), seen(to)];
      const variance = left(start, start) + left(end, end) - 2 * left(start, end);
      return { mean: end.mean - start.mean, sd: rootOf(variance) };
    },
  };
}

// Rounding may carry a variance of almost nothing below 0.
const rootOf = (variance: number) => Math.sqrt(Math.max(0, variance));

/** The middle part of a latent value's distribution that holds this share (0.5, 0.8) of it. Throws unless 0 < share < 1. */
export function bandOf({ mean, sd }: Latent, share: number): { lower: number; upper: number } {
  const width = normalQuantile((1 + share) / 2) * sd;
  return { lower: mean - width, upper: mean + width };
}

/** The probability that a latent value lies beyond a limit, on the bad side of it. */
export function probabilityBeyond({ mean, sd }: Latent, limit: number, worse: WorseEnd): number {
  const sign = worse === 'high' ? 1 : -1;
  const distance = sign * (mean - limit);
  if (sd === 0) return distance > 0 ? 1 : 0;
  return normalShare(distance / sd);
}

/** The probability that a change between two times is a worsening of more than `points` of the scale. */
export function probabilityOfWorsening(change: Latent, points: number, worse: WorseEnd): number {
  return probabilityBeyond(change, worse === 'high' ? points : -points, worse);
}
