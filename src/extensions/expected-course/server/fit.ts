import {
  courseMetric,
  coursePoints,
  type CourseMetric,
  type DatedScore,
  type NormedScale,
  worseEnd,
} from '../domain/expected-course.ts';
import type { Instrument, Scale } from '../../../domain/instrument-schema.ts';
import type { IsoDate } from '../../../domain/iso-date.ts';
import { todayIn } from '../../../domain/today.ts';
import type { CourseModel, CoursePoint } from '../domain/course.ts';
import { fitCourse, type FittedCourse } from '../domain/course-fit.ts';
import { foretoldPoints, type ForetoldPoint } from '../domain/course-calibration.ts';
import { signalsInHindsight, type FoundCourses } from '../domain/hindsight.ts';
import type { SignalRule } from '../domain/course-signal.ts';
import { listClinics } from '../../../server/clinics/queries.ts';
import { withoutTenant, withTenant } from '../../../server/database/transaction.ts';
import { openScore } from '../../../server/keys/score-cells.ts';
import type { Services } from '../../../server/services.ts';
import { insertModel, type ScaleName } from './model-queries.ts';
import { scorePage } from './queries.ts';

/** Fewer persons with enough measurements give no model (product 20.2). */
export const LEAST_PERSONS = 150;
const LEAST_POINTS = 3;
const PAGE = 2_000;
const FIRST = '00000000-0000-0000-0000-000000000000';

export type CourseFit =
  | { readonly kind: 'too_few'; readonly persons: number }
  | (FittedCourse & {
      readonly kind: 'fitted';
      readonly version: number;
      readonly persons: number;
      readonly measurements: number;
      readonly foretold: readonly ForetoldPoint[];
      readonly found: FoundCourses;
    });

export type CourseRule = Pick<SignalRule, 'unexpected' | 'worsening'>;

/** What a signal needs (record 112). */
export const SIGNAL_PROBABILITIES: CourseRule = { unexpected: 0.8, worsening: 0.1 };

type CourseTarget = NormedScale & { readonly name: ScaleName; readonly metric: CourseMetric };

/**
 * Learns the expected course of a scale from the finished surveys of all clinics, from a start, and stores it as the next
 * version. Only persons with at least three measurements before the end of their therapy count.
 */
export async function fitFromSurveys(
  services: Services,
  { instrument, scale }: { readonly instrument: Instrument; readonly scale: Scale },
  { start, ...rule }: CourseRule & { readonly start: CourseModel },
): Promise<CourseFit> {
  const name = { instrument: instrument.id, scale: scale.key };
  const { norm_sets } = instrument;
  const target = { name, scale, norm_sets, metric: courseMetric(instrument, scale) };
  const all = await measuredPersons(services, target);
  const persons = all.filter(({ length }) => length >= LEAST_POINTS);
  if (persons.length < LEAST_PERSONS) return { kind: 'too_few', persons: persons.length };
  const fitted = fitCourse(persons, start);
  const { model } = fitted;
  const measurements = persons.reduce((sum, { length }) => sum + length, 0);
  const stored = { ...target.metric, model, persons: persons.length, measurements, source: null };
  const version = await withoutTenant(services.pool, (db) => insertModel(db, name, stored));
  const found = signalsInHindsight(model, persons, {
    ...rule,
    reliable: reliablePoints(scale, persons),
    worse: worseEnd(scale),
  });
  const counts = { version, persons: persons.length, measurements };
  return { kind: 'fitted', ...fitted, ...counts, foretold: foretoldPoints(model, persons), found };
}

/** The change that is reliable between two measurements of the usual error. */
function reliablePoints(
  { reliable_change: rule }: Scale,
  persons: readonly (readonly CoursePoint[])[],
): number {
  const errors = persons.flatMap((points) => points.map(({ se }) => se));
  const square = errors.reduce((sum, se) => sum + se * se, 0) / errors.length;
  return (rule?.z ?? 1.96) * Math.sqrt(2 * square);
}

/** The measurements of all persons, by person. Page by page, so that a large clinic fits into a statement's time. */
async function measuredPersons(services: Services, target: CourseTarget): Promise<CoursePoint[][]> {
  const persons: CoursePoint[][] = [];
  for (const { id } of await withoutTenant(services.pool, listClinics)) {
    const scores = new Map<string, { admission: IsoDate; scores: DatedScore[] }>();
    for await (const row of scoresOf(services, id, target)) {
      const person = scores.get(row.patient_id) ?? { admission: row.admission, scores: [] };
      person.scores.push(row);
      scores.set(row.patient_id, person);
    }
    persons.push(...[...scores.values()].map((person) => coursePoints(target, target.metric, person)));
  }
  return persons;
}

async function* scoresOf({ pool, keys, config }: Services, clinicId: string, { name }: CourseTarget) {
  let after = FIRST;
  for (;;) {
    const from = after;
    const rows = await withTenant(pool, clinicId, (db) =>
      scorePage(db, { clinicId, ...name }, { after: from, most: PAGE }),
    );
    for (const { session_id: sessionId, patient_id, admission, finished_at, ...row } of rows) {
      const date = todayIn(config.public.time_zone, Date.parse(finished_at));
      yield { patient_id, admission, date, score: openScore(keys, { clinicId, sessionId }, row) };
    }
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.session_id;
  }
}
