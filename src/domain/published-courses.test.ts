import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as v from 'valibot';
import { courseGiven, probabilityBeyond } from '../psychometrics/course.ts';
import { publishedCourse, publishedCoursesFile, slopesOf } from './published-courses.ts';

const read: unknown = JSON.parse(readFileSync('courses/published.json', 'utf8'));
const file = v.parse(publishedCoursesFile, read);
const close = (actual: number, expected: number, tolerance: number) =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} instead of ${expected}`);

test('the slopes of every shipped model follow from its published figures', () => {
  for (const { model, figures } of file.models) {
    const { slope, slope_sd } = slopesOf(figures, model);
    close(model.slope, slope, 1e-4);
    close(model.slope_sd, slope_sd, 1e-4);
  }
});

test('a model gives back the published figures: half improved after 8 weeks, three quarters after 26', () => {
  const { model, figures } = publishedCourse(file, { instrument: 'dep', scale: 'dep' })!;
  // The figures are of the lines of the persons, without ups and downs.
  const lines = courseGiven({ ...model, process_sd: 1e-6 }, []);
  const improved = (weeks: number, criterion: number) =>
    probabilityBeyond(lines.change(0, weeks), -criterion, 'low');
  const criterion = -lines.change(0, 8).mean;
  close(improved(8, criterion), figures.improved_by_8, 1e-3);
  close(improved(26, criterion), figures.improved_by_26, 1e-3);
  close(-lines.change(0, 26).mean / model.level_sd, figures.effect_at_26, 1e-3);
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
