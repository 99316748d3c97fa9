import { sql } from 'kysely';
import type { WindowType } from '../db/schema.ts';
import type { Db } from '../db/transaction.ts';

/** A session that is stored and exported, but shown as a result no more (decisions 2). */
export type DetachedSession = {
  survey_session_id: string;
  started_time: string;
  update_time: string;
  finished: boolean;
  stw_type: WindowType;
};

/**
 * Links a patient's sessions with the windows as they are now: the type is equal and the date of the last update lies
 * in the window (spec 4, decisions 2). Where several lie in one window, a finished one comes before an unfinished one
 * and a later before an earlier. Returns the sessions that belong to no window any more.
 */
export async function relinkSessions(
  db: Db,
  clinicId: string,
  patientId: string,
  timeZone = 'Europe/Berlin',
): Promise<DetachedSession[]> {
  // First loosen all: a window may be taken over by another session, and it can only have one.
  await sql`UPDATE survey_sessions SET window_id = NULL
    WHERE clinic_id = ${clinicId} AND patient_id = ${patientId} AND window_id IS NOT NULL`.execute(db);
  await sql`UPDATE survey_sessions s SET window_id = best.window_id, window_label = best.label
    FROM (
      SELECT DISTINCT ON (w.id) w.id AS window_id, w.label, c.id AS session_id
      FROM survey_windows w
      JOIN survey_sessions c ON c.clinic_id = w.clinic_id AND c.patient_id = w.patient_id AND c.window_type = w.type
        AND (c.updated_at AT TIME ZONE ${timeZone})::date BETWEEN w.start_date AND w.end_date
      WHERE w.clinic_id = ${clinicId} AND w.patient_id = ${patientId}
      ORDER BY w.id, c.finished_at IS NULL, c.updated_at DESC, c.id
    ) best
    WHERE s.clinic_id = ${clinicId} AND s.id = best.session_id`.execute(db);
  const { rows } = await sql<DetachedSession>`
    SELECT id AS survey_session_id, started_at AS started_time, updated_at AS update_time,
      finished_at IS NOT NULL AS finished, window_type AS stw_type
    FROM survey_sessions WHERE clinic_id = ${clinicId} AND patient_id = ${patientId} AND window_id IS NULL
    ORDER BY started_at, id`.execute(db);
  return rows;
}
