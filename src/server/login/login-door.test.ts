import { strict as assert } from 'node:assert';
import { before, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { aClinic, aPatient, type TestUser } from '../../../test/builders.ts';
import type { Answered } from '../../../test/call.ts';
import {
  deviceCookieOf,
  elsewhere,
  failAtAddress,
  failPatient,
  retryAfter,
  tryPatient,
  WRONG_DATE,
} from '../../../test/login-tries.ts';
import { aPool, testServices } from '../../../test/services.ts';
import { buildApp } from '../app.ts';
import { withoutTenant } from '../database/transaction.ts';
import type { Services } from '../services.ts';
import { accountKey } from './limit-keys.ts';
import { lockKey } from './limit-queries.ts';

let services: Services;
let app: FastifyInstance;

before(async () => {
  services = await testServices();
  app = await buildApp(services);
});

const outcome = ({ status, problem }: Answered) => (status === 200 ? '200' : `${status} ${problem.code}`);

/** Runs work while every login of this patient waits for a lock. */
async function whileBlocked<T>(patient: TestUser, work: () => Promise<T>): Promise<T> {
  const key = accountKey(services.keys, patient.clinicId, 'patient', patient.name);
  return withoutTenant(services.pool, async (db) => {
    await lockKey(db, key);
    return work();
  });
}

describe('an address with many attempts at a time', () => {
  test('eight attempts of one address wait, and the ninth is refused at once', async () => {
    const patient = await aPatient(services, (await aClinic(services)).id);
    const address = elsewhere();
    const attempt = () => tryPatient(app, patient, patient.secret, { address });
    const eight = await whileBlocked(patient, async () => {
      const waiting = Array.from({ length: 8 }, attempt);
      const ninth = await attempt();
      assert.deepEqual([outcome(ninth), retryAfter(ninth)], ['429 too_many_at_once', 2]);
      return { waiting };
    });
    assert.deepEqual(new Set((await Promise.all(eight.waiting)).map(outcome)), new Set(['200']));
    assert.equal(outcome(await attempt()), '200');
  });

  test('a browser with a device cookie gets in beside eight waiting attempts of its address', async () => {
    const { id } = await aClinic(services);
    const [flooded, patient] = [await aPatient(services, id), await aPatient(services, id)];
    const address = elsewhere();
    const as = deviceCookieOf(await tryPatient(app, patient, patient.secret));
    const forged = { dc: `${as.dc.slice(0, -4)}AAAA` };
    const { waiting, known } = await whileBlocked(flooded, async () => {
      const waiting = Array.from({ length: 8 }, () => tryPatient(app, flooded, WRONG_DATE, { address }));
      const other = await tryPatient(app, patient, patient.secret, { address, as: forged });
      assert.equal(outcome(other), '429 too_many_at_once');
      return { waiting, known: tryPatient(app, patient, patient.secret, { address, as }) };
    });
    assert.equal(outcome(await known), '200');
    await Promise.all(waiting);
  });
});

describe('an address over its limit', () => {
  test('an address over its limit is refused without the database, a known browser behind it is not', async () => {
    const patient = await aPatient(services, (await aClinic(services)).id);
    const address = elsewhere();
    const as = deviceCookieOf(await tryPatient(app, patient, patient.secret));
    await failAtAddress(app, patient.clinicId, 30, { address });
    assert.equal(
      outcome(await tryPatient(app, patient, patient.secret, { address })),
      '429 too_many_attempts',
    );

    let later = 0;
    const now = () => Date.now() + later;
    const loginPool = aPool('postgres://127.0.0.1:1/nowhere');
    const lost = await buildApp({ ...services, loginPool, now });
    const attempt = async (how: object) => outcome(await tryPatient(lost, patient, patient.secret, how));
    assert.equal(await attempt({ address }), '429 too_many_attempts');
    assert.equal(await attempt({ address: elsewhere() }), '503 unavailable');
    assert.equal(await attempt({ address, as }), '503 unavailable');
    assert.equal(outcome(await tryPatient(app, patient, patient.secret, { address, as })), '200');
    later = 10_000;
    assert.equal(await attempt({ address }), '503 unavailable');
    await lost.close();
    await loginPool.end();
  });

  test('an address with thirty refusals in ten seconds is refused without the database', async () => {
    const { id: clinicId } = await aClinic(services);
    // Five codes were tried with this date, so a sixth is refused.
    for (const name of ['A', 'B', 'C', 'D', 'E']) await failPatient(app, { clinicId, name }, 1);
    const patient = { clinicId, name: 'F' };
    const address = elsewhere();
    const loginPool = aPool('postgres://127.0.0.1:1/nowhere');
    const lost = await buildApp({ ...services, loginPool });
    const attempts = async (count: number) => {
      for (; count > 0; count--)
        assert.equal(
          outcome(await tryPatient(app, patient, WRONG_DATE, { address })),
          '429 too_many_attempts',
        );
    };
    await attempts(29);
    assert.equal(outcome(await tryPatient(lost, patient, WRONG_DATE, { address })), '503 unavailable');
    await attempts(1);
    const refused = await tryPatient(lost, patient, WRONG_DATE, { address });
    assert.equal(outcome(refused), '429 too_many_attempts');
    assert.ok(retryAfter(refused) <= 10, `${retryAfter(refused)}`);
    await lost.close();
    await loginPool.end();
  });
});
