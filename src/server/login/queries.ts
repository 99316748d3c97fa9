import { sql } from 'kysely';
import type { UserType } from '../../contract/accounts.ts';
import type { BrowserName } from '../../domain/browser-name.ts';
import type { Db } from '../database/transaction.ts';
import { forgetDevices } from './device-queries.ts';
import { type Owner, ownedBy } from './owner-queries.ts';

type Lengths = { accessMinutes: number; idleMinutes: number; absoluteMinutes: number };

const inMinutes = (count: number) => sql<string>`now() + make_interval(mins => ${count}::int)`;

/** The clinic, unless it is suspended: for those who log in, it does not exist then. */
export async function findClinic(db: Db, clinicId: string) {
  return db
    .selectFrom('clinics')
    .select(['id', 'name', 'contact', 'settings'])
    .where('id', '=', clinicId)
    .where('suspended', 'is', null)
    .executeTakeFirst();
}

/**
 * Keeps the clinic in use until the transaction ends. False if it is suspended. Logins hold this lock together; only a
 * suspension waits for them.
 */
export async function holdClinicInUse(db: Db, clinicId: string): Promise<boolean> {
  const clinic = await db
    .selectFrom('clinics')
    .select('id')
    .where('id', '=', clinicId)
    .where('suspended', 'is', null)
    .forKeyShare()
    .executeTakeFirst();
  return clinic !== undefined;
}

export async function findAccountForLogin(
  db: Db,
  clinicId: string,
  role: 'admin' | 'clinician',
  usernameKey: string,
) {
  return db
    .selectFrom('accounts')
    .select(['id', 'username', 'password_hash', 'must_change_password'])
    .select(
      sql<boolean>`enabled AND activated_at IS NOT NULL AND coalesce(password_expires > now(), true)`.as(
        'usable',
      ),
    )
    .where('clinic_id', '=', clinicId)
    .where('role', '=', role)
    .where('username_key', '=', usernameKey)
    .executeTakeFirst();
}

export async function findPatientsForLogin(db: Db, clinicId: string, codeKeys: readonly string[]) {
  return db
    .selectFrom('patients')
    .select(['id', 'code', 'code_key', 'secret_hash'])
    .where('clinic_id', '=', clinicId)
    .where(sql<boolean>`code_key = ANY(${codeKeys}::text[])`)
    .execute();
}

type FoundSession = {
  session_id: string;
  role: UserType;
  user_id: string;
  username: string;
  usable: boolean;
  content_state: string | null;
};

/** Finds the user of an access token. It enters the clinic, so that it needs no transaction around it. */
export async function findSession(
  db: Db,
  clinicId: string,
  accessHash: Buffer,
): Promise<FoundSession | undefined> {
  const { rows } = await sql<FoundSession>`
    SELECT session_id, role, user_id, username, usable, content_state
    FROM find_login_session(${clinicId}, ${accessHash}), clinics WHERE clinics.id = ${clinicId}`.execute(db);
  return rows[0];
}

export async function insertSession(
  db: Db,
  session: {
    clinicId: string;
    sessionId: string;
    secret: Buffer;
    keyVersion: number;
    accessHash: Buffer;
    owner: Owner;
    atStaffDevice?: boolean;
  } & Partial<BrowserName> &
    Lengths,
): Promise<number> {
  const row = await db
    .insertInto('login_sessions')
    .values({
      clinic_id: session.clinicId,
      id: session.sessionId,
      account_id: 'accountId' in session.owner ? session.owner.accountId : null,
      patient_id: 'patientId' in session.owner ? session.owner.patientId : null,
      access_hash: session.accessHash,
      secret: session.secret,
      key_version: session.keyVersion,
      access_expires: inMinutes(session.accessMinutes),
      idle_expires: inMinutes(session.idleMinutes),
      absolute_expires: inMinutes(session.absoluteMinutes),
      browser: session.browser ?? null,
      system: session.system ?? null,
      at_staff_device: session.atStaffDevice ?? false,
    })
    .returning(expiryMillis)
    .executeTakeFirstOrThrow();
  return row.session_expires;
}

