import { sql } from 'kysely';
import type { IsoDate } from '../../domain/iso-date.ts';
import type { WindowType } from '../../domain/window-types.ts';
import type { Schema } from '../database/schema.ts';
import type { Db } from '../database/transaction.ts';
import type { PatientKey, SessionKey } from '../database/row-keys.ts';
import type { AnswerRow } from '../keys/answer-cells.ts';
import type { Version } from '../instruments/registry-queries.ts';
import type { MissedPoint } from '../print/scale-row.ts';

/** A finished session that belongs to a window, with its patient. */
export type ReportSession = {
  session_id: string;
  patient_id: string;
  clinician_id: string;
  code: string;
  gender: Schema['patients']['gender'];
  birth_date_encrypted: Buffer;
  admission: IsoDate;
  discharge: IsoDate | null;
  window_type: WindowType;
  window_label: string;
  window_start: IsoDate;
  started_at: string;
  updated_at: string;
  report_viewed_at: string | null;
  is_read: boolean;
  is_flagged: boolean;
  seed: string;
  protocol_id: string;
  protocol_version: string;
  instruments: Version[];
};

// Of the session "s". A report that was marked unread again stays released (product 10.5).
const isRead = sql<boolean>`EXISTS (SELECT FROM reports r
  WHERE r.clinic_id = s.clinic_id AND r.session_id = s.id AND r.audience = 'clinician')`;
const isFlagged = sql<boolean>`EXISTS (SELECT FROM crisis_events e
  WHERE e.clinic_id = s.clinic_id AND e.session_id = s.id AND e.acknowledged_at IS NULL)`;

/** Undefined where the session does not exist, is not finished, or no longer belongs to a window (product 10). */
export async function findReportSession(
  db: Db,
  { clinicId, sessionId }: SessionKey,
): Promise<ReportSession | undefined> {
  const { rows } = await sql<ReportSession>`
    SELECT s.id AS session_id, s.patient_id, p.clinician_id, p.code, p.gender, p.birth_date_encrypted, p.admission, p.discharge, s.window_type,
      w.label AS window_label, w.start_date AS window_start, s.started_at, s.updated_at, s.report_viewed_at, s.seed, s.protocol_id,
      s.protocol_version, s.instruments, ${isRead} AS is_read, ${isFlagged} AS is_flagged
    FROM survey_sessions s
    JOIN survey_windows w ON w.clinic_id = s.clinic_id AND w.id = s.window_id
    JOIN patients p ON p.clinic_id = s.clinic_id AND p.id = s.patient_id
    WHERE s.clinic_id = ${clinicId} AND s.id = ${sessionId} AND s.finished_at IS NOT NULL`.execute(db);
  return rows[0];
}

export type PointRow = {
  session_id: string;
  label: string;
  finished_at: string;
  algorithm_version: string | null;
  /** `result_encrypted` is hexadecimal. */
  scores: { instrument_id: string; scale: string; result_encrypted: string }[] | null;
};

/** A patient up to a window. */
export type UntilWindow = Pick<ReportSession, 'patient_id' | 'window_start'>;

/** The finished measurement points of a patient up to a window, in order, with their scores. */
export async function listPoints(
  db: Db,
  clinicId: string,
  { patient_id: patientId, window_start: until }: UntilWindow,
): Promise<PointRow[]> {
  const { rows } = await sql<PointRow>`
    SELECT s.id AS session_id, w.label, s.finished_at, c.algorithm_version, c.scores
    FROM survey_sessions s
    JOIN survey_windows w ON w.clinic_id = s.clinic_id AND w.id = s.window_id
    LEFT JOIN LATERAL (
      SELECT json_agg(json_build_object('instrument_id', instrument_id, 'scale', scale, 'result_encrypted', encode(result_encrypted, 'hex'))) AS scores, max(algorithm_version) AS algorithm_version
      FROM scores WHERE clinic_id = s.clinic_id AND session_id = s.id
    ) c ON true
    WHERE s.clinic_id = ${clinicId} AND s.patient_id = ${patientId} AND s.finished_at IS NOT NULL
      AND w.start_date <= ${until}::date
    ORDER BY w.start_date`.execute(db);
  return rows;
}

type Clock = { readonly today: IsoDate; readonly timeZone: string };

/**
 * The windows before this one that ended without a finished survey, in order. Those that ended before the registration, a day in
 * this time zone, were never offered.
 */
export async function listMissedWindows(
  db: Db,
  clinicId: string,
  { patient_id: patientId, window_start: until, today, timeZone }: UntilWindow & Clock,
): Promise<MissedPoint[]> {
  const { rows } = await sql<MissedPoint>`
    SELECT w.label, w.start_date AS date FROM survey_windows w
    JOIN patients p ON p.clinic_id = w.clinic_id AND p.id = w.patient_id
    WHERE w.end_date >= (p.created AT TIME ZONE ${timeZone}::text)::date AND w.clinic_id = ${clinicId} AND w.patient_id = ${patientId} AND w.start_date < ${until}::date
      AND w.end_date < ${today}::date AND NOT EXISTS (
        SELECT FROM survey_sessions s
        WHERE s.clinic_id = w.clinic_id AND s.window_id = w.id AND s.finished_at IS NOT NULL)
    ORDER BY w.start_date`.execute(db);
  return rows;
}

/**
 * The finished surveys that lie in no window since admission or discharge were changed, up to a moment, in order, each with its
 * day in this time zone.
 */
