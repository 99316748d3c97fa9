import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { sql } from 'kysely';
import { Client } from 'pg';
import { aClinic, aClinician, aPatient, inClinic, signIn } from '../../../../test/builders.ts';
import { call } from '../../../../test/call.ts';
import { expectingCourses } from '../../../../test/course-scene.ts';
import { rowsOf } from '../../../../test/operator.ts';
import { deviatingInput, helpfulCourse } from '../test/deviating.ts';
import { answerSurvey, aPerson } from '../../../../test/survey-calls.ts';
import { aSurveyScene } from '../../../../test/survey-scene.ts';
import { addDays, addMonths } from '../../../domain/dates.ts';
import { courseMetric } from '../domain/expected-course.ts';
import { courseRoutes } from '../contract/routes.ts';
import { expectedCourse } from '../index.ts';
import { insertModel } from './model-queries.ts';
import { withoutTenant } from '../../../server/database/transaction.ts';
import { reportHtml } from '../../../server/print/print-html.ts';
import { exportPatient } from '../../../server/subject-rights/access-export.ts';
import { clinicianReport } from '../../../server/reports/clinician-report.ts';
import { patientReport } from '../../../server/reports/patient-report.ts';
import { openReport } from '../../../server/reports/stored-report.ts';
import { judgeSymptomChanges } from '../../../server/reports/symptom-change.ts';

const scene = aSurveyScene(
  async (services) => {
    const instrument = services.registry.instruments.get('dep')!;
    const model = { ...helpfulCourse, mean: 62 };
    const metric = courseMetric(instrument, instrument.scales[0]!);
    await withoutTenant(services.pool, (db) =>
      insertModel(
        db,
        { instrument: 'dep', scale: 'dep' },
        { ...metric, model, persons: 200, measurements: 800, source: null },
      ),
    );
    return expectingCourses(services);
  },
  [expectedCourse],
);

// Days after admission on which PRE and the first two INTERMEDIATE are open.
const DAYS = [0, 95, 190] as const;

/** A clinician with a patient who answered surveys with these trait values. */
async function aCourse(...thetas: readonly number[]) {
  scene.daysLater = 0;
  const { id } = await aClinic(scene.services);
  const clinician = await aClinician(scene.services, id);
  const admission = scene.services.today();
  const dates = { admission, discharge: addMonths(admission, 12) };
  const patient = await aPatient(scene.services, id, { clinicianId: clinician.id, ...dates });
  for (const [index, theta] of thetas.entries()) {
    scene.daysLater = DAYS[index]!;
    const asPatient = await signIn(scene.services, patient);
    await answerSurvey(scene.app, asPatient, { person: { ...aPerson(), theta } });
  }
  await judgeSymptomChanges(scene.services);
  return { patient, clinician, as: await signIn(scene.services, clinician) };
}

type Course = Awaited<ReturnType<typeof aCourse>>;

const signalsOf = async ({ as, patient }: Course) =>
  (await call(scene.app, courseRoutes.listCourseSignals, { as, params: { id: patient.id } })).body.signals;
const deviates = async ({ as }: Course) => {
  const [own] = (await call(scene.app, 'listOwnPatients', { as })).body.list_patient_dto;
  return own?.deviates;
};
const lastSessionOf = async ({ as }: Course): Promise<string> => {
  const [own] = (await call(scene.app, 'listOwnPatients', { as })).body.list_patient_dto;
  return own.survey_statuses.at(-1).survey_session_id;
};
const hintsOf = ([signal]: { hints: { title: string }[] }[]) => signal!.hints.map(({ title }) => title);
const acknowledge = ({ as }: Course, id: string) =>
  call(scene.app, courseRoutes.acknowledgeCourseSignal, { as, params: { id }, body: { done: 'discussed' } });

test('a patient who becomes worse instead of better deviates at the third survey, until a person acknowledges it', async () => {
  const worse = await aCourse(0, 1.5, 2.5);
  assert.equal(await deviates(worse), true);
  const signals = await signalsOf(worse);
  const depression = signals.filter((one: { scale: string }) => one.scale === 'Depression');
  assert.equal(depression.length, 1, 'not at the second survey');
  const [signal] = depression;
  assert.match(signal.measurement_point, /2/);
  assert.ok(signal.unexpected > 0.8 && signal.recovery < 0.2, JSON.stringify(signal));
  assert.equal(signal.acknowledged, null);
  assert.equal((await acknowledge(worse, signal.id)).status, 200);
  const [after] = await signalsOf(worse);
  assert.deepEqual([after.acknowledged.by, after.acknowledged.done], [worse.clinician.name, 'discussed']);
  assert.equal(await deviates(worse), false);
  const again = await acknowledge(worse, signal.id);
  assert.deepEqual([again.status, again.problem.code], [409, 'already_acknowledged']);
});

