import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { addDays, addMonths } from '../../domain/dates.ts';
import { aClinic, aClinician, anAdmin, inClinic, signIn } from '../../../test/builders.ts';
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

async function aWorld() {
  const { id: clinicId } = await aClinic(services);
  const clinician = await aClinician(services, clinicId);
  const as = await signIn(services, clinician);
  const admin = await signIn(services, await anAdmin(services, clinicId));
  const today = services.today();
  const person = { gender: 'FEMALE', labels: [], admission: today } as const;
  const register = (code: string, discharge: string | null) =>
    call(app, 'registerPatient', {
      as,
      body: {
        ...person,
        code,
        discharge,
        day_of_birth: '1990-01-01',
        clinician_username: clinician.name,
        diagnosis_id: 'F32.1',
      },
    });
  const edit = (id: string, code: string, discharge: string | null) =>
    call(app, 'editPatient', {
      as,
      params: { id },
      body: { ...person, code, discharge, date_of_birth: '1990-01-01', diagnoses: [{ id: 'F32.1' }] },
    });
  const listed = async () => (await call(app, 'listOwnPatients', { as })).body.list_patient_dto[0];
  return { clinicId, as, admin, today, register, edit, listed };
}

type Window = { type: string; start: string; label: string };
const typesOf = (windows: readonly Window[]) => [...new Set(windows.map(({ type }) => type))];

test('a therapy with an open end is registered, listed and edited, and its end brings the last windows', async () => {
  const { as, today, register, edit, listed } = await aWorld();
  const { status, body, problem } = await register('OFFEN1', null);
  assert.equal(status, 200, JSON.stringify(problem));
  const open = await listed();
  assert.equal(open.discharge, null);
  assert.deepEqual(typesOf(open.survey_time_windows), ['PRE', 'INTERMEDIATE']);
  const last = open.survey_time_windows.at(-1);
  assert.equal(last.start, addMonths(today, 24), 'the repeated windows reach two years beyond today');
  const dates = { admission: today, discharge: 'offen' };
  const preview = await call(app, 'previewWindows', { as, params: dates });
  assert.deepEqual(preview.body.stws, open.survey_time_windows);
  const end = addMonths(today, 6);
  assert.deepEqual((await edit(body.id, 'OFFEN1', end)).body, { surveys: [] });
  const ended = await listed();
  assert.equal(ended.discharge, end);
  assert.deepEqual(typesOf(ended.survey_time_windows), [
    'PRE',
    'INTERMEDIATE',
    'POST',
    'FOLLOW_UP_1',
    'FOLLOW_UP_2',
    'FOLLOW_UP_3',
  ]);
  assert.equal((await edit(body.id, 'OFFEN1', null)).status, 200);
  assert.deepEqual((await listed()).survey_time_windows, open.survey_time_windows);
});

test('an end of therapy in 2099 makes no more windows than an open one, except those after the therapy', async () => {
  const { register, listed, today } = await aWorld();
  assert.equal((await register('FERN1', '2099-12-31')).status, 200);
  const { survey_time_windows: windows } = await listed();
  assert.equal(windows.length, 1 + 8 + 4);
  const course = windows.filter(({ type }: Window) => type === 'INTERMEDIATE');
  assert.ok(course.every(({ start }: Window) => start <= addMonths(today, 24)));
});

test('the database holds an open end as an empty cell, and the admin sees the same', async () => {
  const { clinicId, admin, register } = await aWorld();
  await register('OFFEN2', null);
  const rows = await inClinic(services, clinicId, (db) =>
    db.selectFrom('patients').select('discharge').execute(),
  );
  assert.deepEqual(rows, [{ discharge: null }]);
  const { body } = await call(app, 'listClinicPatients', { as: admin });
  assert.equal(body.list_patient_dto[0].discharge, null);
});

test('an open end of therapy has no place before the admission, so no rule refuses it', async () => {
  const { register, edit, today } = await aWorld();
  const { body } = await register('OFFEN3', addDays(today, 10));
  const wrong = await edit(body.id, 'OFFEN3', today);
  assert.equal(wrong.problem.errors?.[0]?.code, 'discharge_not_after_admission');
  assert.equal((await edit(body.id, 'OFFEN3', null)).status, 200);
});
