import type { ErrorCode } from '../../contract/errors.ts';
import { appendAudit, type AuditAction } from '../audit/queries.ts';
import { withoutTenant, withTenant, type Db } from '../database/transaction.ts';
import { AppError } from '../settings/app-error.ts';
import type { PublicContext, UserContext } from '../http/context.ts';
import { addressKey, userKey } from './limit-keys.ts';
import { attemptAges, lockKey, recordAttempt } from './limit-queries.ts';
import { relevant, untilAllowed } from './limits.ts';
import { endSession } from './queries.ts';

/**
 * Call this before a handler compares the password of the signed-in user. Such calls of one account wait for each
 * other. After five wrong passwords or codes in a quarter of an hour they are refused (R53).
 */
export async function admitOwnSecret({ db, user, services }: UserContext): Promise<void> {
  const key = userKey(services.keys, user.clinicId, user.userId);
  await lockKey(db, key);
  refuseFor(await untilNextTry(db, key));
}

/**
 * Call this after a wrong password or code of the signed-in user. Counts the failure, writes an audit row, ends the
 * session with the fifth failure (R53), and throws. It has a transaction of its own, because the transaction of the
 * request is rolled back.
 */
export async function refuseOwnSecret(
  { user, services, request }: UserContext,
  action: AuditAction,
  refusal: ErrorCode,
): Promise<never> {
  const { clinicId, userId, sessionId } = user;
  const key = userKey(services.keys, clinicId, userId);
  await withTenant(services.loginPool, clinicId, async (db) => {
    await recordAttempt(db, 'old_password', key);
    await appendAudit(db, user, request, { action, result: 'refused' });
    if ((await untilNextTry(db, key)) > 0) await endSession(db, clinicId, sessionId);
  });
  throw new AppError(refusal);
}

async function untilNextTry(db: Db, key: string): Promise<number> {
  return untilAllowed('secret', await attemptAges(db, 'old_password', key, relevant('secret')));
}

/**
 * Call this before an admin is registered. Counts the attempt, whatever its result, and refuses it when there were
 * too many (R54).
 */
export async function admitRegistration({ services, request }: PublicContext): Promise<void> {
  const key = addressKey(services.keys, request.address);
  await withoutTenant(services.loginPool, async (db) => {
    await lockKey(db, 'registrations');
    await refuseManyRegistrations(db, key);
    await recordAttempt(db, 'registration', key);
  });
}

async function refuseManyRegistrations(db: Db, key: string): Promise<void> {
  const ofAddress = await attemptAges(db, 'registration', key, relevant('registrant'));
  const ofAll = await attemptAges(db, 'registration', null, relevant('registrations'));
  refuseFor(untilAllowed('registrant', ofAddress));
  refuseFor(untilAllowed('registrations', ofAll));
}

function refuseFor(seconds: number): void {
  if (seconds > 0) throw new AppError('too_many_attempts', { retryAfter: Math.max(1, seconds) });
}