test('a signal stays acknowledged after the account of the clinician who acknowledged it was erased', async () => {
  const course = await aCourse(0, 1.5, 2.5);
  const { patient, clinician } = course;
  const [signal] = await signalsOf(course);
  assert.equal((await acknowledge(course, signal.id)).status, 200);
  const successor = await aClinician(scene.services, patient.clinicId);
  await inClinic(scene.services, patient.clinicId, (db) =>
    db.updateTable('patients').set({ clinician_id: successor.id }).where('id', '=', patient.id).execute(),
  );
  const operator = { services: scene.services, dataDir: tmpdir() };
  await rowsOf(operator, 'staff', 'erase', patient.clinicId, clinician.name, '--yes');
  const left = { ...course, as: await signIn(scene.services, successor) };
  const { by, done } = (await signalsOf(left)).find(
    ({ id }: { id: string }) => id === signal.id,
  ).acknowledged;
  assert.deepEqual([by, done], ['', 'discussed']);
});

test('a signal taken to supervision stays open with its note, and comes back on its day', async () => {
  const worse = await aCourse(0, 1.5, 2.5);
  const [signal] = await signalsOf(worse);
  const supervise = async (body: object) => {
    const request = { as: worse.as, params: { id: signal.id }, body: { done: 'supervision', ...body } };
    const { status, problem } = await call(scene.app, courseRoutes.acknowledgeCourseSignal, request);
    return [status, problem?.errors?.[0]?.path, problem?.errors?.[0]?.code].filter(Boolean).join(' ');
  };
  const day = addDays(scene.services.today(), 7);
  assert.equal(await supervise({ again_on: day }), '400 note required');
  assert.equal(await supervise({ note: 'Team fragen' }), '400 again_on required');
  const late = addDays(scene.services.today(), 29);
  assert.equal(
    await supervise({ note: 'Team fragen', again_on: late }),
    '400 again_on again_on_out_of_range',
  );
  for (const { id } of await signalsOf(worse))
    if (id !== signal.id) assert.equal((await acknowledge(worse, id)).status, 200);
  assert.equal(await supervise({ note: 'Team fragen', again_on: day }), '200');
  const after = (await signalsOf(worse)).find(({ id }: { id: string }) => id === signal.id);
  assert.deepEqual(
    [after.acknowledged, after.postponed.again_on, after.postponed.note, after.postponed.by],
    [null, day, 'Team fragen', worse.clinician.name],
  );
  assert.equal(await deviates(worse), false);
  scene.daysLater += 7;
  const later = { ...worse, as: await signIn(scene.services, worse.clinician) };
  assert.equal(await deviates(later), true, 'it is back on its day');
  assert.equal((await acknowledge(later, signal.id)).status, 200);
  assert.equal(await deviates(later), false);
});

test('a patient who becomes better gets no signal, and one with two surveys none yet', async () => {
  for (const course of [await aCourse(2, 1, 0), await aCourse(0, 2.5)]) {
    assert.deepEqual(await signalsOf(course), []);
    assert.equal(await deviates(course), false);
  }
});

test('judging again raises no second signal', async () => {
  const worse = await aCourse(0, 1.5, 2.5);
  const count = (await signalsOf(worse)).length;
  await inClinic(scene.services, worse.patient.clinicId, (db) =>
    sql`UPDATE survey_sessions SET symptom_change = NULL`.execute(db),
  );
  await judgeSymptomChanges(scene.services);
  assert.equal((await signalsOf(worse)).length, count);
});

test('an open signal waits in the list also after the end of the therapy: only a person closes it', async () => {
  const worse = await aCourse(0, 1.5, 2.5);
  await inClinic(scene.services, worse.patient.clinicId, (db) =>
    sql`UPDATE patients SET discharge = ${addDays(scene.services.today(), -1)} WHERE id = ${worse.patient.id}`.execute(
      db,
    ),
  );
  assert.equal(await deviates(worse), true);
});

test('a signal from answers that were given without reading says so first', async () => {
  const worse = await aCourse(0, 1.5, 2.5);
  // The server may not change an answer, so the database's administrator does.
  const client = new Client({ connectionString: scene.services.pool.options.connectionString });
  await client.connect();
  await client.query('UPDATE answers SET time_taken = 0.2 WHERE clinic_id = $1', [worse.patient.clinicId]);
  await client.end();
  assert.match(hintsOf(await signalsOf(worse))[0]!, /Antworten dieser Befragung sind ungewöhnlich/);
});

