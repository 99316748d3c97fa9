import { sql } from 'kysely';
import type { CourseMetric } from '../../domain/expected-course.ts';
import type { IsoDate } from '../../domain/iso-date.ts';
import type { CourseModel } from '../../psychometrics/course.ts';
import type { Db } from '../database/transaction.ts';
import type { ScoreRow } from '../keys/score-cells.ts';

export type ScaleName = { readonly instrument: string; readonly scale: string };

export type StoredScore = ScoreRow & {
  session_id: string;
  patient_id: string;
  admission: IsoDate;
  finished_at: string;
};

/**
 * Some scores of a scale from finished surveys up to the end of a therapy, in the order of their sessions, after one
 * session. A patient who withdrew the consent is left out.
 */
export async function scorePage(
  db: Db,
  { clinicId, instrument, scale }: ScaleName & { readonly clinicId: string },
  { after, most }: { readonly after: string; readonly most: number },
): Promise<StoredScore[]> {
  const { rows } = await sql<StoredScore>`
    SELECT s.id AS session_id, s.patient_id, p.admission, s.finished_at, c.instrument_id, c.scale, c.result, c.result_encrypted
    FROM survey_sessions s
    JOIN patients p ON p.clinic_id = s.clinic_id AND p.id = s.patient_id
    JOIN scores c ON c.clinic_id = s.clinic_id AND c.session_id = s.id
    WHERE s.clinic_id = ${clinicId} AND s.id > ${after}::uuid AND s.finished_at IS NOT NULL
      AND s.window_type IN ('PRE', 'INTERMEDIATE', 'POST')
      AND c.instrument_id = ${instrument} AND c.scale = ${scale}
      AND (SELECT t.withdrawn_at FROM study_consents t WHERE t.clinic_id = s.clinic_id AND t.patient_id = s.patient_id
        ORDER BY t.given_at DESC LIMIT 1) IS NULL
    ORDER BY s.id LIMIT ${most}`.execute(db);
  return rows;
}

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
