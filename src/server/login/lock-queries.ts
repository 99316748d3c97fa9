import { sql } from 'kysely';
import type { LockedLogin } from '../../contract/patients.ts';
import type { Db } from '../database/transaction.ts';
import { allowedDevice } from './limits.ts';
import type { Owner } from './owner.ts';

const patientOf = (owner: Owner | undefined) => (owner && 'patientId' in owner ? owner.patientId : null);

const isAllowedNow = sql`allowed_until > now() AND allowed_tries < ${allowedDevice.tries}::int`;

/** Records until when unknown devices must wait for this patient's login, for the lists of the staff. Staff and unknown names have no row. */
export async function noteLock(
  db: Db,
  clinicId: string,
  owner: Owner | undefined,
  seconds: number,
): Promise<void> {
  await sql`INSERT INTO login_locks (clinic_id, patient_id, locked_until)
    SELECT clinic_id, id, now() + make_interval(secs => ${seconds}::float8) FROM patients
    WHERE clinic_id = ${clinicId} AND id = ${patientOf(owner)}
    ON CONFLICT (clinic_id, patient_id) DO UPDATE
      SET locked_until = greatest(login_locks.locked_until, excluded.locked_until)`.execute(db);
}

/** Lets devices that are not known try this code for some minutes. Returns the end. */
export async function allowDevice(db: Db, clinicId: string, patientId: string): Promise<string> {
  const until = sql<string>`now() + make_interval(mins => ${allowedDevice.minutes}::int)`;
  const allowed = { allowed_until: until, allowed_tries: 0 };
  const { allowed_until } = await db
    .insertInto('login_locks')
    .values({ clinic_id: clinicId, patient_id: patientId, locked_until: sql<string>`now()`, ...allowed })
    .onConflict((conflict) => conflict.columns(['clinic_id', 'patient_id']).doUpdateSet(allowed))
    .returning(sql<string>`allowed_until`.as('allowed_until'))
    .executeTakeFirstOrThrow();
  return allowed_until;
}

/** Whether the staff lets a device in with this code just now. */
export async function isDeviceAllowed(db: Db, clinicId: string, owner: Owner | undefined): Promise<boolean> {
  const { rows } = await sql`SELECT FROM login_locks
    WHERE clinic_id = ${clinicId} AND patient_id = ${patientOf(owner)} AND ${isAllowedNow}`.execute(db);
  return rows.length > 0;
}

/** Whether the staff of the clinic lets any device in just now. */
export async function isAnyDeviceAllowed(db: Db, clinicId: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM login_locks WHERE clinic_id = ${clinicId} AND ${isAllowedNow}
    LIMIT 1`.execute(db);
  return rows.length > 0;
}

export async function countAllowedTry(
  db: Db,
  clinicId: string,
  owner: Owner | undefined,
): Promise<undefined> {
  await sql`UPDATE login_locks SET allowed_tries = allowed_tries + 1
    WHERE clinic_id = ${clinicId} AND patient_id = ${patientOf(owner)}`.execute(db);
}

/** The codes of a clinic that unknown devices have to wait with. */
export async function lockedLogins(db: Db, clinicId: string): Promise<LockedLogin[]> {
  const { rows } = await sql<LockedLogin>`
    SELECT patient_id, locked_until, CASE WHEN ${isAllowedNow} THEN allowed_until END AS allowed_until
    FROM login_locks WHERE clinic_id = ${clinicId} AND locked_until > now()`.execute(db);
  return rows;
}

/** With a new code the failures of the old one do not count. */
export async function forgetLock(db: Db, clinicId: string, patientId: string): Promise<void> {
  await db
    .deleteFrom('login_locks')
    .where('clinic_id', '=', clinicId)
    .where('patient_id', '=', patientId)
    .execute();
}

/** Deletes the locks that are over. Runs in the transaction of the clinic. */
export async function forgetPastLocks(db: Db, clinicId: string): Promise<void> {
  await sql`DELETE FROM login_locks
    WHERE clinic_id = ${clinicId} AND greatest(locked_until, allowed_until) < now()`.execute(db);
}