test('switching the expected course off hides the signals at once and refuses their acknowledgement', async () => {
  const worse = await aCourse(0, 1.5, 2.5);
  const [signal] = await signalsOf(worse);
  const { protocol } = scene.services.registry;
  // The registry of this server; nothing else reads it meanwhile.
  Object.assign(protocol, { expected_course: 'off' });
  try {
    assert.deepEqual(await signalsOf(worse), []);
    assert.equal(await deviates(worse), false);
    assert.equal((await acknowledge(worse, signal.id)).status, 404);
  } finally {
    Object.assign(protocol, { expected_course: 'on' });
  }
  assert.equal(await deviates(worse), true);
});

test('switched off, the report loses the expected course at once, and the stored one still opens as it was shown', async () => {
  const worse = await aCourse(0, 1.5, 2.5);
  const { as, patient } = worse;
  const id = await lastSessionOf(worse);
  const report = async () => (await call(scene.app, 'getClinicianReport', { as, params: { id } })).body;
  const shown = await report();
  assert.match(shown, /Er dient der Forschung/);
  assert.match(shown, /<span class="rz-fold-line">weicht ab: Depression<\/span>/);
  assert.match(shown, /Fassung 1, gelernt aus 200 Therapien/);
  const list = async () => (await call(scene.app, 'listOwnPatients', { as })).body.list_patient_dto[0];
  assert.equal((await list()).has_course_signals, true);
  const stored = () =>
    inClinic(scene.services, patient.clinicId, (db) => db.selectFrom('reports').selectAll().execute());
  const [before, ...others] = await stored();
  assert.deepEqual(others, []);
  const { protocol } = scene.services.registry;
  Object.assign(protocol, { expected_course: 'off' });
  try {
    const ofCourse = /Er dient der Forschung|[Ee]rwarteter Verlauf|weicht ab|gelernt aus/;
    assert.doesNotMatch(await report(), ofCourse);
    assert.equal((await list()).has_course_signals, false);
    assert.equal((await list()).deviates, false);
    const after = await stored();
    assert.equal(after.length, 2, 'the shorter report is stored beside the first one');
    assert.deepEqual(
      after.find(({ hash }) => hash === before!.hash),
      before,
    );
    const key = { clinicId: patient.clinicId, sessionId: id };
    assert.equal(openReport(scene.services.keys, key, before!), shown);
    // The patient's own data, which the clinic gives out, hold the report as it was shown as well.
    const clinic = { id: patient.clinicId, name: '' };
    const copy = await inClinic(scene.services, patient.clinicId, (db) =>
      exportPatient(db, scene.services, { clinic, patient: { id: patient.id, code: patient.name } }),
    );
    const reports = copy.data.find(({ table }) => table === 'reports')!;
    assert.ok(reports.rows.some((row) => row['html'] === shown));
  } finally {
    Object.assign(protocol, { expected_course: 'on' });
  }
  assert.equal(await report(), shown);
});

const setSource = async (text: string | null) => {
  // The server may not change a model, so the database's administrator does.
  const client = new Client({ connectionString: scene.services.pool.options.connectionString });
  await client.connect();
  await client.query('UPDATE course_models SET source = $1', [text]);
  await client.end();
};

test('where the expected course comes from the literature, signal and report say so and name it', async () => {
  const worse = await aCourse(0, 1.5, 2.5);
  assert.equal((await signalsOf(worse))[0].source, null);
  await setSource('Howard et al. 1986');
  try {
    assert.equal((await signalsOf(worse))[0].source, 'Howard et al. 1986');
    const params = { id: await lastSessionOf(worse) };
    const report = (await call(scene.app, 'getClinicianReport', { as: worse.as, params })).body;
    assert.match(report, /Startwerte aus der Literatur \(Howard et al. 1986\)\. Sie sind keine Normen/);
    assert.doesNotMatch(report, /gelernt aus \d+ Therapien|vergleichbaren Menschen/);
  } finally {
    await setSource(null);
  }
});

test('the patient’s version of a report holds no expected course', () => {
  const text = reportHtml(patientReport(deviatingInput()));
  assert.doesNotMatch(text, /[Ee]rwartet(er|en) Verlauf/);
  assert.match(reportHtml(clinicianReport(deviatingInput())), /mehr als 99\u00a0% .*weniger als 1\u00a0%/);
});
