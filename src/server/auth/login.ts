import { randomBytes, randomUUID } from 'node:crypto';
import type { LoginAnswer, UserType } from '../../contract/accounts.ts';
import { browserName } from '../../domain/browser-name.ts';
import { appendAudit } from '../audit/queries.ts';
import { withTenant, type Db } from '../db/transaction.ts';
import { AppError } from '../app-error.ts';
import type { PublicContext } from '../http/context.ts';
import type { Services } from '../services.ts';
import { rememberDevice } from './device-queries.ts';
import { deviceCookie, deviceId, newDevice, parseDevice, type Device } from './devices.ts';
import { failuresSinceLogin } from './limit-queries.ts';
import {
  birthDate,
  find,
  hold,
  isSecretRight,
  type Clinic,
  type Known,
  type Login,
} from './login-attempt.ts';
import { countAttempt, heldBack, note, noteFailure } from './login-limits.ts';
import { userIdOf, type Owner } from './owner.ts';
import { hashSecret, isOutdated } from './password-hash.ts';
import * as queries from './queries.ts';
import { createQueue } from './queue.ts';
import { lockFactor, spendCode } from './second-factor.ts';
import { sessionLengths } from './session-lengths.ts';
import { deriveTokens, hashToken, isGenuine, presentedToken, tokenSource } from './tokens.ts';

type Tokens = { access: string; refresh: string };
type Admitted = { answer: LoginAnswer; tokens: Tokens; device: Device };

const MOST_SESSIONS = { admin: 10, clinician: 10, patient: 5 } as const satisfies Record<UserType, number>;

// R72: as many at a time as there are connections for logins; the others wait without one.
const inTurn = createQueue({ mostRunning: 4, mostWaiting: 200 });

/**
 * Logs somebody in (R34, R40, R45 to R51). An attempt is first held against the limits, then always hashed, and every
 * failure is answered alike. All in one transaction, so that parallel tries are counted one by one.
 */
export async function logIn(
  role: UserType,
  credentials: Login['credentials'],
  context: PublicContext,
): Promise<LoginAnswer> {
  const { services, request, reply } = context;
  const login: Login = {
    role,
    credentials,
    date: role === 'patient' ? birthDate(credentials.password) : undefined,
    device: parseDevice(services.keys, request.cookies.device),
    context,
  };
  const outcome = await inTurn(() =>
    withTenant(services.loginPool, credentials.clinic_id, (db) => attempt(db, login)),
  );
  if (outcome instanceof AppError) throw outcome;
  await endPresentedSession(services, request.cookies.refresh);
  reply.setSession(outcome.tokens);
  reply.setDevice(deviceCookie(services.keys, outcome.device));
  return outcome.answer;
}

// A refusal is returned, not thrown: what was counted and written down is committed.
async function attempt(db: Db, login: Login): Promise<Admitted | AppError> {
  const found = await find(db, login);
  const counted = await countAttempt(db, login, found);
  const refusal = await heldBack(db, login, counted, found);
  if (refusal) return refusal;
  const isRight = await isSecretRight(login, found.known);
  const known = isRight && found.known?.usable ? await hold(db, login, found.known) : undefined;
  if (!found.clinic || !known) {
    await noteFailure(db, login, counted, found);
    return new AppError('credentials_wrong');
  }
  const factor = await checkFactor(db, login, known);
  if (factor === 'missing') {
    await note(db, login, found, 'second_factor_asked');
    return new AppError('second_factor_required');
  }
  if (factor === 'wrong') {
    await noteFailure(db, login, counted, found, 'second_factor_refused');
    return new AppError('second_factor_wrong');
  }
  if (factor === 'recovery') await note(db, login, found, 'recovery_code_used');
  const failures = await failuresSinceLogin(db, counted, known.owner);
  return admit(db, login, found.clinic, known, failures);
}

/**
 * The second factor, looked at only where the password is right (R76): so it tells nobody more than that, which nobody
 * can be spared who is to be asked for a code. A code that is missing is no failure, a wrong one counts like any other.
 */
async function checkFactor(
  db: Db,
  { credentials, context }: Login,
  { owner }: Known,
): Promise<'none' | 'missing' | 'wrong' | 'one-time' | 'recovery'> {
  if (!('accountId' in owner)) return 'none';
  const holder = { clinicId: credentials.clinic_id, accountId: owner.accountId };
  const factor = await lockFactor(db, context.services.keys, holder);
  if (!factor?.isConfirmed) return 'none';
  if (!credentials.totp) return 'missing';
  return (await spendCode(db, context.services, factor, credentials.totp)) ?? 'wrong';
}

async function admit(
  db: Db,
  login: Login,
  clinic: Clinic,
  known: Known,
  failures: number,
): Promise<Admitted> {
  const { role, context } = login;
  const { services, request } = context;
  const userId = userIdOf(known.owner);
  const session = await startSession(db, login, known.owner);
  const device = login.device ?? newDevice(services.keys);
  await rememberDevice(db, clinic.id, deviceId(services.keys, device, userId), known.owner);
  await renewHash(db, login, known);
  await appendAudit(db, { userId, role }, request, { action: 'login' });
  const answer = {
    session_expires: session.expires,
    clinic_id: clinic.id,
    clinic_name: clinic.name,
    username: known.username,
    user_type: role,
    clinic_contact: clinic.contact,
    must_change: known.mustChange,
    failed_attempts: failures,
  };
  return { answer, tokens: session.tokens, device };
}

async function startSession(
  db: Db,
  { role, credentials: { clinic_id: clinicId }, context: { services, request } }: Login,
  owner: Owner,
): Promise<{ tokens: Tokens; expires: number }> {
  const session = {
    clinicId,
    sessionId: randomUUID(),
    secret: randomBytes(32),
    keyVersion: services.keys.current,
  };
  const tokens = deriveTokens(services.keys, session, 0);
  const expires = await queries.insertSession(db, {
    ...session,
    owner,
    ...browserName(request.userAgent),
    accessHash: hashToken(tokens.access),
    ...sessionLengths(services, role),
  });
  await queries.endOldestSessions(db, clinicId, owner, MOST_SESSIONS[role]);
  return { tokens, expires };
}

// R42: a login is the moment to hash a secret with the newest key, since only now it is known.
async function renewHash(
  db: Db,
  { role, credentials, date, context }: Login,
  { owner, hash }: Known,
): Promise<void> {
  const { keys } = context.services;
  const secret = role === 'patient' ? date : credentials.password;
  if (secret === undefined || !isOutdated(keys, hash)) return;
  const renewed = await hashSecret(keys, secret);
  await queries.replaceHash(db, credentials.clinic_id, owner, { old: hash, renewed });
}

// R34: a login ends the session whose cookie came along, whichever clinic it belongs to.
async function endPresentedSession({ keys, loginPool }: Services, cookie: string | undefined): Promise<void> {
  const token = presentedToken(cookie);
  if (!token) return;
  await withTenant(loginPool, token.clinicId, async (db) => {
    const row = await queries.lockSession(db, token.clinicId, token.sessionId);
    if (row && isGenuine(keys, tokenSource(token, row), token))
      await queries.endSession(db, token.clinicId, token.sessionId);
  });
}
