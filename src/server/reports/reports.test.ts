import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { addMonths } from '../../domain/dates.ts';
import { todayIn } from '../../domain/today.ts';
import { formatIsoDate } from '../../domain/iso-date.ts';
import { patientReportText } from '../../text/patient-report.ts';
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
  answerSurvey,
  answersTo,
  getPage,
  pageWith,
  submit,
  withAnswer,
} from '../../../test/survey-calls.ts';
import { aSurveyScene } from '../../../test/survey-scene.ts';
import { buildApp } from '../app.ts';
import { withTenant } from '../database/transaction.ts';
import { getClinicianReportPdf } from './handlers.ts';
import { openReport } from './stored-report.ts';

const scene = aSurveyScene();

/** A clinician with a patient. The patient has finished the surveys of the windows that are open on these days. */
async function aTherapy({ days = [0], gender = 'DIVERSE' as const } = {}) {
  scene.daysLater = 0;
  const clinic = await aClinic(scene.services);
  const clinician = await aClinician(scene.services, clinic.id);
  const admission = scene.services.today();
  const dates = { admission, discharge: addMonths(admission, 6), birthDate: '1987-06-05', gender };
  const patient = await aPatient(scene.services, clinic.id, { clinicianId: clinician.id, ...dates });
  const asPatient = await signIn(scene.services, patient);
  const sessions: string[] = [];
  for (const day of days) {
    scene.daysLater = day;
    const { survey_session_id: id } = await getPage(scene.app, asPatient);
    await answerSurvey(scene.app, asPatient);
    sessions.push(id);
  }
  return { clinic, clinician, patient, asPatient, as: await signIn(scene.services, clinician), sessions };
}

// Days after admission on which PRE, the first INTERMEDIATE, POST and FOLLOW_UP_1 are open; the discharge is in 6 months.
const daysOf = { pre: 0, intermediate: 95, post: 180, followUp: 372 };

const open = (
  as: Record<string, string>,
  id: string | undefined,
  name: 'getClinicianReport' | 'getClinicianReportPdf' | 'getPatientReport' = 'getClinicianReport',
) => call(scene.app, name, { as, params: { id: id ?? '' } });

const auditOf = (patient: TestUser, action: string) =>
  inClinic(scene.services, patient.clinicId, (db) =>
    db
      .selectFrom('audit')
      .selectAll()
      .where('patient_id', '=', patient.id)
      .where('action', '=', action)
      .execute(),
  );

test('opening the report of an own patient marks it viewed and is written into the trail', async () => {
  const { as, clinician, patient, sessions } = await aTherapy();
  const { status, body, headers } = await open(as, sessions[0]);
  assert.equal(status, 200);
  for (const key of ['dep', 'anx', 'exis', 'evos', 'eri', 'eq5d', 'socio']) {
    assert.match(body, new RegExp(`<section[^>]* id="${key}"`), key);
  }
  assert.doesNotMatch(body, /<section[^>]* id="wai"/);
  assert.match(body, /05\.06\.1987/);
  assert.match(body, /Divers/);
  assert.match(body, /Forschung und der Qualitätssicherung/);
  assert.match(body, /Weitere Gesundheitsdimensionen/);
  assert.match(body, /Dokumentationshilfe/);
  assert.equal(headers['content-security-policy'], "sandbox; default-src 'none'; frame-ancestors 'none'");
  assert.match(String(headers['content-disposition']), /^attachment/);
  assert.equal(headers['x-content-type-options'], 'nosniff');
  const list = (await call(scene.app, 'listOwnPatients', { as })).body.list_patient_dto;
  assert.equal(list[0].survey_statuses[0].report_viewed, true);
  const [entry] = await auditOf(patient, 'report_viewed');
  assert.deepEqual([entry?.actor_id, entry?.object_id], [clinician.id, sessions[0]]);
});

test('only the clinician of the patient can open the report', async () => {
  const { clinic, sessions, asPatient } = await aTherapy();
  const colleague = await signIn(scene.services, await aClinician(scene.services, clinic.id));
  const admin = await signIn(scene.services, await anAdmin(scene.services, clinic.id));
  const elsewhere = await aClinic(scene.services);
  const stranger = await signIn(scene.services, await aClinician(scene.services, elsewhere.id));
  assert.equal((await open(colleague, sessions[0])).status, 404);
  assert.equal((await open(stranger, sessions[0])).status, 404);
  assert.equal((await open(admin, sessions[0])).status, 403);
  assert.equal((await open(asPatient, sessions[0])).status, 403);
  assert.equal((await open(colleague, '00000000-0000-4000-8000-000000000000')).status, 404);
});

