import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Answer } from '../src/domain/answer-types.ts';
import { isWithin } from '../src/domain/iso-date.ts';
import { surveyWindows } from '../src/domain/windows.ts';
import { addDays, addMonths } from '../src/domain/dates.ts';
import { BIRTH_DATE, inClinic, signIn } from './builders.ts';
import { call } from './call.ts';
import * as rules from './model.ts';
import type { Model, Patient, Session, User } from './model.ts';
import { ask, type Real } from './model-world.ts';
import { answersTo } from './survey-calls.ts';

/** What a step does is up to four numbers, whatever they are; so any list of steps can be cut and still means something. */
export type Chances = { a: number; b: number; c: number; d: number };
type Step = (model: Model, real: Real, chances: Chances) => Promise<void>;

// Never empty: a model has users from the start.
const nth = <T>(list: readonly T[], number: number): T => list[number % list.length] as T;

/** One of the sessions there ever were, more often a late one; now and then none. */
function sessionOf({ sessions }: Model, number: number): Session | undefined {
  if (number % 13 === 0) return undefined;
  return nth(sessions.length > 0 ? sessions.slice(-7) : [undefined], number);
}

/** Also what is in no list: somebody else's or nobody's id. */
const strangerId = (user: User, number: number) =>
  number % 17 === 0 ? { ...user, id: randomUUID(), role: 'admin' as const } : user;

const started: Step = async (model, { services }, { a }) => {
  const user = nth(model.users, a);
  if (!user.enabled) return;
  const jar = await signIn(services, user);
  // The builder's sessions do not end others: as many as a login would leave stay.
  const live = model.sessions.filter((one) => one.user.id === user.id && one.state === 'alive');
  if (live.length >= 5) return;
  model.sessions.push({ user, state: 'alive', access: 'valid', rotated: 'lately', jar, spent: undefined });
};

const logins = { patient: 'loginPatient', clinician: 'loginClinician', admin: 'loginAdmin' } as const;

const login: Step = async (model, { app, address }, { a, b }) => {
  const user = nth(model.users, a);
  const wrongBefore = model.wrongLogins.get(user.id) ?? 0;
  const isRight = b % 3 > 0 || wrongBefore >= 3;
  const password = isRight ? user.secret : '1977-07-07';
  const body = { clinic_id: user.clinicId, username: user.name, password };
  const answer = await call(app, logins[user.role], { body, address });
  assert.equal(answer.status, isRight && user.enabled ? 200 : 401, JSON.stringify(answer.body));
  if (answer.status === 401) return void model.wrongLogins.set(user.id, wrongBefore + 1);
  assert.deepEqual([answer.body.username, answer.body.user_type], [user.name, user.role]);
  const jar = { at: cookieOf(answer.headers, 'at'), rt: cookieOf(answer.headers, 'rt') };
  rules.addSession(model, {
    user,
    state: 'alive',
    access: 'valid',
    rotated: 'lately',
    jar,
    spent: undefined,
  });
};

function cookieOf(headers: Record<string, unknown>, name: string): string {
  const [, value = ''] =
    new RegExp(`\\b${name}=([^;]+)`).exec([headers['set-cookie']].flat().join('\n')) ?? [];
  return value;
}

const logout: Step = async (model, { app }, { a }) => {
  const session = sessionOf(model, a);
  assert.equal((await call(app, 'logout', { as: session?.jar })).status, 204);
  if (session) session.state = 'ended';
};

/** An hour without a click would end the session; five minutes end its access token only. */
const passTime: Step = async (model, { services }, { a }) => {
  const session = sessionOf(model, a);
  if (!session) return;
  const id = session.jar['rt']?.split('.')[1];
  await inClinic(services, session.user.clinicId, (db) =>
    sql`UPDATE login_sessions SET access_expires = now() - interval '1 second', rotated_at = now() - interval '5 minutes'
      WHERE id = ${id}`.execute(db),
  );
  session.access = 'expired';
  session.rotated = 'long ago';
};

const refresh: Step = async (model, { app }, { a }) => {
  const session = sessionOf(model, a);
  if (!session) return;
  const answer = await call(app, 'refreshSession', { as: session.jar });
  assert.equal(answer.status, session.state === 'alive' && session.user.enabled ? 200 : 401);
  if (answer.status === 401 || session.rotated === 'lately') return;
  session.spent = session.jar;
  session.jar = { at: cookieOf(answer.headers, 'at'), rt: cookieOf(answer.headers, 'rt') };
  session.access = 'valid';
  session.rotated = 'lately';
};

/** R38: an old token that comes late is a stolen one, and ends the session. */
const replay: Step = async (model, { app }, { a }) => {
  const session = sessionOf(model, a);
  if (!session?.spent || session.rotated === 'lately') return;
  assert.equal((await call(app, 'refreshSession', { as: session.spent })).status, 401);
  session.state = 'ended';
};

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
  if (status !== 200) return;
  patient.clinicianId = to.id;
  if (code === patient.name) return;
  patient.name = code;
  rules.endSessions(model, patient.id);
};

