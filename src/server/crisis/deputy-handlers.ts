import type { Body } from '../../contract/routes.ts';
import { deputyDaysProblem, type DeputyDays, type DeputyDaysProblem } from '../../domain/deputyship.ts';
import { appendAudit } from '../audit/queries.ts';
import { AppError } from '../settings/app-error.ts';
import type { Handler, UserContext } from '../http/context.ts';
import { fieldError } from '../http/parse.ts';
import { cellPlace } from '../keys/cells.ts';
import { decryptField, encryptField } from '../keys/keys.ts';
import * as queries from './deputy-queries.ts';
import { lockClinician, revisionOfAccount } from '../login/account-queries.ts';
import { admitStaffEdit, NO_DEPUTY, type StaffFields } from './staff-edit.ts';

export const getDeputy: Handler<'getDeputy'> = async (_input, { db, user, services }) => {
  const deputy = (await queries.deputiesByClinician(db, user.clinicId)).get(user.userId);
  const revision = await revisionOfAccount(db, user.clinicId, user.userId);
  return {
    revision,
    deputy: deputy ? { ...deputy, revision } : null,
    deputy_of: await queries.listDeputyOf(db, user.clinicId, user.userId, services.today()),
  };
};

export const setDeputy: Handler<'setDeputy'> = async ({ body }, context) => {
  await replaceDeputy(context, context.user.userId, body);
  return {};
};

export const setDeputyOfClinician: Handler<'setDeputyOfClinician'> = async ({ params, body }, context) => {
  await replaceDeputy(context, params.id, body);
  return {};
};

/** Names another enabled clinician of the clinic as deputy, or takes the deputy away (product 19.4). */
async function replaceDeputy(
  context: UserContext,
  clinicianId: string,
  { revision, ...named }: Body<'setDeputy'>,
): Promise<void> {
  const { db, user, request } = context;
  const { clinicId } = user;
  const wanted = named.deputy_id === null ? NO_DEPUTY : named;
  const { before, ...after } = await admitStaffEdit(context, { id: clinicianId, revision, wanted });
  const { deputy_id: deputyId, from, until } = after;
  if (deputyId === null) await queries.deleteDeputy(db, clinicId, clinicianId);
  else {
    const days = { from: from ?? refuse('from', 'required'), until: until ?? refuse('until', 'required') };
    checkDays(context, before, days);
    const deputy = deputyId === clinicianId ? undefined : await lockClinician(db, clinicId, deputyId);
    if (!deputy?.enabled) refuse('deputy_id', 'deputy_invalid');
    await queries.upsertDeputy(db, clinicId, clinicianId, { deputyId, ...days });
  }
  const objectId = deputyId === null ? clinicianId : `${clinicianId} ${deputyId}`;
  await appendAudit(db, user, request, { action: 'deputy_set', objectId });
}

function checkDays({ services }: UserContext, { from, until }: StaffFields, days: DeputyDays): void {
  const present = from !== null && until !== null ? { from, until } : null;
  const problem = deputyDaysProblem(days, present, services.today());
  if (problem) refuse(problem.field, problem.code);
}

function refuse(path: string, code: 'deputy_invalid' | 'required' | DeputyDaysProblem['code']): never {
  throw new AppError('invalid_request', { errors: [fieldError(path, code)] });
}

export const getReminderAddress: Handler<'getReminderAddress'> = async (_input, { db, user, services }) => {
  const cell = await queries.findReminderAddress(db, user.clinicId, user.userId);
  return { address: cell ? decryptField(services.keys, cell, placeOf(user)) : '' };
};

export const setReminderAddress: Handler<'setReminderAddress'> = async ({ body }, context) => {
  const { db, user, request, services } = context;
  const address = body.address === '' ? null : encryptField(services.keys, body.address, placeOf(user));
  await queries.replaceReminderAddress(db, user.clinicId, user.userId, address);
  await appendAudit(db, user, request, { action: 'reminder_address_set', objectId: user.userId });
  return {};
};

const placeOf = ({ clinicId, userId }: UserContext['user']) =>
  cellPlace('reminder_addresses|address_encrypted', { clinicId, accountId: userId });
