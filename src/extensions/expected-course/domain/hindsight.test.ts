import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CoursePoint } from './course.ts';
import type { SignalRule } from './course-signal.ts';
import { ASSUMED_COURSE as model } from './course-simulation.ts';
import { signalsInHindsight } from './hindsight.ts';

const rule: SignalRule = { unexpected: 0.8, worsening: 0.1, reliable: 7.5, end: 24, worse: 'high' };
const pointsOf = (...values: number[]): CoursePoint[] =>
  values.map((value, index) => ({ weeks: 4 * index, value, se: 2.5 }));

test('in hindsight signals are counted before the last measurement alone', () => {
  const falling = pointsOf(60, 55, 50, 48);
  const rising = pointsOf(60, 70, 74, 76);
  const late = pointsOf(60, 58, 56, 80);
  const found = signalsInHindsight(model, [falling, rising, late, pointsOf(60, 70, 80)], rule);
  assert.deepEqual(found, { persons: 3, deteriorated: 2, found: 0.5, weeks_of_lead: 4, false_signals: 0 });
});