/** Every patient of the builders was admitted on the day the world began. */
function windowsStart({ services, clock }: Real) {
  return addDays(services.today(), -clock.days);
}

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
  const expected = () => rules.answerToStaffCall(session!.user, target);
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

const readReport: Step = async (model, real, { a, b, c }) => {
  const [session, patient] = [sessionOf(model, a), nth(model.patients, b)];
  const kind = nth(['first', 'followUp'] as const, c);
  const audience = nth(['clinician', 'patient', 'patient'] as const, c);
  const name = audience === 'clinician' ? 'getClinicianReport' : 'getPatientReport';
  const expected = () => rules.answerToReport(session!.user, patient, kind, audience);
  await ask(model, real, { session, name, params: { id: patient[kind] }, expected });
};

const listWindows: Step = async (model, real, { a }) => {
  const session = sessionOf(model, a);
  const { status, body } = await ask(model, real, { session, name: 'listWindows', expected: () => 200 });
  if (status !== 200) return;
  const due = windowsOf(real).map(({ start, end }) => `${start} ${end}`);
  // The two of the earlier time come first.
  assert.deepEqual(
    body.stws.slice(2).map(({ start, end }: { start: string; end: string }) => `${start} ${end}`),
    due,
  );
};

function windowsOf(real: Real) {
  const admission = windowsStart(real);
  return surveyWindows(real.services.registry.protocol, admission, addMonths(admission, 12));
}

/** The patient's survey of today as the model has it; undefined where no window is open. */
function openWindow(real: Real) {
  return windowsOf(real).find((window) => isWithin(real.services.today(), window));
}

const answerPage: Step = async (model, real, { a, b }) => {
  const session = sessionOf(model, a);
  const patient = model.patients.find(({ id }) => id === session?.user.id);
  const window = openWindow(real);
  const known = window && patient?.surveys.get(window.start);
  if (!session || !patient || rules.refusalAtDoor(session, 'getSurvey')) {
    await ask(model, real, { session, name: 'getSurvey', expected: () => 403 });
    return;
  }
  const seen = await call(real.app, 'getSurvey', { as: session.jar });
  if (!window || known?.state === 'finished') return assert.equal(seen.status, 204);
  if (seen.status === 204) return finish(known);
  assert.equal(seen.status, 200);
  const survey = known ?? { id: seen.body.survey_session_id, pages: [], state: 'open' as const };
  patient.surveys.set(window.start, survey);
  assert.equal(seen.body.survey_session_id, survey.id, 'one session a window');
  await submit(model, real, { session, patient, survey, answers: answersTo(seen.body), how: b });
};

// Only the server knows how long a survey is; that it ends for good is looked at from then on.
function finish(survey: rules.Survey | undefined): void {
  assert.ok(survey && survey.pages.length > 0, 'a survey does not end before it begins');
  survey.state = 'finished';
}

type Submission = {
  session: Session;
  patient: Patient;
  survey: rules.Survey;
  answers: readonly Answer[];
  how: number;
};

async function submit(
  model: Model,
  real: Real,
  { session, survey, answers, how }: Submission,
): Promise<void> {
  const send = (list: readonly Answer[], status: number) => {
    const body = { type: 'json', value: JSON.stringify(list) };
    return ask(model, real, { session, name: 'submitSurvey', body, expected: () => status });
  };
  const last = survey.pages.at(-1);
  const other = last && changed(last);
  if (how % 4 === 0 && other) await send(other, 409);
  if (how % 4 === 1) await send([{ ...answers[0]!, id: 'gibt-es-nicht' }], 400);
  await send(answers, 200);
  survey.pages.push(answers);
  if (how % 2 === 0) await send(answers, 200);
}

/** The same page with one other answer, where it has one that can be another. */
function changed(answers: readonly Answer[]): readonly Answer[] | undefined {
  const place = answers.findIndex(({ value }) => typeof value === 'number');
  const answer = answers[place];
  if (!answer) return undefined;
  return answers.with(place, { ...answer, value: Number(answer.value) === 1 ? 2 : 1, label: 'anders' });
}

const moveClock: Step = async (_model, { clock }, { a }) => {
  clock.days += nth([1, 7, 28, 61], a);
};

/** Every step by its name, and how often it is taken. */
export const steps = {
  started: [6, started],
  login: [1, login],
  logout: [1, logout],
  passTime: [2, passTime],
  refresh: [3, refresh],
  replay: [1, replay],
  list: [5, list],
  edit: [4, edit],
  assign: [5, assign],
  transfer: [3, transfer],
  enable: [3, enable],
  resetPassword: [1, resetPassword],
  countPatients: [2, countPatients],
  listCodes: [2, listCodes],
  readReport: [4, readReport],
  listWindows: [2, listWindows],
  answerPage: [7, answerPage],
  moveClock: [1, moveClock],
} as const satisfies Record<string, readonly [number, Step]>;

export type StepName = keyof typeof steps;
