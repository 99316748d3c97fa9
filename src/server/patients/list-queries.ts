import { sql, type RawBuilder } from 'kysely';
import type { Consent } from '../../domain/consent.ts';
import type { IsoDate } from '../../domain/iso-date.ts';
import type { ConditionSeverity, WindowType } from '../../domain/window-types.ts';
import { fieldEnd, packFields, packRecords, unpackFields, unpackRecords } from '../bulk/packed-text.ts';
import type { Schema } from '../db/schema.ts';
import type { Db } from '../db/transaction.ts';

// What belongs to the patients of a list comes table by table, a text per patient, and is put together here. One
// statement with joins was as fast with fresh statistics; just after an import there are none, and the planner then
// compares every row with every other. As texts, because 10,000 patients have 80,000 windows, and JSON or a row for each
// of them takes three times as long.

/** Whose patients: all of a clinic, or those of one clinician. */
export type Scope = { clinicId: string; clinicianId?: string };

export type PatientRow = Pick<
  Schema['patients'],
  'id' | 'code' | 'gender' | 'admission' | 'discharge' | 'clinician_id' | 'birth_date_encrypted'
> & {
  /** A moment as PostgreSQL writes it, for `instant`. */
  created: string;
  /** JSON. */
  labels: string;
  /** With a blank between them. */
  diagnosis_ids: string;
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

/** Room to collect what belongs to 10,000 patients in memory; what PostgreSQL allows by itself sends it to the disk. */
export async function takeRoom(db: Db): Promise<void> {
  await sql`SET LOCAL work_mem = '32MB'`.execute(db);
}

/** The patients of a scope by code. */
export async function listPatients(db: Db, { clinicId, clinicianId }: Scope): Promise<PatientRow[]> {
  const own = clinicianId === undefined ? sql`` : sql`AND clinician_id = ${clinicianId}`;
  const { rows } = await sql<PatientRow>`
    SELECT id, code, gender, admission, discharge, clinician_id, birth_date_encrypted, created::text AS created,
      labels::text AS labels, array_to_string(diagnosis_ids, ' ') AS diagnosis_ids
    FROM patients WHERE clinic_id = ${clinicId} ${own} ORDER BY code_key COLLATE "C"`.execute(db);
  return rows;
}

/** The names of the clinicians of a clinic, by id. */
export async function clinicianNames(db: Db, clinicId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'username'])
    .where('clinic_id', '=', clinicId)
    .execute();
  return new Map(rows.map(({ id, username }) => [id, username]));
}

/** Texts by patient; a patient without any is not in it. */
export type Texts = ReadonlyMap<string, string>;

/** The windows of each patient, for `readWindows`. */
export function windowTexts(db: Db, scope: Scope): Promise<Texts> {
  const record = packFields('start_date::text || end_date || type', 'ordinal', 'label');
  return textsOf(db, scope, sql`survey_windows`, packRecords(record));
}

/** The sessions of each patient that lie in a window of their type, for `readSessions`. */
export function sessionTexts(db: Db, scope: Scope): Promise<Texts> {
  const record = packFields(
    'started_at',
    'updated_at',
    'id',
    'window_type',
    '(finished_at IS NOT NULL)',
    '(report_viewed_at IS NOT NULL)',
    'condition_severity',
  );
  return textsOf(db, scope, sql`survey_sessions`, packRecords(record), sql`AND window_id IS NOT NULL`);
}

/** The newest study consent of each patient, for `readConsent`. */
export function consentTexts(db: Db, scope: Scope): Promise<Texts> {
  const record = packFields('version', 'given_at', `coalesce(withdrawn_at::text, '')`);
  return textsOf(db, scope, sql`study_consents`, sql`(array_agg(${record} ORDER BY given_at DESC))[1]`);
}

/** Undefined where the patient never gave one. */
export function readConsent(text: string | undefined): Consent | undefined {
  if (text === undefined) return undefined;
  const [version = '', given = '', withdrawn = ''] = unpackFields(text);
  return {
    version,
    given_at: instant(given),
    withdrawn_at: withdrawn === '' ? null : instant(withdrawn),
  };
}

async function textsOf(
  db: Db,
  { clinicId, clinicianId }: Scope,
  table: RawBuilder<unknown>,
  list: RawBuilder<unknown>,
  more: RawBuilder<unknown> = sql``,
): Promise<Texts> {
  // The array is made once; a subquery would be a join again.
  const own =
    clinicianId === undefined
      ? sql``
      : sql`AND patient_id = ANY(ARRAY(SELECT id FROM patients WHERE clinic_id = ${clinicId} AND clinician_id = ${clinicianId}))`;
  const { rows } = await sql<{ patient_id: string; list: string }>`
    SELECT patient_id, ${list} AS list FROM ${table}
    WHERE clinic_id = ${clinicId} ${more} ${own} GROUP BY patient_id`.execute(db);
  return new Map(rows.map((row) => [row.patient_id, row.list]));
}

/** The windows in the order of the calendar. */
export function readWindows(text: string | undefined): WindowRow[] {
  return records(text).map(readWindow);
}

const DATE = 'yyyy-MM-dd'.length;

// By position: there are 80,000 in a long list. Both dates are as long as they all are.
function readWindow(record: string): WindowRow {
  const type = fieldEnd(record, 2 * DATE);
  const ordinal = fieldEnd(record, type + 1);
  return {
    // The check constraint of the column lists just these.
    type: record.slice(2 * DATE, type) as WindowType,
    ordinal: Number(record.slice(type + 1, ordinal)),
    start: record.slice(0, DATE),
    end: record.slice(DATE, 2 * DATE),
    label: record.slice(ordinal + 1),
  };
}

/** The sessions in the order in which they were started. */
export function readSessions(text: string | undefined): SessionRow[] {
  return records(text).map(readSession);
}

function readSession(record: string): SessionRow {
  const [started = '', updated = '', id = '', type, finished, viewed, severity] = unpackFields(record);
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

// A record begins with its first day, so that sorting the texts sorts the calendar. Most come in that order already.
function records(text: string | undefined): string[] {
  const parts = unpackRecords(text);
  const isSorted = parts.every((part, index) => index === 0 || part >= (parts[index - 1] ?? ''));
  return isSorted ? parts : parts.sort();
}

/** `2026-03-01 09:30:00.5+00`, as PostgreSQL writes a moment in UTC, as ISO 8601 with Z. */
export function instant(text: string): string {
  const milliseconds = text.slice(20, -3).slice(0, 3).padEnd(3, '0');
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`;
}
