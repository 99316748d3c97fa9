import { randomUUID } from 'node:crypto';
import { appendAudit } from '../audit/queries.ts';
import type { Handler, UserContext } from '../http/context.ts';
import { insertAccount } from '../login/account-queries.ts';
import { giveGeneratedPassword } from '../login/new-password.ts';
import { endOtherSessions } from '../login/queries.ts';
import { deleteSecondFactor } from '../login/second-factor-queries.ts';
import { AppError } from '../settings/app-error.ts';
import * as queries from './queries.ts';

export const listAdmins: Handler<'listAdmins'> = async (_input, { db, user }) => {
  const admins = await queries.listAdmins(db, user.clinicId);
  return {
    admins: admins.map(({ id, username, enabled, second_factor }) => ({
      id,
      username,
      enabled,
      second_factor: second_factor === true,
      is_self: id === user.userId,
    })),
  };
};

/** Gives another person access as an admin. An admin vouches for the person, so no operator activates the account (R28). */
export const addAdmin: Handler<'addAdmin'> = async ({ body }, context) => {
  const { db, user, request, services } = context;
  const { clinicId } = user;
  const id = randomUUID();
  const { username } = body;
  await insertAccount(db, { clinicId, id, role: 'admin', username, registrationDays: null });
  const password = await giveGeneratedPassword(db, services.keys, clinicId, id);
  await appendAudit(db, user, request, { action: 'admin_added', objectId: id });
  return { data: password };
};

export const enableAdmin: Handler<'enableAdmin'> = async ({ params: { id } }, context) => {
  const { db, user, request } = context;
  await requireOtherAdmin(context, id);
  await queries.setAdminEnabled(db, user.clinicId, id, true);
  await appendAudit(db, user, request, { action: 'admin_enabled', objectId: id });
  return {};
};

export const disableAdmin: Handler<'disableAdmin'> = async ({ params: { id } }, context) => {
  const { db, user, request } = context;
  await requireOtherAdmin(context, id);
  await queries.setAdminEnabled(db, user.clinicId, id, false);
  await endOtherSessions(db, user.clinicId, { accountId: id }, null);
  await appendAudit(db, user, request, { action: 'admin_disabled', objectId: id });
  return {};
};

/**
 * The account is another admin of the clinic. No admin disables the own account, so one who can log in is left. Two admins who
 * disable each other at the same moment wait for the same lock, and the second one is disabled by then.
 */
async function requireOtherAdmin({ db, user }: UserContext, id: string): Promise<void> {
  const admins = await queries.lockAdmins(db, user.clinicId);
  if (!admins.some((one) => one.id === user.userId && one.enabled)) throw new AppError('token_expired');
  if (id === user.userId || !admins.some((one) => one.id === id)) throw new AppError('not_found');
}

/**
 * Removes the second factor of a clinician or of another admin who has lost the phone and the recovery codes (R76). The account
 * gets a new password, because whoever found the phone may know the old one.
 */
export const resetSecondFactor: Handler<'resetSecondFactor'> = async ({ params: { id } }, context) => {
  const { db, user, request, services } = context;
  const { clinicId, userId } = user;
  if (id === userId || !(await queries.isStaffAccount(db, clinicId, id))) throw new AppError('not_found');
  const password = await giveGeneratedPassword(db, services.keys, clinicId, id);
  const hadFactor = await deleteSecondFactor(db, clinicId, id);
  await endOtherSessions(db, clinicId, { accountId: id }, null);
  await appendAudit(db, user, request, { action: 'password_reset', objectId: id });
  if (hadFactor) await appendAudit(db, user, request, { action: 'second_factor_reset', objectId: id });
  return { data: password };
};
