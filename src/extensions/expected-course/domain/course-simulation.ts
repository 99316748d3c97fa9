// Simulated therapies, and what a course model says of them. The generating processes beside the model's own show what its
// promises are worth where it is wrong.
import { bandOf, courseGiven, courseTime, type CourseModel, type CoursePoint } from './course.ts';
import { courseSignal, type SignalRule } from './course-signal.ts';
import { normalQuantile } from '../../../psychometrics/normal.ts';
import { entry } from '../../../psychometrics/numeric.ts';
import { randomSource } from '../../../psychometrics/random.ts';

/** How the latent courses come about: by the model itself, or in a way that it does not know. */
export const COURSE_SHAPES = ['model', 'sudden_gains', 'sawtooth', 'random_walk'] as const;
export type CourseShape = (typeof COURSE_SHAPES)[number];

/** Assumed values in T, of no study: they only make therapies that look like outpatient ones. */
export const ASSUMED_COURSE: CourseModel = {
  mean: 62,
  slope: -2.5,
  level_sd: 7,
  slope_sd: 2.5,
  correlation: -0.2,
  process_sd: 3,
  process_weeks: 8,
};

export type TherapyPlan = {
  readonly shape: CourseShape;
  readonly model: CourseModel;
  readonly persons: number;
  /** The weeks of the measurements, in order, the first one 0. */
  readonly weeks: readonly number[];
  /** The standard error of each measurement. */
  readonly se: number;
  /** Same seed, same therapies. */
  readonly seed: string;
};

/** A simulated person: the true value at each measurement, and the measured points. */
export type SimulatedTherapy = {
  readonly latent: readonly number[];
  readonly points: readonly CoursePoint[];
};

/** A measurement: the shares of persons whose true value lay in the bands that the first measurement let expect. */
export type BandCoverage = { readonly weeks: number; readonly half: number; readonly four_fifths: number };

export type SignalQuality = {
  /** Share of persons who are reliably worse at the end, and of them those with a signal before the middle of the therapy. */
  readonly deteriorated: number;
  readonly found_early: number;
  /** Share of the others with a signal at any time. */
  readonly false_signals: number;
  /** Share of those who are reliably better at the end but were not at its middle, and of them those with a signal at the end. */
  readonly late_responders: number;
  readonly late_flagged: number;
};

/** An own stretch of the random source for each person, longer than any therapy. */
const STRETCH = 2 ** 16;
/** A sudden gain or loss, and the height of a saw tooth, in standard deviations of the level. */
const JUMP = 1;
const TOOTH = 0.5;
/** The weeks from one tooth to the next. */
const TOOTH_WEEKS = 8;

/** Draws the therapies. Throws unless there is a person, and a first measurement at week 0. */
export function simulateTherapies(plan: TherapyPlan): SimulatedTherapy[] {
  const { persons, weeks, se, seed } = plan;
  if (!Number.isInteger(persons) || persons < 1) throw new Error('A simulation needs at least one person.');
  if (weeks[0] !== 0) throw new Error('A simulated therapy begins with a measurement at week 0.');
  const random = randomSource(`course ${seed}`);
  return Array.from({ length: persons }, (_person, index) => {
    let counter = index * STRETCH;
    // Half a step keeps 0 away from the quantile's pole.
    const uniform = () => random(counter++) + 2 ** -54;
    const latent = drawLatent(plan, uniform);
    const points = weeks.map((week, i) => ({
      weeks: week,
      value: entry(latent, i) + se * normalQuantile(uniform()),
      se,
    }));
    return { latent, points };
  });
}

