import { randomBytes, randomUUID } from 'node:crypto';
import type { LoginAnswer, UserType } from '../../contract/accounts.ts';
import { browserName } from '../../domain/browser-name.ts';
import { appendAudit } from '../audit/queries.ts';
import { withTenant, type Db } from '../database/transaction.ts';
import { AppError } from '../settings/app-error.ts';
import type { PublicContext } from '../http/context.ts';
import type { Services } from '../services.ts';
import { rememberDevice, staffDevices } from './device-queries.ts';
import { deviceCookie, deviceId, newDevice, parseDevice, withOneUserMore, type Device } from './devices.ts';
import { failuresSinceLogin, recordSuccess } from './limit-queries.ts';
import {
  birthDate,
  findUser,
  lockUser,
  isSecretRight,
  type Clinic,
  type KnownUser,
  type Login,
} from './login-attempt.ts';
import { withLoginSlot } from './login-door.ts';
import { describeAttempt, refusalByLimits, auditAttempt, countFailure } from './login-limits.ts';
import { userIdOf, type Owner } from './owner-queries.ts';
import { hashSecret, isOutdated } from './password-hash.ts';
import * as queries from './queries.ts';
import { lockFactor, spendCode } from './second-factor.ts';
import { sessionLengths } from './session-lengths.ts';
import { deriveTokens, hashToken, isGenuine, presentedToken, tokenSource } from './tokens.ts';

type Tokens = { access: string; refresh: string };
type CompletedLogin = { answer: LoginAnswer; tokens: Tokens; device: Device };

const MOST_SESSIONS = { admin: 10, clinician: 10, patient: 5 } as const satisfies Record<UserType, number>;

/**
 * Logs a user in (R34, R40, R45 to R51). First come the limits, then the hash in every case, and every failure gets
 * the same answer. One transaction holds it all, so that parallel attempts are counted one by one.
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
  const outcome = await withLoginSlot(login, () =>
    withTenant(services.loginPool, credentials.clinic_id, (db) => tryLogin(db, login)),
  );
  if (outcome instanceof AppError) throw outcome;
  await endPresentedSession(services, request.cookies.refresh);
  reply.setSession(outcome.tokens);
  reply.setDevice(deviceCookie(services.keys, outcome.device));
  return outcome.answer;
}

// A refusal is returned and not thrown, so that its counters and audit rows are committed.
async function tryLogin(db: Db, login: Login): Promise<CompletedLogin | AppError> {
  const found = await findUser(db, login);
  const counted = await describeAttempt(db, login, found);
  const refusal = await refusalByLimits(db, login, counted, found);
  if (refusal) return refusal;
  const isRight = await isSecretRight(login, found.known);
  const known = isRight && found.known?.usable ? await lockUser(db, login, found.known) : undefined;
  if (!found.clinic || !known) {
    await countFailure(db, login, counted, found);
    return new AppError('credentials_wrong');
  }
  const factor = await checkFactor(db, login, known);
  if (factor === 'missing') {
    await auditAttempt(db, login, found, 'second_factor_asked');
    return new AppError('second_factor_required');
  }
  if (factor === 'wrong') {
    await countFailure(db, login, counted, found, 'second_factor_refused');
    return new AppError('second_factor_wrong');
  }
  if (factor === 'recovery') await auditAttempt(db, login, found, 'recovery_code_used');
  const failures = await failuresSinceLogin(db, counted, known.owner);
  await recordSuccess(db, counted);
  const device = await rememberBrowser(db, login, known.owner, counted.deviceKey !== null);
  return completeLogin(db, { ...login, device }, found.clinic, known, failures);
}

/**
 * The second factor is checked only after the password (R76). A question for a code therefore reveals that the
 * password is right; this cannot be avoided. A missing code is no failure, a wrong code counts like any failure.
 */
async function checkFactor(
  db: Db,
  { credentials, context }: Login,
  { owner }: KnownUser,
): Promise<'none' | 'missing' | 'wrong' | 'one-time' | 'recovery'> {
  if (!('accountId' in owner)) return 'none';
  const holder = { clinicId: credentials.clinic_id, accountId: owner.accountId };
  const factor = await lockFactor(db, context.services.keys, holder);
  if (!factor?.isConfirmed) return 'none';
  if (!credentials.totp) return 'missing';
  return (await spendCode(db, context.services, factor, credentials.totp)) ?? 'wrong';
}

async function completeLogin(
  db: Db,
  login: Login & { device: Device },
  clinic: Clinic,
  known: KnownUser,
  failures: number,
): Promise<CompletedLogin> {
  const { role, context } = login;
  const { request } = context;
  const userId = userIdOf(known.owner);
  const atStaffDevice = role === 'patient' && (await isStaffDevice(db, login));
  const session = await startSession(db, login, known.owner, atStaffDevice);
  await renewHash(db, login, known);
  if (known.mustChange) await queries.voidGeneratedPasswordSoon(db, clinic.id, userId);
  const remark = atStaffDevice && { objectId: 'staff_device', patientId: userId };
  await appendAudit(db, { userId, role }, request, { action: 'login', ...remark });
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
  return { answer, tokens: session.tokens, device: login.device };
}

/** Stores the login of the user in this browser, and counts a user who is new to the browser (R47). */
async function rememberBrowser(
  db: Db,
  { device, credentials, context }: Login,
  owner: Owner,
  isKnown: boolean,
): Promise<Device> {
  const { keys } = context.services;
  const used = device && !isKnown ? withOneUserMore(device) : (device ?? newDevice(keys));
  await rememberDevice(db, credentials.clinic_id, deviceId(keys, used, userIdOf(owner)), owner);
  return used;
}

/**
 * Whether staff of the clinic has logged in with this browser. Staff knows code and birth date of its patients, so trail
 * and patient must see where a patient logged in.
 */
async function isStaffDevice(db: Db, { device, credentials, context }: Login): Promise<boolean> {
  if (!device) return false;
  const { keys } = context.services;
  const known = await staffDevices(db, credentials.clinic_id);
  return known.some((one) => one.id === deviceId(keys, device, one.account_id));
}

async function startSession(
  db: Db,
  { role, credentials: { clinic_id: clinicId }, context: { services, request } }: Login,
  owner: Owner,
  atStaffDevice: boolean,
): Promise<{ tokens: Tokens; expires: number }> {
  const session = {
    clinicId,
    sessionId: randomUUID(),
    userId: userIdOf(owner),
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
    atStaffDevice,
  });
  await queries.endOldestSessions(db, clinicId, owner, MOST_SESSIONS[role]);
  return { tokens, expires };
}

// Only a login knows the secret, so this is the moment to hash it with the newest key (R42).
async function renewHash(
  db: Db,
  { role, credentials, date, context }: Login,
  { owner, hash }: KnownUser,
): Promise<void> {
  const { keys } = context.services;
  const secret = role === 'patient' ? date : credentials.password;
  if (secret === undefined || !isOutdated(keys, hash)) return;
  const renewed = await hashSecret(keys, secret);
  await queries.replaceHash(db, credentials.clinic_id, owner, { old: hash, renewed });
}

// A login ends the session whose cookie came with it, in whichever clinic (R34).
async function endPresentedSession({ keys, loginPool }: Services, cookie: string | undefined): Promise<void> {
  const token = presentedToken(cookie);
  if (!token) return;
  await withTenant(loginPool, token.clinicId, async (db) => {
    const row = await queries.lockSession(db, token.clinicId, token.sessionId);
    if (row && isGenuine(keys, tokenSource(token, row), token))
      await queries.endSession(db, token.clinicId, token.sessionId);
  });
}
