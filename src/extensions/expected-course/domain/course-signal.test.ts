import assert from 'node:assert/strict';
import { test } from 'node:test';
import { courseGiven, type CourseModel, type CoursePoint } from './course.ts';
import { courseSignal, expectedBand, type SignalRule } from './course-signal.ts';

const model: CourseModel = {
  mean: 62,
  slope: -2.5,
  level_sd: 7,
  slope_sd: 2.5,
  correlation: -0.2,
  process_sd: 3,
  process_weeks: 8,
};
const rule: SignalRule = { unexpected: 0.8, worsening: 0.1, reliable: 7.5, end: 24, worse: 'high' };
const pointsOf = (...values: number[]): CoursePoint[] =>
  values.map((value, index) => ({ weeks: 4 * index, value, se: 2.5 }));
test('there is no signal before the third measurement, however bad the second one is', () => {
  assert.equal(courseSignal(model, [], rule), null);
  assert.equal(courseSignal(model, pointsOf(60, 85), rule), null);
  assert.equal(courseSignal(model, pointsOf(60, 75, 80), rule)?.is_signal, true);
});

test('a course that runs as expected is worse than expected with one half', () => {
  const intake = pointsOf(70)[0]!;
  const at = (weeks: number) => ({ weeks, value: courseGiven(model, [intake]).at(weeks).mean, se: 2.5 });
  const signal = courseSignal(model, [intake, at(4), at(8)], rule)!;
  assert.ok(Math.abs(signal.unexpected - 0.5) < 1e-6, `${signal.unexpected}`);
  assert.ok(Math.abs(signal.present.mean - signal.expected.mean) < 1e-9);
  assert.equal(signal.is_signal, false);
});

test('a person who is worse than expected and yet likely to end better gets no signal', () => {
  // From a very high value the expectation falls fast: 4 points less than 90 are too few, and no worsening.
  const signal = courseSignal(model, pointsOf(90, 89, 88), rule)!;
  assert.ok(signal.unexpected > 0.8, `${signal.unexpected}`);
  assert.ok(signal.worsening < 0.1 && signal.recovery > signal.worsening, JSON.stringify(signal));
  assert.equal(signal.is_signal, false);
});

test('the order of the measurements does not matter, and the mirrored scale gives the mirrored signal', () => {
  const points = pointsOf(60, 68, 71);
  const signal = courseSignal(model, points, rule);
  assert.deepEqual(courseSignal(model, points.toReversed(), rule), signal);
  const turned = { ...model, mean: -model.mean, slope: -model.slope };
  const mirrored = points.map((point) => ({ ...point, value: -point.value }));
  const other = courseSignal(turned, mirrored, { ...rule, worse: 'low' })!;
  for (const key of ['unexpected', 'worsening', 'recovery'] as const)
    assert.ok(Math.abs(other[key] - signal![key]) < 1e-9, key);
});

test('a therapy that goes on beyond its planned end is judged at its last measurement', () => {
  const points = pointsOf(60, 68, 71);
  assert.deepEqual(
    courseSignal(model, points, { ...rule, end: 2 }),
    courseSignal(model, points, { ...rule, end: 8 }),
  );
});

test('the expected band widens with time and holds the middle', () => {
  const band = expectedBand(model, pointsOf(70)[0]!, [0, 8, 24]);
  const widths = band.map(({ four_fifths: { lower, upper } }) => upper - lower);
  assert.ok(widths[0]! < widths[1]! && widths[1]! < widths[2]!);
  for (const { mean, half, four_fifths } of band)
    assert.ok(four_fifths.lower < half.lower && half.lower < mean && mean < half.upper);
});
