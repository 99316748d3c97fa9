import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { aClinic, aClinician, anAdmin, aPatient, inClinic, signIn } from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import { testServices } from '../../../test/services.ts';
import { buildApp } from '../app.ts';
import type { Services } from '../services.ts';
import { openContent } from '../keys/patient-cells.ts';

let services: Services;
let app: FastifyInstance;

before(async () => {
  services = await testServices();
  app = await buildApp(services);
});

const registration = {
  code: 'K7M2XP4Q',
  day_of_birth: '1984-02-29',
  gender: 'DIVERSE',
  clinician_username: 'Weber',
  diagnosis_id: 'F41.1',
  admission: '2026-01-31',
  discharge: '2026-09-01',
  labels: [{ key: 'CLUSTER', value: 'S-17' }],
} as const;

async function aClinicWithWeber() {
  const clinic = await aClinic(services);
  const weber = await aClinician(services, clinic.id, { username: 'Weber' });
  return { clinic, weber, as: await signIn(services, weber) };
}

function register(as: Record<string, string>, changed: object = {}, headers: Record<string, string> = {}) {
  return call(app, 'registerPatient', { as, body: { ...registration, ...changed }, headers });
}

test('a registered patient is stored with windows, diagnosis and label', async () => {
  const { clinic, weber, as } = await aClinicWithWeber();
  const { status, body } = await register(as);
  assert.equal(status, 200);
  const rows = await inClinic(services, clinic.id, async (db) => ({
    patient: await db.selectFrom('patients').selectAll().executeTakeFirstOrThrow(),
    windows: await db.selectFrom('survey_windows').selectAll().orderBy('start_date').execute(),
    audit: await db.selectFrom('audit').selectAll().where('action', '=', 'patient_registered').execute(),
  }));
  const { patient } = rows;
  assert.equal(patient.id, body.id);
  assert.deepEqual([patient.code, patient.clinician_id], ['K7M2XP4Q', weber.id]);
  assert.deepEqual([patient.admission, patient.discharge], ['2026-01-31', '2026-09-01']);
  const { labels, diagnosisIds } = openContent(services.keys, patient);
  assert.deepEqual(labels, [{ key: 'CLUSTER', value: 'S-17' }]);
  assert.deepEqual(diagnosisIds, ['F41.1']);
  assert.deepEqual(
    rows.windows.map(({ type, start_date }) => `${type} ${start_date}`),
    [
      'PRE 2026-01-31',
      'INTERMEDIATE 2026-04-30',
      'POST 2026-08-18',
      'FOLLOW_UP_1 2027-03-01',
      'FOLLOW_UP_2 2027-09-01',
      'FOLLOW_UP_3 2028-09-01',
    ],
  );
  assert.equal(rows.audit[0]?.patient_id, patient.id);
  assert.equal(rows.audit[0]?.actor_id, weber.id);
});

test('the birth date of a registered patient is stored only encrypted and hashed', async () => {
  const { clinic, as } = await aClinicWithWeber();
  await register(as);
  const patient = await inClinic(services, clinic.id, (db) =>
    db.selectFrom('patients').selectAll().executeTakeFirstOrThrow(),
  );
  assert.ok(patient.secret_hash.startsWith('$hmac-sha256$'));
  assert.ok(!JSON.stringify(patient).includes('1984-02-29'));
  assert.ok(!patient.birth_date_encrypted.includes('1984'));
});

test('a registered patient logs in with code and birth date', async () => {
  const { clinic, as } = await aClinicWithWeber();
  await register(as);
  const body = { clinic_id: clinic.id, username: 'k7m2xp4q', password: '1984-02-29' };
  assert.equal((await call(app, 'loginPatient', { body })).status, 200);
  const wrong = { ...body, password: '1984-02-28' };
  assert.equal((await call(app, 'loginPatient', { body: wrong })).status, 401);
});

test('an admin registers a patient for any clinician of the clinic', async () => {
  const { clinic, weber } = await aClinicWithWeber();
  const admin = await signIn(services, await anAdmin(services, clinic.id));
  const { status } = await register(admin, { clinician_username: 'weber' });
  assert.equal(status, 200);
  const [patient] = await inClinic(services, clinic.id, (db) =>
    db.selectFrom('patients').select('clinician_id').execute(),
  );
  assert.equal(patient?.clinician_id, weber.id);
});

test('a clinician registers a patient for a colleague, and the patient is in the list of the colleague only', async () => {
  const { clinic, as } = await aClinicWithWeber();
  const colleague = await aClinician(services, clinic.id);
  assert.equal((await register(as, { clinician_username: colleague.name })).status, 200);
  assert.deepEqual((await call(app, 'listOwnPatients', { as })).body.list_patient_dto, []);
});

