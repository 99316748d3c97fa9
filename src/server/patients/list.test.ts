import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { addDays } from '../../domain/dates.ts';
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
import { eventually } from '../../../test/eventually.ts';
import { waitingForLocks } from '../../../test/lock-waits.ts';
import { testServices } from '../../../test/services.ts';
import { buildApp } from '../app.ts';
import type { Services } from '../services.ts';

let services: Services;
let app: FastifyInstance;

before(async () => {
  services = await testServices();
  app = await buildApp(services);
});

async function aClinicWithStaff() {
  const clinic = await aClinic(services);
  const clinician = await aClinician(services, clinic.id);
  const admin = await signIn(services, await anAdmin(services, clinic.id));
  return { clinic, clinician, as: await signIn(services, clinician), admin };
}

const ownList = async (as: Record<string, string>) =>
  (await call(app, 'listOwnPatients', { as })).body.list_patient_dto;
const clinicList = async (as: Record<string, string>) =>
  (await call(app, 'listClinicPatients', { as })).body.list_patient_dto;

const codes = (list: { code: string }[]) => list.map(({ code }) => code);
const marks = (list: { code: string; duplicate: boolean }[]) =>
  list.map(({ code, duplicate }) => `${code} ${duplicate}`);

/** Starts the survey that is open for the patient; then changes its stored session. */
async function withSession(patient: TestUser, changed: Record<string, string | null>): Promise<string> {
  const page = await call(app, 'getSurvey', { as: await signIn(services, patient) });
  const id: string = page.body.survey_session_id;
  await inClinic(services, patient.clinicId, (db) =>
    db.updateTable('survey_sessions').set(changed).where('id', '=', id).execute(),
  );
  return id;
}

