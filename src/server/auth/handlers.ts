import { randomBytes, randomUUID } from 'node:crypto';
import type { LoginAnswer, UserType } from '../../contract/accounts.ts';
import { parseGermanDate, isIsoDate } from '../../domain/iso-date.ts';
import { nameKey } from '../../domain/patient-code.ts';
import { appendAudit } from '../audit/queries.ts';
import { withTenant, type Db } from '../db/transaction.ts';
import { AppError } from '../http/app-error.ts';
import type { Handler, PublicContext } from '../http/context.ts';
import type { Services } from '../services.ts';
import { verifySecret } from './password-hash.ts';
import * as queries from './queries.ts';
import { deriveTokens, hashToken, isGenuine, parseRefreshToken } from './tokens.ts';

type Credentials = { clinic_id: string; username: string; password: string };
type Known = {
  owner: queries.Owner;
  username: string;
  mustChange: boolean;
  hash: string | undefined;
  usable: boolean;
};

const MOST_SESSIONS = { admin: 10, clinician: 10, patient: 5 } as const satisfies Record<UserType, number>;

export const loginPatient: Handler<'loginPatient'> = ({ body }, context) => logIn('patient', body, context);
export const loginClinician: Handler<'loginClinician'> = ({ body }, context) =>
  logIn('clinician', body, context);
export const loginAdmin: Handler<'loginAdmin'> = ({ body }, context) => logIn('admin', body, context);

// R40: look the account up, always hash, and answer every failure alike.
async function logIn(role: UserType, credentials: Credentials, context: PublicContext): Promise<LoginAnswer> {
  const { services, request } = context;
  const { clinic_id: clinicId } = credentials;
  const found = await withTenant(services.loginPool, clinicId, async (db) => ({
    clinic: await queries.findClinic(db, clinicId),
    known: await findKnown(db, role, credentials),
  }));
  const secret = role === 'patient' ? birthDate(credentials.password) : credentials.password;
  const right = await verifySecret(
    services.keys,
    secret ?? '',
    secret === undefined ? undefined : found.known?.hash,
  );
  if (!found.clinic) throw new AppError('credentials_wrong');
  const { clinic, known } = found;
  if (!right || !known?.usable) return refuseLogin(role, clinicId, context);
  return withTenant(services.loginPool, clinicId, async (db) => {
    await endPresentedSession(db, clinicId, request.cookies.refresh);
    const session_expires = await startSession(db, role, clinicId, known.owner, context);
    const userId = 'accountId' in known.owner ? known.owner.accountId : known.owner.patientId;
    await appendAudit(db, { userId, role }, request, { action: 'login' });
    return {
      session_expires,
      clinic_id: clinic.id,
      clinic_name: clinic.name,
      username: known.username,
      user_type: role,
      clinic_contact: clinic.contact,
      must_change: known.mustChange,
    };
  });
}

async function refuseLogin(
  role: UserType,
  clinicId: string,
  { services, request }: PublicContext,
): Promise<never> {
  await withTenant(services.loginPool, clinicId, (db) =>
    appendAudit(db, { userId: null, role }, request, { action: 'login_failed', result: 'refused' }),
  );
  throw new AppError('credentials_wrong');
}

async function findKnown(
  db: Db,
  role: UserType,
  { clinic_id, username }: Credentials,
): Promise<Known | undefined> {
  if (role === 'patient') {
    const patient = await queries.findPatientForLogin(db, clinic_id, nameKey(username));
    return (
      patient && {
        owner: { patientId: patient.id },
        username: patient.code,
        mustChange: false,
        hash: patient.secret_hash,
        usable: true,
      }
    );
  }
  const account = await queries.findAccountForLogin(db, clinic_id, role, nameKey(username));
  return (
    account && {
      owner: { accountId: account.id },
      username: account.username,
      mustChange: account.must_change_password,
      hash: account.password_hash,
      usable: account.usable,
    }
  );
}

/** The client sends yyyy-mm-dd (spec 5); the form a person types is understood as well. */
function birthDate(password: string): string | undefined {
  return isIsoDate(password) ? password : parseGermanDate(password);
}