const expiryMillis =
  sql<number>`(extract(epoch FROM least(idle_expires, absolute_expires)) * 1000)::bigint`.as(
    'session_expires',
  );

/** Keeps the newest `most` live sessions of a user and ends the others (R34). */
export async function endOldestSessions(db: Db, clinicId: string, owner: Owner, most: number): Promise<void> {
  await sql`UPDATE login_sessions SET ended_at = now() WHERE clinic_id = ${clinicId} AND id IN (
    SELECT id FROM login_sessions
    WHERE clinic_id = ${clinicId} AND ${ownedBy(owner)} AND ended_at IS NULL AND idle_expires > now()
    ORDER BY created DESC, id OFFSET ${most})`.execute(db);
}

/**
 * Ends every live session of a user except `keep` (R36). If no session is kept, an admin has reset or closed the
 * account; then its known devices are forgotten too (R47).
 */
export async function endOtherSessions(
  db: Db,
  clinicId: string,
  owner: Owner,
  keep: string | null,
): Promise<void> {
  await sql`UPDATE login_sessions SET ended_at = now()
    WHERE clinic_id = ${clinicId} AND ${ownedBy(owner)} AND ended_at IS NULL AND id IS DISTINCT FROM ${keep}`.execute(
    db,
  );
  if (keep === null) await forgetDevices(db, clinicId, owner);
}

/** The live sessions of a user, the latest used first. A session in use gets new tokens every few minutes. */
export async function liveSessions(db: Db, clinicId: string, owner: Owner) {
  return db
    .selectFrom('login_sessions')
    .select(['id', 'created as started', 'rotated_at as last_used', 'browser', 'system'])
    .where('clinic_id', '=', clinicId)
    .where(sql<boolean>`${ownedBy(owner)}`)
    .where('ended_at', 'is', null)
    .where('idle_expires', '>', sql<string>`now()`)
    .where('absolute_expires', '>', sql<string>`now()`)
    .orderBy('rotated_at', 'desc')
    .execute();
}

export type LoginBefore = {
  at: string;
  browser: string | null;
  system: string | null;
  at_staff_device: boolean;
  is_new_device: boolean;
};

/**
 * The login of a patient before the login of this session. `is_new_device`: another browser that was new to the patient, or one of the
 * staff, has logged in since this browser did; that login is then the answer. A browser that was not here before knows of the login
 * before alone, and takes one of the same kind for its own: it may have lost its cookie (record 266).
 */
export async function loginBefore(
  db: Db,
  { clinicId, userId, sessionId }: { clinicId: string; userId: string; sessionId: string },
): Promise<LoginBefore | undefined> {
  const { rows } = await sql<LoginBefore>`
    WITH this AS (
      SELECT s.created, s.browser, s.system, d.id AS device, d.renewed_before AS since
      FROM login_sessions s LEFT JOIN known_devices d
        ON d.clinic_id = s.clinic_id AND d.patient_id = s.patient_id AND d.renewed = s.created
      WHERE s.clinic_id = ${clinicId} AND s.id = ${sessionId}),
    earlier AS (
      SELECT l.created AS at, l.browser, l.system, l.at_staff_device,
        (l.at_staff_device OR EXISTS (SELECT FROM known_devices d WHERE d.clinic_id = ${clinicId} AND d.patient_id = ${userId}
          AND d.created = l.created AND d.id IS DISTINCT FROM this.device))
        AND CASE WHEN this.since IS NOT NULL THEN l.created > this.since
          ELSE row_number() OVER (ORDER BY l.created DESC) = 1
            AND (l.at_staff_device OR (l.browser, l.system) IS DISTINCT FROM (this.browser, this.system)) END AS is_new_device
      FROM login_sessions l, this
      WHERE l.clinic_id = ${clinicId} AND l.patient_id = ${userId} AND l.created < this.created)
    SELECT * FROM earlier ORDER BY is_new_device DESC, at DESC LIMIT 1`.execute(db);
  return rows[0];
}

export async function endSession(db: Db, clinicId: string, sessionId: string): Promise<void> {
  await db
    .updateTable('login_sessions')
    .set({ ended_at: sql<string>`coalesce(ended_at, now())` })
    .where('clinic_id', '=', clinicId)
    .where('id', '=', sessionId)
    .execute();
}

