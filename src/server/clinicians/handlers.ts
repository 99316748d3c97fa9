import { randomUUID } from 'node:crypto';
import { DAYS_TO_UNDO_TRANSFER } from '../../domain/patient-record.ts';
import { appendAudit } from '../audit/queries.ts';
import { giveGeneratedPassword } from '../login/new-password.ts';
import { endOtherSessions } from '../login/queries.ts';
import { AppError } from '../settings/app-error.ts';
import type { Handler, UserContext } from '../http/context.ts';
import { deleteDeputy, deputiesByClinician, listDeputised, returnEvents } from '../crisis/deputy-queries.ts';
import * as accounts from '../login/account-queries.ts';
import * as queries from './queries.ts';
import { admitStaffEdit, NO_DEPUTY } from '../crisis/staff-edit.ts';
import { listTransferred, type TransferredPatient } from './transfer-queries.ts';

export const listClinicians: Handler<'listClinicians'> = async (_input, { db, user }) => ({
  clinicians: await queries.listAssignable(db, user.clinicId),
});

export const listCliniciansWithCounts: Handler<'listCliniciansWithCounts'> = async (_input, { db, user }) => {
  const clinicians = await queries.listWithCounts(db, user.clinicId);
  const deputies = await deputiesByClinician(db, user.clinicId);
  return {
    clinicians: clinicians.map((one) => {
      const deputy = deputies.get(one.id);
      return { ...one, deputy: deputy ? { ...deputy, revision: one.revision } : null };
    }),
  };
};

export const registerClinician: Handler<'registerClinician'> = async ({ body }, context) => {
  const { db, user, request, services } = context;
  const { clinicId } = user;
  const id = randomUUID();
  await accounts.insertAccount(db, {
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

// The page also sends `enabled` as it last saw it (product 3.10). Storing that could undo a deactivation by another admin.
export const renameClinician: Handler<'renameClinician'> = async ({ body }, context) => {
  const { db, user, request } = context;
  const { id, revision } = body;
  const { username, before } = await admitStaffEdit(context, {
    id,
    revision,
    wanted: { username: body.username },
  });
  if (username !== before.username) await accounts.renameClinician(db, user.clinicId, id, username);
  await appendAudit(db, user, request, { action: 'clinician_renamed', objectId: id });
  return {};
};

export const listPatientsOfClinician: Handler<'listPatientsOfClinician'> = async (
  { body },
  { db, user, request },
) => {
  const clinician = await accounts.findClinician(db, user.clinicId, body.clinician_id);
  if (!clinician) throw new AppError('not_found');
  await appendAudit(db, user, request, { action: 'patient_codes_listed', objectId: clinician.id });
  return { data: await queries.listPatientCodes(db, user.clinicId, clinician.id) };
};

/** What an admin can still take back. The page then assigns each of these patients once more (product 2.17). */
export const listTransfers: Handler<'listTransfers'> = async (
  { params: { id } },
  { db, user, request, services },
) => {
  const clinician = await accounts.findClinician(db, user.clinicId, id);
  if (!clinician) throw new AppError('not_found');
  const { time_zone: timeZone } = services.config.public;
  const patients = await listTransferred(db, user.clinicId, id, { days: DAYS_TO_UNDO_TRANSFER, timeZone });
  await appendAudit(db, user, request, { action: 'patient_codes_listed', objectId: id });
  const groups = Map.groupBy(patients, ({ day, to_id: to }) => `${day} ${to}`);
  return { transfers: [...groups.values()].flatMap(transferOf) };
};

/** Patients who went to the same clinician on the same day. None where all of them have moved on. */
function transferOf(all: readonly TransferredPatient[]) {
  const [first] = all;
  const patients = all.filter((patient) => patient.is_still_there);
  if (!first || patients.length === 0) return [];
  return [
    {
      clinician_id: first.to_id,
      clinician_username: first.to_username,
      day: first.day,
      patients: patients.map(({ id, code }) => ({ id, code })),
      moved_on: all.length - patients.length,
    },
  ];
}

/** Sets a new password and ends every session, so that the old password is of no use any more (R36). */
export const resetPassword: Handler<'resetPassword'> = async ({ params: { id } }, context) => {
  const { db, user, request, services } = context;
  const clinician = await accounts.findClinician(db, user.clinicId, id);
  if (!clinician) throw new AppError('not_found');
  const password = await giveGeneratedPassword(db, services.keys, user.clinicId, id);
  await endOtherSessions(db, user.clinicId, { accountId: id }, null);
  await appendAudit(db, user, request, { action: 'password_reset', objectId: id });
  return { data: password };
};

export const enableClinician: Handler<'enableClinician'> = async ({ params: { id } }, context) => {
  const { db, user, request } = context;
  if (!(await queries.setEnabled(db, user.clinicId, id, true))) throw new AppError('not_found');
  await appendAudit(db, user, request, { action: 'clinician_enabled', objectId: id });
  return {};
};

/** Disables a clinician without patients. Somebody must be responsible for each patient (product 19.4). */
export const disableClinician: Handler<'disableClinician'> = async ({ params: { id } }, context) => {
  const { db, user, request } = context;
  // A deputy who cannot sign in looks after no event. So each deputy of the table is an enabled clinician.
  const known = await listDeputised(db, user.clinicId, id);
  await accounts.lockAccounts(db, user.clinicId, [id, ...known]);
  // The lock has waited for a deputyship that was about to commit. Whoever names this deputy later finds the account disabled.
  const deputised = await listDeputised(db, user.clinicId, id);
  for (const one of deputised) await endDeputyship(context, one);
  if (!(await queries.setEnabled(db, user.clinicId, id, false))) throw new AppError('not_found');
  // The lock holds the account. An assignment that holds it has ended; a later one finds the account disabled.
  if ((await queries.countPatientsOf(db, user.clinicId, id)) > 0) throw new AppError('patients_assigned');
  await endOtherSessions(db, user.clinicId, { accountId: id }, null);
  await appendAudit(db, user, request, { action: 'clinician_disabled', objectId: id });
  for (const clinicianId of deputised)
    await appendAudit(db, user, request, { action: 'deputy_set', objectId: clinicianId });
  for (const { id: objectId, patient_id: patientId } of await returnEvents(db, user.clinicId, id))
    await appendAudit(db, user, request, { action: 'crisis_event_returned', patientId, objectId });
  return {};
};

async function endDeputyship(context: UserContext, id: string): Promise<void> {
  const { db, user } = context;
  const revision = await accounts.revisionOfAccount(db, user.clinicId, id);
  await admitStaffEdit(context, { id, revision, wanted: NO_DEPUTY });
  await deleteDeputy(db, user.clinicId, id);
}
