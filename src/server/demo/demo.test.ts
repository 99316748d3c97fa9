import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { surveyStatus, sessionOfWindow, timeWindowStatus } from '../../domain/statuses.ts';
import type { ClinicianPatient } from '../../contract/patients.ts';
import { call } from '../../../test/call.ts';
import { demoPatients, logInDemo, type LoginOf } from '../../../test/demo-logins.ts';
import { testServices } from '../../../test/services.ts';
import { buildApp } from '../app.ts';
import type { Services } from '../services.ts';
import { createDemoData } from './demo.ts';
import { STAFF_PASSWORD } from './demo-plan.ts';

let services: Services;
let app: FastifyInstance;

before(async () => {
  services = await testServices();
  app = await buildApp(services);
  await createDemoData(services);
});

const logIn = (...who: LoginOf) => logInDemo(app, ...who);
const patientsOf = (clinic: string, clinician: string) => demoPatients(app, clinic, clinician);

/** The shown status of each window of a patient. */
function statuses({ survey_time_windows: windows, survey_statuses: sessions }: ClinicianPatient): string[] {
  const today = services.today();
  return windows.map((window) => {
    const session = sessionOfWindow(sessions, window, 'Europe/Berlin');
    return `${window.type} ${surveyStatus(window, session, today)}`;
  });
}

test('the staff of both demo clinics can log in', async () => {
  const { body: clinics } = await call(app, 'listClinics');
  assert.deepEqual(
    clinics.map(({ name }: { name: string }) => name),
    ['Ambulanz Beispielhausen', 'Ambulanz Musterstadt'],
  );
  assert.equal(clinics[1].contact, 'kontakt@musterstadt.example');
  const staff = [
    ['loginAdmin', 'Ambulanz Musterstadt', 'adminmusterstadt', 200],
    ['loginAdmin', 'Ambulanz Beispielhausen', 'adminbeispielhausen', 200],
    ['loginClinician', 'Ambulanz Musterstadt', 'therapie1', 200],
    ['loginClinician', 'Ambulanz Musterstadt', 'therapie2', 200],
    ['loginClinician', 'Ambulanz Musterstadt', 'therapie3', 401],
    ['loginClinician', 'Ambulanz Beispielhausen', 'therapie9', 200],
  ] as const;
  for (const [route, clinic, username, status] of staff)
    assert.equal((await logIn(route, clinic, username, STAFF_PASSWORD)).status, status, username);
});

test('the demo patients of therapie1 have the states that the demonstration promises', async () => {
  const patients = await patientsOf('Ambulanz Musterstadt', 'therapie1');
  assert.deepEqual(
    [...patients.keys()],
    ['P1001', 'P1002', 'P1003', 'P1004', 'P1005', 'P1006', 'P1008', 'P1009', 'P1010', 'P1011'],
  );
  const status = (code: string) => statuses(patients.get(code)!);
  assert.equal(status('P1001')[0], 'PRE pending_not_started');
  assert.equal(status('P1002')[0], 'PRE pending_started');
  assert.equal(status('P1003')[0], 'PRE finished');
  assert.deepEqual(status('P1004').slice(0, 2), ['PRE finished', 'INTERMEDIATE pending_not_started']);
  const done = ['PRE finished', 'POST finished', 'FOLLOW_UP_1 finished'];
  assert.deepEqual(
    status('P1005').filter((one) => one.endsWith(' finished')),
    done,
  );
  assert.equal(status('P1006')[0], 'PRE expired');
  assert.equal(status('P1008')[0], 'PRE pending_not_started');
  assert.equal(status('P1010')[0], 'PRE pending_started');
  assert.equal(status('P1011')[0], 'PRE finished');
});

test('of the demo patients only P1010 and P1011 have an event, an open urgent one and an acknowledged notice', async () => {
  const patients = await patientsOf('Ambulanz Musterstadt', 'therapie1');
  const marks = [...patients.values()].flatMap(({ code, crisis }) =>
    crisis ? [[code, crisis.level, crisis.acknowledged_at !== null]] : [],
  );
  assert.deepEqual(marks, [
    ['P1010', 'urgent', false],
    ['P1011', 'notice', true],
  ]);
  const { as } = await logIn('loginClinician', 'Ambulanz Musterstadt', 'therapie1', STAFF_PASSWORD);
  const { body } = await call(app, 'listCrisisEvents', {
    as,
    params: { id: patients.get('P1011')?.id ?? '' },
  });
  const [event, ...others] = body.events;
  assert.deepEqual(others, []);
  assert.equal(event.acknowledged.by, 'therapie1');
  assert.ok(event.raised_at < event.acknowledged.at);
});

