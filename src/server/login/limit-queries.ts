import { sql } from 'kysely';
import type { SecurityNotice, UserType } from '../../contract/accounts.ts';
import type { LockedLogin } from '../../contract/patients.ts';
import type { Schema } from '../database/schema.ts';
import type { Db } from '../database/transaction.ts';
import { allowedDevice, hardestAlarm, relevant, type Counts } from './limits.ts';
import { type Owner, ownedBy } from './owner-queries.ts';

/**
 * One login attempt in the counters, by keyed hashes. `deviceKey` is null unless the device is known. `isClinic` is false
 * for an invented clinic.
 */
export type Attempt = {
  clinicId: string;
  isClinic: boolean;
  role: UserType;
  accountKey: string;
  addressKey: string;
  dateKey: string | null;
  deviceKey: string | null;
};

/**
 * Makes other transactions with this key wait until this one ends, so that parallel attempts are counted one by one.
 */
export async function lockKey(db: Db, key: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db);
}

const patientOf = (owner: Owner | undefined) => (owner && 'patientId' in owner ? owner.patientId : null);

const isLetInNow = sql`allowed_until > now() AND allowed_tries < ${allowedDevice.tries}::int`;

/** The moment so many seconds ago. */
const since = (seconds: number) => sql`now() - make_interval(secs => ${seconds}::float8)`;

/**
 * Everything that the rules ask about an attempt, in one statement: the failures that matter, as ages in seconds, the
 * youngest first, and what runs in the clinic. An address counts its failures in the clinic and role of the attempt, so that
 * no one shuts out the people of another clinic. An attempt at an invented clinic counts all failures of its address.
 */
export async function readCounts(db: Db, attempt: Attempt, owner: Owner | undefined): Promise<Counts> {
  const age = sql`greatest(0, extract(epoch FROM clock_timestamp() - at))::float8`;
  const { clinicId, isClinic, role, accountKey, addressKey, dateKey, deviceKey } = attempt;
  const [address, clinic, date] = [relevant('address'), relevant('clinic'), relevant('date')];
  const [account, device] = [relevant('account'), relevant('device')];
  const { rows } = await sql<Counts>`WITH people AS (
      SELECT count(*) FILTER (WHERE at > ${since(address.lately)}) AS lately, count(*) AS today
      FROM login_successes
      WHERE clinic_id = ${clinicId} AND address_key = ${addressKey} AND at > ${since(address.within)}),
    clinic AS (
      SELECT at FROM login_failures WHERE clinic = ${clinicId} AND at > ${since(clinic.within)}
      ORDER BY at DESC LIMIT ${hardestAlarm})
    SELECT (SELECT json_build_object('lately', lately, 'today', today) FROM people) AS people,
    ARRAY(SELECT ${age} FROM login_failures WHERE clinic = ${clinicId} AND user_type = ${role}
      AND account_key = ${accountKey} AND device_key IS NULL AND at > ${since(account.within)}
      ORDER BY at DESC LIMIT ${account.most}) AS account,
    ARRAY(SELECT ${age} FROM login_failures WHERE device_key = ${deviceKey} AND at > ${since(device.within)}
      ORDER BY at DESC LIMIT ${device.most}) AS device,
    ARRAY(SELECT ${age} FROM login_failures WHERE address_key = ${addressKey} AND at > ${since(address.within)}
      AND (NOT ${isClinic}::boolean OR (clinic = ${clinicId} AND user_type = ${role}))
      ORDER BY at DESC LIMIT ${address.most} + ${address.moreForAPerson} * (SELECT today FROM people)) AS address,
    ARRAY(SELECT min(${age}) FROM login_failures WHERE clinic = ${clinicId} AND secret_key = ${dateKey}
      AND account_key <> ${accountKey} AND at > ${since(date.within)}
      GROUP BY account_key ORDER BY 1 LIMIT ${date.most}) AS date,
    (SELECT json_build_object('lastHour', count(*) FILTER (WHERE at > ${since(clinic.lately)}), 'lastDay', count(*))
      FROM clinic) AS clinic,
    EXISTS (SELECT FROM security_notices WHERE clinic_id = ${clinicId} AND kind = 'login_alarm' AND until > now()) AS "isAlarmed",
    EXISTS (SELECT FROM login_locks WHERE clinic_id = ${clinicId} AND patient_id = ${patientOf(owner)} AND ${isLetInNow}) AS "isLetIn",
    EXISTS (SELECT FROM login_locks WHERE clinic_id = ${clinicId} AND ${isLetInNow}) AS "isAnyLetIn"`.execute(
    db,
  );
  const [counts] = rows;
  if (!counts) throw new Error('the login limits were not counted');
  return counts;
}

/** Stores that this person has logged in from this address. */
export async function recordSuccess(
  db: Db,
  { clinicId, addressKey, accountKey }: Pick<Attempt, 'clinicId' | 'addressKey' | 'accountKey'>,
): Promise<void> {
  const at = sql<string>`clock_timestamp()`;
  await db
    .insertInto('login_successes')
    .values({ clinic_id: clinicId, address_key: addressKey, account_key: accountKey, at })
    .onConflict((conflict) =>
      conflict.columns(['clinic_id', 'address_key', 'account_key']).doUpdateSet({ at }),
    )
    .execute();
}

export async function recordFailure(db: Db, attempt: Attempt): Promise<void> {
  await db
    .insertInto('login_failures')
    .values({
      at: sql<string>`clock_timestamp()`,
      clinic: attempt.clinicId,
      user_type: attempt.role,
      account_key: attempt.accountKey,
      address_key: attempt.addressKey,
      secret_key: attempt.dateKey,
      device_key: attempt.deviceKey,
    })
    .execute();
}

