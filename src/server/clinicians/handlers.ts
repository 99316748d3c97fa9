import { randomUUID } from 'node:crypto';
import { appendAudit } from '../audit/queries.ts';
import { giveGeneratedPassword } from '../auth/new-password.ts';
import { endOtherSessions } from '../auth/queries.ts';
import { AppError } from '../app-error.ts';
import type { Handler, UserContext } from '../http/context.ts';
import * as queries from './queries.ts';

export const listClinicians: Handler<'listClinicians'> = async (_input, { db, user }) => ({
  clinicians: await queries.listAssignable(db, user.clinicId),
});

export const listCliniciansWithCounts: Handler<'listCliniciansWithCounts'> = async (
  _input,
  { db, user },
) => ({
  clinicians: await queries.listWithCounts(db, user.clinicId),
});

export const registerClinician: Handler<'registerClinician'> = async ({ body }, context) => {
  const { db, user, request, services } = context;
  const { clinicId } = user;
  const id = randomUUID();
  await queries.insertAccount(db, {
    clinicId,
    id,
    role: 'clinician',
    username: body.username,
    registrationDays: null,
  });
  const password = await giveGeneratedPassword(db, services.keys, clinicId, id);
  await appendAudit(db, user, request, { action: 'clinician_registered', objectId: id });
  return { data: password };
};

// `enabled` comes along as the page last saw it (product 3); taking it would undo a deactivation by somebody else.
export const renameClinician: Handler<'renameClinician'> = async ({ body }, { db, user, request }) => {
  const found = await queries.renameClinician(db, user.clinicId, body.id, body.username);
  if (!found) throw new AppError('not_found');
  await appendAudit(db, user, request, { action: 'clinician_renamed', objectId: body.id });
  return {};
};

export const listPatientsOfClinician: Handler<'listPatientsOfClinician'> = async (
  { body },
  { db, user, request },
) => {
  const clinician = await queries.findClinician(db, user.clinicId, body.clinician_id);
  if (!clinician) throw new AppError('not_found');
  await appendAudit(db, user, request, { action: 'patient_codes_listed', objectId: clinician.id });
  return { data: await queries.listPatientCodes(db, user.clinicId, clinician.id) };
};

export const resetPassword: Handler<'resetPassword'> = ({ params }, context) =>
  giveNewPassword(params.id, context);
export const resetPasswordByGet: Handler<'resetPasswordByGet'> = ({ params }, context) =>
  giveNewPassword(params.id, context);

// R36: whoever knew the old password is out at once.
async function giveNewPassword(
  id: string,
  { db, user, request, services }: UserContext,
): Promise<{ data: string }> {
  const clinician = await queries.findClinician(db, user.clinicId, id);
  if (!clinician) throw new AppError('not_found');
  const password = await giveGeneratedPassword(db, services.keys, user.clinicId, id);
  await endOtherSessions(db, user.clinicId, { accountId: id }, null);
  await appendAudit(db, user, request, { action: 'password_reset', objectId: id });
  return { data: password };
}

export const enableClinician: Handler<'enableClinician'> = ({ params }, context) =>
  enable(params.id, context);
export const enableClinicianByGet: Handler<'enableClinicianByGet'> = ({ params }, context) =>
  enable(params.id, context);
export const disableClinician: Handler<'disableClinician'> = ({ params }, context) =>
  disable(params.id, context);
export const disableClinicianByGet: Handler<'disableClinicianByGet'> = ({ params }, context) =>
  disable(params.id, context);

async function enable(id: string, { db, user, request }: UserContext): Promise<object> {
  if (!(await queries.setEnabled(db, user.clinicId, id, true))) throw new AppError('not_found');
  await appendAudit(db, user, request, { action: 'clinician_enabled', objectId: id });
  return {};
}

async function disable(id: string, { db, user, request }: UserContext): Promise<object> {
  if (!(await queries.setEnabled(db, user.clinicId, id, false))) throw new AppError('not_found');
  await endOtherSessions(db, user.clinicId, { accountId: id }, null);
  await appendAudit(db, user, request, { action: 'clinician_disabled', objectId: id });
  return {};
}
