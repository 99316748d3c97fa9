import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as v from 'valibot';
import { courseGiven, probabilityBeyond, type CourseModel } from './course.ts';
import { ASSUMED_COURSE, signalQuality, simulateTherapies } from './course-simulation.ts';
import { Z_95 } from '../../../psychometrics/t-scores.ts';
import { publishedCourse, publishedCoursesFile } from './published-courses.ts';

const read: unknown = JSON.parse(readFileSync('courses/published.json', 'utf8'));
const file = v.parse(publishedCoursesFile, read);
const close = (actual: number, expected: number, tolerance: number) =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} instead of ${expected}`);

/** The standard error that the derivation assumes, and the change that is reliable with it. */
const SE = 2.5;
const RELIABLE = Z_95 * Math.SQRT2 * SE;

/** The change that is measured after some weeks, over all persons: errors and ups and downs included. */
function measuredChange(model: CourseModel, weeks: number) {
  const { mean, sd } = courseGiven(model, []).change(0, weeks);
  return { mean, sd: Math.hypot(sd, Math.SQRT2 * SE) };
}

test('every shipped model gives back its published figures: the effect of a therapy, and the share that becomes reliably worse', () => {
  assert.equal(file.models.length, 1);
  for (const { model, figures } of file.models) {
    const change = measuredChange(model, 26);
    close(-change.mean / model.level_sd, figures['effect_at_26']!, 1e-3);
    close(probabilityBeyond(change, RELIABLE, 'high'), figures['worse_at_26']!, 1e-4);
  }
});

test('what the limits of the shipped model say of improved patients is so', () => {
  const { model, limits } = publishedCourse(file, { instrument: 'dep', scale: 'dep' })!;
  // The share of 1986 is of the lines of the persons, without ups and downs.
  const lines = courseGiven({ ...model, process_sd: 1e-6 }, []);
  const criterion = lines.change(0, 8).mean;
  const improved = (weeks: number) => probabilityBeyond(lines.change(0, weeks), criterion, 'low');
  close(improved(8), 0.5, 1e-3);
  close(improved(26), 0.66, 0.005);
  assert.match(limits.join(' '), /66 instead of 75 % by 26/);
});

test('signals by the shipped model find most who become worse in therapies that it was not made for, with few false ones', () => {
  const { model } = publishedCourse(file, { instrument: 'dep', scale: 'dep' })!;
  const weeks = [0, 4, 8, 13, 17, 21, 26];
  const plan = {
    shape: 'model',
    model: ASSUMED_COURSE,
    persons: 3000,
    weeks,
    se: SE,
    seed: 'published',
  } as const;
  const rule = { unexpected: 0.8, worsening: 0.1, reliable: RELIABLE };
  const quality = signalQuality(model, simulateTherapies(plan), rule);
  assert.ok(quality.found_early > 0.65, JSON.stringify(quality));
  assert.ok(quality.false_signals < 0.2, JSON.stringify(quality));
});

test('a scale that no model names has no starting values', () => {
  assert.equal(publishedCourse(file, { instrument: 'wai', scale: 'wai-bond' }), undefined);
});

test('a file with an impossible model, or without references or limits, is refused', () => {
  const [model] = file.models;
  const parsed = (change: object) =>
    v.safeParse(publishedCoursesFile, { ...file, models: [{ ...model, ...change }] }).success;
  assert.ok(parsed({}));
  assert.ok(!parsed({ model: { ...model!.model, slope_sd: 0 } }));
  assert.ok(!parsed({ references: [] }));
  assert.ok(!parsed({ limits: [] }));
  assert.ok(!parsed({ scales: ['dep'] }));
});