type NoticeKind = Schema['security_notices']['kind'];

/** Stores a notice for the clinic's admin unless the same notice is still valid; true if it is new. */
export async function raiseNotice(
  db: Db,
  clinicId: string,
  notice: { kind: NoticeKind; subject: string; minutes: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`INSERT INTO security_notices (clinic_id, kind, subject, until)
    SELECT ${clinicId}::uuid, ${notice.kind}, ${notice.subject}, now() + make_interval(mins => ${notice.minutes}::int)
    WHERE NOT EXISTS (SELECT FROM security_notices WHERE clinic_id = ${clinicId} AND kind = ${notice.kind}
      AND subject = ${notice.subject} AND until > now())`.execute(db);
  return numAffectedRows === 1n;
}

/** The admin sees the notice of an attack for so long after its end. */
const TOLD_FOR = sql`interval '24 hours'`;

/**
 * The attacks on the logins of a clinic that still run or ended within a day: one row for each kind, running attacks
 * first.
 */
export async function recentNotices(db: Db, clinicId: string): Promise<SecurityNotice[]> {
  const { rows } = await sql<SecurityNotice>`
    SELECT kind, min(at) AS since, max(until) AS until, max(until) > now() AS is_running,
      (SELECT count(*) FROM login_failures WHERE clinic = ${clinicId} AND at > now() - ${TOLD_FOR}) AS failed_logins
    FROM security_notices WHERE clinic_id = ${clinicId} AND until > now() - ${TOLD_FOR}
    GROUP BY kind ORDER BY max(until) > now() DESC, min(at) DESC`.execute(db);
  return rows;
}

/**
 * The number of failed logins of this name since its last successful login, within 24 hours. Older failures are
 * deleted soon.
 */
export async function failuresSinceLogin(
  db: Db,
  { clinicId, role, accountKey }: Pick<Attempt, 'clinicId' | 'role' | 'accountKey'>,
  owner: Owner,
): Promise<number> {
  const { rows } = await sql<{ failures: number }>`
    SELECT count(*) AS failures FROM login_failures
    WHERE clinic = ${clinicId} AND user_type = ${role} AND account_key = ${accountKey} AND at > greatest(
      now() - interval '24 hours',
      (SELECT max(renewed) FROM known_devices WHERE clinic_id = ${clinicId} AND ${ownedBy(owner)}))`.execute(
    db,
  );
  return rows[0]?.failures ?? 0;
}

/** Marks a solved task as used; false if it was used before. */
export async function spendProof(db: Db, challenge: string, expiresAt: number): Promise<boolean> {
  const { numAffectedRows } = await sql`INSERT INTO spent_proofs (challenge, expires)
    VALUES (${challenge}, to_timestamp(${expiresAt}::float8)) ON CONFLICT DO NOTHING`.execute(db);
  return numAffectedRows === 1n;
}

type LimitedKind = Schema['limited_attempts']['kind'];

/** The ages of the attempts of a kind in seconds, the youngest first: of one key, or of all if `key` is null. */
export async function attemptAges(
  db: Db,
  kind: LimitedKind,
  key: string | null,
  { within, most }: { within: number; most: number },
): Promise<number[]> {
  const { rows } = await sql<{ age: number }>`
    SELECT greatest(0, extract(epoch FROM clock_timestamp() - at))::float8 AS age FROM limited_attempts
    WHERE kind = ${kind} AND (${key}::text IS NULL OR key = ${key}) AND at > ${since(within)}
    ORDER BY at DESC LIMIT ${most}`.execute(db);
  return rows.map(({ age }) => age);
}

export async function recordAttempt(db: Db, kind: LimitedKind, key: string): Promise<void> {
  await db.insertInto('limited_attempts').values({ kind, key }).execute();
}

/** Deletes the attempts that no limit counts any more. */
export async function forgetOldAttempts(db: Db): Promise<void> {
  await sql`DELETE FROM login_failures WHERE at < now() - interval '25 hours'`.execute(db);
  await sql`DELETE FROM limited_attempts WHERE at < now() - interval '2 hours'`.execute(db);
  await sql`DELETE FROM spent_proofs WHERE expires < now()`.execute(db);
}

/** Records until when unknown devices must wait for this patient's login, for the lists of the staff. Staff and unknown names have no row. */
export async function recordDeviceWait(
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

/** The codes of a clinic that unknown devices have to wait with. */
export async function waitingDevices(db: Db, clinicId: string): Promise<LockedLogin[]> {
  const { rows } = await sql<LockedLogin>`
    SELECT patient_id, locked_until, CASE WHEN ${isLetInNow} THEN allowed_until END AS allowed_until
    FROM login_locks WHERE clinic_id = ${clinicId} AND locked_until > now()`.execute(db);
  return rows;
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

/** Counts a try that the staff has allowed. */
export async function countAllowedTry(db: Db, clinicId: string, owner: Owner | undefined): Promise<void> {
  await sql`UPDATE login_locks SET allowed_tries = allowed_tries + 1
    WHERE clinic_id = ${clinicId} AND patient_id = ${patientOf(owner)}`.execute(db);
}

/** With a new code the failures of the old one do not count. */
export async function forgetDeviceWait(db: Db, clinicId: string, patientId: string): Promise<void> {
  await db
    .deleteFrom('login_locks')
    .where('clinic_id', '=', clinicId)
    .where('patient_id', '=', patientId)
    .execute();
}
