import { anInput, pre, type Point } from '../../../../test/report-samples.ts';
import type { ReportInput } from '../../../server/reports/report-data.ts';
import type { CourseModel } from '../domain/course.ts';
import { courseMetric, expectedCourse } from '../domain/expected-course.ts';
import { expectation } from '../server/report.ts';
import { datedScores } from '../server/signals.ts';

/** T rises where a fall was expected. */
const risen: readonly Point[] = [
  { ...pre, theta: 0.4 },
  { type: 'INTERMEDIATE', label: 'Verlauf 1', date: '2025-04-04', theta: 1.2 },
  { type: 'INTERMEDIATE', label: 'Verlauf 2', date: '2025-07-06', theta: 2 },
];

/** From a therapy that helps. */
export const helpfulCourse: CourseModel = {
  mean: 60,
  slope: -3,
  level_sd: 7,
  slope_sd: 2,
  correlation: -0.2,
  process_sd: 3,
  process_weeks: 8,
};

/** The input of a report with the course that was expected of depression. */
export function deviatingInput(): ReportInput {
  const input = anInput(risen);
  const depression = input.instruments.find(({ id }) => id === 'dep');
  const scale = depression?.scales[0];
  if (!depression || !scale) throw new Error('The sample needs depression.');
  const name = { instrument_id: depression.id, scale: scale.key };
  const metric = courseMetric(depression, scale);
  const normed = { scale, norm_sets: depression.norm_sets };
  const target = { ...normed, model: helpfulCourse, metric, therapy: input.therapy, probability: 0.8 };
  const course = expectedCourse(target, datedScores(input.points, name));
  const expected = course ? [{ ...name, ...course, model: { version: 3, persons: 412, source: null } }] : [];
  return { ...input, additions: [expectation(expected)] };
}
