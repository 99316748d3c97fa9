import { appendAudit, type AuditAction } from '../audit/queries.ts';
import { AppError } from '../settings/app-error.ts';
import type { Handler, UserContext } from '../http/context.ts';
import { admitOwnSecret, refuseOwnSecret } from './call-limits.ts';
import { secretUri } from './one-time-code.ts';
import { verifySecret } from './password-hash.ts';
import { endOtherSessions, findClinic, findPasswordHash } from './queries.ts';
import { beginFactor, giveRecoveryCodes, lockFactor, spendCode, type SecondFactor } from './second-factor.ts';
import * as queries from './second-factor-queries.ts';

/** Whether the signed-in user has a second factor, or could have one (R76). */
export const getSecondFactor: Handler<'getSecondFactor'> = async (_input, context) => {
  const factor = await ownFactor(context);
  if (factor?.isConfirmed) return { state: 'on', recovery_codes: factor.recovery.length };
  const isOffered = await queries.isOffered(context.db, context.user.clinicId);
  return { state: isOffered ? 'off' : 'unavailable', recovery_codes: 0 };
};

/** Begins the setup: answers a secret for an app. A code of the app must confirm it before it counts. */
export const beginSecondFactor: Handler<'beginSecondFactor'> = async ({ body }, context) => {
  const { db, user, services } = context;
  await requireOffer(context);
  await requirePassword(context, body.password);
  if ((await ownFactor(context))?.isConfirmed) throw new AppError('second_factor_on');
  const secret = await beginFactor(db, services.keys, holderOf(context));
  await auditOwnFactor(context, 'second_factor_begun');
  const clinic = await findClinic(db, user.clinicId);
  const issuer = services.config.public.product_name;
  return { secret, uri: secretUri(secret, { issuer, label: `${user.username} (${clinic?.name ?? ''})` }) };
};

/** Confirms the setup with a first code and shows the recovery codes once. All other sessions of the account end. */
export const confirmSecondFactor: Handler<'confirmSecondFactor'> = async ({ body }, context) => {
  const { db, user, services } = context;
  await requireOffer(context);
  const factor = await ownFactor(context);
  if (!factor) throw new AppError('second_factor_expired');
  if (factor.isConfirmed) throw new AppError('second_factor_on');
  // A wrong code is not counted as a failure: the user has the secret and need not guess.
  if (!(await spendCode(db, services, factor, body.code))) throw new AppError('code_wrong');
  const recovery_codes = await giveRecoveryCodes(db, services.keys, factor);
  await queries.confirmSecondFactor(db, user.clinicId, user.userId);
  await endOtherSessions(db, user.clinicId, { accountId: user.userId }, user.sessionId);
  await auditOwnFactor(context, 'second_factor_set_up');
  return { recovery_codes };
};

/** Replaces the recovery codes. */
export const renewRecoveryCodes: Handler<'renewRecoveryCodes'> = async ({ body }, context) => {
  await requirePasswordAndCode(context, body);
  // Reads the factor again, because the code that was just used may have been a recovery code.
  const factor = await requireFactor(context);
  const recovery_codes = await giveRecoveryCodes(context.db, context.services.keys, factor);
  await auditOwnFactor(context, 'recovery_codes_renewed');
  return { recovery_codes };
};

/** Removes the second factor of the signed-in user. */
export const removeSecondFactor: Handler<'removeSecondFactor'> = async ({ body }, context) => {
  const { db, user } = context;
  await requirePasswordAndCode(context, body);
  await queries.deleteSecondFactor(db, user.clinicId, user.userId);
  await auditOwnFactor(context, 'second_factor_removed');
  return {};
};

const holderOf = ({ user }: UserContext) => ({ clinicId: user.clinicId, accountId: user.userId });

function ownFactor(context: UserContext): Promise<SecondFactor | undefined> {
  return lockFactor(context.db, context.services.keys, holderOf(context));
}

async function requireFactor(context: UserContext): Promise<SecondFactor> {
  const factor = await ownFactor(context);
  if (!factor?.isConfirmed) throw new AppError('second_factor_off');
  return factor;
}

async function requireOffer({ db, user }: UserContext): Promise<void> {
  if (!(await queries.isOffered(db, user.clinicId))) throw new AppError('second_factor_unavailable');
}

async function requirePassword(context: UserContext, password: string): Promise<void> {
  const { db, user, services } = context;
  await admitOwnSecret(context);
  const { password_hash: hash } = await findPasswordHash(db, user.clinicId, user.userId);
  if (await verifySecret(services.keys, password, hash)) return;
  await refuseOwnSecret(context, 'second_factor_refused', 'password_wrong');
}

async function requirePasswordAndCode(
  context: UserContext,
  { password, code }: { password: string; code: string },
): Promise<void> {
  await requirePassword(context, password);
  const factor = await requireFactor(context);
  if (await spendCode(context.db, context.services, factor, code)) return;
  await refuseOwnSecret(context, 'second_factor_refused', 'code_wrong');
}

function auditOwnFactor({ db, user, request }: UserContext, action: AuditAction): Promise<void> {
  return appendAudit(db, user, request, { action, objectId: user.userId });
}
