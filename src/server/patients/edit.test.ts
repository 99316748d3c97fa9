import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { addMonths } from '../../domain/dates.ts';
import {
  aClinic,
  aClinician,
  anAdmin,
  aPatient,
  inClinic,
  signIn,
  type PatientChanges,
} from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import { testServices } from '../../../test/services.ts';
import { buildApp } from '../app.ts';
import type { Services } from '../services.ts';

let services: Services;
let app: FastifyInstance;

before(async () => {
  services = await testServices();
  app = await buildApp(services);
});

const dates = { admission: '2026-01-10', discharge: '2026-12-10' };

async function aClinicianWithPatient(changed: PatientChanges = {}) {
  const clinic = await aClinic(services);
  const clinician = await aClinician(services, clinic.id);
  const patient = await aPatient(services, clinic.id, { ...dates, clinicianId: clinician.id, ...changed });
  return { clinic, clinician, patient, as: await signIn(services, clinician) };
}

type World = Awaited<ReturnType<typeof aClinicianWithPatient>>;

function edit(
  { patient, as }: Pick<World, 'patient' | 'as'>,
  changed: object = {},
  headers: Record<string, string> = {},
) {
  const body = {
    code: patient.name,
    date_of_birth: '1990-01-01',
    gender: 'FEMALE',
    diagnoses: [{ id: 'F32.1' }],
    ...dates,
    labels: [],
    ...changed,
  } as const;
  return call(app, 'editPatient', { as, params: { id: patient.id }, body, headers });
}

const windowsOf = ({ clinic }: World) =>
  inClinic(services, clinic.id, (db) =>
    db
      .selectFrom('survey_windows')
      .select(['id', 'type', 'ordinal', 'start_date', 'end_date'])
      .orderBy('start_date')
      .execute(),
  );

test('an edit changes the fields that it sends and reports no detached survey', async () => {
  const world = await aClinicianWithPatient();
  const { status, body } = await edit(world, {
    code: 'NEU1',
    gender: 'MALE',
    diagnoses: [{ id: 'F41.1' }, { id: 'F32.1' }, { id: 'F41.1' }],
    labels: [{ key: 'THERAPY_END_SESSION_COUNT', value: '25' }],
  });
  assert.equal(status, 200);
  assert.deepEqual(body, { surveys: [] });
  const list = (await call(app, 'listOwnPatients', { as: world.as })).body.list_patient_dto;
  assert.equal(list.length, 1);
  const [patient] = list;
  assert.deepEqual([patient.code, patient.gender], ['NEU1', 'MALE']);
  assert.deepEqual(
    patient.diagnoses.map(({ id }: { id: string }) => id),
    ['F41.1', 'F32.1'],
  );
  assert.deepEqual(patient.labels, [{ key: 'THERAPY_END_SESSION_COUNT', value: '25' }]);
});

test('the edit of a patient leaves a row in the audit trail', async () => {
  const world = await aClinicianWithPatient();
  await edit(world);
  const [entry] = await inClinic(services, world.clinic.id, (db) =>
    db.selectFrom('audit').selectAll().execute(),
  );
  assert.deepEqual([entry?.action, entry?.patient_id], ['patient_edited', world.patient.id]);
});

test('a changed birth date ends the login sessions of the patient and becomes the new password', async () => {
  const world = await aClinicianWithPatient();
  const patient = await signIn(services, world.patient);
  assert.equal((await call(app, 'listWindows', { as: patient })).status, 200);
  await edit(world, { gender: 'DIVERSE' });
  assert.equal(
    (await call(app, 'listWindows', { as: patient })).status,
    200,
    'a change of another field ends no session',
  );
  await edit(world, { date_of_birth: '1991-03-04' });
  const after = await call(app, 'listWindows', { as: patient });
  assert.deepEqual([after.status, after.problem.code], [403, 'token_expired']);
  const login = { clinic_id: world.clinic.id, username: world.patient.name, password: '1991-03-04' };
  assert.equal((await call(app, 'loginPatient', { body: login })).status, 200);
});

test('a changed code ends the login sessions of the patient', async () => {
  const world = await aClinicianWithPatient();
  const patient = await signIn(services, world.patient);
  await edit(world, { code: `${world.patient.name}X` });
  assert.equal((await call(app, 'listWindows', { as: patient })).status, 403);
});

test('a changed discharge moves the windows, and windows that still exist keep their id', async () => {
  const world = await aClinicianWithPatient();
  const before = await windowsOf(world);
  await edit(world, { discharge: '2026-06-10' });
  const after = await windowsOf(world);
  const name = ({ type, ordinal }: (typeof after)[0]) => `${type} ${ordinal}`;
  assert.deepEqual(after.map(name), [
    'PRE 1',
    'INTERMEDIATE 1',
    'POST 1',
    'FOLLOW_UP_1 1',
    'FOLLOW_UP_2 1',
    'FOLLOW_UP_3 1',
  ]);
  assert.equal(after[2]?.start_date, '2026-05-27');
  const ids = new Map(before.map((window) => [name(window), window.id]));
  assert.ok(after.every((window) => ids.get(name(window)) === window.id));
});

