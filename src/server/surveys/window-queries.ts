import { sql } from 'kysely';
import type { PatientKey } from '../database/row-keys.ts';
import type { Db } from '../database/transaction.ts';
import type { WindowType } from '../../domain/window-types.ts';

/** The windows of a patient in order, each with the progress of its session, the moment of the registration and the end of the therapy. */
export async function listPatientWindows(db: Db, { clinicId, patientId }: PatientKey) {
  return db
    .selectFrom('survey_windows as w')
    .leftJoin('survey_sessions as s', (join) =>
      join.onRef('s.clinic_id', '=', 'w.clinic_id').onRef('s.window_id', '=', 'w.id'),
    )
    .innerJoin('patients as p', (join) =>
      join.onRef('p.clinic_id', '=', 'w.clinic_id').onRef('p.id', '=', 'w.patient_id'),
    )
    .select([
      'w.type',
      'w.ordinal',
      'w.start_date as start',
      'w.end_date as end',
      'w.label',
      's.id as survey_session_id',
      's.started_at as started_time',
      's.updated_at as update_time',
      's.finished_at',
      's.shows_help',
      's.report_viewed_at',
      'p.created',
      'p.discharge',
    ])
    .where('w.clinic_id', '=', clinicId)
    .where('w.patient_id', '=', patientId)
    .orderBy('w.start_date')
    .execute();
}

/** A session as far as its place among the windows depends on it. */
export type PlacedSession = {
  survey_session_id: string;
  started_time: string;
  update_time: string;
  finished: boolean;
  stw_type: WindowType;
};

/** Locks all sessions of a patient, in the order in which they began. */
export async function lockSessions(db: Db, { clinicId, patientId }: PatientKey): Promise<PlacedSession[]> {
  const { rows } = await sql<PlacedSession>`
    SELECT id AS survey_session_id, started_at AS started_time, updated_at AS update_time,
      finished_at IS NOT NULL AS finished, window_type AS stw_type
    FROM survey_sessions WHERE clinic_id = ${clinicId} AND patient_id = ${patientId}
    ORDER BY started_at, id FOR UPDATE`.execute(db);
  return rows;
}

/** The windows of a patient as they are now. */
export async function listWindowRanges(db: Db, { clinicId, patientId }: PatientKey) {
  return db
    .selectFrom('survey_windows')
    .select(['id', 'type', 'start_date as start', 'end_date as end', 'label'])
    .where('clinic_id', '=', clinicId)
    .where('patient_id', '=', patientId)
    .execute();
}

export type WindowLink = { sessionId: string; windowId: string; label: string };

/** Links sessions with windows; every other session of the patient loses its window. */
export async function replaceLinks(
  db: Db,
  { clinicId, patientId }: PatientKey,
  links: readonly WindowLink[],
): Promise<void> {
  // First unlink all sessions, because a window has only one session and another session may get it.
  // A session with another window may follow another session now, so its stored change is cleared.
  await sql`UPDATE survey_sessions SET window_id = NULL, symptom_change = NULL
    WHERE clinic_id = ${clinicId} AND patient_id = ${patientId} AND window_id IS NOT NULL`.execute(db);
  await sql`UPDATE survey_sessions s SET window_id = link.window_id, window_label = link.label
    FROM unnest(${links.map(({ sessionId }) => sessionId)}::uuid[], ${links.map(({ windowId }) => windowId)}::uuid[],
      ${links.map(({ label }) => label)}::text[]) AS link (session_id, window_id, label)
    WHERE s.clinic_id = ${clinicId} AND s.id = link.session_id`.execute(db);
}
