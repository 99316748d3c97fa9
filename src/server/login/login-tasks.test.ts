import { strict as assert } from 'node:assert';
import { before, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import {
  aClinic,
  aClinician,
  anAdmin,
  aPatient,
  inClinic,
  signIn,
  type TestUser,
} from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import {
  failAtAddress,
  failPatient,
  HOUR,
  MINUTE,
  passFailureTime,
  retryAfter,
  solved,
  tryPatient,
  tryWithTask,
  WRONG_DATE,
} from '../../../test/login-tries.ts';
import { testServices } from '../../../test/services.ts';
import { buildApp } from '../app.ts';
import { readConfig } from '../settings/config.ts';
import type { Services } from '../services.ts';
import { forgetSignIns } from './forget-queries.ts';

let services: Services;
let app: FastifyInstance;

before(async () => {
  services = await testServices({ config: { ...readConfig(undefined), proofOfWorkBits: 1 } });
  app = await buildApp(services);
});

const somePatient = async () => aPatient(services, (await aClinic(services)).id);

/** Fails so often that nothing but a task helps, and so often with a solved task. */
async function failWithTasks(patient: TestUser, times: number): Promise<void> {
  await failPatient(app, patient, 5);
  for (let count = 5; count < times; count++)
    assert.equal((await tryWithTask(app, patient, WRONG_DATE)).status, 401);
}

async function aLockedPatient(times = 5) {
  const clinic = await aClinic(services);
  const clinician = await aClinician(services, clinic.id);
  const patient = await aPatient(services, clinic.id, { clinicianId: clinician.id });
  await failWithTasks(patient, times);
  const as = await signIn(services, clinician);
  const admin = await signIn(services, await anAdmin(services, clinic.id));
  return { clinic, patient, as, admin };
}
const locked = async (as: Record<string, string>) =>
  (await call(app, 'listOwnPatients', { as })).body.locked_logins;
const allow = (as: Record<string, string>, { id }: TestUser) =>
  call(app, 'allowDevice', { as, params: { id } });

describe('the task of an account that waits', () => {
  test('a first login from a new device succeeds by a task although a stranger has used up the attempts of the day', async () => {
    const patient = await somePatient();
    await failWithTasks(patient, 10);
    const refused = await tryPatient(app, patient, patient.secret);
    assert.deepEqual([refused.status, refused.problem.code], [429, 'proof_required']);
    assert.ok(retryAfter(refused) > 23 * HOUR);
    assert.equal((await tryPatient(app, patient, patient.secret, { proof: solved(refused) })).status, 200);
  });

  test('after ten failures ten attempts with a task are checked, each task harder than the one before, and then none', async () => {
    const patient = await somePatient();
    const bits = [];
    await failPatient(app, patient, 5);
    for (let failures = 5; failures < 20; failures++) {
      const refused = await tryPatient(app, patient, WRONG_DATE);
      bits.push(refused.problem.task?.difficulty);
      assert.equal((await tryPatient(app, patient, WRONG_DATE, { proof: solved(refused) })).status, 401);
    }
    assert.deepEqual(bits, [5, 5, 5, 5, 5, 5, 6, 7, 8, 9, 9, 9, 9, 9, 9]);
    const closed = await tryPatient(app, patient, patient.secret);
    assert.deepEqual([closed.status, closed.problem.code], [429, 'too_many_attempts']);
    assert.ok(retryAfter(closed) > 23 * HOUR);
    await passFailureTime(services, 24 * HOUR);
    assert.equal((await tryPatient(app, patient, patient.secret)).status, 200);
  });

  test('the solution of an easier task does not count for a harder one', async () => {
    const patient = await somePatient();
    await failWithTasks(patient, 10);
    const easier = solved(await tryPatient(app, patient, WRONG_DATE));
    assert.equal((await tryWithTask(app, patient, WRONG_DATE)).status, 401);
    const refused = await tryPatient(app, patient, patient.secret, { proof: easier });
    assert.deepEqual([refused.problem.code, refused.problem.task?.difficulty], ['proof_required', 6]);
  });

  test('an account that waits a minute needs no task afterwards', async () => {
    const patient = await somePatient();
    await failPatient(app, patient, 5);
    assert.equal((await tryPatient(app, patient, patient.secret)).problem.code, 'proof_required');
    await passFailureTime(services, MINUTE);
    assert.equal((await tryPatient(app, patient, patient.secret)).status, 200);
  });

  test('a task does not lift the limits of an address', async () => {
    const { id } = await aClinic(services);
    const patient = await aPatient(services, id);
    const address = '198.51.100.7';
    await failAtAddress(app, id, 30, { address });
    const refused = await tryPatient(app, patient, patient.secret, { address });
    assert.deepEqual([refused.status, refused.problem.code], [429, 'too_many_attempts']);
  });
});

describe('a device that the staff lets in', () => {
  test('clinician and admin see which codes wait, and until when', async () => {
    const { clinic, patient, as, admin } = await aLockedPatient();
    await aPatient(services, clinic.id);
    const colleague = await signIn(services, await aClinician(services, clinic.id));
    const [lock, ...others] = await locked(as);
    assert.deepEqual([lock.patient_id, lock.allowed_until, others], [patient.id, null, []]);
    const wait = Date.parse(lock.locked_until) - Date.now();
    assert.ok(wait > 30_000 && wait <= 60_000);
    assert.deepEqual((await call(app, 'listClinicPatients', { as: admin })).body.locked_logins, [lock]);
    assert.deepEqual(await locked(colleague), []);
  });

  test('a code that waits no longer is not in the list, and a job deletes its row', async () => {
    const { clinic, as } = await aLockedPatient();
    const { id } = clinic;
    await inClinic(services, id, (db) =>
      sql`UPDATE login_locks SET locked_until = now() - interval '1 second' WHERE clinic_id = ${id}`.execute(
        db,
      ),
    );
    assert.deepEqual(await locked(as), []);
    await inClinic(services, id, (db) => forgetSignIns(db, id));
    const rows = await inClinic(services, id, (db) => db.selectFrom('login_locks').selectAll().execute());
    assert.deepEqual(rows, []);
  });

  test('a code without failures has no lock, and failures of a known device cause none', async () => {
    const clinic = await aClinic(services);
    const clinician = await aClinician(services, clinic.id);
    const patient = await aPatient(services, clinic.id, { clinicianId: clinician.id });
    await failPatient(app, patient, 4);
    assert.deepEqual(await locked(await signIn(services, clinician)), []);
  });

  test('with one click an unknown device may try for 15 minutes without a task, even after twenty failures', async () => {
    const { clinic, patient, as } = await aLockedPatient(20);
    assert.equal((await tryPatient(app, patient, patient.secret)).problem.code, 'too_many_attempts');
    const allowed = await allow(as, patient);
    const minutes = (Date.parse(allowed.body.allowed_until) - Date.now()) / 60_000;
    assert.ok(minutes > 14 && minutes <= 15);
    assert.equal((await locked(as))[0].allowed_until, allowed.body.allowed_until);
    assert.equal((await tryPatient(app, patient, patient.secret)).status, 200);
    const trail = await inClinic(services, clinic.id, (db) =>
      db.selectFrom('audit').select(['role', 'patient_id']).where('action', '=', 'device_allowed').execute(),
    );
    assert.deepEqual(trail, [{ role: 'clinician', patient_id: patient.id }]);
  });

  test('five attempts are checked in these 15 minutes and none after them', async () => {
    const { clinic, patient, admin } = await aLockedPatient(20);
    await allow(admin, patient);
    await failPatient(app, patient, 5);
    assert.equal((await tryPatient(app, patient, patient.secret)).problem.code, 'too_many_attempts');
    await allow(admin, patient);
    await inClinic(services, clinic.id, (db) =>
      sql`UPDATE login_locks SET allowed_until = now() - interval '1 second' WHERE clinic_id = ${clinic.id}`.execute(
        db,
      ),
    );
    assert.equal((await tryPatient(app, patient, patient.secret)).problem.code, 'too_many_attempts');
  });

  test('a new code of a patient has no lock', async () => {
    const { clinic, patient, as } = await aLockedPatient();
    const { list_patient_dto: list } = (await call(app, 'listOwnPatients', { as })).body;
    const { id, gender, admission, discharge, diagnoses, date_of_birth } = list[0];
    const body = {
      code: `${patient.name}N`,
      date_of_birth,
      gender,
      admission,
      discharge,
      diagnoses,
      labels: [],
    };
    assert.equal((await call(app, 'editPatient', { as, params: { id }, body })).status, 200);
    assert.deepEqual(await locked(as), []);
    assert.equal(clinic.id, patient.clinicId);
  });
});
