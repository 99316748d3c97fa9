import { sql } from 'kysely';
import type { CourseMetric } from '../domain/expected-course.ts';
import type { CourseModel } from '../domain/course.ts';
import type { Db } from '../../../server/database/transaction.ts';

export type ScaleName = { readonly instrument: string; readonly scale: string };

export type StoredModel = CourseMetric & {
  readonly version: number;
  readonly model: CourseModel;
  readonly persons: number;
  readonly measurements: number;
  /** The publications that it follows from; null where it was learnt here. */
  readonly source: string | null;
};

type NamedModel = StoredModel & { readonly instrument_id: string; readonly scale: string };

/** Stores a model as the next version of its scale and returns its number. */
export async function insertModel(
  db: Db,
  { instrument, scale }: ScaleName,
  { instrument_versions, norm_set, model, persons, measurements, source }: Omit<StoredModel, 'version'>,
): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    INSERT INTO course_models (instrument_id, scale, version, instrument_versions, norm_set, model, persons, measurements, source)
    SELECT ${instrument}, ${scale}, coalesce(max(version), 0) + 1, ${instrument_versions}, ${norm_set},
      ${JSON.stringify(model)}::jsonb, ${persons}, ${measurements}, ${source}
    FROM course_models WHERE instrument_id = ${instrument} AND scale = ${scale}
    RETURNING version`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('a course model was not stored');
  return row.version;
}

/** The newest model of each scale of these instruments. */
export async function listModels(db: Db, instruments: readonly string[]): Promise<NamedModel[]> {
  const { rows } = await sql<NamedModel>`
    SELECT DISTINCT ON (instrument_id, scale) instrument_id, scale, version, instrument_versions, norm_set, model, persons, measurements, source
    FROM course_models WHERE instrument_id = ANY(${instruments}) ORDER BY instrument_id, scale, version DESC`.execute(
    db,
  );
  return rows;
}
