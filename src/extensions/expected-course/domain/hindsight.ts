// What signals would have been worth in hindsight.
import type { CourseModel, CoursePoint } from './course.ts';
import { courseSignal, LEAST_POINTS, type SignalRule } from './course-signal.ts';
import type { MeasuredPerson } from './course-fit.ts';

export type FoundCourses = {
  /** Persons with enough measurements for a signal before their last one, and of them those who ended reliably worse. */
  readonly persons: number;
  readonly deteriorated: number;
  /** Of these, the share with a signal before the last measurement, and the weeks that the first signal came earlier (median). */
  readonly found: number;
  readonly weeks_of_lead: number;
  /** Of the others, the share with a signal before the last measurement. */
  readonly false_signals: number;
};

/**
 * What the signals would have been worth for persons whose outcome is known: reliably worse at the last measurement than
 * at the first by the measured values. Shares are NaN where they have no persons.
 */
export function signalsInHindsight(
  model: CourseModel,
  persons: readonly MeasuredPerson[],
  rule: Omit<SignalRule, 'end'>,
): FoundCourses {
  const known = persons
    .map((points) => points.toSorted((one, other) => one.weeks - other.weeks))
    .filter((points) => points.length > LEAST_POINTS)
    .map((points) => hindsight(model, points, rule));
  const worse = known.filter(({ deteriorated }) => deteriorated);
  const others = known.filter(({ deteriorated }) => !deteriorated);
  const leads = worse.flatMap(({ lead }) => lead ?? []).toSorted((one, other) => one - other);
  return {
    persons: known.length,
    deteriorated: worse.length,
    found: leads.length / worse.length,
    weeks_of_lead: leads[Math.floor(leads.length / 2)] ?? Number.NaN,
    false_signals: others.filter(({ lead }) => lead !== null).length / others.length,
  };
}

/** `lead`: the weeks from the first signal to the last measurement; null without one. */
function hindsight(model: CourseModel, points: readonly CoursePoint[], rule: Omit<SignalRule, 'end'>) {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return { deteriorated: false, lead: null };
  const sign = rule.worse === 'high' ? 1 : -1;
  const deteriorated = sign * (last.value - first.value) > rule.reliable;
  const end = last.weeks;
  const signalled = points
    .slice(0, -1)
    .find((_point, index) => courseSignal(model, points.slice(0, index + 1), { ...rule, end })?.is_signal);
  return { deteriorated, lead: signalled ? end - signalled.weeks : null };
}
