// How far the expectations of a course model came true: over all measurements, and by time and intake.
import { courseGiven, type CourseModel } from './course.ts';
import type { MeasuredPerson } from './course-fit.ts';
import { normalShare } from '../../../psychometrics/normal.ts';

/**
 * A later measurement of a person, and the share of the distribution below it that the model expected from all earlier
 * ones (probability integral transform). Under the right model these shares are uniform.
 */
export type ForetoldPoint = { readonly weeks: number; readonly intake: number; readonly share: number };

/** How each measurement but the first lies in what the earlier ones of the person let expect. */
export function foretoldPoints(model: CourseModel, persons: readonly MeasuredPerson[]): ForetoldPoint[] {
  return persons.flatMap((points) => {
    const ordered = points.toSorted((one, other) => one.weeks - other.weeks);
    const [intake] = ordered;
    if (!intake) return [];
    return ordered.slice(1).map(({ weeks, value, se }, index) => {
      const { mean, sd } = courseGiven(model, ordered.slice(0, index + 1)).at(weeks);
      return { weeks, intake: intake.value, share: normalShare((value - mean) / Math.hypot(sd, se)) };
    });
  });
}

/** The share of the measurements that lay in the middle part of what was expected. NaN without measurements. */
export function shareWithin(points: readonly ForetoldPoint[], middle: number): number {
  const inside = points.filter(({ share }) => Math.abs(share - 0.5) <= middle / 2);
  return inside.length / points.length;
}

/**
 * The largest distance of the foretold shares from the uniform distribution (Kolmogorov & Smirnov). Under the right model
 * about 1.36 / √n or more come in one of 20 cases. NaN without measurements.
 */
export function distanceFromUniform(points: readonly ForetoldPoint[]): number {
  if (points.length === 0) return Number.NaN;
  const shares = points.map(({ share }) => share).toSorted((one, other) => one - other);
  return Math.max(
    ...shares.map((share, index) =>
      Math.max(share - index / shares.length, (index + 1) / shares.length - share),
    ),
  );
}

/** Foretold measurements of one time or intake, by name. */
type CalibrationGroup = { readonly name: string; readonly points: readonly ForetoldPoint[] };

/** A band can hold its share over all persons and yet fail early, late, or for those who began low or high. */
export function calibrationGroups(
  foretold: readonly ForetoldPoint[],
  { mean }: Pick<CourseModel, 'mean'>,
): CalibrationGroup[] {
  const group = (name: string, belongs: (point: ForetoldPoint) => boolean) => ({
    name,
    points: foretold.filter(belongs),
  });
  return [
    group('all', () => true),
    group('up to week 8', ({ weeks }) => weeks <= 8),
    group('weeks 9 to 24', ({ weeks }) => weeks > 8 && weeks <= 24),
    group('after week 24', ({ weeks }) => weeks > 24),
    group('intake below the mean', ({ intake }) => intake < mean),
    group('intake from the mean on', ({ intake }) => intake >= mean),
  ].filter(({ points }) => points.length > 0);
}
