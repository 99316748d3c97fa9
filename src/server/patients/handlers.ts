import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { ClinicianPatient, Label } from '../../contract/patients.ts';
import type { Body } from '../../contract/routes.ts';
import type { IsoDate } from '../../domain/iso-date.ts';
import { distinctLabels } from '../../domain/patient-record.ts';
import { windowsAfterDischarge } from '../../domain/window-changes.ts';
import { surveyWindows } from '../../domain/windows.ts';
import { appendAudit, appendAuditOfEach } from '../audit/queries.ts';
import { provisionalHash } from '../login/password-hash.ts';
import { forgetDeviceWait, waitingDevices } from '../login/limit-queries.ts';
import { endOtherSessions } from '../login/queries.ts';
import { lockClinician, lockEnabledClinicianNamed } from '../login/account-queries.ts';
import type { Db } from '../database/transaction.ts';
import { admitEdit, type Edits } from '../http/edits.ts';
import { AppError } from '../settings/app-error.ts';
import type { Handler, User, UserContext } from '../http/context.ts';
import type { Services } from '../services.ts';
import { lockAnsweredWindows, relinkSessions } from '../surveys/relink.ts';
import { sealContent, openContent } from '../keys/patient-cells.ts';
import { codeErrors, dateErrors, labelErrors, ownScope, refuseFields, therapyDateErrors } from './checks.ts';
import { clinicPatients, ownPatients } from './patient-list.ts';
import * as queries from './queries.ts';

export const listDiagnoses: Handler<'listDiagnoses'> = (_input, { db }) => queries.listDiagnoses(db);

export const listOwnPatients: Handler<'listOwnPatients'> = async (
  _input,
  { db, user, request, services },
) => {
  await appendAudit(db, user, request, { action: 'patients_listed' });
  const scope = { clinicId: user.clinicId, clinicianId: user.userId };
  const patients = await ownPatients(db, services, scope);
  return { list_patient_dto: patients, locked_logins: await ownWaitingDevices(db, user.clinicId, patients) };
};

// A clinic has few waiting devices. A join with its patients would read them all, because a new import has no statistics.
async function ownWaitingDevices(db: Db, clinicId: string, patients: readonly ClinicianPatient[]) {
  const waiting = await waitingDevices(db, clinicId);
  if (waiting.length === 0) return [];
  const own = new Set(patients.filter(({ as_deputy }) => !as_deputy).map(({ id }) => id));
  return waiting.filter(({ patient_id }) => own.has(patient_id));
}

export const listClinicPatients: Handler<'listClinicPatients'> = async (
  _input,
  { db, user, request, services },
) => {
  await appendAudit(db, user, request, { action: 'patients_listed' });
  return {
    list_patient_dto: await clinicPatients(db, services, user.clinicId),
    locked_logins: await waitingDevices(db, user.clinicId),
  };
};

export const registerPatient: Handler<'registerPatient'> = async ({ body }, context) => {
  const { db, user, request, services } = context;
  const clinician = await lockEnabledClinicianNamed(db, user.clinicId, body.clinician_username);
  refuseFields([
    ...dateErrors({ ...body, birthDate: body.day_of_birth, birthDatePath: 'day_of_birth' }, services.today()),
    ...labelErrors(body.labels),
    ...(clinician ? [] : [{ path: 'clinician_username', code: 'clinician_unknown' } as const]),
    ...(await unknownDiagnoses(db, [{ path: 'diagnosis_id', id: body.diagnosis_id }])),
  ]);
  if (!clinician) throw new AppError('invalid_request');
  const id = randomUUID();
  await insertPatient(db, services, user.clinicId, { ...body, id, clinicianId: clinician.id });
  await appendAudit(db, user, request, { action: 'patient_registered', patientId: id });
  return { id };
};