test('a survey outside every window after an edit is reported, kept and no longer shown in the list', async () => {
  const today = services.today();
  const world = await aClinicianWithPatient({ admission: today, discharge: addMonths(today, 11) });
  const patient = await signIn(services, world.patient);
  const page = await call(app, 'getSurvey', { as: patient });
  const id = page.body.survey_session_id;
  const listed = async () =>
    (await call(app, 'listOwnPatients', { as: world.as })).body.list_patient_dto[0].survey_statuses;
  assert.equal((await listed()).length, 1);
  const moved = await edit(world, { admission: '2020-01-01', discharge: '2020-06-01' });
  assert.deepEqual(
    moved.body.surveys.map((survey: Record<string, unknown>) => [
      survey['survey_session_id'],
      survey['stw_type'],
      survey['finished'],
    ]),
    [[id, 'PRE', false]],
  );
  assert.deepEqual(await listed(), []);
  const sessions = await inClinic(services, world.clinic.id, (db) =>
    db.selectFrom('survey_sessions').select(['id', 'window_id']).execute(),
  );
  assert.deepEqual(sessions, [{ id, window_id: null }]);
  const back = await edit(world, { admission: today, discharge: '2199-01-01' });
  assert.deepEqual(back.body.surveys, []);
  assert.equal((await listed()).length, 1);
});

test('an edit with a wrong field is refused by the name of the field and changes nothing', async () => {
  const world = await aClinicianWithPatient();
  const cases: [object, string, string][] = [
    [{ discharge: dates.admission }, 'discharge', 'discharge_not_after_admission'],
    [{ diagnoses: [] }, 'diagnoses', 'diagnosis_required'],
    [{ diagnoses: [{ id: 'F32.1' }, { id: 'Q1' }] }, 'diagnoses.1.id', 'diagnosis_unknown'],
    [{ date_of_birth: '2999-01-01' }, 'date_of_birth', 'birth_date_in_future'],
    [{ code: 'a b' }, 'code', 'code_invalid'],
    [{ code: '\u0430nton' }, 'code', 'code_letters'],
  ];
  const before = await windowsOf(world);
  for (const [changed, path, code] of cases) {
    const { status, problem } = await edit(world, { gender: 'MALE', ...changed });
    assert.equal(status, 400);
    assert.deepEqual([problem.errors?.[0]?.path, problem.errors?.[0]?.code], [path, code]);
  }
  assert.deepEqual(await windowsOf(world), before);
  const list = (await call(app, 'listOwnPatients', { as: world.as })).body.list_patient_dto;
  assert.equal(list[0].gender, 'FEMALE');
});

test('a code from before the rule against look-alikes logs in, and an edit may keep it', async () => {
  const world = await aClinicianWithPatient({ code: '\u0430nton', birthDate: '1990-01-01' });
  await signIn(services, world.patient);
  const login = { clinic_id: world.clinic.id, username: '\u0430nton', password: '1990-01-01' };
  assert.equal((await call(app, 'loginPatient', { body: login })).status, 200);
  assert.equal((await edit(world, { gender: 'MALE' })).status, 200);
});

test('an edit cannot take the code of another patient, but can change the case of the own code', async () => {
  const world = await aClinicianWithPatient();
  const other = await aPatient(services, world.clinic.id, { clinicianId: world.clinician.id });
  const taken = await edit(world, { code: other.name.toLowerCase() });
  assert.deepEqual([taken.status, taken.problem.code], [409, 'code_taken']);
  assert.equal((await edit(world, { code: world.patient.name.toLowerCase() })).status, 200);
});

test('an edit of an unknown patient, or of a patient of a colleague or of another clinic, gets 404', async () => {
  const world = await aClinicianWithPatient();
  const colleague = await aClinician(services, world.clinic.id);
  const elsewhere = await aClinicianWithPatient();
  const unknown = { ...world.patient, id: randomUUID() };
  const tries = [
    edit({ patient: world.patient, as: await signIn(services, colleague) }),
    edit({ patient: elsewhere.patient, as: world.as }),
    edit({ patient: unknown, as: world.as }),
    edit({
      patient: elsewhere.patient,
      as: await signIn(services, await anAdmin(services, world.clinic.id)),
    }),
  ];
  for (const { status, problem } of await Promise.all(tries))
    assert.deepEqual([status, problem.code], [404, 'not_found']);
});

