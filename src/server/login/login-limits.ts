import { recentRefusals } from '../audit/count-refusals.ts';
import { appendAudit, type AuditAction, type AuditEntry } from '../audit/queries.ts';
import type { Db } from '../database/transaction.ts';
import { AppError } from '../settings/app-error.ts';
import { isKnownDevice } from './device-queries.ts';
import { deviceId, isShared } from './devices.ts';
import { accountKey, addressKey, dateKey } from './limit-keys.ts';
import * as queries from './limit-queries.ts';
import {
  accountWait,
  ALARM_MINUTES,
  limitWait,
  raisesAlarm,
  verdictOn,
  type Counts,
  type LimitHit,
} from './limits.ts';
import type { FoundUser, Login } from './login-attempt.ts';
import { rememberRefusal } from './login-door.ts';
import { userIdOf, type Owner } from './owner-queries.ts';
import { createTask, useProof } from './proofs.ts';

/** The attempt as the counters see it. A name without an account is counted like any other (R51). */
export async function describeAttempt(
  db: Db,
  login: Login,
  { clinic, known }: FoundUser,
): Promise<queries.Attempt> {
  const { role, credentials, date, device, context } = login;
  const { keys } = context.services;
  const clinicId = credentials.clinic_id;
  const id = known && device && !isShared(device) ? deviceId(keys, device, userIdOf(known.owner)) : undefined;
  const isKnown = id !== undefined && (await isKnownDevice(db, clinicId, id));
  return {
    clinicId,
    isClinic: clinic !== undefined,
    role,
    accountKey: accountKey(keys, clinicId, role, credentials.username),
    addressKey: addressKey(keys, context.request.address),
    dateKey: date === undefined ? null : dateKey(keys, clinicId, date),
    deviceKey: isKnown ? id : null,
  };
}

/**
 * The refusal of an attempt before its secret is checked (R45 to R50); undefined if it may go on. A right secret is
 * refused like a wrong one.
 */
export async function refusalByLimits(
  db: Db,
  login: Login,
  counted: queries.Attempt,
  found: FoundUser,
): Promise<AppError | undefined> {
  await queries.lockKey(db, counted.accountKey);
  const { keys, now, config } = login.context.services;
  const owner = found.known?.owner;
  const counts = await queries.readCounts(db, counted, owner);
  const verdict = verdictOn(counts, counted.deviceKey !== null, config.proofOfWorkBits);
  if (verdict.next === 'wait') return refusalOf(db, login, counted, found, counts, verdict);
  if (verdict.next === 'allowed try') await queries.countAllowedTry(db, counted.clinicId, owner);
  if (verdict.next !== 'task' || (await hasSolvedTask(db, login, verdict.bits))) return undefined;
  await auditLoginRefusal(db, login, found);
  const { bits, retryAfter } = verdict;
  return new AppError('proof_required', { retryAfter, task: createTask(keys, bits, now()) });
}

/** Refuses an attempt that has hit a limit. The staff sees that the code waits, and can let a device in. */
async function refusalOf(
  db: Db,
  login: Login,
  counted: queries.Attempt,
  found: FoundUser,
  counts: Counts,
  { limit, retryAfter }: LimitHit,
): Promise<AppError> {
  const { clinicId } = counted;
  // While the staff lets a device in, only the database knows which code it is.
  if (!counts.isAnyLetIn) rememberRefusal(login, limitWait('address', counts), found.clinic?.id);
  if (limit === 'date' && found.clinic) await raiseSprayNotice(db, login, counted);
  await queries.recordDeviceWait(db, clinicId, found.known?.owner, retryAfter);
  await auditLoginRefusal(db, login, found);
  return new AppError('too_many_attempts', { retryAfter });
}

async function hasSolvedTask(
  db: Db,
  { credentials: { proof }, context }: Login,
  bits: number,
): Promise<boolean> {
  const { keys, now } = context.services;
  return proof !== undefined && useProof(db, keys, proof, { bits, now: now() });
}

/** Counts a failure and writes an audit row. If the clinic has too many failures, its alarm starts (R50). */
export async function countFailure(
  db: Db,
  login: Login,
  counted: queries.Attempt,
  found: FoundUser,
  action: 'login_failed' | 'second_factor_refused' = 'login_failed',
): Promise<void> {
  await queries.recordFailure(db, counted);
  await auditAttempt(db, login, found, action);
  const counts = await queries.readCounts(db, counted, found.known?.owner);
  // The staff sees that the code waits now. The same is done for unknown names, so that it takes as long (R40).
  const seconds = counted.deviceKey === null ? accountWait(counts.account) : 0;
  if (seconds > 0) await queries.recordDeviceWait(db, counted.clinicId, found.known?.owner, seconds);
  if (!found.clinic || counts.isAlarmed || !raisesAlarm(counts.clinic)) return;
  const notice = { kind: 'login_alarm', subject: '', minutes: ALARM_MINUTES } as const;
  if (!(await queries.raiseNotice(db, counted.clinicId, notice))) return;
  login.context.services.log.warn(
    { alert: 'login_alarm', clinic: counted.clinicId, ...counts.clinic },
    'many failed logins in one clinic: for an hour, devices that are not known solve a task first',
  );
}

async function raiseSprayNotice(
  db: Db,
  { context }: Login,
  { clinicId, dateKey }: queries.Attempt,
): Promise<void> {
  const notice = { kind: 'birth_date_spray', subject: dateKey ?? '', minutes: ALARM_MINUTES } as const;
  if (!(await queries.raiseNotice(db, clinicId, notice))) return;
  context.services.log.warn(
    { alert: 'birth_date_spray', clinic: clinicId },
    'one birth date was tried with many patient codes of one clinic',
  );
}

// The audit row does not hold the typed name, because people type passwords there.
export async function auditAttempt(
  db: Db,
  login: Login,
  found: FoundUser,
  action: AuditAction,
): Promise<void> {
  if (!found.clinic) return;
  const entry = refusedEntry(action, found.known?.owner);
  await appendAudit(db, { userId: null, role: login.role }, login.context.request, entry);
}

function refusedEntry(action: AuditAction, owner: Owner | undefined): AuditEntry {
  const named =
    owner && ('patientId' in owner ? { patientId: owner.patientId } : { objectId: owner.accountId });
  return { action, result: 'refused', ...named };
}

/** Writes the first refused attempt of a minute into the trail and counts the others. Unknown names count as one name. */
async function auditLoginRefusal(db: Db, login: Login, { clinic, known }: FoundUser): Promise<void> {
  if (!clinic) return;
  const { services } = login.context;
  const refusal = {
    clinicId: clinic.id,
    actor: { userId: null, role: login.role },
    whose: known ? userIdOf(known.owner) : '',
    entry: refusedEntry('login_refused', known?.owner),
    request: login.context.request,
  };
  if (recentRefusals(services).isFirst(refusal, services.now()))
    await appendAudit(db, refusal.actor, refusal.request, refusal.entry);
}