test('the survey of P1010 goes on with the page of help', async () => {
  const { as } = await logIn('loginPatient', 'Ambulanz Musterstadt', 'P1010', '01.01.1990');
  const { body } = await call(app, 'getSurvey', { as });
  assert.deepEqual(
    body.items.map(({ id }: { id: string }) => id),
    ['crisis-help'],
  );
});

test('the demo data shows every status of a window, and an unread report', async () => {
  const patients = [...(await patientsOf('Ambulanz Musterstadt', 'therapie1')).values()];
  const windows = patients.flatMap(({ survey_time_windows }) => survey_time_windows);
  const states = new Set(windows.map((window) => timeWindowStatus(window, services.today())));
  assert.deepEqual([...states].sort(), ['completed', 'current', 'planned']);
  const unread = patients.filter(({ viewed }) => !viewed).map(({ code }) => code);
  assert.deepEqual(unread, ['P1003']);
  assert.ok(patients.every(({ duplicate }) => !duplicate));
});

test('two demo patients of one System-ID have agreed, so their courses stand side by side', async () => {
  const patients = await patientsOf('Ambulanz Musterstadt', 'therapie1');
  const { as } = await logIn('loginClinician', 'Ambulanz Musterstadt', 'therapie1', STAFF_PASSWORD);
  const viewOf = async (code: string) =>
    (await call(app, 'getSystemView', { as, params: { id: patients.get(code)?.id ?? '' } })).body;
  const { has_view: hasView, html } = await viewOf('P1005');
  assert.equal(hasView, true);
  assert.match(html, /A und B/);
  assert.equal((await viewOf('P1008')).has_view, false);
});

test('the demo couple shares a System-ID', async () => {
  const patients = await patientsOf('Ambulanz Musterstadt', 'therapie1');
  const labels = (code: string) => patients.get(code)?.labels;
  assert.deepEqual(labels('P1008'), [{ key: 'CLUSTER', value: 'S-17' }]);
  assert.deepEqual(labels('P1009'), labels('P1008'));
  assert.deepEqual(labels('P1001'), []);
});

test('the finished demo surveys have scores from high to low strain, the same in every demonstration', async () => {
  const patients = await patientsOf('Ambulanz Musterstadt', 'therapie1');
  const severities = (code: string) =>
    patients.get(code)?.survey_statuses.map((status) => status.condition_severity);
  assert.deepEqual(severities('P1003'), ['HIGH']);
  assert.deepEqual(severities('P1004'), ['MEDIUM']);
  assert.deepEqual(severities('P1005'), ['HIGH', 'MEDIUM', 'LOW']);
  assert.deepEqual(severities('P1011'), ['HIGH']);
});

test('demo surveys have the days on which they were answered', async () => {
  const patients = await patientsOf('Ambulanz Musterstadt', 'therapie1');
  for (const {
    survey_statuses: sessions,
    survey_time_windows: windows,
    created,
    admission,
  } of patients.values()) {
    assert.ok(Math.abs(Date.parse(created) - Date.parse(admission)) < 2 * 86_400_000);
    for (const session of sessions) {
      assert.ok(windows.some((window) => sessionOfWindow([session], window, 'Europe/Berlin')));
      assert.ok(session.started_time <= session.update_time);
    }
  }
});

test('P1007 belongs to therapie2, and P2001 to the other clinic', async () => {
  const second = await patientsOf('Ambulanz Musterstadt', 'therapie2');
  assert.deepEqual([...second.keys()], ['P1007']);
  const other = await patientsOf('Ambulanz Beispielhausen', 'therapie9');
  assert.deepEqual([...other.keys()], ['P2001']);
  for (const patient of [second.get('P1007')!, other.get('P2001')!])
    assert.equal(statuses(patient)[0], 'PRE pending_not_started');
});

test('every demo patient logs in with 01.01.1990, and P1002 continues the survey', async () => {
  for (const code of ['P1001', 'P1005', 'P1009', 'P1011'])
    assert.equal((await logIn('loginPatient', 'Ambulanz Musterstadt', code, '01.01.1990')).status, 200);
  const { as } = await logIn('loginPatient', 'Ambulanz Musterstadt', 'P1002', '01.01.1990');
  const { status, body } = await call(app, 'getSurvey', { as });
  assert.equal(status, 200);
  assert.ok(body.progress > 0);
});

test('P1005 can open the report of the follow-up', async () => {
  const { as } = await logIn('loginPatient', 'Ambulanz Musterstadt', 'P1005', '01.01.1990');
  const { body } = await call(app, 'listPatientReports', { as });
  const [entry, ...others] = body.report_entries;
  assert.deepEqual([entry.stw_type, others], ['FOLLOW_UP_1', []]);
  const report = await call(app, 'getPatientReport', { as, params: { id: entry.survey_session_id } });
  assert.equal(report.status, 200);
});
