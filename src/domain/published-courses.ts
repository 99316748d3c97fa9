import * as v from 'valibot';
import { assertCourseModel, courseTime, type CourseModel } from '../psychometrics/course.ts';
import { normalQuantile } from '../psychometrics/normal.ts';

// Expected courses that follow from published figures (product 20.2): starting values of a file that an operator can replace.

const Text = v.pipe(v.string(), v.trim(), v.minLength(1, 'must not be empty'), v.maxLength(800));
const Texts = v.pipe(v.array(Text), v.minLength(1, 'needs at least one sentence'));
const Finite = v.pipe(v.number(), v.finite());
const Share = v.pipe(
  v.number(),
  v.gtValue(0, 'must lie between 0 and 1'),
  v.ltValue(1, 'must lie between 0 and 1'),
);

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
  /** The published shares of improved patients by session, and the effect in standard deviations of the intake values. */
  figures: v.strictObject({ improved_by_8: Share, improved_by_26: Share, effect_at_26: Finite }),
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

/**
 * Mean slope and spread of the slopes that give the published figures, with one session a week: the effect after 26 weeks,
 * and the shares beyond one criterion after 8 and after 26 weeks, on a line of probits over log weeks.
 */
export function slopesOf(
  { improved_by_8, improved_by_26, effect_at_26 }: PublishedCourse['figures'],
  { level_sd }: Pick<CourseModel, 'level_sd'>,
): Pick<CourseModel, 'slope' | 'slope_sd'> {
  const [early, late] = [courseTime(8), courseTime(26)];
  const slope = (-effect_at_26 * level_sd) / late;
  // P(change < -criterion) = share, at both times with the same criterion: -criterion = (slope + z · slope_sd) · time.
  const [one, other] = [normalQuantile(improved_by_8), normalQuantile(improved_by_26)];
  const slope_sd = (slope * (early - late)) / (other * late - one * early);
  return { slope, slope_sd };
}