async function insertPatient(
  db: Db,
  services: Services,
  clinicId: string,
  patient: Body<'registerPatient'> & { id: string; clinicianId: string },
): Promise<void> {
  const { id, day_of_birth: birthDate, admission, discharge } = patient;
  const record = {
    id,
    code: patient.code,
    clinicianId: patient.clinicianId,
    gender: patient.gender,
    admission,
    discharge,
    // No call keeps a database connection during a costly hash. A job replaces this one (product 12.3).
    secretHash: provisionalHash(services.keys, birthDate),
    birthDateEncrypted: sealContent(services.keys, id, {
      birthDate,
      labels: distinctLabels(patient.labels),
      diagnosisIds: [patient.diagnosis_id],
    }),
  };
  const windows = surveyWindows(services.registry.protocol, admission, discharge, services.today());
  await queries.insertPatients(db, clinicId, [record]);
  await queries.insertWindows(db, clinicId, [{ patientId: id, windows }]);
}

async function unknownDiagnoses(db: Db, wanted: readonly { path: string; id: string }[]) {
  const known = await queries.knownDiagnoses(
    db,
    wanted.map(({ id }) => id),
  );
  return wanted.flatMap(({ path, id }) =>
    known.has(id) ? [] : { path, code: 'diagnosis_unknown' as const },
  );
}

export const editPatient: Handler<'editPatient'> = async ({ params, body }, context) => {
  const { db, user, request, services } = context;
  const { clinicId } = user;
  const before = await queries.lockPatient(db, clinicId, params.id, ownScope(user));
  if (!before) throw new AppError('not_found');
  // Record 036: a form that was opened before a transfer must not undo the transfer.
  if ((body.clinician_id ?? before.clinician_id) !== before.clinician_id) throw new AppError('patient_moved');
  const stored = recordOf(services, before);
  const { row, changed, edits } = await admitEdit(context, {
    stored,
    // Only `updatePatient` writes the column.
    edits: before.edits as Edits,
    wanted: { ...body, ...listsOf(body, stored) },
    revision: body.revision,
    shown: async () => ({ ...stored, diagnoses: await queries.describe(db, stored.diagnoses) }),
  });
  refuseFields([
    ...codeErrors(row.code, before.code),
    ...dateErrors({ ...row, birthDate: row.date_of_birth, birthDatePath: 'date_of_birth' }, services.today()),
    ...labelErrors(body.labels ?? []),
    ...(await unknownDiagnoses(
      db,
      row.diagnoses.map(({ id }, index) => ({ path: `diagnoses.${index}.id`, id })),
    )),
  ]);
  await changePatient({ id: before.id, row, changed, edits }, context);
  if (changed.has('admission') || changed.has('discharge'))
    await moveWindows(db, services, clinicId, {
      before,
      admission: row.admission,
      discharge: row.discharge,
    });
  await appendAudit(db, user, request, { action: 'patient_edited', patientId: before.id });
  return {
    surveys: await relinkSessions(db, { clinicId, patientId: before.id }, services.config.public.time_zone),
  };
};

type Locked = NonNullable<Awaited<ReturnType<typeof queries.lockPatient>>>;

/** The fields of the form, as a patient's row has them. */
type PatientFields = {
  code: string;
  date_of_birth: string;
  gender: Locked['gender'];
  diagnoses: readonly { id: string }[];
  admission: IsoDate;
  discharge: IsoDate | null;
  labels: readonly Label[];
};

function recordOf({ keys }: Services, before: Locked): PatientFields {
  const { birthDate, diagnosisIds, labels } = openContent(keys, before);
  const { code, gender, admission, discharge } = before;
  const diagnoses = diagnosisIds.map((id) => ({ id }));
  return { code, date_of_birth: birthDate, gender, diagnoses, admission, discharge, labels };
}

/** The lists to be stored. Labels have no order, so the same ones in another order are no change. */
function listsOf({ labels, diagnoses }: Body<'editPatient'>, stored: PatientFields) {
  const distinct = labels && distinctLabels(labels);
  return {
    labels:
      distinct && isDeepStrictEqual(inOrder(distinct), inOrder(stored.labels)) ? stored.labels : distinct,
    diagnoses: diagnoses && [...new Set(diagnoses.map(({ id }) => id))].map((id) => ({ id })),
  };
}

const inOrder = (labels: readonly Label[]) => labels.map(({ key, value }) => `${key} ${value}`).sort();

