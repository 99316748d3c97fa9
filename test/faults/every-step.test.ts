// The connection to the database breaks at exchanges of a call, in `npm run test:all` at each in turn, before the statement
// or before its answer arrives ("COMMIT sent, answer lost"). For the database this equals a kill -9 of our process at that
// step. All or nothing must be stored, and the repeated call must have its effect exactly once.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { buildApp } from '../../src/server/app.ts';
import { verifyAudit } from '../../src/server/audit/verify.ts';
import { createPool } from '../../src/server/database/pool.ts';
import type { Services } from '../../src/server/services.ts';
import { amount } from '../amount.ts';
import { aClinic, aClinician, anAdmin, aPatient, inClinic, signIn, type TestUser } from '../builders.ts';
import { call, type Answered, type Call } from '../call.ts';
import { testServices } from '../services.ts';
import { answersTo, getPage } from '../survey-calls.ts';
import { startProxy, type Proxy, type ProxyMode } from './proxy.ts';

type Jar = Record<string, string>;

let services: Services;
let app: FastifyInstance;
let direct: Services;
let proxy: Proxy;
let clinicId: string;
let leader: TestUser;
let admin: Jar;
let clinician: TestUser;
let colleague: TestUser;

before(async () => {
  direct = await testServices();
  const url = new URL(direct.pool.options.connectionString ?? '');
  proxy = await startProxy(Number(url.port), url.hostname);
  url.host = `127.0.0.1:${proxy.port}`;
  services = {
    ...direct,
    pool: createPool(url.href, { max: 3, onError: () => {} }),
    loginPool: createPool(url.href, { max: 2, onError: () => {} }),
    log: { info: () => {}, warn: () => {}, error: () => {} },
  };
  app = await buildApp(services);
  clinicId = (await aClinic(direct)).id;
  leader = await anAdmin(direct, clinicId);
  clinician = await aClinician(direct, clinicId);
  colleague = await aClinician(direct, clinicId);
});

// Each test has its own session, because one lasts five minutes without a refresh.
beforeEach(async () => {
  admin = await signIn(direct, leader);
});

after(async () => {
  await app.close();
  await Promise.all([services.pool.end(), services.loginPool.end()]);
  await proxy.close();
});

/** A prepared call: how it is sent, how often its effect is stored, and the stored effect. */
type Prepared = { send: () => Promise<Answered>; effects: () => Promise<number> };
type Operation = {
  prepare: () => Promise<Prepared>;
  again: 'the same answer' | 'any answer';
};

type Count = ReturnType<typeof sql<{ count: number }>>;

const count = async (clinic: string, query: Count) =>
  inClinic(direct, clinic, async (db) => (await query.execute(db)).rows[0]?.count ?? 0);

const auditRows = (action: string, object: string, patients = 1) =>
  sql<{
    count: number;
  }>`SELECT count(*)::float8 / ${patients}::float8 AS count FROM audit WHERE action = ${action}
    AND ${object} IN (object_id, patient_id::text)`;

const repeatable = (name: Parameters<typeof call>[1], content: Call): (() => Promise<Answered>) => {
  const headers = { 'idempotency-key': randomUUID() };
  return () => call(app, name, { as: admin, headers, ...content });
};

// Effects that belong together: all counts are 0 or all are 1. One statement reads them, because the COMMIT of a call whose
// answer was lost can come between two.
async function together(clinic: string, ...counts: Count[]): Promise<number> {
  const counted = sql.join(counts.map((one) => sql`(${one})::float8`));
  const { rows } = await inClinic(direct, clinic, (db) =>
    sql<{ all: number[] }>`SELECT ARRAY[${counted}] AS all`.execute(db),
  );
  const all = new Set(rows[0]?.all);
  assert.equal(all.size, 1, `half of it is stored: ${[...all].join(', ')}`);
  return [...all][0] ?? 0;
}

const submitting: Operation = {
  again: 'the same answer',
  prepare: async () => {
    const patient = await aPatient(direct, clinicId, { clinicianId: clinician.id });
    const as = await signIn(direct, patient);
    const page = await getPage(app, as);
    const body = { type: 'json', value: JSON.stringify(answersTo(page)) };
    const session = page.survey_session_id;
    const pages = sql<{
      count: number;
    }>`SELECT count(*)::int AS count FROM survey_pages WHERE session_id = ${session}`;
    const answers = sql<{ count: number }>`SELECT count(DISTINCT page_number)::int AS count FROM answers
      WHERE session_id = ${session}`;
    const counted = sql<{
      count: number;
    }>`SELECT page_count AS count FROM survey_sessions WHERE id = ${session}`;
    return {
      send: () => call(app, 'submitSurvey', { as, body }),
      effects: () => together(clinicId, pages, answers, counted),
    };
  },
};

