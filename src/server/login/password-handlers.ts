import { passwordRefusals } from '../../domain/passwords.ts';
import type { Body } from '../../contract/routes.ts';
import { appendAudit } from '../audit/queries.ts';
import { AppError } from '../settings/app-error.ts';
import type { Handler, UserContext } from '../http/context.ts';
import { fieldError } from '../http/parse.ts';
import { admitOwnSecret, refuseOwnSecret } from './call-limits.ts';
import { commonPasswords } from './common-passwords.ts';
import { hashSecret, verifySecret } from './password-hash.ts';
import * as queries from './queries.ts';

/** Changes the password of the signed-in user. All other sessions of the account end (R36). */
export const changePassword: Handler<'changePassword'> = async ({ body }, context) => {
  const { db, user, request, services } = context;
  const errors = await passwordErrors(body, context);
  if (errors.length > 0) throw new AppError('invalid_request', { errors });
  await admitOwnSecret(context);
  const { password_hash: old } = await queries.findPasswordHash(db, user.clinicId, user.userId);
  if (!(await verifySecret(services.keys, body.old_password, old)))
    return refuseOwnSecret(context, 'password_change_refused', 'old_password_wrong');
  const hash = await hashSecret(services.keys, body.new_password);
  await queries.setPassword(db, user.clinicId, user.userId, { hash, mustChange: false });
  await queries.endOtherSessions(db, user.clinicId, { accountId: user.userId }, user.sessionId);
  await appendAudit(db, user, request, { action: 'password_changed', objectId: user.userId });
  return {};
};

async function passwordErrors(body: Body<'changePassword'>, { db, user }: UserContext) {
  const { old_password: old, new_password: password, confirmed_new_password: confirmed } = body;
  const clinic = await queries.findClinic(db, user.clinicId);
  const names = [user.username, clinic?.name ?? ''];
  const broken = passwordRefusals(password, { names, common: commonPasswords });
  return [
    ...broken.map((code) => fieldError('new_password', code)),
    ...(password === old ? [fieldError('new_password', 'password_unchanged')] : []),
    ...(password === confirmed ? [] : [fieldError('confirmed_new_password', 'passwords_differ')]),
  ];
}
