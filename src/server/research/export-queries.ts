import { sql, type RawBuilder } from 'kysely';
import type { CrisisLevel } from '../../domain/crisis.ts';
import type { IsoDate } from '../../domain/iso-date.ts';
import type { WindowType } from '../../domain/window-types.ts';
import type { Db } from '../database/transaction.ts';
import type { AnswerRow } from '../keys/answer-cells.ts';
import type { ScoreRow as StoredScore } from '../keys/score-cells.ts';
import type { Version } from '../instruments/registry-queries.ts';

/** Selects the records of a clinic that existed at `asOf`. */
export type Selection = {
  clinicId: string;
  /** ISO 8601 with Z */
  asOf: string;
  /** The first and last date of the start of a survey session, both included. Null: no limit. */
  from: IsoDate | null;
  until: IsoDate | null;
  timeZone: string;
  /** `asked`: the protocol asks for consent, and patients without a consent are left out as well. */
  consent: 'asked' | 'not_asked';
};

const NIL = '00000000-0000-0000-0000-000000000000';

const newestConsent = (column: 'withdrawn_at' | 'given_at') => sql`(
  SELECT ${sql.ref(`c.${column}`)} FROM study_consents c
  WHERE c.clinic_id = p.clinic_id AND c.patient_id = p.id ORDER BY c.given_at DESC LIMIT 1)`;
const hasWithdrawn = sql`${newestConsent('withdrawn_at')} IS NOT NULL`;
const hasNoConsent = sql`${newestConsent('given_at')} IS NULL`;

const startedDay = ({ timeZone }: Selection) => sql`(s.started_at AT TIME ZONE ${timeZone}::text)::date`;

function sessionsIn(selection: Selection): RawBuilder<unknown> {
  const { asOf, from, until } = selection;
  return sql`s.started_at <= ${asOf}::timestamptz
    AND (${from}::date IS NULL OR ${startedDay(selection)} >= ${from}::date)
    AND (${until}::date IS NULL OR ${startedDay(selection)} <= ${until}::date)`;
}

// With a period: patients with a survey session that began in it. Without: all patients, even those without answers.
function patientsIn(selection: Selection): RawBuilder<unknown> {
  const { clinicId, asOf, from, until } = selection;
  const registered = sql`p.clinic_id = ${clinicId} AND p.created <= ${asOf}::timestamptz`;
  if (from === null && until === null) return registered;
  return sql`${registered} AND EXISTS (SELECT FROM survey_sessions s
    WHERE s.clinic_id = p.clinic_id AND s.patient_id = p.id AND ${sessionsIn(selection)})`;
}

const isExported = ({ consent }: Selection) =>
  consent === 'asked' ? sql`NOT (${hasWithdrawn} OR ${hasNoConsent})` : sql`NOT (${hasWithdrawn})`;

/** The moment up to which records are exported: the time of the snapshot, rounded up to milliseconds. */
export async function snapshotMoment(db: Db): Promise<string> {
  const { rows } = await sql<{ at: string }>`
    SELECT date_trunc('milliseconds', now()) + interval '1 millisecond' AS at`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the database has no clock');
  return row.at;
}

export type PatientRow = {
  id: string;
  gender: string;
  admission: IsoDate;
  discharge: IsoDate | null;
  birth_date_encrypted: Buffer;
  clinician_id: string;
};

/** The next patients after `after`, in the random order of their internal ids. */
export async function patientPage(db: Db, selection: Selection, after: string | null, most: number) {
  const { rows } = await sql<PatientRow>`
    SELECT p.id, p.gender, p.admission, p.discharge, p.birth_date_encrypted, p.clinician_id
    FROM patients p
    WHERE ${patientsIn(selection)} AND ${isExported(selection)} AND p.id > ${after ?? NIL}::uuid
    ORDER BY p.id LIMIT ${most}`.execute(db);
  return rows;
}

export type PatientCounts = {
  patients: number;
  withdrawn: number;
  without_consent: number;
  /** The clinicians of the exported patients. */
  clinicians: number;
};

/** Counts the exported patients and their clinicians, those with a withdrawn consent, and those without a consent if it is asked for. */
export async function countPatients(db: Db, selection: Selection): Promise<PatientCounts> {
  const asked = selection.consent === 'asked';
  const { rows } = await sql<PatientCounts>`
    SELECT count(*) FILTER (WHERE ${isExported(selection)}) AS patients,
      count(DISTINCT p.clinician_id) FILTER (WHERE ${isExported(selection)}) AS clinicians,
      count(*) FILTER (WHERE ${hasWithdrawn}) AS withdrawn,
      count(*) FILTER (WHERE ${asked}::boolean AND ${hasNoConsent}) AS without_consent
    FROM patients p WHERE ${patientsIn(selection)}`.execute(db);
  return rows[0] ?? { patients: 0, withdrawn: 0, without_consent: 0, clinicians: 0 };
}