/** The session of a refresh token, locked until the transaction ends. */
export async function lockSession(db: Db, clinicId: string, sessionId: string) {
  const { rows } = await sql<{
    secret: Buffer;
    key_version: number;
    generation: number;
    seconds_since_rotation: number;
    role: UserType;
    user_id: string;
    alive: boolean;
  }>`SELECT s.secret, s.key_version, s.generation, extract(epoch FROM now() - s.rotated_at)::float8 AS seconds_since_rotation,
       coalesce(a.role, 'patient') AS role, coalesce(s.account_id, s.patient_id) AS user_id,
       s.ended_at IS NULL AND s.idle_expires > now() AND s.absolute_expires > now()
         AND (a.id IS NULL OR (a.enabled AND a.activated_at IS NOT NULL)) AS alive
     FROM login_sessions s LEFT JOIN accounts a ON a.clinic_id = s.clinic_id AND a.id = s.account_id
     WHERE s.clinic_id = ${clinicId} AND s.id = ${sessionId} FOR UPDATE OF s`.execute(db);
  return rows[0];
}

/**
 * Moves the idle end of a session and returns the new end. With `rotation` the session also moves to the next
 * generation.
 */
export async function prolongSession(
  db: Db,
  clinicId: string,
  sessionId: string,
  idleMinutes: number,
  rotation?: { generation: number; accessHash: Buffer; accessMinutes: number },
): Promise<number> {
  const row = await db
    .updateTable('login_sessions')
    .set({
      idle_expires: inMinutes(idleMinutes),
      ...(rotation && {
        generation: rotation.generation,
        access_hash: rotation.accessHash,
        access_expires: inMinutes(rotation.accessMinutes),
        rotated_at: sql<string>`now()`,
      }),
    })
    .where('clinic_id', '=', clinicId)
    .where('id', '=', sessionId)
    .returning(expiryMillis)
    .executeTakeFirstOrThrow();
  return row.session_expires;
}

/**
 * The password hash of the signed-in user, locked until the transaction ends, so that a reset in the meantime is not
 * overwritten.
 */
export async function findPasswordHash(db: Db, clinicId: string, accountId: string) {
  return db
    .selectFrom('accounts')
    .select(['password_hash', 'username'])
    .where('clinic_id', '=', clinicId)
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

export async function setPassword(
  db: Db,
  clinicId: string,
  accountId: string,
  password: { hash: string; mustChange: boolean; expiresInDays?: number },
): Promise<void> {
  const { hash, mustChange, expiresInDays } = password;
  await db
    .updateTable('accounts')
    .set({
      password_hash: hash,
      must_change_password: mustChange,
      password_expires:
        expiresInDays === undefined
          ? null
          : sql<string>`now() + make_interval(days => ${expiresInDays}::int)`,
    })
    .where('clinic_id', '=', clinicId)
    .where('id', '=', accountId)
    .execute();
}

/** A generated password that was used once is void a day later (R44, record 052). */
export async function voidGeneratedPasswordSoon(db: Db, clinicId: string, accountId: string): Promise<void> {
  await sql`UPDATE accounts SET password_expires = least(password_expires, now() + interval '1 day')
    WHERE clinic_id = ${clinicId} AND id = ${accountId} AND must_change_password`.execute(db);
}

/** Replaces a hash by a new hash of the same secret, unless the secret was changed in the meantime. */
export async function replaceHash(
  db: Db,
  clinicId: string,
  owner: Owner,
  { old, renewed }: { old: string; renewed: string },
): Promise<void> {
  if ('patientId' in owner) {
    await sql`UPDATE patients SET secret_hash = ${renewed}
      WHERE clinic_id = ${clinicId} AND id = ${owner.patientId} AND secret_hash = ${old}`.execute(db);
    return;
  }
  await sql`UPDATE accounts SET password_hash = ${renewed}
    WHERE clinic_id = ${clinicId} AND id = ${owner.accountId} AND password_hash = ${old}`.execute(db);
}
