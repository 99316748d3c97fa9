import type { ErrorCode } from '../../contract/errors.ts';
import { appendAudit, type AuditAction } from '../audit/queries.ts';
import { withoutTenant, withTenant, type Db } from '../database/transaction.ts';
import { AppError } from '../settings/app-error.ts';
import type { PublicContext, UserContext } from '../http/context.ts';
import { addressKey, userKey } from './limit-keys.ts';
import { attemptAges, lockKey, recordAttempt } from './limit-queries.ts';
import { oldPassword, registrations } from './limits.ts';
import { endSession } from './queries.ts';

/**
 * Call this before a handler compares the password of the signed-in user. Such calls of one account wait for each
 * other. After five wrong passwords or codes in a quarter of an hour they are refused (R53).
 */
export async function admitOwnSecret({ db, user, services }: UserContext): Promise<void> {
  const key = userKey(services.keys, user.clinicId, user.userId);
  await lockKey(db, key);
  const ages = await attemptAges(db, 'old_password', key, oldPassword);
  refuseWhenMany(ages, oldPassword);
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
    const ages = await attemptAges(db, 'old_password', key, oldPassword);
    if (ages.length >= oldPassword.most) await endSession(db, clinicId, sessionId);
  });
  throw new AppError(refusal);
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
  const { minutes, mostByAddress, most } = registrations;
  const byAddress = { minutes, most: mostByAddress };
  refuseWhenMany(await attemptAges(db, 'registration', key, byAddress), byAddress);
  refuseWhenMany(await attemptAges(db, 'registration', null, registrations), { minutes, most });
}

// `ages` are the ages of the attempts in the last `minutes`, the youngest first.
function refuseWhenMany(ages: readonly number[], { minutes, most }: { minutes: number; most: number }): void {
  const last = ages[most - 1];
  if (last !== undefined)
    throw new AppError('too_many_attempts', { retryAfter: Math.max(1, minutes * 60 - last) });
}
