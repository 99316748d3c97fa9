import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { SurveyPage } from '../../src/contract/surveys.ts';
import type { Answer } from '../../src/domain/answer-types.ts';
import type { IsoDate } from '../../src/domain/iso-date.ts';
import { BIRTH_DATE, type TestUser } from '../builders.ts';
import { answersTo, aPerson } from '../survey-calls.ts';
import { insistingClient, type InsistingClient, type Jar, PATIENCE_MS } from './insisting-client.ts';

// Users at work while the server is in trouble: an admin registers and moves patients, patients log in and answer. Like our
// web client they repeat every call that got no answer or a 503.

export type Scene = { clinicId: string; admin: TestUser; clinician: TestUser; colleague: TestUser };

/** A registered patient and the pages that were sent. All but the last one are acknowledged. */
export type Registered = {
  id: string;
  code: string;
  key: string;
  movedBy: string | undefined;
  pages: { answers: readonly Answer[]; acknowledged: boolean }[];
  finished: boolean;
};

export type Load = {
  /** Waits for this number of further acknowledged writes. Fails if they do not come in time. */
  progress(count: number, withinMs: number): Promise<void>;
  /** Lets every user finish the call that was begun. The server must be running. */
  stop(): Promise<void>;
  /** Stops every user at once, after a failed test. */
  abandon(): void;
  registered: readonly Registered[];
} & Pick<InsistingClient, 'wrong' | 'counts' | 'slowestMs'>;

type Options = { scene: Scene; today: IsoDate; origins: () => readonly string[]; patients?: number };

export function startLoad({ scene, today, origins, patients = 3 }: Options): Load {
  const registered: Registered[] = [];
  const waiting: Registered[] = [];
  const stage: { now: 'running' | 'stopping' | 'abandoned' } = { now: 'running' };
  const client = insistingClient({
    clinicId: scene.clinicId,
    origins,
    isAbandoned: () => stage.now === 'abandoned',
  });
  const { send, acknowledged, jarOf, wrong, counts, slowestMs } = client;

  async function administrate(): Promise<void> {
    const as = jarOf('/api/clinic-admins/login', scene.admin);
    while (stage.now === 'running') {
      if (waiting.length > 5) {
        await acknowledged({ method: 'GET', path: '/api/auth/clinic-admins/clinicians', as });
        await wait(PATIENCE_MS);
        continue;
      }
      const patient = await register(as);
      if (registered.length % 3 === 0) await move(as, patient);
      waiting.push(patient);
    }
  }

  async function register(as: Jar): Promise<Registered> {
    const patient: Registered = {
      id: '',
      code: `LAST${registered.length}X${randomUUID().slice(0, 8)}`,
      key: randomUUID(),
      movedBy: undefined,
      pages: [],
      finished: false,
    };
    registered.push(patient);
    const body = {
      code: patient.code,
      day_of_birth: BIRTH_DATE,
      gender: 'FEMALE',
      clinician_username: scene.clinician.name,
      diagnosis_id: 'F32.1',
      admission: today,
      discharge: '2099-12-31',
    };
    const path = '/api/auth/patients/registration';
    const got = await acknowledged({
      method: 'POST',
      path,
      headers: { 'idempotency-key': patient.key },
      body,
      as,
    });
    patient.id = (got.body as { id?: string }).id ?? '';
    return patient;
  }

  async function move(as: Jar, patient: Registered): Promise<void> {
    patient.movedBy = randomUUID();
    const body = {
      patient_id: patient.id,
      clinician_from: scene.clinician.id,
      clinician_to: scene.colleague.id,
    };
    const headers = { 'idempotency-key': patient.movedBy };
    await acknowledged({ method: 'POST', path: '/api/auth/clinicians/patients', headers, body, as });
  }

  async function answerSurveys(): Promise<void> {
    while (stage.now === 'running') {
      const patient = waiting.shift();
      if (patient) await answerSurvey(patient);
      else await wait(PATIENCE_MS);
    }
  }

  async function answerSurvey(patient: Registered): Promise<void> {
    const as = jarOf('/api/patients/login', { name: patient.code, secret: BIRTH_DATE });
    const path = '/api/auth/patients/survey';
    while (stage.now === 'running') {
      const got = await send({ method: 'GET', path, as });
      if (got.status === 204) return void (patient.finished = true);
      if (got.status !== 200) throw new Error(`GET survey: ${got.status} ${JSON.stringify(got.body)}`);
      const answers = answersTo(got.body as SurveyPage, aPerson(patient.code));
      const page = { answers, acknowledged: false };
      patient.pages.push(page);
      const body = { type: 'json', value: JSON.stringify(answers) };
      page.acknowledged = (await acknowledged({ method: 'POST', path, body, as })).status === 200;
    }
  }

  const people = [administrate(), ...Array.from({ length: patients }, answerSurveys)].map((person) =>
    person.catch((error: unknown) => void wrong.push(String(error))),
  );

  return {
    registered,
    wrong,
    counts,
    slowestMs,
    progress: async (count, withinMs) => {
      const [goal, deadline] = [counts.acknowledged + count, Date.now() + withinMs];
      while (counts.acknowledged < goal && wrong.length === 0) {
        if (Date.now() > deadline)
          throw new Error(`only ${counts.acknowledged} of ${goal} writes after ${withinMs} ms`);
        await wait(PATIENCE_MS);
      }
    },
    abandon: () => void (stage.now = 'abandoned'),
    stop: async () => {
      stage.now = 'stopping';
      await Promise.all(people);
    },
  };
}
