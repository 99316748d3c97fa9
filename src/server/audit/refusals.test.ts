import { strict as assert } from 'node:assert';
import { before, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { aClinic, aClinician, aPatient, inClinic, signIn } from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import { elsewhere, failPatient, tryPatient, WRONG_DATE } from '../../../test/login-tries.ts';
import { testServices } from '../../../test/services.ts';
import { buildApp } from '../app.ts';
import { withTenant } from '../database/transaction.ts';
import { erasePatient } from '../subject-rights/erase.ts';
import type { Services } from '../services.ts';
import { writeCountedRefusals } from './count-refusals.ts';
import { RecentRefusals, type Refusal } from './refusals.ts';
import { sealAudit } from './sealer.ts';
import { verifyAudit } from './verify.ts';

let services: Services;
let app: FastifyInstance;

before(async () => {
  services = await testServices();
  app = await buildApp(services);
});

const ALL = Number.POSITIVE_INFINITY;

const refusedRows = (clinicId: string) =>
  inClinic(services, clinicId, (db) =>
    db
      .selectFrom('audit')
      .select(['action', 'actor_id', 'patient_id', 'object_id', 'count', 'address_prefix'])
      .where('clinic_id', '=', clinicId)
      .where('action', 'in', ['login_refused', 'call_refused'])
      .orderBy('id')
      .execute(),
  );

async function findings(clinicId: string): Promise<unknown[]> {
  await sealAudit(services.pool);
  return (await verifyAudit(services.pool, clinicId, new Map())).findings;
}

const counts = async (clinicId: string) => (await refusedRows(clinicId)).map(({ count }) => count);

describe('refused logins', () => {
  test('the first refused login of a minute has a row at once, and the next 19 get one row with their number', async () => {
    const patient = await aPatient(services, (await aClinic(services)).id);
    await failPatient(app, patient, 5);
    const address = elsewhere();
    for (let count = 0; count < 20; count++)
      assert.equal((await tryPatient(app, patient, WRONG_DATE, { address })).status, 429);
    assert.deepEqual(await counts(patient.clinicId), [1]);
    await writeCountedRefusals(services);
    assert.deepEqual(await counts(patient.clinicId), [1]);
    await writeCountedRefusals(services, ALL);
    const [first, further] = await refusedRows(patient.clinicId);
    assert.deepEqual(further, { ...first, count: 19 });
    assert.equal(further?.patient_id, patient.id);
    assert.deepEqual(await findings(patient.clinicId), []);
    await writeCountedRefusals(services, ALL);
    assert.deepEqual(await counts(patient.clinicId), [1, 19]);
  });

  test('refused logins from another network and of another patient are counted apart', async () => {
    const { id } = await aClinic(services);
    const [one, two] = [await aPatient(services, id), await aPatient(services, id)];
    await failPatient(app, one, 5);
    await failPatient(app, two, 5, {});
    for (const address of ['198.51.100.1', '198.51.100.2', '192.0.2.1'])
      for (const patient of [one, two]) await tryPatient(app, patient, WRONG_DATE, { address });
    assert.deepEqual(await counts(id), [1, 1, 1, 1]);
    await writeCountedRefusals(services, ALL);
    assert.deepEqual(await counts(id), [1, 1, 1, 1, 1, 1]);
  });

  test('logins that are refused without the database are counted as well', async () => {
    const { id: clinicId } = await aClinic(services);
    for (const name of ['A', 'B', 'C', 'D', 'E']) await failPatient(app, { clinicId, name }, 1);
    const address = elsewhere();
    for (let count = 0; count < 40; count++)
      assert.equal(
        (await tryPatient(app, { clinicId, name: `X${count}` }, WRONG_DATE, { address })).status,
        429,
      );
    await writeCountedRefusals(services, ALL);
    assert.deepEqual(await counts(clinicId), [1, 29, 10]);
    assert.deepEqual(await findings(clinicId), []);
  });

  test('a count that cannot be written is kept for the next try', async (t) => {
    const patient = await aPatient(services, (await aClinic(services)).id);
    await failPatient(app, patient, 5);
    for (let count = 0; count < 3; count++)
      await tryPatient(app, patient, WRONG_DATE, { address: '198.51.100.1' });
    const lost = t.mock.method(services.pool, 'connect', () => Promise.reject(new Error('lost')));
    await assert.rejects(writeCountedRefusals(services, ALL), /lost/);
    lost.mock.restore();
    assert.deepEqual(await counts(patient.clinicId), [1]);
    await writeCountedRefusals(services);
    assert.deepEqual(await counts(patient.clinicId), [1, 2]);
  });

  test('a count does not name a patient who was erased meanwhile', async () => {
    const { id } = await aClinic(services);
    const patient = await aPatient(services, id);
    const as = await signIn(services, patient);
    await failPatient(app, patient, 5);
    for (let count = 0; count < 3; count++) {
      await tryPatient(app, patient, WRONG_DATE, { address: '198.51.100.1' });
      assert.equal((await call(app, 'listClinicPatients', { as })).status, 403);
    }
    await sealAudit(services.pool);
    await withTenant(services.pool, id, (db) =>
      erasePatient(
        db,
        services.keys,
        { clinicId: id, id: patient.id, code: patient.name },
        { role: 'operator', requestId: 'manage' },
      ),
    );
    await writeCountedRefusals(services, ALL);
    const rows = await refusedRows(id);
    assert.deepEqual(
      rows.map(({ count }) => count),
      [1, 1, 2, 2],
    );
    assert.ok(!JSON.stringify(rows).includes(patient.id));
    assert.deepEqual(await findings(id), []);
  });
});

describe('refused calls', () => {
  test('the first refused call of a user names the call and the id, the count of further ones names neither', async () => {
    const { id } = await aClinic(services);
    const clinician = await aClinician(services, id);
    const as = await signIn(services, clinician);
    const strangers = Array.from({ length: 12 }, () => crypto.randomUUID());
    for (const stranger of strangers)
      assert.equal((await call(app, 'getClinicianReport', { as, params: { id: stranger } })).status, 404);
    assert.equal((await call(app, 'registerClinician', { as, body: { username: 'X' } })).status, 403);
    await writeCountedRefusals(services, ALL);
    const [first, further, ...more] = await refusedRows(id);
    assert.deepEqual([first?.count, further?.count, more.length], [1, 12, 0]);
    assert.equal(first?.object_id, `not_found getClinicianReport ${strangers[0]}`);
    assert.equal(further?.object_id, null);
    assert.equal(further?.actor_id, clinician.id);
  });
});

describe('the count of refusals', () => {
  const refusal: Refusal = {
    clinicId: 'clinic',
    actor: { userId: null, role: 'patient' },
    whose: 'P',
    entry: { action: 'login_refused', result: 'refused' },
    request: { id: 'request', address: '192.0.2.1' },
  };

  test('a new minute begins with a row of its own', () => {
    const recent = new RecentRefusals();
    assert.equal(recent.isFirst(refusal, 0), true);
    assert.equal(recent.isFirst(refusal, 59_999), false);
    assert.deepEqual(recent.takeDue(59_999), []);
    assert.deepEqual(
      recent.takeDue(60_000).map(({ count }) => count),
      [1],
    );
    assert.equal(recent.isFirst(refusal, 60_001), true);
    assert.deepEqual(recent.takeDue(ALL), []);
  });

  test('where there is no place for more counts, each refusal has a row of its own', () => {
    const recent = new RecentRefusals();
    for (let count = 0; count < 10_000; count++) recent.isFirst({ ...refusal, whose: `${count}` }, 0);
    assert.equal(recent.isFirst(refusal, 0), true);
    assert.equal(recent.isFirst(refusal, 0), true);
  });
});