async function startSession(
  db: Db,
  role: UserType,
  clinicId: string,
  owner: queries.Owner,
  { services, reply }: PublicContext,
): Promise<number> {
  const session = { clinicId, sessionId: randomUUID(), secret: randomBytes(32) };
  const tokens = deriveTokens(services.keys, session, 0);
  const expires = await queries.insertSession(db, {
    ...session,
    owner,
    accessHash: hashToken(tokens.access),
    ...lengths(services, role),
  });
  await queries.endOldestSessions(db, clinicId, owner, MOST_SESSIONS[role]);
  reply.setSession(tokens);
  return expires;
}

function lengths({ config: { sessions } }: Services, role: UserType) {
  const patient = role === 'patient';
  return {
    accessMinutes: sessions.access_minutes,
    idleMinutes: patient ? sessions.patient_idle_minutes : sessions.staff_idle_minutes,
    absoluteMinutes: patient ? sessions.patient_absolute_minutes : sessions.staff_absolute_minutes,
  };
}

// R34: a login ends the session whose cookie came along.
async function endPresentedSession(db: Db, clinicId: string, cookie: string | undefined): Promise<void> {
  const token = cookie === undefined ? undefined : parseRefreshToken(cookie);
  if (token?.clinicId === clinicId) await queries.endSession(db, clinicId, token.sessionId);
}

const SAME_TOKENS_FOR = 60;
const OLD_TOKEN_ACCEPTED_FOR = 30;

/** R38: one row lock decides between the same tokens again, the next generation, and the end of the family. */
export const refreshSession: Handler<'refreshSession'> = async (_input, context) => {
  const { services, request, reply } = context;
  const token =
    request.cookies.refresh === undefined ? undefined : parseRefreshToken(request.cookies.refresh);
  const refreshed =
    token && (await withTenant(services.pool, token.clinicId, (db) => rotate(db, token, context)));
  if (!refreshed) {
    reply.clearSession();
    throw new AppError('refresh_failed');
  }
  reply.setSession(refreshed.tokens);
  return { session_expires: refreshed.expires };
};

async function rotate(
  db: Db,
  token: NonNullable<ReturnType<typeof parseRefreshToken>>,
  { services, request }: PublicContext,
) {
  const { clinicId, sessionId } = token;
  const row = await queries.lockSession(db, clinicId, sessionId);
  if (!row?.alive) return undefined;
  const session = { clinicId, sessionId, secret: row.secret };
  if (!isGenuine(services.keys, session, token)) return undefined;
  const { idleMinutes, accessMinutes } = lengths(services, row.role);
  const age = row.seconds_since_rotation;
  const isCurrent = token.generation === row.generation;
  const isPrevious = token.generation === row.generation - 1;
  if ((isCurrent && age < SAME_TOKENS_FOR) || (isPrevious && age < OLD_TOKEN_ACCEPTED_FOR)) {
    const expires = await queries.prolongSession(db, clinicId, sessionId, idleMinutes);
    return { tokens: deriveTokens(services.keys, session, row.generation), expires };
  }
  if (!isCurrent) {
    await queries.endSession(db, clinicId, sessionId);
    await appendAudit(db, { userId: row.user_id, role: row.role }, request, {
      action: 'session_family_revoked',
      result: 'refused',
    });
    return undefined;
  }
  const generation = row.generation + 1;
  const tokens = deriveTokens(services.keys, session, generation);
  const expires = await queries.prolongSession(db, clinicId, sessionId, idleMinutes, {
    generation,
    accessHash: hashToken(tokens.access),
    accessMinutes,
  });
  return { tokens, expires };
}

/** Ends the session of the presented cookie; without one there is nothing to end, and that is no error (R35). */
export const logout: Handler<'logout'> = async (_input, { services, request, reply }) => {
  const token =
    request.cookies.refresh === undefined ? undefined : parseRefreshToken(request.cookies.refresh);
  reply.clearSession();
  if (!token) return null;
  await withTenant(services.pool, token.clinicId, async (db) => {
    const row = await queries.lockSession(db, token.clinicId, token.sessionId);
    if (!row || !isGenuine(services.keys, { ...token, secret: row.secret }, token)) return;
    await queries.endSession(db, token.clinicId, token.sessionId);
    await appendAudit(db, { userId: row.user_id, role: row.role }, request, { action: 'logout' });
  });
  return null;
};
