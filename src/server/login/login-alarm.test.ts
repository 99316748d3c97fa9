import { strict as assert } from 'node:assert';
import { before, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { findNonce } from '../../domain/proof-of-work.ts';
import { aClinic, aPatient, inClinic, type TestUser } from '../../../test/builders.ts';
import { call, type Answered } from '../../../test/call.ts';
import {
  deviceCookieOf,
  elsewhere,
  failPatient,
  HOUR,
  passFailureTime,
  retryAfter,
  solved,
  tryPatient,
  WRONG_DATE,
} from '../../../test/login-tries.ts';
import { testServices } from '../../../test/services.ts';
import { buildApp } from '../app.ts';
import { readConfig } from '../settings/config.ts';
import { withoutTenant } from '../database/transaction.ts';
import type { Services } from '../services.ts';
import { forgetOldAttempts, recentNotices } from './limit-queries.ts';

const alerts: object[] = [];

let services: Services;
let app: FastifyInstance;

before(async () => {
  services = await testServices({
    log: { info: () => {}, warn: (fields: object) => alerts.push(fields), error: console.error },
    config: { ...readConfig(undefined), proofOfWorkBits: 8 },
  });
  app = await buildApp(services);
});

const statusOf = async (answer: Promise<Answered>) => (await answer).status;

const deviceOf = async (patient: TestUser) => deviceCookieOf(await tryPatient(app, patient, patient.secret));

const asked = (patient: TestUser) => tryPatient(app, patient, WRONG_DATE);

const bitsOf = async (patient: TestUser) => (await asked(patient)).problem.task?.difficulty;

describe('a birth date', () => {
  test('a birth date that was tried with five codes of a clinic is refused with the sixth, and the admin gets a notice', async () => {
    const { id } = await aClinic(services);
    const patient = await aPatient(services, id, { birthDate: '1991-03-04' });
    for (let count = 0; count < 5; count++)
      assert.equal(
        await statusOf(tryPatient(app, { clinicId: id, name: `RATEN${count}` }, '04.03.1991')),
        401,
      );
    alerts.length = 0;
    const refused = await tryPatient(app, patient, patient.secret);
    assert.equal(refused.status, 429);
    assert.ok(retryAfter(refused) > HOUR - 60 && retryAfter(refused) <= HOUR);
    await tryPatient(app, patient, patient.secret);
    assert.deepEqual(alerts, [{ alert: 'birth_date_spray', clinic: id }]);
    const notices = await inClinic(services, id, (db) => recentNotices(db, id));
    assert.deepEqual(
      notices.map(({ kind }) => kind),
      ['birth_date_spray'],
    );
    assert.ok(!JSON.stringify(notices).includes('1991'));
    await passFailureTime(services, HOUR);
    assert.equal(await statusOf(tryPatient(app, patient, patient.secret)), 200);
  });

  test('a birth date that is tried again with the same five codes is checked', async () => {
    const { id } = await aClinic(services);
    for (let round = 0; round < 2; round++)
      for (let count = 0; count < 5; count++)
        assert.equal(
          await statusOf(tryPatient(app, { clinicId: id, name: `RATEN${count}` }, '04.03.1992')),
          401,
        );
  });

  test('a birth date that was tried with many codes does not lock out a known browser', async () => {
    const { id } = await aClinic(services);
    const patient = await aPatient(services, id, { birthDate: '1991-03-05' });
    const as = await deviceOf(patient);
    for (let count = 0; count < 5; count++)
      await tryPatient(app, { clinicId: id, name: `RATEN${count}` }, '1991-03-05');
    assert.equal(await statusOf(tryPatient(app, patient, patient.secret)), 429);
    assert.equal(await statusOf(tryPatient(app, patient, patient.secret, { as })), 200);
  });
});

describe('a clinic under attack', () => {
  let clinicId: string;
  let patient: TestUser;
  let as: { dc: string };

  before(async () => {
    clinicId = (await aClinic(services)).id;
    patient = await aPatient(services, clinicId, { birthDate: '1990-06-06' });
    as = await deviceOf(patient);
    alerts.length = 0;
    for (let count = 0; count < 60; count++) {
      const date = `1960-01-${String(1 + (count % 28)).padStart(2, '0')}`;
      assert.equal(await statusOf(tryPatient(app, { clinicId, name: `A${count}` }, date)), 401);
    }
  });

  test('an attack on a clinic is reported once to the operator and to the admin', async () => {
    assert.deepEqual(alerts, [{ alert: 'login_alarm', clinic: clinicId, lastHour: 60, lastDay: 60 }]);
    const notices = await inClinic(services, clinicId, (db) => recentNotices(db, clinicId));
    assert.deepEqual(
      notices.map(({ kind }) => kind),
      ['login_alarm'],
    );
  });

  test('a clinic under attack asks an unknown device to solve a task, with a right and with a wrong password', async () => {
    for (const password of [patient.secret, WRONG_DATE]) {
      const refused = await tryPatient(app, patient, password);
      assert.equal(refused.status, 429);
      assert.equal(refused.problem.code, 'proof_required');
    }
  });

  test('a device that has solved the task logs in to a clinic under attack', async () => {
    assert.equal(
      await statusOf(tryPatient(app, patient, patient.secret, { proof: solved(await asked(patient)) })),
      200,
    );
  });

  test('a clinic under attack asks a known device for no task', async () => {
    assert.equal(await statusOf(tryPatient(app, patient, patient.secret, { as })), 200);
  });

  test('a clinic under attack accepts the solution of a task once', async () => {
    const proof = solved(await asked(patient));
    assert.equal(await statusOf(tryPatient(app, patient, WRONG_DATE, { proof })), 401);
    assert.equal((await tryPatient(app, patient, patient.secret, { proof })).problem.code, 'proof_required');
  });

  test('a clinic under attack accepts no wrong, easier, invented or old solution', async () => {
    const { challenge, difficulty } = (await asked(patient)).problem.task!;
    const usual = await buildApp({ ...services, config: { ...services.config, proofOfWorkBits: 7 } });
    const easierTask = await tryPatient(usual, patient, WRONG_DATE);
    await usual.close();
    const wrong = Array.from({ length: 1000 }, (_, nonce) => String(nonce)).find(
      (nonce) => findNonce({ challenge, difficulty }, Number(nonce), 1) === undefined,
    )!;
    const easier = challenge.replace(/^8\./, '1.');
    const others = [
      { challenge, nonce: wrong },
      { challenge: easier, nonce: findNonce({ challenge: easier, difficulty: 1 }, 0, 1e6)! },
      solved(easierTask),
      { challenge: 'x', nonce: '0' },
      { challenge: '', nonce: '' },
    ];
    for (const proof of others)
      assert.equal(
        (await tryPatient(app, patient, patient.secret, { proof })).problem.code,
        'proof_required',
      );
    const late = await buildApp({ ...services, now: () => services.now() + 31 * 60_000 });
    const body = {
      clinic_id: clinicId,
      username: patient.name,
      password: patient.secret,
      proof: solved(await asked(patient)),
    };
    assert.equal(
      (await call(late, 'loginPatient', { body, address: elsewhere() })).problem.code,
      'proof_required',
    );
    await late.close();
  });

  test('the task of a clinic under attack gets harder with the failures of the day', async () => {
    assert.equal(await bitsOf(patient), 8);
    await withoutTenant(services.pool, (db) =>
      sql`INSERT INTO login_failures (clinic, user_type, account_key, address_key)
        SELECT ${clinicId}, 'patient', n::text, n::text FROM generate_series(1, 340) n`.execute(db),
    );
    assert.equal(await bitsOf(patient), 9);
  });

  test('an attack on one clinic has no effect on other clinics', async () => {
    const other = await aPatient(services, (await aClinic(services)).id);
    assert.equal(await statusOf(tryPatient(app, other, other.secret)), 200);
  });

  test('a clinic asks for no task an hour after an attack', async () => {
    await passFailureTime(services, HOUR);
    await inClinic(services, clinicId, (db) =>
      sql`UPDATE security_notices SET until = until - interval '1 hour' WHERE clinic_id = ${clinicId}`.execute(
        db,
      ),
    );
    assert.equal(await statusOf(tryPatient(app, patient, patient.secret)), 200);
  });
});

describe('the counters', () => {
  test('all processes share the login counters, which survive a restart', async () => {
    const patient = await aPatient(services, (await aClinic(services)).id);
    const second = await buildApp(services);
    await failPatient(app, patient, 3);
    for (let count = 0; count < 2; count++) {
      const body = { clinic_id: patient.clinicId, username: patient.name, password: WRONG_DATE };
      assert.equal(await statusOf(call(second, 'loginPatient', { body, address: elsewhere() })), 401);
    }
    await second.close();
    const third = await buildApp(services);
    const body = { clinic_id: patient.clinicId, username: patient.name, password: patient.secret };
    assert.equal(await statusOf(call(third, 'loginPatient', { body, address: elsewhere() })), 429);
    await third.close();
  });

  test('the login counters hold no names, dates or addresses', async () => {
    const patient = await aPatient(services, (await aClinic(services)).id, { code: 'KANARIE' });
    await failPatient(app, patient, 1, { address: '203.0.113.99' });
    const rows = await withoutTenant(services.pool, (db) =>
      db.selectFrom('login_failures').selectAll().execute(),
    );
    const text = JSON.stringify(rows).toLowerCase();
    for (const word of ['kanarie', WRONG_DATE, '203.0.113']) assert.ok(!text.includes(word), word);
  });

  test('login counters are deleted when no limit needs them', async () => {
    const patient = await aPatient(services, (await aClinic(services)).id);
    await failPatient(app, patient, 1);
    await passFailureTime(services, 26 * HOUR);
    await failPatient(app, patient, 1);
    await withoutTenant(services.pool, forgetOldAttempts);
    const rows = await withoutTenant(services.pool, (db) =>
      db.selectFrom('login_failures').selectAll().execute(),
    );
    assert.equal(rows.length, 1);
  });
});
