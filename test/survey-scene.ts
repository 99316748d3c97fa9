import { before } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { addDays, addMonths } from '../src/domain/dates.ts';
import { buildApp } from '../src/server/app.ts';
import type { Services } from '../src/server/services.ts';
import type { ServerPart } from '../src/server/start.ts';
import {
  aClinic,
  aClinician,
  aPatient,
  inClinic,
  signIn,
  type PatientChanges,
  type TestUser,
} from './builders.ts';
import { answerSurvey, getPage } from './survey-calls.ts';
import { testServices } from './services.ts';
import { DAY_MS } from '../src/domain/iso-date.ts';

/** A server with patients who answer surveys. Its day can be moved past the end of a window. */
export type SurveyScene = { services: Services; app: FastifyInstance; daysLater: number };

export function aSurveyScene(
  prepare: (services: Services) => Services | Promise<Services> = (services) => services,
  extensions: readonly ServerPart[] = [],
): SurveyScene {
  // Filled before the first test of the file runs.
  const scene = { daysLater: 0 } as SurveyScene;
  before(async () => {
    const started = await prepare(await testServices({ extensions }));
    scene.services = {
      ...started,
      now: () => started.now() + scene.daysLater * DAY_MS,
      today: () => addDays(started.today(), scene.daysLater),
    };
    scene.app = await buildApp(scene.services, { extensions });
  });
  return scene;
}

export async function aSignedInPatient(scene: SurveyScene, changed: PatientChanges = {}) {
  scene.daysLater = 0;
  const clinic = await aClinic(scene.services);
  const patient = await aPatient(scene.services, clinic.id, changed);
  return { patient, as: await signIn(scene.services, patient) };
}

/** A patient with a therapy of six months that begins today. `answerOn` fills in the survey of a day after the admission. */
export async function aSixMonthTherapy(scene: SurveyScene) {
  scene.daysLater = 0;
  const { services, app } = scene;
  const { id: clinicId } = await aClinic(services);
  const clinician = await aClinician(services, clinicId);
  const admission = services.today();
  const dates = { admission, discharge: addMonths(admission, 6) };
  const patient = await aPatient(services, clinicId, { clinicianId: clinician.id, ...dates });
  const asPatient = await signIn(services, patient);
  const answerOn = async (day: number): Promise<string> => {
    scene.daysLater = day;
    const { survey_session_id: id } = await getPage(app, asPatient);
    await answerSurvey(app, asPatient);
    return id;
  };
  return { clinician, patient, admission, answerOn };
}

/** The stored answers of the only patient of a clinic, in order. */
export function storedAnswers({ services }: SurveyScene, { clinicId }: TestUser) {
  return inClinic(services, clinicId, (db) =>
    db.selectFrom('answers').selectAll().orderBy('page_number').orderBy('position').execute(),
  );
}

export function storedSessions({ services }: SurveyScene, { clinicId, id }: TestUser) {
  return inClinic(services, clinicId, (db) =>
    db.selectFrom('survey_sessions').selectAll().where('patient_id', '=', id).execute(),
  );
}
