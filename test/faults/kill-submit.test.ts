import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { SurveyPage } from '../../src/contract/surveys.ts';
import type { Answer } from '../../src/domain/answer-types.ts';
import { loadKeys } from '../../src/server/keys-file.ts';
import { randomSource } from '../../src/psychometrics/random.ts';
import { aClinic, aClinician, aPatient, inClinic, signIn, type TestUser } from '../builders.ts';
import { testServices } from '../services.ts';
import { answersTo, aPerson } from '../survey-calls.ts';
import { startServer, type ServerProcess } from './server-process.ts';

// Survey pages are submitted while the server is killed again and again. What was acknowledged must be stored, once;
// what is stored must be what was sent (decisions 3).
const CYCLES = Number(process.env['FAULTS'] ?? 50);
const WORKERS = 4;

const dataDir = mkdtempSync(join(tmpdir(), 'resonanz-kill-'));
after(() => rmSync(dataDir, { recursive: true, force: true }));

type Sent = { answers: readonly Answer[]; acknowledged: boolean };
type Worker = { patient: TestUser; cookie: string; sent: Sent[] };

/** Item and value in a form that is the same before and after storing; texts are stored encrypted, so by item alone. */
function comparable(answers: readonly { id: string; value: unknown }[]): string[] {
  return answers
    .map(({ id, value }) => {
      const number = Number.parseFloat(String(value).replace(',', '.'));
      return Number.isNaN(number) ? id : `${id}=${number}`;
    })
    .sort();
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return address.port;
}

const headersOf = ({ cookie }: Worker) => ({
  cookie,
  'x-requested-with': 'resonanz',
  'content-type': 'application/json',
});

/** Goes on submitting until the server is gone or the survey is over; a page without an answer is sent again. */
async function submitPages(origin: string, worker: Worker): Promise<'gone' | 'finished'> {
  for (;;) {
    try {
      const pending = worker.sent.find((one) => !one.acknowledged);
      if (pending) await send(origin, worker, pending);
      const page = await fetch(`${origin}/api/auth/patients/survey`, { headers: headersOf(worker) });
      if (page.status === 204) return 'finished';
      assert.equal(page.status, 200);
      const answers = answersTo((await page.json()) as SurveyPage, aPerson(worker.patient.name));
      const next = { answers, acknowledged: false };
      worker.sent.push(next);
      await send(origin, worker, next);
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      return 'gone';
    }
  }
}

async function send(origin: string, worker: Worker, one: Sent): Promise<void> {
  const response = await fetch(`${origin}/api/auth/patients/survey`, {
    method: 'POST',
    headers: headersOf(worker),
    body: JSON.stringify({ type: 'json', value: JSON.stringify(one.answers) }),
  });
  const text = await response.text();
  if (response.status === 503) throw new Error('try again');
  assert.equal(response.status, 200, text);
  one.acknowledged = true;
}

test(`${CYCLES} kills of the server during submits lose no answer and store none twice`, async () => {
  const services = await testServices({ keys: loadKeys(dataDir, { mayCreate: true }) });
  const databaseUrl = services.pool.options.connectionString ?? '';
  const clinic = await aClinic(services);
  const clinician = await aClinician(services, clinic.id);
  const workers: Worker[] = [];
  async function newWorker(): Promise<Worker> {
    const patient = await aPatient(services, clinic.id, { clinicianId: clinician.id });
    const cookies = await signIn(services, patient);
    const cookie = Object.entries(cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; ');
    const worker = { patient, cookie, sent: [] };
    workers.push(worker);
    return worker;
  }

  const random = randomSource('kill');
  const port = await freePort();
  let active = await Promise.all(Array.from({ length: WORKERS }, newWorker));
  for (let cycle = 0; cycle < CYCLES; cycle += 1) {
    const server: ServerProcess = await startServer({ port, dataDir, databaseUrl });
    const running = active.map((worker) => submitPages(server.origin, worker));
    await wait(20 + random(cycle) * 250);
    await server.kill('SIGKILL');
    const ends = await Promise.all(running);
    active = await Promise.all(
      ends.map((end, index) => (end === 'gone' ? (active[index] as Worker) : newWorker())),
    );
  }
  const server = await startServer({ port, dataDir, databaseUrl });
  const ends = await Promise.all(active.map((worker) => submitPages(server.origin, worker)));
  assert.ok(ends.every((end) => end === 'finished'));
  await server.kill('SIGTERM');

  let compared = 0;
  for (const { patient, sent } of workers) {
    assert.ok(sent.every((one) => one.acknowledged));
    const stored = await storedPages(patient);
    assert.deepEqual(
      stored.map(({ number }) => number),
      sent.map((_, index) => index + 1),
      'pages without gaps, none twice',
    );
    for (const [index, one] of sent.entries()) {
      assert.deepEqual(stored[index]?.items, comparable(one.answers), 'each page holds what was sent');
      compared += one.answers.length;
    }
    assert.equal(await sessionCount(patient), 1);
    assert.ok((await scoreCount(patient)) > 0, 'a finished survey has its scores');
  }
  console.log(`${CYCLES} kills, ${workers.length} surveys, ${compared} answers compared`);

  function storedPages({ id }: TestUser) {
    return inClinic(services, clinic.id, async (db) => {
      const rows = await db
        .selectFrom('answers')
        .innerJoin('survey_sessions', 'survey_sessions.id', 'answers.session_id')
        .select(['answers.page_number', 'answers.item_id', 'answers.value'])
        .where('survey_sessions.patient_id', '=', id)
        .orderBy('answers.page_number')
        .execute();
      const numbers = [...new Set(rows.map((row) => row.page_number))];
      return numbers.map((number) => ({
        number,
        items: comparable(
          rows
            .filter((row) => row.page_number === number)
            .map((row) => ({ id: row.item_id, value: row.value })),
        ),
      }));
    });
  }

  function sessionCount({ id }: TestUser) {
    return inClinic(services, clinic.id, async (db) => {
      const rows = await db.selectFrom('survey_sessions').select('id').where('patient_id', '=', id).execute();
      return rows.length;
    });
  }

  function scoreCount({ id }: TestUser) {
    return inClinic(services, clinic.id, async (db) => {
      const rows = await db
        .selectFrom('scores')
        .innerJoin('survey_sessions', 'survey_sessions.id', 'scores.session_id')
        .select('scores.scale')
        .where('survey_sessions.patient_id', '=', id)
        .execute();
      return rows.length;
    });
  }
});