export type WindowRow = {
  id: string;
  patient_id: string;
  type: WindowType;
  ordinal: number;
  start_date: IsoDate;
  end_date: IsoDate;
  label: string;
};

/** The windows of patients that were offered: what ended before the registration would look like a missing answer. */
export async function windowsOf(db: Db, { clinicId, timeZone }: Selection, patientIds: string[]) {
  const { rows } = await sql<WindowRow>`
    SELECT w.id, w.patient_id, w.type, w.ordinal, w.start_date, w.end_date, w.label FROM survey_windows w
    JOIN patients p ON p.clinic_id = w.clinic_id AND p.id = w.patient_id
    WHERE w.clinic_id = ${clinicId} AND w.patient_id = ANY(${patientIds}::uuid[])
      AND (w.end_date >= (p.created AT TIME ZONE ${timeZone}::text)::date
        OR EXISTS (SELECT FROM survey_sessions s WHERE s.clinic_id = w.clinic_id AND s.window_id = w.id))
    ORDER BY w.patient_id, w.start_date, w.type, w.ordinal`.execute(db);
  return rows;
}

export type SessionRow = {
  id: string;
  patient_id: string;
  window_id: string | null;
  window_type: WindowType;
  window_label: string;
  protocol_id: string;
  protocol_version: string;
  instruments: Version[];
  condition_severity: string;
  started_day: IsoDate;
  finished_day: IsoDate | null;
  /** The date of the last answer. Null without answers. */
  last_day: IsoDate | null;
  pages: number;
  seconds: number;
};

/** The survey sessions of these patients as they were at `asOf`. A session only grows, so its past can be shown. */
export async function sessionsOf(db: Db, selection: Selection, patientIds: string[]) {
  const { clinicId, asOf, timeZone } = selection;
  const { rows } = await sql<SessionRow>`
    SELECT s.id, s.patient_id, s.window_id, s.window_type, s.window_label, s.protocol_id, s.protocol_version,
      s.instruments, ${startedDay(selection)} AS started_day,
      CASE WHEN s.finished_at <= ${asOf}::timestamptz
        THEN (s.finished_at AT TIME ZONE ${timeZone}::text)::date END AS finished_day,
      CASE WHEN s.finished_at <= ${asOf}::timestamptz THEN s.condition_severity ELSE 'UNKNOWN' END AS condition_severity,
      (a.last_at AT TIME ZONE ${timeZone}::text)::date AS last_day, a.pages, a.seconds
    FROM survey_sessions s, LATERAL (
      SELECT max(g.answered_at) AS last_at, count(*) AS pages, coalesce(sum(g.time_taken), 0) AS seconds
      FROM survey_pages g
      WHERE g.clinic_id = s.clinic_id AND g.session_id = s.id AND g.answered_at <= ${asOf}::timestamptz) a
    WHERE s.clinic_id = ${clinicId} AND s.patient_id = ANY(${patientIds}::uuid[]) AND ${sessionsIn(selection)}
    ORDER BY s.patient_id, s.started_at, s.id`.execute(db);
  return rows;
}

/** How long an answer took, and when its page had it (null: not known), in seconds. */
type AnswerTime = { time_taken: number; answered_after: number | null };
export type StoredAnswerRow = AnswerRow & { session_id: string; page_number: number } & AnswerTime;

export async function answersOf(db: Db, { clinicId, asOf }: Selection, sessionIds: string[]) {
  const { rows } = await sql<StoredAnswerRow>`
    SELECT a.session_id, a.item_id, a.item_type, a.page_number, a.encrypted, a.time_taken, a.answered_after
    FROM answers a JOIN survey_pages g
      ON g.clinic_id = a.clinic_id AND g.session_id = a.session_id AND g.number = a.page_number
    WHERE a.clinic_id = ${clinicId} AND a.session_id = ANY(${sessionIds}::uuid[])
      AND g.answered_at <= ${asOf}::timestamptz
    ORDER BY a.session_id, a.page_number, a.position`.execute(db);
  return rows;
}

export type ScoreRow = StoredScore & { session_id: string; algorithm_version: string };

/** The scores of survey sessions. Call it with finished sessions only. */
export async function scoresOf(db: Db, { clinicId }: Selection, sessionIds: string[]) {
  const { rows } = await sql<ScoreRow>`
    SELECT session_id, algorithm_version, instrument_id, scale, result_encrypted FROM scores
    WHERE clinic_id = ${clinicId} AND session_id = ANY(${sessionIds}::uuid[])
    ORDER BY session_id, instrument_id, scale`.execute(db);
  return rows;
}