test('a clinician gets the own patients with every value that the table shows', async () => {
  const { clinic, clinician, as } = await aClinicWithStaff();
  const today = services.today();
  const patient = await aPatient(services, clinic.id, {
    code: 'ÄB1',
    clinicianId: clinician.id,
    birthDate: '1984-02-29',
    gender: 'MALE',
    admission: today,
    discharge: addDays(today, 90),
    diagnosisIds: ['F41.1', 'F32.1'],
    labels: [
      { key: 'CLUSTER', value: 'S-17' },
      { key: 'THERAPY_END_REASON', value: 'REGULAR_ENDING' },
    ],
  });
  const [listed, ...others] = await ownList(as);
  assert.deepEqual(others, []);
  const { created, survey_time_windows: windows, diagnoses, ...rest } = listed;
  assert.deepEqual(rest, {
    id: patient.id,
    revision: '0',
    code: 'ÄB1',
    date_of_birth: '1984-02-29',
    gender: 'MALE',
    admission: today,
    discharge: addDays(today, 90),
    clinician_id: clinician.id,
    clinician_username: clinician.name,
    labels: [
      { key: 'CLUSTER', value: 'S-17' },
      { key: 'THERAPY_END_REASON', value: 'REGULAR_ENDING' },
    ],
    viewed: true,
    duplicate: false,
    survey_statuses: [],
    crisis: null,
    crisis_standing: null,
    as_deputy: false,
  });
  assert.match(created, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  assert.deepEqual(
    diagnoses.map(({ id }: { id: string }) => id),
    ['F41.1', 'F32.1'],
  );
  assert.ok(diagnoses[0].description.length > 3);
  assert.deepEqual(windows[0], {
    type: 'PRE',
    ordinal: 1,
    start: today,
    end: addDays(today, 27),
    label: 'Erstgespräch',
  });
  const starts = windows.map(({ start }: { start: string }) => start);
  assert.deepEqual(starts, starts.toSorted());
});

test('a clinician sees only the own patients, and an admin only the patients of the clinic', async () => {
  const { clinic, clinician, as, admin } = await aClinicWithStaff();
  const colleague = await aClinician(services, clinic.id);
  await aPatient(services, clinic.id, { code: 'P2', clinicianId: clinician.id });
  await aPatient(services, clinic.id, { code: 'P1', clinicianId: colleague.id });
  await aPatient(services, (await aClinic(services)).id, { code: 'P3' });
  assert.deepEqual(codes(await ownList(as)), ['P2']);
  assert.deepEqual(codes(await clinicList(admin)), ['P1', 'P2']);
});

test('the list of patients is sorted by code', async () => {
  const { clinic, clinician, as } = await aClinicWithStaff();
  for (const code of ['p3', 'P1', 'A9', 'P2'])
    await aPatient(services, clinic.id, { code, clinicianId: clinician.id });
  assert.deepEqual(
    (await ownList(as)).map(({ code }: { code: string }) => code),
    ['A9', 'P1', 'P2', 'p3'],
  );
});

test('a clinician sees the result of a finished survey, an admin only its state', async () => {
  const { clinic, clinician, as, admin } = await aClinicWithStaff();
  const patient = await aPatient(services, clinic.id, { clinicianId: clinician.id });
  const at = `${services.today()}T10:00:00.500Z`;
  const id = await withSession(patient, {
    started_at: at,
    updated_at: at,
    finished_at: at,
    condition_severity: 'HIGH',
  });
  const state = { survey_session_id: id, started_time: at, update_time: at, finished: true, stw_type: 'PRE' };
  const result = {
    ...state,
    report_viewed: false,
    condition_severity: 'HIGH',
    symptom_change: null,
    patient_report: false,
  };
  const [seen] = await ownList(as);
  assert.deepEqual([seen.survey_statuses, seen.viewed], [[result], false]);
  const [known] = await clinicList(admin);
  assert.deepEqual(known.survey_statuses, [state]);
});

test('a patient counts as viewed when the report of every finished survey was opened', async () => {
  const { clinic, clinician, as } = await aClinicWithStaff();
  const patient = await aPatient(services, clinic.id, { clinicianId: clinician.id });
  const at = new Date(services.now()).toISOString();
  const id = await withSession(patient, { finished_at: null });
  assert.equal((await ownList(as))[0].viewed, true, 'an unfinished survey has no report');
  const change = (changed: Record<string, string>) =>
    inClinic(services, clinic.id, (db) =>
      db.updateTable('survey_sessions').set(changed).where('id', '=', id).execute(),
    );
  await change({ finished_at: at });
  assert.equal((await ownList(as))[0].viewed, false);
  await change({ report_viewed_at: at });
  assert.equal((await ownList(as))[0].viewed, true);
});

test('only follow-up 1 and 2 have a report for the patient', async () => {
  const { clinic, clinician, as } = await aClinicWithStaff();
  const today = services.today();
  for (const months of [6, 12, 24]) {
    const [year, month] = today.split('-').map(Number) as [number, number];
    const index = year * 12 + month - 1 - months;
    const discharge = `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}-01`;
    const patient = await aPatient(services, clinic.id, {
      clinicianId: clinician.id,
      admission: addDays(discharge, -90),
      discharge,
    });
    await withSession(patient, { finished_at: new Date(services.now()).toISOString() });
  }
  const reports = (await ownList(as)).map(
    ({ survey_statuses: [status] }: { survey_statuses: { stw_type: string; patient_report: boolean }[] }) => [
      status?.stw_type,
      status?.patient_report,
    ],
  );
  assert.deepEqual(reports, [
    ['FOLLOW_UP_1', true],
    ['FOLLOW_UP_2', true],
    ['FOLLOW_UP_3', false],
  ]);
});

test('two patients with the same birth date, gender and admission are marked as possible duplicates', async () => {
  const { clinic, clinician, as, admin } = await aClinicWithStaff();
  const colleague = await aClinician(services, clinic.id);
  const person = { birthDate: '1970-05-05', admission: '2026-01-01', discharge: '2026-08-01' };
  await aPatient(services, clinic.id, { ...person, code: 'D1', clinicianId: clinician.id });
  await aPatient(services, clinic.id, { ...person, code: 'D2', clinicianId: colleague.id });
  await aPatient(services, clinic.id, { ...person, code: 'D3', gender: 'MALE', clinicianId: clinician.id });
  assert.deepEqual(marks(await clinicList(admin)), ['D1 true', 'D2 true', 'D3 false']);
  assert.deepEqual(
    marks(await ownList(as)),
    ['D1 false', 'D3 false'],
    'a colleague’s patient does not count for a clinician',
  );
});

test('each reading of a list of patients leaves one row in the audit trail', async () => {
  const { clinic, as, admin } = await aClinicWithStaff();
  await ownList(as);
  await clinicList(admin);
  const entries = await inClinic(services, clinic.id, (db) =>
    db.selectFrom('audit').select(['action', 'role']).orderBy('id').execute(),
  );
  assert.deepEqual(entries, [
    { action: 'patients_listed', role: 'clinician' },
    { action: 'patients_listed', role: 'admin' },
  ]);
});

test('an encrypted birth date copied to another patient in the database is not shown', async () => {
  const { clinic, clinician, as } = await aClinicWithStaff();
  const one = await aPatient(services, clinic.id, { clinicianId: clinician.id });
  const other = await aPatient(services, clinic.id, { clinicianId: clinician.id, birthDate: '1950-01-01' });
  await inClinic(services, clinic.id, async (db) => {
    const cell = db.selectFrom('patients').select('birth_date_encrypted').where('id', '=', other.id);
    await db.updateTable('patients').set({ birth_date_encrypted: cell }).where('id', '=', one.id).execute();
  });
  const quiet = { ...services, log: { ...services.log, error: () => {} } };
  const { status } = await call(await buildApp(quiet), 'listOwnPatients', { as });
  assert.equal(status, 500);
});

test('a process makes two lists of clinics at a time, and the others wait without a connection', async () => {
  const { clinic, admin } = await aClinicWithStaff();
  const { pool } = services;
  let acquired = 0;
  const count = () => void (acquired += 1);
  const calls = await inClinic(services, clinic.id, async (db) => {
    await sql`LOCK TABLE survey_windows IN ACCESS EXCLUSIVE MODE`.execute(db);
    pool.on('acquire', count);
    const begun = Array.from({ length: 6 }, () => call(app, 'listClinicPatients', { as: admin }));
    // Each call looks its login up first, which takes a connection for a moment. A list then waits for the table.
    const waiting = await eventually(async () => {
      const lists = await waitingForLocks(db);
      const others = pool.totalCount - pool.idleCount - 1;
      assert.ok(acquired >= begun.length + 2 && lists === others, `${acquired}, ${lists}, ${others}`);
      return lists;
    });
    assert.equal(waiting, 2);
    return begun;
  });
  pool.off('acquire', count);
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  assert.deepEqual(statuses, Array(6).fill(200));
});
