import { sql } from 'kysely';
import type { Db } from '../database/transaction.ts';
import { DEVICE_DAYS } from './devices.ts';

/** Sign-ins tell when a person was ill or at work, so they end: after so many days (product 12.8). */
const KEPT_DAYS = {
  /** Since the end of the session. */
  sessions: 30,
  /** Since the last login in it. An older device is no known device any more. */
  devices: DEVICE_DAYS,
  /** Since the end of the attack. */
  notices: 30,
} as const;

const before = (days: number) => sql`now() - make_interval(days => ${days}::int)`;

/**
 * Deletes the sign-ins, devices, notices and waits of a clinic that are no longer needed. The last session of a patient
 * stays, because the home page shows the login before this one, and months may lie between two surveys.
 */
export async function forgetSignIns(db: Db, clinicId: string): Promise<void> {
  await sql`DELETE FROM login_sessions WHERE clinic_id = ${clinicId} AND id IN (
    SELECT id FROM (
      SELECT id, patient_id, coalesce(ended_at, least(idle_expires, absolute_expires)) AS ended,
        row_number() OVER (PARTITION BY patient_id ORDER BY created DESC) AS nth
      FROM login_sessions WHERE clinic_id = ${clinicId}) AS session
    WHERE ended < ${before(KEPT_DAYS.sessions)} AND (patient_id IS NULL OR nth > 1))`.execute(db);
  await sql`DELETE FROM known_devices
    WHERE clinic_id = ${clinicId} AND renewed < ${before(KEPT_DAYS.devices)}`.execute(db);
  await sql`DELETE FROM security_notices
    WHERE clinic_id = ${clinicId} AND until < ${before(KEPT_DAYS.notices)}`.execute(db);
  await sql`DELETE FROM login_locks
    WHERE clinic_id = ${clinicId} AND greatest(locked_until, allowed_until) < now()`.execute(db);
  // The limits count the logins of a day.
  await sql`DELETE FROM login_successes
    WHERE clinic_id = ${clinicId} AND at < now() - interval '25 hours'`.execute(db);
}
