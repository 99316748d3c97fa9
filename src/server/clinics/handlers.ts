import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Help } from '../../domain/crisis.ts';
import { appendAudit } from '../audit/queries.ts';
import { admitRegistration } from '../login/call-limits.ts';
import { holdClinicInUse } from '../login/queries.ts';
import { giveGeneratedPassword } from '../login/new-password.ts';
import { insertAccount } from '../login/account-queries.ts';
import { withoutTenant, withTenant, type Db } from '../database/transaction.ts';
import { AppError } from '../settings/app-error.ts';
import type { Body } from '../../contract/routes.ts';
import type { Handler, PublicContext } from '../http/context.ts';
import type { Services } from '../services.ts';
import { admitEdit, revisionOf } from '../http/edits.ts';
import { runOnce } from '../http/idempotency.ts';
import * as queries from './queries.ts';

const REGISTRATION_DAYS = 7;
const nobody = { userId: null, role: 'anonymous' } as const;

export const listClinics: Handler<'listClinics'> = (_input, { services }) =>
  withoutTenant(services.pool, queries.listClinicsInUse);

/** The help of a clinic, also for visitors. An unknown clinic is not found. */
export const getClinicHelp: Handler<'getClinicHelp'> = ({ params }, { services }) =>
  withoutTenant(services.pool, async (db) => {
    const help = await queries.findHelp(db, params.id);
    if (help === undefined) throw new AppError('not_found');
    return readable(help ?? services.config.public.help);
  });

export const getClinicSettings: Handler<'getClinicSettings'> = async (_input, { db, user, services }) => {
  const settings = await queries.findSettings(db, user.clinicId);
  return { revision: revisionOf(settings.edits), ...shownSettings(settings, services) };
};

export const setClinicSettings: Handler<'setClinicSettings'> = async ({ body }, context) => {
  const { db, user, request, services } = context;
  const before = await queries.lockSettings(db, user.clinicId);
  const { row, edits } = await admitEdit(context, {
    stored: shownSettings(before, services),
    edits: before.edits,
    wanted: body,
    revision: body.revision,
  });
  const { contact, duty_address: dutyAddress, hours } = row;
  // A clinic that keeps the default also gets a later default of the operator.
  const help = isDeepStrictEqual(row.help, readable(services.config.public.help)) ? null : row.help;
  await queries.updateSettings(db, user.clinicId, { contact, help, dutyAddress, hours, edits });
  await appendAudit(db, user, request, { action: 'clinic_settings_changed' });
  return {};
};

/** The settings as the form has them, with the operator's help where the clinic has set none. */
function shownSettings({ contact, help, dutyAddress, hours }: queries.ClinicSettings, { config }: Services) {
  return { contact, help: readable(help ?? config.public.help), duty_address: dutyAddress, hours };
}

const readable = ({ text, numbers }: Help) => ({ text, numbers: [...numbers] });

/**
 * Registers the first admin of a clinic; an admin adds further ones. The operator activates the account (R28). A repetition with the
 * same key gets the same answer.
 */
export const registerAdmin: Handler<'registerAdmin'> = ({ body }, context) => {
  const { services, idempotencyKey: key } = context;
  const clinicId = body.clinic_id;
  return withTenant(services.pool, clinicId, async (db) => {
    if (!(await holdClinicInUse(db, clinicId)) || !(await queries.lockClinic(db, clinicId)))
      throw new AppError('not_found');
    const register = () => insertAdmin(db, body, context);
    if (key === undefined) return register();
    const asked = { route: 'registerAdmin', isSecret: true, input: body };
    const call = { clinicId, userId: 'anonymous', key, ...asked };
    return runOnce(db, services.keys, call, register);
  });
};

async function insertAdmin(
  db: Db,
  { clinic_id: clinicId, username }: Body<'registerAdmin'>,
  context: PublicContext,
) {
  await queries.deleteExpiredAdminRegistration(db, clinicId);
  if (await queries.hasAdmin(db, clinicId)) throw new AppError('clinic_has_admin');
  // R54 limits only registrations that would succeed, so the refusal for a clinic with an admin (R28) comes first.
  await admitRegistration(context);
  const id = randomUUID();
  await insertAccount(db, { clinicId, id, role: 'admin', username, registrationDays: REGISTRATION_DAYS });
  const password = await giveGeneratedPassword(db, context.services.keys, clinicId, id);
  await appendAudit(db, nobody, context.request, { action: 'admin_registered', objectId: id });
  return { data: password };
}