export type EventRow = {
  session_id: string;
  item_id: string;
  level: CrisisLevel;
  raised_day: IsoDate;
  /** Null: not acknowledged at `asOf` */
  acknowledged_day: IsoDate | null;
  /** From the answer to the acknowledgement */
  hours: number | null;
};

/** The answers of survey sessions that showed danger, as they were at `asOf`. */
export async function eventsOf(db: Db, { clinicId, asOf, timeZone }: Selection, sessionIds: string[]) {
  const { rows } = await sql<EventRow>`
    SELECT e.session_id, e.item_id, e.level, (e.raised_at AT TIME ZONE ${timeZone}::text)::date AS raised_day,
      (a.at AT TIME ZONE ${timeZone}::text)::date AS acknowledged_day,
      round(extract(epoch FROM a.at - e.raised_at) / 3600, 1)::float8 AS hours
    FROM crisis_events e, LATERAL (
      SELECT CASE WHEN e.acknowledged_at <= ${asOf}::timestamptz THEN e.acknowledged_at END AS at) a
    WHERE e.clinic_id = ${clinicId} AND e.session_id = ANY(${sessionIds}::uuid[])
      AND e.raised_at <= ${asOf}::timestamptz
    ORDER BY e.session_id, e.raised_at, e.item_id`.execute(db);
  return rows;
}

export type UsedInstruments = {
  window_type: WindowType;
  window_label: string;
  instruments: Version[];
  protocol_id: string;
  protocol_version: string;
};

/** The instruments and protocols at each measurement point. */
export async function usedInstruments(db: Db, selection: Selection) {
  const { rows } = await sql<UsedInstruments>`
    SELECT DISTINCT s.window_type, s.window_label, s.instruments, s.protocol_id, s.protocol_version
    FROM survey_sessions s JOIN patients p ON p.clinic_id = s.clinic_id AND p.id = s.patient_id
    WHERE s.clinic_id = ${selection.clinicId} AND ${sessionsIn(selection)} AND ${patientsIn(selection)}
      AND ${isExported(selection)}`.execute(db);
  return rows;
}

/**
 * A fingerprint of all records of the export. A continued export must find the same fingerprint. It adds up hashes, so
 * that it needs no memory.
 */
export async function recordsMark(db: Db, selection: Selection): Promise<string> {
  const { clinicId, asOf } = selection;
  const { rows } = await sql<{ mark: string }>`
    SELECT concat_ws('/', people.n, people.sum, (
        SELECT concat_ws('/', count(*), sum(hashtextextended(concat_ws('|', w.id, w.type, w.start_date, w.end_date), 0)::numeric))
        FROM survey_windows w JOIN patients p ON p.clinic_id = w.clinic_id AND p.id = w.patient_id
        WHERE w.clinic_id = ${clinicId} AND p.created <= ${asOf}::timestamptz
      ), (
        SELECT concat_ws('/', count(*), sum(hashtextextended(concat_ws('|', s.id, s.window_id,
          CASE WHEN s.finished_at <= ${asOf}::timestamptz THEN s.finished_at END), 0)::numeric))
        FROM survey_sessions s WHERE s.clinic_id = ${clinicId} AND s.started_at <= ${asOf}::timestamptz
      ), (
        SELECT count(*) FROM survey_pages g WHERE g.clinic_id = ${clinicId} AND g.answered_at <= ${asOf}::timestamptz
      ), (
        SELECT concat_ws('/', count(*), count(*) FILTER (WHERE e.acknowledged_at <= ${asOf}::timestamptz))
        FROM crisis_events e WHERE e.clinic_id = ${clinicId} AND e.raised_at <= ${asOf}::timestamptz
      )) AS mark
    FROM (
      SELECT count(*) AS n, sum(hashtextextended(concat_ws('|', p.id, p.gender, p.admission, p.discharge,
        ${newestConsent('given_at')}, ${newestConsent('withdrawn_at')}, encode(p.birth_date_encrypted, 'hex')), 0)::numeric) AS sum
      FROM patients p WHERE p.clinic_id = ${clinicId} AND p.created <= ${asOf}::timestamptz
    ) people`.execute(db);
  return rows[0]?.mark ?? '';
}

/** The mark of the export key at the clinic's last export in the audit trail. Undefined before the first export. */
export async function lastExportMark(db: Db, clinicId: string): Promise<string | undefined> {
  const { rows } = await sql<{ object_id: string | null }>`
    SELECT object_id FROM audit WHERE clinic_id = ${clinicId} AND action = 'research_exported'
    ORDER BY id DESC LIMIT 1`.execute(db);
  return rows[0]?.object_id ?? undefined;
}
