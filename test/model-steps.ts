import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { addMonths } from '../src/domain/dates.ts';
import { BIRTH_DATE } from './builders.ts';
import { nth, sessionOf, windowsStart, type Step } from './model-chances.ts';
import * as sessions from './model-sessions.ts';
import * as surveys from './model-surveys.ts';
import { ask } from './model-world.ts';
import * as rules from './model.ts';
import { presentRevision } from './revision.ts';
import type { User } from './model.ts';

/** Also an id of another clinic, or one that does not exist. */
const strangerId = (user: User, number: number) =>
  number % 17 === 0 ? { ...user, id: randomUUID(), role: 'admin' as const } : user;

const list: Step = async (model, real, { a, b }) => {
  const session = sessionOf(model, a);
  const ofRole = session?.user.role === 'admin' ? 'listClinicPatients' : 'listOwnPatients';
  const name = b % 5 === 0 ? nth(['listClinicPatients', 'listOwnPatients'] as const, b) : ofRole;
  const { status, body } = await ask(model, real, { session, name, expected: () => 200 });
  if (status !== 200 || !session) return;
  const seen = body.list_patient_dto.map((row: Record<string, string>) => [
    row['id'],
    row['code'],
    row['clinician_id'],
  ]);
  const due = rules
    .patientsOf(model, session.user)
    .map(({ id, name, clinicianId }) => [id, name, clinicianId]);
  assert.deepEqual(seen.sort(), due.sort());
};

const edit: Step = async (model, real, { a, b, c, d }) => {
  const [session, patient] = [sessionOf(model, a), nth(model.patients, b)];
  const keeper = model.clinicians.find(({ id }) => id === patient.clinicianId);
  const to = d % 3 === 0 ? nth(model.clinicians, d) : (keeper ?? nth(model.clinicians, d));
  const code = c % 3 === 0 ? `M${randomUUID().slice(0, 8)}` : patient.name;
  const admission = windowsStart(real);
  const body = {
    revision: await presentRevision(real.services, patient),
    code,
    date_of_birth: BIRTH_DATE,
    gender: nth(['FEMALE', 'MALE', 'DIVERSE'], c),
    clinician_id: to.id,
    diagnoses: [{ id: 'F32.1' }],
    admission,
    discharge: addMonths(admission, 12),
    labels: [],
  };
  const expected = () => rules.answerToEdit(session!.user, patient, to);
  const { status } = await ask(model, real, {
    session,
    name: 'editPatient',
    params: { id: patient.id },
    body,
    expected,
  });
  if (status !== 200 || code === patient.name) return;
  patient.name = code;
  rules.endSessions(model, patient.id);
};

const assign: Step = async (model, real, { a, b, c, d }) => {
  const [session, patient, to] = [
    sessionOf(model, a),
    nth(model.patients, b),
    strangerId(nth(model.clinicians, c), c),
  ];
  const from = d % 4 === 0 ? nth(model.clinicians, d).id : patient.clinicianId;
  const body = { patient_id: patient.id, clinician_from: from, clinician_to: to.id };
  const expected = () => rules.answerToAssignment(session!.user, patient, from, to);
  const { status } = await ask(model, real, { session, name: 'assignPatient', body, expected });
  if (status === 200) patient.clinicianId = to.id;
};

const transfer: Step = async (model, real, { a, b, c, d }) => {
  const [session, from, to] = [
    sessionOf(model, a),
    nth(model.clinicians, b),
    strangerId(nth(model.clinicians, c), c),
  ];
  const own = model.patients.filter(({ clinicianId }) => clinicianId === from.id);
  const patients = d % 3 === 0 || own.length === 0 ? [nth(model.patients, d), ...own] : own;
  const body = { clinician_from: from.id, clinician_to: to.id, patient_ids: patients.map(({ id }) => id) };
  const expected = () => rules.answerToTransfer(session!.user, patients, from.id, to);
  const { status, body: told } = await ask(model, real, {
    session,
    name: 'transferPatients',
    body,
    expected,
  });
  if (status !== 200) return;
  assert.equal(told.data.transferred, new Set(patients).size);
  for (const patient of patients) patient.clinicianId = to.id;
};

const enable: Step = async (model, real, { a, b, c }) => {
  const [session, target] = [sessionOf(model, a), nth(model.users, b)];
  const enabled = c % 3 > 0;
  const name = nth(
    enabled
      ? (['enableClinician', 'enableClinicianByGet'] as const)
      : (['disableClinician', 'disableClinicianByGet'] as const),
    c,
  );
  const expected = () =>
    enabled
      ? rules.answerToStaffCall(session!.user, target)
      : rules.answerToDisabling(model, session!.user, target);
  const { status } = await ask(model, real, { session, name, params: { id: target.id }, expected });
  if (status !== 200) return;
  target.enabled = enabled;
  if (!enabled) rules.endSessions(model, target.id);
};

const resetPassword: Step = async (model, real, { a, b }) => {
  const [session, target] = [sessionOf(model, a), nth(model.users, b)];
  const expected = () => rules.answerToStaffCall(session!.user, target);
  const { status, body } = await ask(model, real, {
    session,
    name: 'resetPassword',
    params: { id: target.id },
    expected,
  });
  if (status !== 200) return;
  target.secret = body.data;
  rules.endSessions(model, target.id);
};

const byId = (one: { id: string }, other: { id: string }) => one.id.localeCompare(other.id);

const countPatients: Step = async (model, real, { a }) => {
  const session = sessionOf(model, a);
  const { status, body } = await ask(model, real, {
    session,
    name: 'listCliniciansWithCounts',
    expected: () => 200,
  });
  if (status !== 200) return;
  const due = model.clinicians
    .filter(({ clinicId }) => clinicId === session?.user.clinicId)
    .map(({ id, enabled }) => ({
      id,
      enabled,
      patient_count: model.patients.filter(({ clinicianId }) => clinicianId === id).length,
    }));
  const seen = body.clinicians.map(({ id, enabled, patient_count }: (typeof due)[number]) => ({
    id,
    enabled,
    patient_count,
  }));
  assert.deepEqual(seen.sort(byId), due.sort(byId));
};

const listCodes: Step = async (model, real, { a, b }) => {
  const [session, target] = [sessionOf(model, a), nth(model.users, b)];
  const expected = () => rules.answerToStaffCall(session!.user, target);
  const body = { clinician_id: target.id };
  const { status, body: told } = await ask(model, real, {
    session,
    name: 'listPatientsOfClinician',
    body,
    expected,
  });
  if (status !== 200) return;
  const due = model.patients.filter(({ clinicianId }) => clinicianId === target.id).map(({ name }) => name);
  assert.deepEqual(told.data.map(({ code }: { code: string }) => code).sort(), due.sort());
};

/** Every step by its name, and its weight. */
export const steps = {
  started: [6, sessions.started],
  login: [1, sessions.login],
  logout: [1, sessions.logout],
  passTime: [2, sessions.passTime],
  refresh: [3, sessions.refresh],
  replay: [1, sessions.replay],
  list: [5, list],
  edit: [4, edit],
  assign: [5, assign],
  transfer: [3, transfer],
  enable: [3, enable],
  resetPassword: [1, resetPassword],
  countPatients: [2, countPatients],
  listCodes: [2, listCodes],
  readReport: [4, surveys.readReport],
  listWindows: [2, surveys.listWindows],
  answerPage: [7, surveys.answerPage],
  moveClock: [1, surveys.moveClock],
} as const satisfies Record<string, readonly [number, Step]>;

export type StepName = keyof typeof steps;