test('an admin edits any patient of the clinic, even a patient of a disabled clinician', async () => {
  const world = await aClinicianWithPatient();
  const admin = await signIn(services, await anAdmin(services, world.clinic.id));
  assert.equal((await edit({ ...world, as: admin }, { clinician_id: world.clinician.id })).status, 200);
  const disabled = await aClinician(services, world.clinic.id, { enabled: false });
  const left = await aPatient(services, world.clinic.id, { ...dates, clinicianId: disabled.id });
  assert.equal((await edit({ patient: left, as: admin }, { clinician_id: disabled.id })).status, 200);
});

test('an edit from a form that was opened before a transfer is refused and changes nothing', async () => {
  const world = await aClinicianWithPatient();
  const admin = await signIn(services, await anAdmin(services, world.clinic.id));
  const from = world.clinician.id;
  const to = (await aClinician(services, world.clinic.id)).id;
  const assignment = { patient_id: world.patient.id, clinician_from: from, clinician_to: to };
  assert.equal((await call(app, 'assignPatient', { as: admin, body: assignment })).status, 200);
  const stale = await edit({ ...world, as: admin }, { clinician_id: from, gender: 'DIVERSE' });
  assert.deepEqual([stale.status, stale.problem.code], [409, 'patient_moved']);
  assert.deepEqual(await keeperOf(world), { clinician_id: to, gender: 'FEMALE' });
  const again = await edit({ ...world, as: admin }, { clinician_id: to, gender: 'DIVERSE' });
  assert.equal(again.status, 200);
  assert.equal(
    (await edit({ ...world, as: admin })).status,
    200,
    'an edit without a clinician keeps the clinician',
  );
  assert.equal((await keeperOf(world))?.clinician_id, to);
});

test('an edit cannot assign a patient to another clinician, neither of the clinic nor of another one', async () => {
  const world = await aClinicianWithPatient();
  const admin = await signIn(services, await anAdmin(services, world.clinic.id));
  const colleague = await aClinician(services, world.clinic.id);
  const foreign = await aClinician(services, (await aClinic(services)).id);
  for (const as of [world.as, admin])
    for (const clinician_id of [colleague.id, foreign.id, randomUUID()])
      assert.equal((await edit({ ...world, as }, { clinician_id })).status, 409);
  assert.equal((await keeperOf(world))?.clinician_id, world.clinician.id);
});

const keeperOf = ({ clinic, patient }: World) =>
  inClinic(services, clinic.id, (db) =>
    db
      .selectFrom('patients')
      .select(['clinician_id', 'gender'])
      .where('id', '=', patient.id)
      .executeTakeFirst(),
  );

test('an edit that is sent twice under one retry key is done once', async () => {
  const world = await aClinicianWithPatient();
  const headers = { 'idempotency-key': randomUUID() };
  const answers = await Promise.all([
    edit(world, { gender: 'MALE' }, headers),
    edit(world, { gender: 'MALE' }, headers),
  ]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  );
  const entries = await inClinic(services, world.clinic.id, (db) =>
    db.selectFrom('audit').select('action').execute(),
  );
  assert.deepEqual(entries, [{ action: 'patient_edited' }]);
});

test('parallel edits are done one after the other, and the last one stands complete', async () => {
  const world = await aClinicianWithPatient();
  const versions = Array.from({ length: 8 }, (_, index) => ({
    labels: [{ key: 'CLUSTER', value: `S-${index}` }],
    discharge: `2026-1${index % 3}-20`,
  }));
  const answers = await Promise.all(versions.map((version) => edit(world, version)));
  assert.ok(answers.every(({ status }) => status === 200));
  const [patient] = (await call(app, 'listOwnPatients', { as: world.as })).body.list_patient_dto;
  const version = versions[Number(patient.labels[0].value.slice(2))];
  assert.deepEqual([patient.labels, patient.discharge], [version?.labels, version?.discharge]);
  const post = patient.survey_time_windows.find(({ type }: { type: string }) => type === 'POST');
  assert.ok(post.start <= patient.discharge && patient.discharge <= post.end);
});

test('the preview of survey windows answers the windows that an edit then stores, and refuses impossible dates', async () => {
  const { as, clinic, patient } = await aClinicianWithPatient();
  const moved = { admission: '2026-03-01', discharge: '2027-02-01' };
  const preview = await call(app, 'previewWindows', { as, params: moved });
  assert.equal(preview.status, 200);
  assert.equal((await edit({ patient, as }, moved)).status, 200);
  const stored = await inClinic(services, clinic.id, (db) =>
    db
      .selectFrom('survey_windows')
      .select(['label', 'start_date as start', 'end_date as end'])
      .where('patient_id', '=', patient.id)
      .execute(),
  );
  const { stws } = preview.body as { stws: typeof stored };
  const inWords = (windows: typeof stored) =>
    windows.map(({ label, start, end }) => `${label} ${start} ${end}`).toSorted();
  assert.deepEqual(inWords(stws), inWords(stored));
  const late = { admission: '2026-01-05', discharge: '9999-12-31' };
  const refused = await call(app, 'previewWindows', { as, params: late });
  assert.equal(refused.status, 400);
});