export async function listDetachedSurveys(
  db: Db,
  clinicId: string,
  {
    patient_id: patientId,
    updated_at: until,
    timeZone,
  }: Pick<ReportSession, 'patient_id' | 'updated_at'> & Pick<Clock, 'timeZone'>,
): Promise<MissedPoint[]> {
  const { rows } = await sql<MissedPoint>`
    SELECT window_label AS label, (finished_at AT TIME ZONE ${timeZone}::text)::date AS date FROM survey_sessions
    WHERE clinic_id = ${clinicId} AND patient_id = ${patientId} AND window_id IS NULL
      AND finished_at <= ${until}::timestamptz
    ORDER BY finished_at`.execute(db);
  return rows;
}

/** The instruments of all finished sessions of a patient, each in the version that was asked last. */
export async function listAskedInstruments(db: Db, { clinicId, patientId }: PatientKey): Promise<Version[]> {
  const { rows } = await sql<Version>`
    SELECT DISTINCT ON (i->>'id') i->>'id' AS id, i->>'version' AS version
    FROM survey_sessions s
    JOIN survey_windows w ON w.clinic_id = s.clinic_id AND w.id = s.window_id,
      jsonb_array_elements(s.instruments) i
    WHERE s.clinic_id = ${clinicId} AND s.patient_id = ${patientId} AND s.finished_at IS NOT NULL
    ORDER BY i->>'id', w.start_date DESC`.execute(db);
  return rows;
}

/** Admission and discharge of a patient who exists. */
export async function findTherapy(db: Db, { clinicId, patientId }: PatientKey) {
  return db
    .selectFrom('patients')
    .select(['admission', 'discharge'])
    .where('clinic_id', '=', clinicId)
    .where('id', '=', patientId)
    .executeTakeFirstOrThrow();
}

/** Who opened the reports of a patient's present sessions, each reader's last time, the newest first. */
export async function listReportViews(db: Db, { clinicId, patientId }: PatientKey) {
  const { rows } = await sql<{ survey_session_id: string; username: string | null; at: string }>`
    SELECT s.id AS survey_session_id, a.username, max(v.at) AS at
    FROM audit v
    JOIN survey_sessions s ON s.clinic_id = v.clinic_id AND s.id::text = v.object_id AND s.window_id IS NOT NULL
    LEFT JOIN accounts a ON a.clinic_id = v.clinic_id AND a.id = v.actor_id
    WHERE v.clinic_id = ${clinicId} AND v.patient_id = ${patientId} AND v.action = 'report_viewed'
      AND s.patient_id = ${patientId}
    GROUP BY s.id, v.actor_id, a.username ORDER BY at DESC`.execute(db);
  return rows;
}

/** Forgets that the treating clinician opened the report. */
export async function markUnread(db: Db, { clinicId, sessionId }: SessionKey): Promise<void> {
  await sql`UPDATE survey_sessions SET report_viewed_at = NULL
    WHERE clinic_id = ${clinicId} AND id = ${sessionId}`.execute(db);
}

type TimedAnswerRow = AnswerRow & { page_number: number; time_taken: number; answered_after: number | null };

/** The answers of a session in the order in which they were given. */
export async function listAnswers(db: Db, { clinicId, sessionId }: SessionKey): Promise<TimedAnswerRow[]> {
  const { rows } = await sql<TimedAnswerRow>`
    SELECT item_id, item_type, page_number, encrypted, time_taken, answered_after FROM answers
    WHERE clinic_id = ${clinicId} AND session_id = ${sessionId}
    ORDER BY page_number, position`.execute(db);
  return rows;
}

/** Stores the first time that a clinician opened the report. */
export async function markViewed(db: Db, { clinicId, sessionId }: SessionKey, at: string): Promise<void> {
  await sql`UPDATE survey_sessions SET report_viewed_at = ${at}
    WHERE clinic_id = ${clinicId} AND id = ${sessionId} AND report_viewed_at IS NULL`.execute(db);
}

export type ShownReport = {
  audience: 'clinician' | 'patient';
  hash: string;
  encrypted: Buffer;
  versions: object;
  at: string;
};

/** Keeps a report as it was shown. A report with the same content is kept once. */
export async function insertReport(
  db: Db,
  { clinicId, sessionId }: SessionKey,
  { audience, hash, encrypted, versions, at }: ShownReport,
): Promise<void> {
  await db
    .insertInto('reports')
    .values({
      clinic_id: clinicId,
      session_id: sessionId,
      audience,
      hash,
      html_encrypted: encrypted,
      versions: JSON.stringify(versions),
      created: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The finished sessions of a patient that belong to a window of one of these types, in order. */
export async function listFinishedSessions(
  db: Db,
  clinicId: string,
  patientId: string,
  types: readonly WindowType[],
) {
  if (types.length === 0) return [];
  return db
    .selectFrom('survey_sessions as s')
    .innerJoin('survey_windows as w', (join) =>
      join.onRef('w.clinic_id', '=', 's.clinic_id').onRef('w.id', '=', 's.window_id'),
    )
    .select([
      's.id as survey_session_id',
      'w.type as stw_type',
      'w.label',
      's.started_at as started_time',
      's.updated_at as update_time',
      isRead.as('isRead'),
      isFlagged.as('isFlagged'),
    ])
    .where('s.clinic_id', '=', clinicId)
    .where('s.patient_id', '=', patientId)
    .where('s.finished_at', 'is not', null)
    .where('w.type', 'in', types)
    .orderBy('w.start_date')
    .execute();
}