const operations: Record<string, Operation> = {
  'submitting a page': submitting,
  'importing a file': {
    again: 'the same answer',
    prepare: async () => {
      // A clinic of its own, and more rows than fit into one statement.
      const { id } = await aClinic(direct);
      const as = await signIn(direct, await anAdmin(direct, id));
      const { name } = await aClinician(direct, id);
      const codes = Array.from({ length: 520 }, () => `IMP${randomUUID().replaceAll('-', '').slice(0, 12)}`);
      const file = [
        'code;birth_date;gender;diagnosis_id;employee;admission;discharge;labels',
        ...codes.map((code) => `${code};1990-01-01;FEMALE;F32.1;${name};2026-01-01;2026-12-01;S1`),
      ].join('\n');
      const patients = sql<{ count: number }>`SELECT (count(*) / 520.0)::float8 AS count FROM patients
        WHERE clinic_id = ${id}`;
      const invited = sql<{ count: number }>`SELECT (count(DISTINCT patient_id) / 520.0)::float8 AS count
        FROM survey_windows WHERE clinic_id = ${id}`;
      return {
        send: repeatable('importCsv', { as, file }),
        effects: () => together(id, patients, invited),
      };
    },
  },
  'transferring patients': {
    again: 'the same answer',
    prepare: async () => {
      const from = await aClinician(direct, clinicId);
      const patients = [1, 2, 3].map(() => aPatient(direct, clinicId, { clinicianId: from.id }));
      const ids = (await Promise.all(patients)).map(({ id }) => id);
      const body = { clinician_from: from.id, clinician_to: colleague.id, patient_ids: ids };
      const moved = sql<{ count: number }>`SELECT (count(*) / 3.0)::float8 AS count FROM patients
        WHERE id = ANY(${ids}::uuid[]) AND clinician_id = ${colleague.id}`;
      return {
        send: repeatable('transferPatients', { body }),
        effects: () =>
          together(clinicId, moved, auditRows('patient_assigned', `${from.id} ${colleague.id}`, ids.length)),
      };
    },
  },
  'resetting a password': {
    again: 'the same answer',
    prepare: async () => {
      const reset = await aClinician(direct, clinicId);
      await signIn(direct, reset);
      const changed = sql<{ count: number }>`SELECT count(*)::int AS count FROM accounts
        WHERE id = ${reset.id} AND must_change_password AND password_expires IS NOT NULL`;
      const ended = sql<{ count: number }>`SELECT count(*)::int AS count FROM login_sessions
        WHERE account_id = ${reset.id} AND ended_at IS NOT NULL`;
      return {
        send: repeatable('resetPassword', { params: { id: reset.id } }),
        effects: () => together(clinicId, changed, ended, auditRows('password_reset', reset.id)),
      };
    },
  },
  'registering a patient': {
    again: 'the same answer',
    prepare: async () => {
      const code = `REG${randomUUID().slice(0, 8)}`;
      const dates = { day_of_birth: '1990-01-01', admission: '2026-01-01', discharge: '2026-12-01' };
      const body = {
        code,
        gender: 'FEMALE',
        clinician_username: clinician.name,
        diagnosis_id: 'F32.1',
        ...dates,
      };
      const of = (table: string) => sql<{ count: number }>`SELECT count(DISTINCT t.patient_id)::int AS count
        FROM ${sql.table(table)} t JOIN patients p ON p.id = t.patient_id WHERE p.code = ${code}`;
      const registered = sql<{ count: number }>`SELECT count(*)::int AS count FROM patients
        WHERE code = ${code}`;
      return {
        send: repeatable('registerPatient', { body }),
        effects: () => together(clinicId, registered, of('survey_windows'), of('audit')),
      };
    },
  },
  'registering the admin of a clinic': {
    again: 'the same answer',
    prepare: async () => {
      const { id } = await aClinic(direct);
      // The limits of R54 are not the subject here.
      await direct.pool.query('DELETE FROM limited_attempts');
      const admins = sql<{ count: number }>`SELECT count(*)::int AS count FROM accounts
        WHERE clinic_id = ${id} AND password_hash <> ''`;
      const rows = sql<{ count: number }>`SELECT count(*)::int AS count FROM audit WHERE clinic_id = ${id}`;
      const body = { clinic_id: id, username: 'Leitung' };
      return {
        send: repeatable('registerAdmin', { as: {}, body }),
        effects: () => together(id, admins, rows),
      };
    },
  },
  'refreshing a session': {
    again: 'any answer',
    prepare: async () => {
      const as = await signIn(direct, clinician);
      const session = String(as['rt']).split('.')[1];
      await inClinic(direct, clinicId, (db) =>
        sql`UPDATE login_sessions SET rotated_at = now() - interval '2 minutes' WHERE id = ${session}`.execute(
          db,
        ),
      );
      const generation = sql<{
        count: number;
      }>`SELECT generation AS count FROM login_sessions WHERE id = ${session}`;
      const ended = sql<{
        count: number;
      }>`SELECT count(ended_at)::int AS count FROM login_sessions WHERE id = ${session}`;
      return {
        send: () => call(app, 'refreshSession', { as }),
        effects: async () => {
          assert.equal(await count(clinicId, ended), 0, 'a lost answer is no theft');
          return count(clinicId, generation);
        },
      };
    },
  },
};

