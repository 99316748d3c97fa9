import { sql, type RawBuilder } from 'kysely';
import type { Consent } from '../../domain/consent.ts';
import type { IsoDate } from '../../domain/iso-date.ts';
import type { SymptomChange } from '../../domain/statuses.ts';
import type { ConditionSeverity, WindowType } from '../../domain/window-types.ts';
import { packFields, packRecords, unpackFields, unpackRecords } from '../bulk/packed-text.ts';
import type { Schema } from '../database/schema.ts';
import type { Db } from '../database/transaction.ts';

// One statement for each table, and one packed text for each patient. A single statement with joins is as fast with fresh
// statistics; without them, just after an import, PostgreSQL compares every row with every other.

/** The patients of a clinic, or those of one of its clinicians together with some of colleagues. */
export type Scope = { clinicId: string; clinicianId?: string; deputised?: readonly string[] };

/** The condition that a row of `patients` belongs to the scope. */
function inScope({ clinicianId, deputised = [] }: Scope): RawBuilder<unknown> {
  if (clinicianId === undefined) return sql``;
  if (deputised.length === 0) return sql`AND clinician_id = ${clinicianId}`;
  return sql`AND (clinician_id = ${clinicianId} OR id = ANY(${deputised}::uuid[]))`;
}

/** Finds the rows of one patient. They are unpacked at every call. */
export type LookUp<Rows> = (patientId: string) => Rows;

/** Gives the transaction memory for 10,000 patients; with its default, PostgreSQL would write to disk. */
export async function allowMemory(db: Db): Promise<void> {
  await sql`SET LOCAL work_mem = '32MB'`.execute(db);
}

export type PatientRow = Pick<
  Schema['patients'],
  'id' | 'code' | 'gender' | 'admission' | 'discharge' | 'clinician_id' | 'birth_date_encrypted'
> & {
  /** As PostgreSQL writes a moment; `instant` converts it. */
  created: string;
  /** JSON; `revisionIn` reads it. */
  edits: string;
};

/** The patients of a scope, ordered by code. */
export async function listPatients(db: Db, scope: Scope): Promise<PatientRow[]> {
  const { rows } = await sql<PatientRow>`
    SELECT id, code, gender, admission, discharge, clinician_id, birth_date_encrypted, created::text AS created,
      edits::text AS edits
    FROM patients WHERE clinic_id = ${scope.clinicId} ${inScope(scope)} ORDER BY code_key COLLATE "C"`.execute(
    db,
  );
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

export type WindowRow = { type: WindowType; ordinal: number; start: IsoDate; end: IsoDate; label: string };

/** The windows of each patient, ordered by date. */
export async function windowsByPatient(db: Db, scope: Scope): Promise<LookUp<WindowRow[]>> {
  const record = packFields('start_date', 'end_date', 'type', 'ordinal', 'label');
  const packed = await packedByPatient(db, scope, sql`survey_windows`, packRecords(record));
  return (patientId) => byFirstField(packed.get(patientId)).map(windowOf);
}

function windowOf(record: string): WindowRow {
  const [start = '', end = '', type, ordinal, label = ''] = unpackFields(record);
  // A check constraint of the column allows only these types.
  return { type: type as WindowType, ordinal: Number(ordinal), start, end, label };
}

export type SessionRow = {
  id: string;
  type: WindowType;
  started: string;
  updated: string;
  isFinished: boolean;
  isViewed: boolean;
  severity: ConditionSeverity;
  change: SymptomChange | null;
};

/** The sessions of each patient that lie in a window of their type, ordered by their start. */
export async function sessionsByPatient(db: Db, scope: Scope): Promise<LookUp<SessionRow[]>> {
  const record = packFields(
    'started_at',
    'updated_at',
    'id',
    'window_type',
    '(finished_at IS NOT NULL)',
    '(report_viewed_at IS NOT NULL)',
    'condition_severity',
    `coalesce(symptom_change, '')`,
  );
  const inWindow = sql`AND window_id IS NOT NULL`;
  const packed = await packedByPatient(db, scope, sql`survey_sessions`, packRecords(record), inWindow);
  return (patientId) => byFirstField(packed.get(patientId)).map(sessionOf);
}

function sessionOf(record: string): SessionRow {
  const [started = '', updated = '', id = '', type, finished, viewed, severity, change] =
    unpackFields(record);
  return {
    id,
    // Check constraints of the columns allow only these values.
    type: type as WindowType,
    severity: severity as ConditionSeverity,
    change: change === '' ? null : (change as SymptomChange),
    started: instant(started),
    updated: instant(updated),
    isFinished: finished === 'true',
    isViewed: viewed === 'true',
  };
}

/** The newest study consent of each patient; undefined for a patient who never gave one. */
export async function consentByPatient(db: Db, scope: Scope): Promise<LookUp<Consent | undefined>> {
  const record = packFields('version', 'given_at', `coalesce(withdrawn_at::text, '')`);
  const newest = sql`(array_agg(${record} ORDER BY given_at DESC))[1]`;
  const packed = await packedByPatient(db, scope, sql`study_consents`, newest);
  return (patientId) => unpackRecords(packed.get(patientId)).map(consentOf)[0];
}

function consentOf(record: string): Consent {
  const [version = '', given = '', withdrawn = ''] = unpackFields(record);
  return {
    version,
    given_at: instant(given),
    withdrawn_at: withdrawn === '' ? null : instant(withdrawn),
  };
}

/** One text per patient of the scope that has rows in the table. */
async function packedByPatient(
  db: Db,
  scope: Scope,
  table: RawBuilder<unknown>,
  packed: RawBuilder<unknown>,
  condition: RawBuilder<unknown> = sql``,
): Promise<ReadonlyMap<string, string>> {
  // ARRAY reads the patients once. A plain subquery would be planned as a join.
  const own =
    scope.clinicianId === undefined
      ? sql``
      : sql`AND patient_id = ANY(ARRAY(SELECT id FROM patients WHERE clinic_id = ${scope.clinicId} ${inScope(scope)}))`;
  const { rows } = await sql<{ patient_id: string; packed: string }>`
    SELECT patient_id, ${packed} AS packed FROM ${table}
    WHERE clinic_id = ${scope.clinicId} ${condition} ${own} GROUP BY patient_id`.execute(db);
  return new Map(rows.map((row) => [row.patient_id, row.packed]));
}

// The first field is a date or a moment, so the order of the texts is that of the calendar.
function byFirstField(packed: string | undefined): string[] {
  return unpackRecords(packed).sort();
}

/** Converts a moment from PostgreSQL's text in UTC, `2026-03-01 09:30:00.5+00`, to ISO 8601 with Z. */
export function instant(text: string): string {
  const milliseconds = text.slice(20, -3).slice(0, 3).padEnd(3, '0');
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`;
}
