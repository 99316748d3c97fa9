import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  bandOf,
  courseGiven,
  probabilityBeyond,
  probabilityOfWorsening,
  type CourseModel,
  type CoursePoint,
} from './course.ts';
import { logLikelihood, modelOf, parametersOf } from './course-fit.ts';
import { entry } from './numeric.ts';

const model: CourseModel = {
  mean: 62,
  slope: -2.5,
  level_sd: 7,
  slope_sd: 2.5,
  correlation: -0.3,
  process_sd: 3,
  process_weeks: 8,
};

/** Points at irregular weeks, out of order, with errors of their own. */
function somePoints(count: number): CoursePoint[] {
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

function densePosterior(points: readonly CoursePoint[], targets: readonly number[]) {
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

function assertClose(actual: number, expected: number, what: string, tolerance = 1e-8): void {
  assert.ok(Math.abs(actual - expected) <= tolerance, `${what}: ${actual} instead of ${expected}`);
}

for (const count of [1, 2, 7, 60])
  test(`the course given ${count} points equals the posterior of dense matrices`, () => {
    const points = somePoints(count);
    const targets = [0, 3.5, 26, 80];
    const dense = densePosterior(points, targets);
    const course = courseGiven(model, points);
    for (const [i, week] of targets.entries()) {
      const { mean, sd } = course.at(week);
      assertClose(mean, dense.mean[i]!, `mean at ${week}`);
      assertClose(sd, Math.sqrt(dense.covariance[i]![i]!), `sd at ${week}`);
    }
    const change = course.change(0, 26);
    assertClose(change.mean, dense.mean[2]! - dense.mean[0]!, 'mean change');
    const [[first], , third] = dense.covariance as [[number], number[], number[]];
    assertClose(change.sd, Math.sqrt(first + third[2]! - 2 * third[0]!), 'sd of the change');
    assertClose(logLikelihood(model, [points]).value, dense.logDensity, 'log density', 1e-7);
  });

test('the gradient of the likelihood equals central differences of it', () => {
  const persons = [somePoints(5), somePoints(1), somePoints(9).slice(3)];
  const start = parametersOf(model);
  const { gradient } = logLikelihood(model, persons);
  for (const [i, slope] of gradient.entries()) {
    const step = 1e-5;
    const moved = (by: number) => {
      const there = start.map((value, j) => (i === j ? value + by : value));
      return logLikelihood(modelOf(there), persons).value;
    };
    assertClose(
      (moved(step) - moved(-step)) / (2 * step),
      slope,
      `parameter ${i}`,
      1e-5 * (1 + Math.abs(slope)),
    );
  }
});

test('without points the course is that of the population', () => {
  const { mean, sd } = courseGiven(model, []).at(10);
  assertClose(mean, 62 - 2.5 * Math.log(11), 'mean');
  const t = Math.log(11);
  assertClose(sd, Math.sqrt(49 - 2 * 0.3 * 7 * 2.5 * t + 6.25 * t * t + 9), 'sd');
});

const expected = (se: number) => courseGiven(model, [{ weeks: 0, value: 76, se }]).at(0).mean;

test('a person who begins above the mean is expected between the own value and the mean, the nearer the surer', () => {
  assert.ok(expected(0.01) > 75.9);
  assert.ok(expected(3) < expected(0.01));
  assert.ok(expected(30) < expected(3) && expected(30) > 62);
});

test('a band holds its share of the distribution, and the wider the surer it must be', () => {
  const { lower, upper } = bandOf({ mean: 50, sd: 10 }, 0.8);
  assertClose(lower, 50 - 12.815_515_655_446, 'lower');
  assertClose(upper, 50 + 12.815_515_655_446, 'upper');
});

test('where low values are the bad ones, the mirrored course has the same probabilities', () => {
  const points = somePoints(4);
  const mirrored = points.map((point) => ({ ...point, value: -point.value }));
  const turned = { ...model, mean: -model.mean, slope: -model.slope };
  assertClose(
    probabilityOfWorsening(courseGiven(turned, mirrored).change(0, 30), 6, 'low'),
    probabilityOfWorsening(courseGiven(model, points).change(0, 30), 6, 'high'),
    'worse at the end',
  );
});

test('a value without doubt lies beyond a limit or does not', () => {
  assert.equal(probabilityBeyond({ mean: 3, sd: 0 }, 2, 'high'), 1);
  assert.equal(probabilityBeyond({ mean: 3, sd: 0 }, 2, 'low'), 0);
});

test('a model or a measurement without a meaning is refused', () => {
  for (const wrong of [{ level_sd: 0 }, { process_weeks: -1 }, { correlation: 1 }, { mean: Number.NaN }])
    assert.throws(() => courseGiven({ ...model, ...wrong }, []), /course model must/);
  const [point] = somePoints(1);
  for (const wrong of [{ se: 0 }, { weeks: -1 }])
    assert.throws(() => courseGiven(model, [{ ...entry([point!], 0), ...wrong }]), /A measurement needs/);
});