function drawLatent({ shape, model, weeks }: TherapyPlan, uniform: () => number): number[] {
  const normal = () => normalQuantile(uniform());
  const { mean, slope, level_sd, slope_sd, correlation } = model;
  const [one, other] = [normal(), normal()];
  const level = mean + level_sd * one;
  const own = slope + slope_sd * (correlation * one + Math.sqrt(1 - correlation ** 2) * other);
  const end = weeks.at(-1) ?? 0;
  switch (shape) {
    case 'model': {
      const path = ornsteinUhlenbeck(model, weeks, normal);
      return weeks.map((week, i) => level + own * courseTime(week) + entry(path, i));
    }
    case 'sudden_gains': {
      const moment = uniform() * end;
      const jump = (uniform() < 0.75 ? -JUMP : JUMP) * level_sd;
      return weeks.map((week) => level + (week > moment ? jump : 0));
    }
    case 'sawtooth': {
      const phase = uniform();
      const height = TOOTH * level_sd;
      return weeks.map(
        (week) => level + own * courseTime(week) + height * (2 * ((week / TOOTH_WEEKS + phase) % 1) - 1),
      );
    }
    case 'random_walk': {
      let value = level;
      return weeks.map((week, i) => {
        const passed = week - (weeks[i - 1] ?? week);
        value += level_sd * Math.sqrt(passed / Math.max(1, end)) * normal();
        return value;
      });
    }
  }
}

/** The ups and downs around a person's line at the weeks, in order. */
function ornsteinUhlenbeck(
  { process_sd, process_weeks }: CourseModel,
  weeks: readonly number[],
  normal: () => number,
): number[] {
  let value = process_sd * normal();
  return weeks.map((week, i) => {
    const left = Math.exp(-(week - (weeks[i - 1] ?? week)) / process_weeks);
    value = left * value + process_sd * Math.sqrt(1 - left ** 2) * normal();
    return value;
  });
}

/** How often the true value lies in the bands that a model expects from the first measurement, at each later one. */
export function bandCoverage(model: CourseModel, therapies: readonly SimulatedTherapy[]): BandCoverage[] {
  const weeks = therapies[0]?.points.map((point) => point.weeks) ?? [];
  return weeks.slice(1).map((week, i) => {
    const inside = (share: number) =>
      therapies.filter(({ latent, points }) => {
        const { lower, upper } = bandOf(courseGiven(model, points.slice(0, 1)).at(week), share);
        const truth = entry(latent, i + 1);
        return truth >= lower && truth <= upper;
      }).length / therapies.length;
    return { weeks: week, half: inside(0.5), four_fifths: inside(0.8) };
  });
}

/** What the signals of a model are worth: who becomes worse and is found early, and who is signalled without cause. */
export function signalQuality(
  model: CourseModel,
  therapies: readonly SimulatedTherapy[],
  rule: Omit<SignalRule, 'end' | 'worse'>,
): SignalQuality {
  const people = therapies.map((therapy) => ({
    change: changeUntil(therapy, therapy.latent.length - 1),
    half: changeUntil(therapy, Math.floor((therapy.latent.length - 1) / 2)),
    signals: signalsOf(model, therapy.points, rule),
  }));
  const worse = people.filter(({ change }) => change > rule.reliable);
  const others = people.filter(({ change }) => change <= rule.reliable);
  const late = people.filter(({ change, half }) => change < -rule.reliable && half >= -rule.reliable);
  const early = ({ signals }: (typeof people)[number]) =>
    signals.slice(0, Math.ceil(signals.length / 2)).some(Boolean);
  return {
    deteriorated: shareOf(people, (one) => worse.includes(one)),
    found_early: shareOf(worse, early),
    false_signals: shareOf(others, ({ signals }) => signals.some(Boolean)),
    late_responders: shareOf(people, (one) => late.includes(one)),
    late_flagged: shareOf(late, ({ signals }) => signals.at(-1) === true),
  };
}

function shareOf<One>(all: readonly One[], belongs: (one: One) => boolean): number {
  return all.length === 0 ? 0 : all.filter(belongs).length / all.length;
}

const changeUntil = ({ latent }: SimulatedTherapy, index: number) => entry(latent, index) - entry(latent, 0);

/** For each measurement whether it gives a signal. High values are the bad ones. */
function signalsOf(
  model: CourseModel,
  points: readonly CoursePoint[],
  rule: Omit<SignalRule, 'end' | 'worse'>,
): boolean[] {
  const end = points.at(-1)?.weeks ?? 0;
  return points.map((_point, index) => {
    const signal = courseSignal(model, points.slice(0, index + 1), { ...rule, end, worse: 'high' });
    return signal?.is_signal === true;
  });
}
