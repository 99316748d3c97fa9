import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import type { CallName } from '../src/contract/calls.ts';
import { addDays } from '../src/domain/dates.ts';
import type { Services } from '../src/server/services.ts';
import {
  aClinic,
  aClinician,
  anAdmin,
  aPatient,
  becomeOwner,
  inClinic,
  signIn,
  type TestUser,
} from './builders.ts';
import { call, type Answered, type Call } from './call.ts';
import { newModel, type RightsModel } from './crisis-rights-rules.ts';
import { finishedSurvey } from './model-world.ts';

export type Jar = Record<string, string>;

/** A server with its own day. */
export type Lane = { services: Services; app: FastifyInstance; clock: { days: number } };

/** Three clinicians of a clinic, their admin, and a clinician of another clinic, signed in. */
type Staff = { clinicId: string; clinicians: TestUser[]; jars: Jar[]; admin: Jar; foreign: Jar };

/** The staff with two new patients. Each patient has a finished survey. */
export type RightsWorld = Lane &
  Staff & { model: RightsModel; patients: TestUser[]; surveys: string[]; firstDay: string };

const CLINICIANS = 3;
const PATIENTS = 2;

export async function someStaff(services: Services): Promise<Staff> {
  const clinicId = (await aClinic(services)).id;
  const elsewhere = (await aClinic(services)).id;
  const clinicians = await Promise.all(
    Array.from({ length: CLINICIANS }, () => aClinician(services, clinicId)),
  );
  return {
    clinicId,
    clinicians,
    jars: await Promise.all(clinicians.map((one) => signIn(services, one))),
    admin: await signIn(services, await anAdmin(services, clinicId)),
    foreign: await signIn(services, await aClinician(services, elsewhere)),
  };
}

/** A world without anything that an earlier sequence left behind. */
export async function aRightsWorld(lane: Lane, staff: Staff): Promise<RightsWorld> {
  const { services, clock } = lane;
  const { clinicId, clinicians, jars } = staff;
  clock.days = 0;
  await inClinic(services, clinicId, async (db) => {
    await becomeOwner(db);
    await db.deleteFrom('patients').where('clinic_id', '=', clinicId).execute();
    await db.deleteFrom('deputies').where('clinic_id', '=', clinicId).execute();
    await db.updateTable('accounts').set({ enabled: true }).where('clinic_id', '=', clinicId).execute();
    await db
      .updateTable('login_sessions')
      .set({ ended_at: null })
      .where('clinic_id', '=', clinicId)
      .execute();
  });
  const treating = clinicians.slice(0, PATIENTS);
  const patients = await Promise.all(
    treating.map(({ id: clinicianId }) => aPatient(services, clinicId, { clinicianId })),
  );
  const day = addDays(services.today(), -100);
  return {
    ...lane,
    ...staff,
    jars: [...jars],
    model: newModel(CLINICIANS, PATIENTS),
    patients,
    surveys: await Promise.all(patients.map((one) => finishedSurvey(services, one, 'FOLLOW_UP_1', day))),
    firstDay: services.today(),
  };
}

/** The cookies of a clinician, or of the admin (null). */
export const jarOf = ({ jars, admin }: RightsWorld, actor: number | null): Jar =>
  actor === null ? admin : jars[actor]!;

/** Makes a call and compares its status with the prediction. */
export async function ask(
  { app }: Lane,
  as: Jar,
  name: CallName,
  expected: number,
  request: Call = {},
): Promise<Answered> {
  const answer = await call(app, name, { as, ...request });
  const shown = JSON.stringify(answer.body)?.slice(0, 300);
  assert.equal(answer.status, expected, `${name} ${JSON.stringify(request)}: ${shown}`);
  return answer;
}
