import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CourseModel } from './course.ts';
import { fitCourse } from './course-fit.ts';
import {
  ASSUMED_COURSE as model,
  bandCoverage,
  COURSE_SHAPES,
  signalQuality,
  simulateTherapies,
  type CourseShape,
} from './course-simulation.ts';

const start: CourseModel = {
  mean: 55,
  slope: 0,
  level_sd: 4,
  slope_sd: 1,
  correlation: 0,
  process_sd: 2,
  process_weeks: 4,
};
const weeks = [0, 2, 4, 8, 12, 18, 24];
const therapiesOf = (shape: CourseShape, persons: number, seed = 'test') =>
  simulateTherapies({ shape, model, persons, weeks, se: 2.7, seed });

test('the same seed draws the same therapies, another seed others', () => {
  assert.deepEqual(therapiesOf('model', 3), therapiesOf('model', 3));
  assert.notDeepEqual(therapiesOf('model', 3), therapiesOf('model', 3, 'other'));
  // More persons leave the first ones as they are.
  assert.deepEqual(therapiesOf('model', 5).slice(0, 3), therapiesOf('model', 3));
});

test('a fit finds the parameters that the therapies were drawn with', () => {
  const persons = therapiesOf('model', 800).map(({ points }) => points);
  const { model: found, converged } = fitCourse(persons, start);
  assert.ok(converged);
  const within = { mean: 0.8, slope: 0.35, level_sd: 0.7, slope_sd: 0.5, correlation: 0.15, process_sd: 0.7 };
  for (const [name, tolerance] of Object.entries(within)) {
    const key = name as keyof typeof within;
    assert.ok(Math.abs(found[key] - model[key]) <= tolerance, `${name}: ${found[key]}`);
  }
  assert.ok(found.process_weeks > 4 && found.process_weeks < 16, `${found.process_weeks}`);
});

test('under the right model the bands hold their share of the true values at every time', () => {
  for (const { weeks: week, half, four_fifths } of bandCoverage(model, therapiesOf('model', 4000))) {
    assert.ok(Math.abs(half - 0.5) <= 0.03, `50 % at ${week}: ${half}`);
    assert.ok(four_fifths >= 0.78 && four_fifths <= 0.82, `80 % at ${week}: ${four_fifths}`);
  }
});

test('signals find most deteriorations early, and flag few who become better late', () => {
  const rule = { unexpected: 0.8, worsening: 0.1, reliable: 7.5 };
  const quality = signalQuality(model, therapiesOf('model', 3000), rule);
  assert.ok(quality.deteriorated > 0.02 && quality.deteriorated < 0.08, JSON.stringify(quality));
  assert.ok(quality.found_early >= 0.8, JSON.stringify(quality));
  assert.ok(quality.false_signals <= 0.2, JSON.stringify(quality));
  assert.ok(quality.late_flagged <= 0.1, JSON.stringify(quality));
});

test('therapies of every shape can be drawn and fitted', () => {
  for (const shape of COURSE_SHAPES) {
    const persons = therapiesOf(shape, 150).map(({ points }) => points);
    const { log_likelihood: likelihood } = fitCourse(persons, start);
    assert.ok(Number.isFinite(likelihood), shape);
  }
});

test('a simulation without persons or without a first measurement is refused', () => {
  assert.throws(() => therapiesOf('model', 0), /at least one person/);
  const plan = { shape: 'model', model, persons: 1, weeks: [1, 2], se: 2, seed: 'x' } as const;
  assert.throws(() => simulateTherapies(plan), /begins with a measurement at week 0/);
  assert.throws(() => fitCourse([], start), /without persons/);
});