test('a registration with a wrong field is refused with the field and the reason', async () => {
  const { as } = await aClinicWithWeber();
  const cases: [object, string, string][] = [
    [{ code: '' }, 'code', 'code_required'],
    [{ code: 'A-1' }, 'code', 'code_invalid'],
    [{ code: 'A½' }, 'code', 'code_invalid'],
    [{ code: '\u0430nton' }, 'code', 'code_letters'],
    [{ code: 'x'.repeat(256) }, 'code', 'too_long'],
    [{ gender: 'female' }, 'gender', 'gender_required'],
    [{ day_of_birth: '1990-02-30' }, 'day_of_birth', 'invalid_date'],
    [{ day_of_birth: '2999-01-01' }, 'day_of_birth', 'birth_date_in_future'],
    [{ day_of_birth: '1899-12-31' }, 'day_of_birth', 'dates_out_of_range'],
    [{ clinician_username: '' }, 'clinician_username', 'clinician_required'],
    [{ clinician_username: 'nobody' }, 'clinician_username', 'clinician_unknown'],
    [{ diagnosis_id: '' }, 'diagnosis_id', 'diagnosis_required'],
    [{ diagnosis_id: 'Z99' }, 'diagnosis_id', 'diagnosis_unknown'],
    [{ discharge: '2026-01-31' }, 'discharge', 'discharge_not_after_admission'],
    [{ admission: '1899-01-01' }, 'admission', 'dates_out_of_range'],
    [{ discharge: '2201-01-01' }, 'discharge', 'dates_out_of_range'],
    [{ labels: [{ key: 'THERAPY_END_REASON', value: 'OTHER' }] }, 'labels.0', 'label_invalid'],
    [{ labels: [{ key: 'CLUSTER', value: '\u0000' }] }, 'labels.0.value', 'invalid_characters'],
    [{ labels: [{ key: 'CLUSTER', value: 'S\n17' }] }, 'labels.0.value', 'label_invalid'],
  ];
  for (const [changed, path, code] of cases) {
    const { status, problem } = await register(as, changed);
    assert.equal(status, 400, JSON.stringify(changed));
    assert.deepEqual(
      problem.errors?.map((error) => [error.path, error.code]),
      [[path, code]],
      JSON.stringify(changed),
    );
    assert.notEqual(problem.errors?.[0]?.message, '');
  }
});

test('a registration with several wrong fields names all of them', async () => {
  const { as } = await aClinicWithWeber();
  const { problem } = await register(as, {
    discharge: '2025-01-01',
    clinician_username: 'nobody',
    diagnosis_id: 'X',
  });
  assert.deepEqual(
    problem.errors?.map(({ path }) => path),
    ['discharge', 'clinician_username', 'diagnosis_id'],
  );
});

test('a registration with two reasons for the end of the therapy is refused, a repeated System-ID is stored once', async () => {
  const { clinic, as } = await aClinicWithWeber();
  const reason = { key: 'THERAPY_END_REASON', value: 'REGULAR_ENDING' };
  const twice = await register(as, { labels: [reason, reason] });
  assert.deepEqual(twice.problem.errors?.[0]?.path, 'labels.1');
  const cluster = { key: 'CLUSTER', value: 'S-1' };
  assert.equal((await register(as, { labels: [cluster, { ...cluster, value: ' S-1 ' }] })).status, 200);
  const patients = await inClinic(services, clinic.id, (db) =>
    db.selectFrom('patients').selectAll().execute(),
  );
  assert.deepEqual(
    patients.map((patient) => openContent(services.keys, patient).labels),
    [[cluster]],
  );
});

test('a patient cannot be registered for a disabled clinician', async () => {
  const { clinic, as } = await aClinicWithWeber();
  await aClinician(services, clinic.id, { username: 'Fort', enabled: false });
  const { problem } = await register(as, { clinician_username: 'Fort' });
  assert.equal(problem.errors?.[0]?.code, 'clinician_unknown');
});

test('a patient cannot be registered for a clinician of another clinic', async () => {
  const { as } = await aClinicWithWeber();
  const other = await aClinic(services);
  await aClinician(services, other.id, { username: 'Fremd' });
  const { problem } = await register(as, { clinician_username: 'Fremd' });
  assert.equal(problem.errors?.[0]?.code, 'clinician_unknown');
});

test('a patient code is unique within a clinic in any case, and free in another clinic', async () => {
  const { as } = await aClinicWithWeber();
  assert.equal((await register(as)).status, 200);
  const again = await register(as, { code: 'k7m2xp4q' });
  assert.deepEqual([again.status, again.problem.code], [409, 'code_taken']);
  const elsewhere = await aClinicWithWeber();
  assert.equal((await register(elsewhere.as)).status, 200);
});

test('a registration that is sent twice under one retry key is done once', async () => {
  const { clinic, as } = await aClinicWithWeber();
  const headers = { 'idempotency-key': randomUUID() };
  const [first, second] = await Promise.all([register(as, {}, headers), register(as, {}, headers)]);
  assert.deepEqual([first.status, second.status], [200, 200]);
  assert.equal(first.body.id, second.body.id);
  const other = await register(as, { code: 'ANDERER' }, headers);
  assert.deepEqual([other.status, other.problem.code], [409, 'idempotency_key_reused']);
  const count = await inClinic(services, clinic.id, (db) => db.selectFrom('patients').select('id').execute());
  assert.equal(count.length, 1);
});

test('one of twenty simultaneous registrations of one code is done', async () => {
  const { clinic, as } = await aClinicWithWeber();
  const answers = await Promise.all(Array.from({ length: 20 }, () => register(as)));
  const statuses = answers.map(({ status }) => status).sort();
  assert.deepEqual(statuses, [200, ...Array.from({ length: 19 }, () => 409)]);
  const patients = await inClinic(services, clinic.id, (db) =>
    db.selectFrom('patients').select('id').execute(),
  );
  assert.equal(patients.length, 1);
});

test('a clinician gets the list of all diagnoses of the catalogue', async () => {
  const { as } = await aClinicWithWeber();
  const { status, body } = await call(app, 'listDiagnoses', { as });
  assert.equal(status, 200);
  assert.ok(body.length >= 300);
  assert.ok(body.some(({ id }: { id: string }) => id === 'F32.1'));
});

test('a patient may not register patients', async () => {
  const { clinic } = await aClinicWithWeber();
  const as = await signIn(services, await aPatient(services, clinic.id));
  const { status, problem } = await register(as);
  assert.deepEqual([status, problem.code], [403, 'forbidden']);
});
