import { sql } from 'kysely';
import { ownedBy } from '../login/owner-queries.ts';
import type { IsoDate } from '../../domain/iso-date.ts';
import type { Db } from '../database/transaction.ts';
import type { Days } from './trusted-day.ts';

export type ErasedPatient = { clinicId: string; id: string; code: string };

/** Finds the patient with this code or id and locks the row until the transaction ends. */
export async function lockPatient(
  db: Db,
  clinicId: string,
  [column, value]: readonly ['code_key' | 'id', string],
): Promise<ErasedPatient | undefined> {
  return db
    .selectFrom('patients')
    .select(['clinic_id as clinicId', 'id', 'code'])
    .where('clinic_id', '=', clinicId)
    .where(column, '=', value)
    .forUpdate()
    .executeTakeFirst();
}

/** The actor of an erasure in the audit trail. */
export type Eraser = { role: string; requestId: string };

/**
 * Deletes a patient with all rows and the data key, empties the sealed rows of the trail that name the patient or one of
 * the sessions, and records the erasure. The database does it in one function, so nothing else can empty the trail.
 */
export async function deletePatient(
  db: Db,
  { clinicId, id }: Omit<ErasedPatient, 'code'>,
  { role, requestId }: Eraser,
): Promise<void> {
  await sql`DELETE FROM known_devices WHERE clinic_id = ${clinicId} AND ${ownedBy({ patientId: id })}`.execute(
    db,
  );
  // The trail has no index by patient. Every call would pay for it, and an erasure happens once a patient.
  await sql`SELECT erase_from_audit(${id}::uuid, ${role}, ${requestId})`.execute(db);
}

/** Deletes the login limits of one account, which are keyed hashes of its name and id. */
export async function forgetAttempts(
  db: Db,
  clinicId: string,
  { accountKey, userKey }: { accountKey: string; userKey: string },
): Promise<void> {
  await db
    .deleteFrom('login_failures')
    .where('clinic', '=', clinicId)
    .where('account_key', '=', accountKey)
    .execute();
  await db
    .deleteFrom('login_successes')
    .where('clinic_id', '=', clinicId)
    .where('account_key', '=', accountKey)
    .execute();
  await db.deleteFrom('limited_attempts').where('key', '=', userKey).execute();
}

export type StoredCall = { userId: string; key: string; cell: Buffer | null };

/** The stored answers for repeated calls of a clinic. They are few, because each lives ten minutes. */
export async function storedCalls(db: Db, clinicId: string): Promise<StoredCall[]> {
  return db
    .selectFrom('idempotency_keys')
    .select(['user_id as userId', 'key', 'answer_encrypted as cell'])
    .where('clinic_id', '=', clinicId)
    .execute();
}

export async function deleteStoredCall(db: Db, clinicId: string, { userId, key }: StoredCall): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('clinic_id', '=', clinicId)
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .execute();
}

/** Locks patients whose last window (or discharge) ended `months` ago or earlier. Rows that others have locked are skipped. */
export async function lockDuePatients(
  db: Db,
  clinicId: string,
  { months, today, most }: { months: number; today: string; most: number },
): Promise<ErasedPatient[]> {
  const { rows } = await sql<ErasedPatient>`SELECT p.clinic_id AS "clinicId", p.id, p.code FROM patients p
    WHERE p.clinic_id = ${clinicId} AND ${isDue(months, today)}
    ORDER BY p.id LIMIT ${most} FOR UPDATE OF p SKIP LOCKED`.execute(db);
  return rows;
}

export async function countDuePatients(
  db: Db,
  clinicId: string,
  { months, today }: { months: number; today: string },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) FROM patients p
    WHERE p.clinic_id = ${clinicId} AND ${isDue(months, today)}`.execute(db);
  return rows[0]?.count ?? 0;
}

// An open therapy is never over by itself, whatever its windows say.
function isDue(months: number, today: string) {
  return sql`p.discharge IS NOT NULL AND greatest(p.discharge, (SELECT max(w.end_date) FROM survey_windows w
    WHERE w.clinic_id = p.clinic_id AND w.patient_id = p.id)) + make_interval(months => ${months}::int) <= ${today}::date`;
}

/** The clinics with a retention time. */
export async function clinicsWithRetention(db: Db): Promise<{ id: string }[]> {
  return db
    .selectFrom('clinics')
    .select('id')
    .where('retention_months', 'is not', null)
    .orderBy('id')
    .execute();
}

/** What the database, the trail and the memory of the job say about the day. */
export async function findDays(db: Db, clinicId: string, timeZone: string): Promise<Omit<Days, 'today'>> {
  const { rows } = await sql<Omit<Days, 'today'>>`
    SELECT (clock_timestamp() AT TIME ZONE ${timeZone})::date AS database, retention_day AS trusted,
      (SELECT (at AT TIME ZONE ${timeZone})::date FROM audit WHERE clinic_id = ${clinicId}
       ORDER BY id DESC LIMIT 1) AS trail
    FROM clinics WHERE id = ${clinicId}`.execute(db);
  return rows[0]!;
}

/** Remembers the day as trusted. An earlier day stays unwritten, and so does the same one. */
export async function noteTrustedDay(db: Db, clinicId: string, day: IsoDate): Promise<void> {
  await sql`UPDATE clinics SET retention_day = ${day} WHERE id = ${clinicId}
    AND (retention_day IS NULL OR retention_day < ${day})`.execute(db);
}

/** The patients of a clinic, and how many the server has erased by itself in the last 24 hours. */
export async function countErasures(
  db: Db,
  clinicId: string,
): Promise<{ patients: number; erasedToday: number }> {
  const { rows } = await sql<{ patients: number; erasedToday: number }>`
    SELECT (SELECT count(*) FROM patients WHERE clinic_id = ${clinicId}) AS patients,
      (SELECT count(*) FROM audit WHERE clinic_id = ${clinicId} AND action = 'patient_erased' AND role = 'system'
       AND at > clock_timestamp() - interval '24 hours') AS "erasedToday"`.execute(db);
  return rows[0]!;
}

export async function findRetention(db: Db, clinicId: string): Promise<number | null> {
  const { retention_months } = await db
    .selectFrom('clinics')
    .select('retention_months')
    .where('id', '=', clinicId)
    .executeTakeFirstOrThrow();
  return retention_months;
}

/** Sets the months. The operator's word also confirms the day. */
export async function setRetention(
  db: Db,
  clinicId: string,
  { months, today }: { months: number | null; today: IsoDate },
): Promise<void> {
  await db
    .updateTable('clinics')
    .set({ retention_months: months, retention_day: today })
    .where('id', '=', clinicId)
    .execute();
}

/** The erasures that a clinic's trail tells of, the oldest first. */
export async function listErasures(db: Db, clinicId: string) {
  return db
    .selectFrom('audit')
    .select(['patient_id', 'at as erased'])
    .where('clinic_id', '=', clinicId)
    .where('action', '=', 'patient_erased')
    .where('patient_id', 'is not', null)
    .orderBy('id')
    .execute();
}
