import assert from 'node:assert/strict';
import type { CourseModel, CoursePoint } from '../domain/course.ts';

export const model: CourseModel = {
  mean: 62,
  slope: -2.5,
  level_sd: 7,
  slope_sd: 2.5,
  correlation: -0.3,
  process_sd: 3,
  process_weeks: 8,
};

/** Points at irregular weeks, out of order, with errors of their own. */
export function somePoints(count: number): CoursePoint[] {
  return Array.from({ length: count }, (_, i) => ({
    weeks: ((i * 7919) % 613) / 10,
    value: 60 + 8 * Math.sin(i),
    se: 2 + (i % 3),
  }));
}

// The same posterior, written apart: the joint covariance of values and measurements from the design matrix, and its
// conditional distribution by Gauss-Jordan elimination with pivoting.
type Matrix = number[][];

function inverseOf(matrix: Matrix): { inverse: Matrix; logDeterminant: number } {
  const size = matrix.length;
  const rows = matrix.map((row, i) => [...row, ...row.map((_, j) => (i === j ? 1 : 0))]);
  let logDeterminant = 0;
  for (let column = 0; column < size; column++) {
    const sizes = rows.map((row, i) => (i < column ? -1 : Math.abs(row[column]!)));
    const pivot = sizes.indexOf(Math.max(...sizes));
    [rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!];
    const divisor = rows[column]![column]!;
    logDeterminant += Math.log(Math.abs(divisor));
    rows[column] = rows[column]!.map((value) => value / divisor);
    for (let i = 0; i < size; i++) {
      const factor = rows[i]![column]!;
      if (i !== column) rows[i] = rows[i]!.map((value, j) => value - factor * rows[column]![j]!);
    }
  }
  return { inverse: rows.map((row) => row.slice(size)), logDeterminant };
}

const product = (a: Matrix, b: Matrix): Matrix =>
  a.map((row) => b[0]!.map((_, j) => row.reduce((sum, value, k) => sum + value * b[k]![j]!, 0)));

function jointCovariance(weeks: readonly number[]): Matrix {
  const { level_sd: a, slope_sd: b, correlation: r, process_sd: s, process_weeks: l } = model;
  const design = weeks.map((week) => [1, Math.log(1 + week)]);
  const persons = [
    [a * a, r * a * b],
    [r * a * b, b * b],
  ];
  const transposed = [design.map((row) => row[0]!), design.map((row) => row[1]!)];
  const lines = product(product(design, persons), transposed);
  return lines.map((row, i) =>
    row.map((value, j) => value + s * s * Math.exp(-Math.abs(weeks[i]! - weeks[j]!) / l)),
  );
}

export function densePosterior(points: readonly CoursePoint[], targets: readonly number[]) {
  const weeks = [...points.map((point) => point.weeks), ...targets];
  const n = points.length;
  const joint = jointCovariance(weeks);
  const means = weeks.map((week) => model.mean + model.slope * Math.log(1 + week));
  const measured = joint
    .slice(0, n)
    .map((row, i) => row.slice(0, n).map((value, j) => value + (i === j ? points[i]!.se ** 2 : 0)));
  const { inverse, logDeterminant } = inverseOf(measured);
  const across = joint.slice(n).map((row) => row.slice(0, n));
  const residuals = points.map(({ value }, i) => [value - means[i]!]);
  const shift = product(product(across, inverse), residuals);
  const explained = product(
    product(across, inverse),
    across[0]!.map((_, j) => across.map((row) => row[j]!)),
  );
  const covariance = joint
    .slice(n)
    .map((row, i) => row.slice(n).map((value, j) => value - explained[i]![j]!));
  const distance = product(product([residuals.map(([one]) => one!)], inverse), residuals)[0]![0]!;
  return {
    mean: targets.map((_, i) => means[n + i]! + shift[i]![0]!),
    covariance,
    logDensity: -(distance + logDeterminant + n * Math.log(2 * Math.PI)) / 2,
  };
}

export function assertClose(actual: number, expected: number, what: string, tolerance = 1e-8): void {
  assert.ok(Math.abs(actual - expected) <= tolerance, `${what}: ${actual} instead of ${expected}`);
}
