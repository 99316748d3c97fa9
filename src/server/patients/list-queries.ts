import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Consent } from '../../domain/consent.ts';
import type { Db } from '../database/transaction.ts';

// One statement for each table. A single statement with joins is as fast with fresh statistics; without them, just after an
// import, PostgreSQL compares every row with every other.

/** The patients of a clinic, or those of one of its clinicians together with some of colleagues. */
export type Scope = { clinicId: string; clinicianId?: string; deputised?: readonly string[] };

function patientsIn(db: Db, { clinicId, clinicianId, deputised = [] }: Scope) {
  const all = db.selectFrom('patients').where('clinic_id', '=', clinicId);
  if (clinicianId === undefined) return all;
  return all.where(sql<SqlBool>`(clinician_id = ${clinicianId} OR id = ANY(${[...deputised]}::uuid[]))`);
}

/** The condition that a row belongs to a patient of the scope. */
function isOfPatient(db: Db, scope: Scope): RawBuilder<SqlBool> {
  if (scope.clinicianId === undefined) return sql`true`;
  // ARRAY reads the patients once. A plain subquery would be planned as a join.
  return sql`patient_id = ANY(ARRAY${patientsIn(db, scope).select('id')})`;
}

const byPatient = <Row extends { patient_id: string }>(rows: readonly Row[]) =>
  Map.groupBy(rows, ({ patient_id }) => patient_id);

export type PatientRow = Awaited<ReturnType<typeof listPatients>>[number];

/** The patients of a scope, ordered by code. */
export async function listPatients(db: Db, scope: Scope) {
  return patientsIn(db, scope)
    .select(['id', 'code', 'gender', 'admission', 'discharge', 'clinician_id', 'birth_date_encrypted'])
    .select(['created', 'edits'])
    .orderBy(sql`code_key COLLATE "C"`)
    .execute();
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

/** The windows of each patient, ordered by date. */
export async function windowsByPatient(db: Db, scope: Scope) {
  const rows = await db
    .selectFrom('survey_windows')
    .select(['patient_id', 'type', 'ordinal', 'start_date as start', 'end_date as end', 'label'])
    .where('clinic_id', '=', scope.clinicId)
    .where(isOfPatient(db, scope))
    .orderBy('start_date')
    .orderBy('end_date')
    .execute();
  return byPatient(rows);
}

export type SessionRow = Awaited<ReturnType<typeof listSessions>>[number];

async function listSessions(db: Db, scope: Scope) {
  return db
    .selectFrom('survey_sessions')
    .select(['patient_id', 'id', 'window_type', 'started_at', 'updated_at', 'finished_at'])
    .select(['report_viewed_at', 'condition_severity', 'symptom_change'])
    .where('clinic_id', '=', scope.clinicId)
    .where('window_id', 'is not', null)
    .where(isOfPatient(db, scope))
    .orderBy('started_at')
    .execute();
}

/** The sessions of each patient that lie in a window of their type, ordered by their start. */
export async function sessionsByPatient(db: Db, scope: Scope) {
  return byPatient(await listSessions(db, scope));
}

/** The newest study consent of each patient who ever gave one. */
export async function consentByPatient(db: Db, scope: Scope): Promise<Map<string, Consent>> {
  const rows = await db
    .selectFrom('study_consents')
    .distinctOn('patient_id')
    .select(['patient_id', 'version', 'given_at', 'withdrawn_at'])
    .where('clinic_id', '=', scope.clinicId)
    .where(isOfPatient(db, scope))
    .orderBy('patient_id')
    .orderBy('given_at', 'desc')
    .execute();
  return new Map(rows.map(({ patient_id, ...consent }) => [patient_id, consent]));
}