/** Sends the call once and breaks the connection at exchange `step`. Returns the number of exchanges. */
async function sendBroken(send: Prepared['send'], step: number, mode: ProxyMode) {
  let exchanges = 0;
  proxy.setMode(() => ((exchanges += 1) === step ? mode : 'pass'));
  const answer = await send();
  proxy.setMode('pass');
  return { answer, exchanges };
}

/** The first and the last of so many steps, which is the COMMIT, and some between them. */
function stepsOf(count: number): number[] {
  const most = Math.min(count, amount({ usual: 4, all: count }));
  return Array.from({ length: most }, (_, place) => 1 + Math.round((place * (count - 1)) / (most - 1)));
}

async function assertOnceAtSteps({ prepare, again }: Operation, mode: ProxyMode): Promise<number[]> {
  const unbroken = async () => (await sendBroken((await prepare()).send, 0, mode)).exchanges;
  // The first call opens the connections.
  const steps = stepsOf(Math.min(await unbroken(), await unbroken()));
  for (const step of steps) {
    const { send, effects } = await prepare();
    const { answer, exchanges } = await sendBroken(send, step, mode);
    const where = `${String(mode)} at exchange ${step}`;
    const stored = await effects();
    assert.ok(stored === 0 || stored === 1, `${where}: stored ${stored} times`);
    if (answer.status === 200) assert.equal(stored, 1, `${where}: acknowledged is stored`);
    else assert.deepEqual([answer.status, answer.headers['retry-after']], [503, '2'], where);
    const repeated = await send();
    assert.equal(repeated.status, 200, `${where}: sent again: ${JSON.stringify(repeated.body)}`);
    assert.equal(await effects(), 1, `${where}: sent again, it is stored once`);
    const third = await send();
    assert.equal(third.status, 200, where);
    if (again === 'the same answer') assert.deepEqual(third.body, repeated.body, where);
    assert.equal(await effects(), 1, `${where}: sent three times, it is stored once`);
    assert.deepEqual(
      [services.pool, services.loginPool].map((pool) => pool.totalCount - pool.idleCount),
      [0, 0],
    );
    assert.ok(exchanges >= step, `${where}: the call ended before`);
  }
  return steps;
}

describe('the database connection breaks at a step of', () => {
  for (const [name, operation] of Object.entries(operations))
    test(`${name} is stored as a whole or not at all at each broken step, and once after a repeat`, async (t) => {
      const before = await assertOnceAtSteps(operation, 'cut-request');
      const after = await assertOnceAtSteps(operation, 'cut-answer');
      assert.ok(Math.min(before.length, after.length) >= 2, 'there were steps to break');
      t.diagnostic(`${name}: broken before ${before.join(', ')}, after ${after.join(', ')}`);
    });
});

test('after all broken steps the audit chain is whole and a login works', async () => {
  await inClinic(direct, clinicId, (db) => sql`SELECT seal_audit(10000)`.execute(db));
  const { findings, sealed } = await verifyAudit(direct.pool, clinicId, new Map());
  assert.deepEqual(findings, []);
  assert.ok(sealed > 0);
  const body = { clinic_id: clinicId, username: colleague.name, password: colleague.secret };
  assert.equal((await call(app, 'loginClinician', { body })).status, 200);
});