export const previewWindows: Handler<'previewWindows'> = ({ params }, { services }) => {
  const { admission, discharge } = params;
  // Dates outside of the records would make windows without end.
  refuseFields(therapyDateErrors({ admission, discharge }));
  const { registry, today } = services;
  return Promise.resolve({ stws: [...surveyWindows(registry.protocol, admission, discharge, today())] });
};

type Edited = {
  id: string;
  row: PatientFields;
  changed: ReadonlySet<keyof PatientFields>;
  edits: Edits;
};

async function changePatient({ id, row, changed, edits }: Edited, { db, user, services }: UserContext) {
  const { clinicId } = user;
  const { code, date_of_birth: birthDate, gender, admission, discharge, labels } = row;
  const isReborn = changed.has('date_of_birth');
  await queries.updatePatient(db, clinicId, id, {
    code,
    gender,
    admission,
    discharge,
    edits,
    birthDateEncrypted: sealContent(services.keys, id, {
      birthDate,
      labels,
      diagnosisIds: row.diagnoses.map((diagnosis) => diagnosis.id),
    }),
    ...(isReborn && { secretHash: provisionalHash(services.keys, birthDate) }),
  });
  if (changed.has('code')) await forgetDeviceWait(db, clinicId, id);
  // R36: a new code or birth date ends the sessions that were opened with the old one.
  if (isReborn || changed.has('code')) await endOtherSessions(db, clinicId, { patientId: id }, null);
}

// A new end of the therapy keeps the windows with answers. A corrected admission places all of them anew (product 10.4).
async function moveWindows(
  db: Db,
  { registry, config, today }: Services,
  clinicId: string,
  { before, admission, discharge }: { before: Locked; admission: IsoDate; discharge: IsoDate | null },
): Promise<void> {
  const patient = { clinicId, patientId: before.id };
  const planned = surveyWindows(registry.protocol, admission, discharge, today());
  const windows =
    admission === before.admission
      ? windowsAfterDischarge(await lockAnsweredWindows(db, patient, config.public.time_zone), planned)
      : planned;
  await queries.deleteOtherWindows(db, clinicId, before.id, windows);
  await queries.upsertWindows(db, clinicId, [{ patientId: before.id, windows }]);
}

export const assignPatient: Handler<'assignPatient'> = async ({ body }, { db, user, request }) => {
  const { patient_id: id, clinician_from: from, clinician_to: to } = body;
  await requireReceiver(db, user, from, to);
  const patient = await queries.lockPatient(db, user.clinicId, id, ownScope(user));
  if (!patient) throw new AppError('not_found');
  if (patient.clinician_id !== from) throw new AppError('patient_moved');
  await queries.assignPatients(db, user.clinicId, [id], to);
  await appendAudit(db, user, request, {
    action: 'patient_assigned',
    patientId: id,
    objectId: `${from} ${to}`,
  });
  return {};
};

export const transferPatients: Handler<'transferPatients'> = async ({ body }, { db, user, request }) => {
  const { clinician_from: from, clinician_to: to } = body;
  const ids = [...new Set(body.patient_ids)];
  await requireReceiver(db, user, from, to);
  const patients = await queries.lockPatients(db, user.clinicId, ids);
  if (patients.length < ids.length) throw new AppError('not_found');
  if (patients.some((patient) => patient.clinician_id !== from)) throw new AppError('patient_moved');
  await queries.assignPatients(db, user.clinicId, ids, to);
  await appendAuditOfEach(db, user, request, { action: 'patient_assigned', objectId: `${from} ${to}` }, ids);
  return { data: { transferred: ids.length } };
};

/** R20: the receiver of a patient is another clinician of the clinic, with an enabled account. */
async function requireReceiver(db: Db, { clinicId }: User, from: string, to: string): Promise<void> {
  if (from === to) refuseFields([{ path: 'clinician_to', code: 'invalid' }]);
  const clinician = await lockClinician(db, clinicId, to);
  if (!clinician) throw new AppError('not_found');
  if (!clinician.enabled) refuseFields([{ path: 'clinician_to', code: 'clinician_unknown' }]);
}
