import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { SurveyPage } from '../../src/contract/surveys.ts';
import type { Answer } from '../../src/domain/answer-types.ts';
import type { IsoDate } from '../../src/domain/iso-date.ts';
import { BIRTH_DATE, type TestUser } from '../builders.ts';
import { answersTo, aPerson } from '../survey-calls.ts';

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
  /** Answers that no fault excuses: a 5xx other than 503, a refused repeat, a call without an end. */
  wrong: string[];
  counts: { acknowledged: number; unavailable: number; unreachable: number; logins: number };
  slowestMs: () => number;
};

type Options = { scene: Scene; today: IsoDate; origins: () => readonly string[]; patients?: number };

const PATIENCE_MS = 20;
const CALL_LIMIT_MS = 30_000;

type Sent = { method: string; path: string; headers?: Record<string, string>; body?: unknown; as?: Jar };
type Jar = { cookie: string; login: () => Promise<void> };
type Got = { status: number; body: unknown };

export function startLoad({ scene, today, origins, patients = 3 }: Options): Load {
  const registered: Registered[] = [];
  const waiting: Registered[] = [];
  const wrong: string[] = [];
  const counts = { acknowledged: 0, unavailable: 0, unreachable: 0, logins: 0 };
  let slowestMs = 0;
  const stage: { now: 'running' | 'stopping' | 'abandoned' } = { now: 'running' };
  let turn = 0;

  /** One attempt. Undefined if there was no answer. */
  async function attempt({ method, path, headers, body, as }: Sent): Promise<Response | undefined> {
    const all = origins();
    const origin = all[(turn += 1) % all.length];
    if (origin === undefined) return undefined;
    const began = performance.now();
    try {
      return await fetch(origin + path, {
        method,
        headers: {
          'x-requested-with': 'resonanz',
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(as && { cookie: as.cookie }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(CALL_LIMIT_MS),
      });
    } catch (error) {
      if ((error as Error).name === 'TimeoutError')
        wrong.push(`${method} ${path} got no answer in ${CALL_LIMIT_MS} ms`);
      return undefined;
    } finally {
      slowestMs = Math.max(slowestMs, performance.now() - began);
    }
  }

  /** Repeats the call until there is an answer. */
  async function send(sent: Sent): Promise<Got & { headers: Headers }> {
    for (;;) {
      if (stage.now === 'abandoned') throw new Error('nobody waits for it any more');
      const response = await attempt(sent);
      const text = await response?.text().catch(() => undefined);
      if (response && text !== undefined && response.status !== 503) {
        const body = text === '' ? undefined : JSON.parse(text);
        if (response.status !== 403 || body.code !== 'token_expired' || !sent.as)
          return { status: response.status, body, headers: response.headers };
        await sent.as.login();
      } else {
        counts[response ? 'unavailable' : 'unreachable'] += 1;
        await wait(response ? PATIENCE_MS : 4 * PATIENCE_MS);
      }
    }
  }

  async function acknowledged(sent: Sent): Promise<Got> {
    const got = await send(sent);
    if (got.status < 300) counts.acknowledged += 1;
    else wrong.push(`${sent.method} ${sent.path}: ${got.status} ${JSON.stringify(got.body)}`);
    return got;
  }

  function jarOf(path: string, { name, secret }: Pick<TestUser, 'name' | 'secret'>): Jar {
    const jar: Jar = {
      cookie: 'at=x',
      login: async () => {
        const body = { clinic_id: scene.clinicId, username: name, password: secret };
        const { headers, status } = await send({ method: 'POST', path, body });
        if (status !== 200) wrong.push(`login of ${name}: ${status}`);
        counts.logins += 1;
        const cookies = headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]);
        // Known devices differ by their cookie, which does not matter here.
        jar.cookie = cookies.filter((cookie) => !cookie?.startsWith('dc=')).join('; ');
      },
    };
    return jar;
  }

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
    slowestMs: () => slowestMs,
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
