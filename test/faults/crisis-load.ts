import { setTimeout as wait } from 'node:timers/promises';
import type { SurveyPage } from '../../src/contract/surveys.ts';
import type { Answer } from '../../src/domain/answer-types.ts';
import { randomSource } from '../../src/psychometrics/random.ts';
import type { Services } from '../../src/server/services.ts';
import { aPatient, cookieOf, type TestUser } from '../builders.ts';
import { dangerAnswers, levelOf } from './danger-survey.ts';
import { insistingClient, PATIENCE_MS, type InsistingClient, type Jar } from './insisting-client.ts';

/** A user with the cookies of a session. The client logs in again when they expire. */
export type SignedIn = { user: TestUser; cookie: string };

/** A patient, and the answers that the server acknowledged. */
export type Danger = SignedIn & { id: string; answers: Answer[] };

export type CrisisLoad = {
  client: InsistingClient;
  patients: readonly Danger[];
  /** The events that acknowledged answers must have raised. */
  events(): number;
  /** The events that the clinician has acknowledged. */
  acknowledged: ReadonlySet<string>;
  /** Lets every user finish the call that was begun. The server must be running. */
  stop(): Promise<void>;
  /** Stops every user at once, after a failed test. */
  abandon(): void;
};

type Options = {
  clinicId: string;
  clinician: SignedIn;
  patients: readonly Danger[];
  origins: () => readonly string[];
};

const USERS = 6;
// The clinician leaves most events open, so that they are reminded of.
const MOST_ACKNOWLEDGED = 0.2;

/** Patients in the middle of their first window, so that a clock that is wrong by hours changes nothing about it. */
export async function signedInPatients(
  services: Services,
  { clinicianId, clinicId, admission, count }: PatientOrder,
): Promise<Danger[]> {
  const patients: Danger[] = [];
  for (let made = 0; made < count; made += 1) {
    const user = await aPatient(services, clinicId, { clinicianId, admission });
    patients.push({ id: user.id, user, cookie: await cookieOf(services, user), answers: [] });
  }
  return patients;
}

type PatientOrder = { clinicId: string; clinicianId: string; admission: string; count: number };

/** Patients answer, and a clinician acknowledges some of the events, until `stop`. */
export function startCrisisLoad({ clinicId, clinician, patients, origins }: Options): CrisisLoad {
  const stage: { now: 'running' | 'stopping' | 'abandoned' } = { now: 'running' };
  const client = insistingClient({ clinicId, origins, isAbandoned: () => stage.now === 'abandoned' });
  const waiting = [...patients];
  const acknowledged = new Set<string>();
  const random = randomSource('danger');
  let drawn = 0;
  const events = () =>
    patients.reduce((sum, { answers }) => sum + answers.filter(({ value }) => levelOf(value)).length, 0);

  const jar = (path: string, { user, cookie }: SignedIn): Jar =>
    Object.assign(client.jarOf(path, user), { cookie });

  async function answer(): Promise<void> {
    for (;;) {
      const patient = stage.now === 'running' ? waiting.pop() : undefined;
      if (!patient) return;
      const as = jar('/api/patients/login', patient);
      const path = '/api/auth/patients/survey';
      for (;;) {
        if (stage.now !== 'running') return;
        const { status, body } = await client.send({ method: 'GET', path, as });
        if (status === 204) break;
        if (status !== 200) throw new Error(`GET survey: ${status} ${JSON.stringify(body)}`);
        const answers = dangerAnswers(body as SurveyPage, random((drawn += 1)));
        const value = JSON.stringify(answers);
        await client.acknowledged({ method: 'POST', path, body: { type: 'json', value }, as });
        patient.answers.push(...answers);
      }
    }
  }

  async function acknowledge(): Promise<void> {
    const as = jar('/api/clinicians/login', clinician);
    while (stage.now === 'running') {
      await wait(5 * PATIENCE_MS);
      if (acknowledged.size >= events() * MOST_ACKNOWLEDGED) continue;
      const list = await client.send({ method: 'GET', path: '/api/auth/clinicians/patients', as });
      // The rows of the contract.
      const { list_patient_dto: rows } = list.body as { list_patient_dto: { crisis: Mark | null }[] };
      const open = rows.flatMap(({ crisis }) => (crisis && !crisis.acknowledged_at ? [crisis.id] : []));
      for (const id of open.slice(0, 3)) {
        const path = `/api/auth/clinicians/crisis-events/${id}/acknowledgement`;
        const { status } = await client.send({
          method: 'POST',
          path,
          body: { done: 'talked', note: '' },
          as,
        });
        // The answer of an earlier attempt may have been lost.
        if (status === 200 || status === 409) acknowledged.add(id);
        else client.wrong.push(`acknowledgement: ${status}`);
      }
    }
  }

  const people = [acknowledge(), ...Array.from({ length: USERS }, answer)].map((person) =>
    person.catch((error: unknown) => void client.wrong.push(String(error))),
  );

  return {
    client,
    patients,
    events,
    acknowledged,
    stop: async () => {
      stage.now = 'stopping';
      await Promise.all(people);
    },
    abandon: () => void (stage.now = 'abandoned'),
  };
}

type Mark = { id: string; acknowledged_at: string | null };
