import { sql } from 'kysely';
import type { IsoDate } from '../../../domain/iso-date.ts';
import type { ScaleName } from './model-queries.ts';
import type { Db } from '../../../server/database/transaction.ts';
import type { ScoreRow } from '../../../server/keys/score-cells.ts';

type StoredScore = ScoreRow & {
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
    SELECT s.id AS session_id, s.patient_id, p.admission, s.finished_at, c.instrument_id, c.scale, c.result_encrypted
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
