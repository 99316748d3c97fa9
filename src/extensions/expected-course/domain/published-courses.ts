import * as v from 'valibot';
import { assertCourseModel, type CourseModel } from './course.ts';

// Expected courses that follow from published figures (product 20.2): starting values of a file that an operator can replace.

const Text = v.pipe(v.string(), v.trim(), v.minLength(1, 'must not be empty'), v.maxLength(800));
const Texts = v.pipe(v.array(Text), v.minLength(1, 'needs at least one sentence'));
const Finite = v.pipe(v.number(), v.finite());
const ModelSchema = v.pipe(
  v.strictObject({
    mean: Finite,
    slope: Finite,
    level_sd: Finite,
    slope_sd: Finite,
    correlation: Finite,
    process_sd: Finite,
    process_weeks: Finite,
  }),
  v.check(
    isCourseModel,
    'must have standard deviations and weeks above 0 and a correlation between -1 and 1',
  ),
);

function isCourseModel(model: CourseModel): boolean {
  try {
    assertCourseModel(model);
    return true;
  } catch {
    return false;
  }
}

const PublishedSchema = v.strictObject({
  /** The scales that it may stand for, in T, as instrument/scale. */
  scales: v.pipe(
    v.array(v.pipe(v.string(), v.regex(/^[a-z0-9-]+\/[a-z0-9-]+$/, 'must be like dep/dep'))),
    v.minLength(1, 'needs at least one scale'),
  ),
  /** Who is named beside each of its bands and signals. */
  source: v.pipe(Text, v.maxLength(120)),
  model: ModelSchema,
  /** The published figures that the model follows from, by name. */
  figures: v.record(Text, Finite),
  references: Texts,
  /** How each number of the model follows from the figures, or that it is an assumption. */
  derivation: Texts,
  limits: Texts,
});

export const publishedCoursesFile = v.strictObject({
  format: v.literal(1, 'must be 1, the only format there is'),
  id: Text,
  version: Text,
  models: v.array(PublishedSchema),
});
export type PublishedCourses = v.InferOutput<typeof publishedCoursesFile>;
export type PublishedCourse = PublishedCourses['models'][number];

/** The starting values of a file for a scale; undefined where it has none. */
export function publishedCourse(
  { models }: PublishedCourses,
  { instrument, scale }: { readonly instrument: string; readonly scale: string },
): PublishedCourse | undefined {
  return models.find(({ scales }) => scales.includes(`${instrument}/${scale}`));
}
