import { sql } from 'kysely';
import type { IsoDate } from '../../domain/iso-date.ts';
import type { Schema } from '../db/schema.ts';
import type { ConditionSeverity, WindowType } from '../../domain/window-types.ts';
import type { Db } from '../db/transaction.ts';

/** Whose patients: all of a clinic, or those of one clinician. */
export type Scope = { clinicId: string; clinicianId?: string };

export type PatientRow = Pick<
  Schema['patients'],
  'id' | 'code' | 'gender' | 'admission' | 'discharge' | 'clinician_id' | 'birth_date_encrypted'
> & {
  clinician_username: string;
  created: string;
  labels: [key: Schema['patient_labels']['key'], value: string][] | null;
  diagnoses: [id: string, description: string][] | null;
};

export type WindowRow = { type: WindowType; ordinal: number; start: IsoDate; end: IsoDate; label: string };

/** A session that lies in a window of its type. */
export type SessionRow = {
  id: string;
  type: WindowType;
  started: string;
  updated: string;
  isFinished: boolean;
  isViewed: boolean;
  severity: ConditionSeverity;
};

/** The patients of a scope by code, with labels and diagnoses. */
export async function listPatients(db: Db, { clinicId, clinicianId }: Scope): Promise<PatientRow[]> {
  const own = clinicianId === undefined ? sql`` : sql`AND p.clinician_id = ${clinicianId}`;
  const { rows } = await sql<PatientRow>`
    WITH chosen AS (SELECT * FROM patients p WHERE p.clinic_id = ${clinicId} ${own})
    SELECT p.id, p.code, p.gender, p.admission, p.discharge, p.clinician_id, p.birth_date_encrypted, p.created,
      a.username AS clinician_username, l.list AS labels, d.list AS diagnoses
    FROM chosen p
    JOIN accounts a ON a.clinic_id = p.clinic_id AND a.id = p.clinician_id
    LEFT JOIN (
      SELECT patient_id, json_agg(json_build_array(key, value) ORDER BY position) AS list
      FROM patient_labels WHERE clinic_id = ${clinicId} AND patient_id IN (SELECT id FROM chosen) GROUP BY patient_id
    ) l ON l.patient_id = p.id
    LEFT JOIN (
      SELECT x.patient_id, json_agg(json_build_array(g.id, g.description) ORDER BY x.position) AS list
      FROM patient_diagnoses x JOIN diagnoses g ON g.id = x.diagnosis_id
      WHERE x.clinic_id = ${clinicId} AND x.patient_id IN (SELECT id FROM chosen) GROUP BY x.patient_id
    ) d ON d.patient_id = p.id
    ORDER BY p.code_key COLLATE "C"`.execute(db);
  return rows;
}

/** Windows and sessions of one patient as texts, to be read by `windowReader` and `readSessions`. */
export type SurveyTexts = { windows: string | null; sessions: string | null; has_unread: boolean };

/**
 * The windows of the patients of a scope with their sessions, by patient. As texts: 10,000 patients have 80,000
 * windows, and JSON or a row for each of them takes three times as long.
 */
export async function listSurveyTexts(
  db: Db,
  { clinicId, clinicianId }: Scope,
): Promise<Map<string, SurveyTexts>> {
  const own =
    clinicianId === undefined
      ? sql``
      : sql`AND w.patient_id IN (SELECT id FROM patients WHERE clinic_id = ${clinicId} AND clinician_id = ${clinicianId})`;
  const { rows } = await sql<SurveyTexts & { patient_id: string }>`
    SELECT w.patient_id,
      string_agg(w.start_date || E'\\x1f' || w.end_date || E'\\x1f' || w.type || E'\\x1f' || w.ordinal || E'\\x1f' || w.label,
        E'\\x1e') AS windows,
      string_agg(w.start_date || E'\\x1f' || s.id || E'\\x1f' || w.type || E'\\x1f' || s.started_at || E'\\x1f'
        || s.updated_at || E'\\x1f' || s.is_finished || E'\\x1f' || s.is_viewed || E'\\x1f' || s.condition_severity,
        E'\\x1e') AS sessions,
      coalesce(bool_or(s.is_finished AND NOT s.is_viewed), false) AS has_unread
    FROM survey_windows w LEFT JOIN (
      SELECT window_id, id, started_at, updated_at, condition_severity,
        finished_at IS NOT NULL AS is_finished, report_viewed_at IS NOT NULL AS is_viewed
      FROM survey_sessions WHERE clinic_id = ${clinicId} AND window_id IS NOT NULL
    ) s ON s.window_id = w.id
    WHERE w.clinic_id = ${clinicId} ${own}
    GROUP BY w.patient_id`.execute(db);
  return new Map(rows.map((row) => [row.patient_id, row]));
}

/** Reads the windows of many patients, in the order of the calendar. Patients admitted on one day share theirs. */
export function windowReader(): (texts: SurveyTexts) => WindowRow[] {
  const known = new Map<string, WindowRow>();
  return ({ windows }) =>
    records(windows).map((record) => {
      const window = known.get(record) ?? readWindow(record);
      known.set(record, window);
      return window;
    });
}

function readWindow(record: string): WindowRow {
  const [start = '', end = '', type, ordinal, label = ''] = record.split('\x1f');
  // The check constraint of the column lists just these.
  return { type: type as WindowType, ordinal: Number(ordinal), start, end, label };
}

/** The sessions in the order of their windows. */
export function readSessions({ sessions }: SurveyTexts): SessionRow[] {
  return records(sessions).map(readSession);
}

function readSession(record: string): SessionRow {
  const [, id = '', type, started = '', updated = '', finished, viewed, severity] = record.split('\x1f');
  return {
    id,
    // The check constraints of the columns list just these.
    type: type as WindowType,
    severity: severity as ConditionSeverity,
    started: instant(started),
    updated: instant(updated),
    isFinished: finished === 'true',
    isViewed: viewed === 'true',
  };
}

// A record begins with the first day of its window, so that sorting the texts sorts the calendar.
function records(text: string | null): string[] {
  return text === null ? [] : text.split('\x1e').sort();
}

/** `2026-03-01 09:30:00.5+00`, as PostgreSQL writes a moment in UTC, as ISO 8601 with Z. */
function instant(text: string): string {
  const milliseconds = text.slice(20, -3).slice(0, 3).padEnd(3, '0');
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`;
}