test('a survey that is not finished has no report', async () => {
  const { as, patient, asPatient } = await aTherapy({ days: [] });
  const { survey_session_id: id } = await getPage(scene.app, asPatient);
  assert.equal((await open(as, id)).status, 404);
  assert.deepEqual(await auditOf(patient, 'report_viewed'), []);
});

test('a detached session has no report', async () => {
  const { as, patient, sessions } = await aTherapy();
  await inClinic(scene.services, patient.clinicId, (db) =>
    db.updateTable('survey_sessions').set({ window_id: null }).execute(),
  );
  assert.equal((await open(as, sessions[0])).status, 404);
});

test('after a patient was assigned to another clinician, only that clinician can open the report', async () => {
  const { as, clinic, clinician, patient, sessions } = await aTherapy();
  const other = await aClinician(scene.services, clinic.id);
  assert.equal((await open(as, sessions[0])).status, 200);
  await call(scene.app, 'assignPatient', {
    as,
    body: { patient_id: patient.id, clinician_from: clinician.id, clinician_to: other.id },
  });
  assert.equal((await open(as, sessions[0])).status, 404);
  assert.equal((await open(await signIn(scene.services, other), sessions[0])).status, 200);
});

test('a report at the end of the therapy speaks of the therapy before the discharge, and of other places after it', async () => {
  const { protocol } = scene.services.registry;
  const windows = protocol.windows.map((window) => ({ ...window, patient_report: 'on' as const }));
  const registry = { ...scene.services.registry, protocol: { ...protocol, windows } };
  const app = await buildApp({ ...scene.services, registry });
  const { asPatient, sessions } = await aTherapy({ days: [daysOf.post] });
  const params = { id: sessions[0]! };
  const report = async () => String((await call(app, 'getPatientReport', { as: asPatient, params })).body);
  assert.match(await report(), /Sprechen Sie gern in Ihrer Therapie darüber/);
  scene.daysLater = daysOf.post + 7;
  assert.match(await report(), /Ihre frühere Klinik und Ihre Hausarztpraxis/);
});

test('the home tells a patient what the report tells: when it was read, and whether the therapy is over', async () => {
  const { as, asPatient, sessions } = await aTherapy({ days: [daysOf.pre, daysOf.followUp] });
  const home = async () => {
    const { stws } = (await call(scene.app, 'listWindows', { as: asPatient })).body as {
      stws: { survey_session_id: string; read_time: string | null; after_therapy: boolean }[];
    };
    return stws.find(({ survey_session_id: id }) => id === sessions[1]);
  };
  const report = async () => String((await open(asPatient, sessions[1], 'getPatientReport')).body);
  assert.equal((await home())?.read_time, null);
  assert.match(await report(), /hat diese Ergebnisse noch nicht gelesen/);
  await open(as, sessions[1]);
  const read = await home();
  assert.equal(read?.after_therapy, true);
  const day = todayIn(scene.services.config.public.time_zone, Date.parse(read.read_time ?? ''));
  assert.ok((await report()).includes(patientReportText.read(formatIsoDate(day))));
});

test('patients open the reports of the follow-ups that the protocol allows, masked and without severity', async () => {
  const { as, asPatient, patient, sessions } = await aTherapy({ days: [daysOf.pre, daysOf.followUp] });
  const [pre, followUp] = sessions;
  assert.equal((await open(asPatient, pre, 'getPatientReport')).status, 404);
  assert.equal((await open(as, pre, 'getPatientReport')).status, 404);
  const { status, body } = await open(asPatient, followUp, 'getPatientReport');
  assert.equal(status, 200);
  assert.match(body, /\*{10}/);
  assert.doesNotMatch(body, /1987|Divers|unauffällig|auffällig|kritisch|T-Wert|Depression|Angst</);
  assert.match(body, /Wenn es Ihnen sehr schlecht geht/);
  assert.ok(body.includes(scene.services.config.public.help.text.slice(0, 60)));
  const seen = await open(as, followUp, 'getPatientReport');
  assert.equal(seen.body, body);
  assert.equal((await auditOf(patient, 'patient_report_viewed')).length, 2);
  const statuses = (await call(scene.app, 'listOwnPatients', { as })).body.list_patient_dto[0]
    .survey_statuses;
  assert.ok(statuses.every((one: { report_viewed: boolean }) => !one.report_viewed));
});

