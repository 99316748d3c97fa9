import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { CallName } from '../src/contract/calls.ts';
import { addDays } from '../src/domain/dates.ts';
import type { IsoDate } from '../src/domain/iso-date.ts';
import type { Services } from '../src/server/services.ts';
import { aClinic, aClinician, anAdmin, aPatient, inClinic, type TestUser } from './builders.ts';
import { call, type Answered, type Call } from './call.ts';
import { refusalAtDoor, secretsFrom, type Model, type Patient, type Session, type User } from './model.ts';

export type Real = {
  services: Services;
  app: FastifyInstance;
  /** A command moves it, and the server's clock follows. */
  clock: { days: number };
  address: string;
};

/** Two clinics: three clinicians and three patients in the first, one of each in the second. */
export async function aModel(services: Services): Promise<Model> {
  const model: Model = { users: [], patients: [], clinicians: [], sessions: [], wrongLogins: new Map() };
  for (const [clinicians, patients] of [
    [3, 3],
    [1, 1],
  ] as const) {
    const { id } = await aClinic(services);
    const staff = await Promise.all(Array.from({ length: clinicians }, () => aClinician(services, id)));
    const ours = staff.map(userOf);
    model.clinicians.push(...ours);
    model.users.push(...ours, userOf(await anAdmin(services, id)));
    for (let number = 0; number < patients; number += 1) {
      // The first two are the first clinician's.
      const clinicianId = ours[Math.max(0, number - 1)]?.id ?? '';
      const user = userOf(await aPatient(services, id, { clinicianId }));
      const surveys = await finishedSurveys(services, user);
      model.patients.push({ ...user, role: 'patient', clinicianId, surveys: new Map(), ...surveys });
    }
  }
  model.users.push(...model.patients);
  return model;
}

const userOf = ({ role, id, clinicId, name, secret }: TestUser): User => ({
  role,
  id,
  clinicId,
  name,
  secret,
  enabled: true,
});

async function finishedSurveys(
  services: Services,
  patient: User,
): Promise<Pick<Patient, 'first' | 'followUp'>> {
  const today = services.today();
  return {
    first: await finishedSurvey(services, patient, 'PRE', addDays(today, -400)),
    followUp: await finishedSurvey(services, patient, 'FOLLOW_UP_1', addDays(today, -200)),
  };
}

/** Stores a finished survey in a window of its own around the day. Returns its id. */
export async function finishedSurvey(
  { pool, registry: { protocol, instruments } }: Services,
  { clinicId, id: patientId }: Pick<TestUser, 'clinicId' | 'id'>,
  type: 'PRE' | 'FOLLOW_UP_1',
  day: IsoDate,
): Promise<string> {
  const [windowId, sessionId, at] = [randomUUID(), randomUUID(), `${day}T10:00:00Z`];
  const pinned = [...instruments.values()]
    .filter((one) => one.section)
    .map(({ id, version }) => ({ id, version }));
  await inClinic({ pool } as Services, clinicId, async (db) => {
    const place = { start_date: addDays(day, -3), end_date: addDays(day, 3), ordinal: 9, label: type };
    await db
      .insertInto('survey_windows')
      .values({ clinic_id: clinicId, id: windowId, patient_id: patientId, type, ...place })
      .execute();
    await db
      .insertInto('survey_sessions')
      .values({
        clinic_id: clinicId,
        id: sessionId,
        patient_id: patientId,
        window_id: windowId,
        window_type: type,
        window_label: type,
        protocol_id: protocol.id,
        protocol_version: protocol.version,
        instruments: JSON.stringify(pinned),
        seed: 'seed',
        started_at: at,
        updated_at: at,
        finished_at: at,
      })
      .execute();
  });
  return sessionId;
}

/**
 * Makes a call and compares its status with the prediction, first of the guard and then of the handler. No answer may
 * contain a person whom the user must not know.
 */
export async function ask(
  model: Model,
  { app, address }: Real,
  {
    session,
    name,
    expected,
    ...rest
  }: Call & { session: Session | undefined; name: CallName; expected: () => number },
): Promise<Answered> {
  const atDoor = refusalAtDoor(session, name);
  const predicted = atDoor ?? expected();
  const answer = await call(app, name, { as: session?.jar, address, ...rest });
  const who = session ? `${session.user.role} ${session.user.name}` : 'nobody';
  assert.equal(answer.status, predicted, `${name} by ${who}: ${JSON.stringify(answer.body)?.slice(0, 300)}`);
  const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? '');
  const told = secretsFrom(model, session?.user).filter((secret) => text.includes(secret));
  assert.deepEqual(told, [], `${name} told ${who} of somebody else`);
  return answer;
}
