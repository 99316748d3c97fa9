import { sql } from 'kysely';
import type { PatientKey } from '../database/row-keys.ts';
import type { Db } from '../database/transaction.ts';
import type { ScoreRow } from '../keys/score-cells.ts';

export type EarlierScore = ScoreRow & { session_id: string; instrument_version: string; finished_at: string };

/** The newest score of each scale and version in the surveys that a patient finished before a moment, the newest first. */
export async function listScoresBefore(
  db: Db,
  { clinicId, patientId }: PatientKey,
  instruments: readonly string[],
  at: string,
): Promise<EarlierScore[]> {
  const { rows } = await sql<EarlierScore>`
    SELECT * FROM (
      SELECT DISTINCT ON (r.instrument_id, r.scale, r.instrument_version) s.id AS session_id, s.finished_at,
        r.instrument_id, r.scale, r.instrument_version, r.result_encrypted
      FROM survey_sessions s
      JOIN scores r ON r.clinic_id = s.clinic_id AND r.session_id = s.id AND r.instrument_id = ANY(${instruments}::text[])
      WHERE s.clinic_id = ${clinicId} AND s.patient_id = ${patientId} AND s.finished_at < ${at}::timestamptz
      ORDER BY r.instrument_id, r.scale, r.instrument_version, s.finished_at DESC
    ) newest ORDER BY finished_at DESC`.execute(db);
  return rows;
}