test('a patient sees own reports by measurement point and no report of another patient', async () => {
  const { asPatient, sessions, clinic } = await aTherapy({ days: [daysOf.pre, daysOf.followUp] });
  const { report_entries: entries } = (await call(scene.app, 'listPatientReports', { as: asPatient })).body;
  assert.deepEqual(
    entries.map((entry: { survey_session_id: string; stw_type: string; label: string }) => [
      entry.survey_session_id,
      entry.stw_type,
      entry.label,
    ]),
    [[sessions[1], 'FOLLOW_UP_1', 'Nachsorge 6 Monate']],
  );
  const other = await signIn(scene.services, await aPatient(scene.services, clinic.id));
  assert.deepEqual((await call(scene.app, 'listPatientReports', { as: other })).body.report_entries, []);
  assert.equal((await open(other, sessions[1], 'getPatientReport')).status, 404);
});

test('a report shows the course up to its measurement point and nothing later', async () => {
  const { as, sessions } = await aTherapy({ days: [daysOf.pre, daysOf.intermediate, daysOf.post] });
  const [, second, third] = await Promise.all(sessions.map(async (id) => (await open(as, id)).body));
  assert.match(second, /Erstgespräch.*Verlauf 1/s);
  assert.doesNotMatch(second, /Therapieende \(/);
  assert.match(third, /Seit Erstgespräch: [+−±]/);
  assert.match(third, /Seit Verlauf 1: [+−±]/);
  assert.match(third, /<section[^>]* id="wai"/);
});

test('a tag that a patient typed is shown as text', async () => {
  const { as, asPatient } = await aTherapy({ days: [] });
  const page = await pageWith(scene.app, asPatient, 'socio-11');
  const text = `<script>alert(1)</script><img src=x onerror="alert(1)"> & 'so' weiter`;
  await submit(scene.app, asPatient, withAnswer(answersTo(page), 'socio-11', { value: text, label: text }));
  await answerSurvey(scene.app, asPatient);
  const { body } = await open(as, page.survey_session_id);
  assert.ok(
    body.includes('&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=&quot;alert(1)&quot;&gt;'),
  );
  assert.equal(body.match(/<script/g)?.length, 1);
});

test('a report never shows an e-mail address', async () => {
  const { as, asPatient } = await aTherapy({ days: [] });
  const page = await pageWith(scene.app, asPatient, 'email-post');
  await submit(
    scene.app,
    asPatient,
    withAnswer(answersTo(page), 'email-post', { value: 'anna@post.example' }),
  );
  assert.doesNotMatch((await open(as, page.survey_session_id)).body, /anna|post\.example/);
});

test('a report that is opened twice on one day is stored once, encrypted and exactly as it was shown', async () => {
  const { as, patient, sessions } = await aTherapy();
  const { body } = await open(as, sessions[0]);
  assert.equal((await open(as, sessions[0])).body, body);
  const rows = await inClinic(scene.services, patient.clinicId, (db) =>
    db.selectFrom('reports').selectAll().execute(),
  );
  const [stored] = rows;
  assert.equal(rows.length, 1);
  assert.ok(stored);
  const key = { clinicId: patient.clinicId, sessionId: sessions[0] ?? '' };
  assert.equal(openReport(scene.services.keys, key, stored), body);
  assert.doesNotMatch(stored.html_encrypted.toString('latin1'), /05\.06\.1987|rz-report/);
  assert.match(JSON.stringify(stored.versions), /"algorithm":"scoring-.*"instruments":\[\{"id":"socio"/);
});

test('a report that cannot be stored is not shown and not marked as viewed', async () => {
  const { as, patient, sessions } = await aTherapy();
  const failing = { ...scene.services, keys: { current: 2, roots: scene.services.keys.roots } };
  const app = await buildApp({ ...failing, log: { info() {}, warn() {}, error() {} } });
  const { status } = await call(app, 'getClinicianReport', { as, params: { id: sessions[0] ?? '' } });
  assert.equal(status, 500);
  const [session] = await inClinic(scene.services, patient.clinicId, (db) =>
    db.selectFrom('survey_sessions').select('report_viewed_at').execute(),
  );
  assert.equal(session?.report_viewed_at, null);
  assert.deepEqual(await auditOf(patient, 'report_viewed'), []);
});

test('the days in a report are days in the time zone of the product, not UTC days', async () => {
  const { as, patient, sessions } = await aTherapy();
  await inClinic(scene.services, patient.clinicId, (db) =>
    db.updateTable('survey_sessions').set({ updated_at: '2026-06-30T22:30:00Z' }).execute(),
  );
  const { body } = await open(as, sessions[0]);
  assert.match(body, /Letzte Aktualisierung<\/dt>\s*<dd>01\.07\.2026/);
});

test('a clinician gets the report as a tagged PDF; this counts as opening the report', async () => {
  const { as, clinician, patient, sessions } = await aTherapy();
  const { status, body, headers } = await open(as, sessions[0], 'getClinicianReportPdf');
  assert.equal(status, 200);
  assert.equal(headers['content-type'], 'application/pdf');
  assert.match(String(headers['content-disposition']), /^attachment; filename="bericht\.pdf"/);
  assert.match(body, /^%PDF-/);
  assert.match(body, /\/Marked true/);
  assert.match(body, /pdfuaid/);
  const list = (await call(scene.app, 'listOwnPatients', { as })).body.list_patient_dto;
  assert.equal(list[0].survey_statuses[0].report_viewed, true);
  const [entry] = await auditOf(patient, 'report_viewed');
  assert.deepEqual([entry?.actor_id, entry?.object_id], [clinician.id, sessions[0]]);
  const kept = await inClinic(scene.services, patient.clinicId, (db) =>
    db.selectFrom('reports').select('audience').execute(),
  );
  assert.deepEqual(kept, [{ audience: 'clinician' }]);
});

test('a report whose PDF has not been typeset is not a viewed report', async () => {
  const { clinician, patient, sessions } = await aTherapy();
  const { services } = scene;
  const { clinicId, id: userId } = clinician;
  const user = { sessionId: '', clinicId, role: 'clinician', userId, username: 't' } as const;
  const cookies = { access: undefined, refresh: undefined, device: undefined };
  const typeset = await withTenant(services.pool, clinicId, (db) =>
    getClinicianReportPdf(
      { params: { id: sessions[0] ?? '' }, body: undefined, file: undefined },
      {
        db,
        user,
        services,
        idempotencyKey: undefined,
        request: { id: 'r', address: '127.0.0.1', cookies },
        reply: { setSession() {}, clearSession() {}, setDevice() {} },
      },
    ),
  );
  assert.deepEqual(await auditOf(patient, 'report_viewed'), []);
  await typeset();
  assert.equal((await auditOf(patient, 'report_viewed')).length, 1);
});

test('only the clinician of the patient gets the PDF of a report', async () => {
  const { clinic, patient, sessions, asPatient } = await aTherapy();
  const colleague = await signIn(scene.services, await aClinician(scene.services, clinic.id));
  assert.equal((await open(colleague, sessions[0], 'getClinicianReportPdf')).status, 404);
  assert.equal((await open(asPatient, sessions[0], 'getClinicianReportPdf')).status, 403);
  assert.deepEqual(await auditOf(patient, 'report_viewed'), []);
});

test('no database connection is held while a PDF is typeset', async () => {
  const { as, sessions } = await aTherapy();
  const { pool } = scene.services;
  const answered = { at: 0 };
  const answering = open(as, sessions[0], 'getClinicianReportPdf').then((answer) => {
    answered.at = performance.now();
    return answer;
  });
  let lastBusy = performance.now();
  let longestPause = 0;
  while (answered.at === 0) {
    if (pool.totalCount > pool.idleCount) {
      longestPause = Math.max(longestPause, performance.now() - lastBusy);
      lastBusy = performance.now();
    }
    await setImmediate();
  }
  assert.equal((await answering).status, 200);
  // The view is stored after the pause.
  assert.ok(longestPause > 5, `the connections rested for ${longestPause} ms`);
});
