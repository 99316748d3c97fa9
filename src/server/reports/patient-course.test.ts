import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PatientCourse } from '../../contract/surveys.ts';
import type { ClinicianPatient } from '../../contract/patients.ts';
import { signIn } from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import { aSixMonthTherapy, aSurveyScene } from '../../../test/survey-scene.ts';

const scene = aSurveyScene();

// Days after admission on which PRE, the first INTERMEDIATE and POST are open.
const [pre, intermediate, post] = [0, 95, 180];

/** A clinician with a patient who answered on these days after the admission. */
async function aCourse(...days: readonly number[]) {
  const { clinician, patient, answerOn } = await aSixMonthTherapy(scene);
  const sessions: string[] = [];
  for (const day of days) sessions.push(await answerOn(day));
  const as = await signIn(scene.services, clinician);
  const course = async (): Promise<PatientCourse> =>
    (await call(scene.app, 'getPatientCourse', { as, params: { id: patient.id } })).body;
  const isViewed = async () => {
    const { body } = await call(scene.app, 'listOwnPatients', { as });
    const [listed] = body.list_patient_dto as ClinicianPatient[];
    return listed!.survey_statuses.map(({ report_viewed }) => report_viewed);
  };
  return { as, clinician, sessions, course, isViewed };
}

test('the course has each scale over all surveys, and says which surveys were missed', async () => {
  const { html } = await (await aCourse(pre, post)).course();
  assert.match(html, /Aufnahme \d\d\.\d\d\.\d{4} · Entlassung/);
  assert.match(html, /1 von 3 Befragungen nicht ausgefüllt · Veränderungen seit der letzten Messung/);
  const charts = html.match(/<svg/g) ?? [];
  const [, table = ''] = html.split('<table');
  const columns = table.match(/<th scope="col"/g) ?? [];
  assert.equal(columns.length, charts.length + 2, 'a column for each chart, besides point and date');
  const rows = [...table.matchAll(/<th scope="row"[^>]*>([^<]*)<\/th>\s*<td[^>]*>([^<]*)</g)];
  assert.deepEqual(
    rows.map(([, label]) => label),
    ['Erstgespräch', 'Verlauf 1', 'Therapieende'],
  );
  assert.equal(rows[1]?.[2], 'nicht ausgefüllt');
});

test('a scale that was not asked in the last survey is in the course too', async () => {
  const first = await aCourse(pre);
  const asked = ((await first.course()).html.match(/<svg/g) ?? []).length;
  const { html } = await (await aCourse(pre, intermediate)).course();
  assert.match(html, /· keine Befragung verpasst ·/);
  assert.ok((html.match(/<svg/g) ?? []).length >= asked);
});

test('a patient without a finished survey has no course', async () => {
  assert.deepEqual(await (await aCourse()).course(), { html: '', views: [] });
});

test('the course names who opened a report, and a report can be unread again', async () => {
  const { as, clinician, sessions, course, isViewed } = await aCourse(pre);
  const params = { id: sessions[0]! };
  assert.deepEqual([(await course()).views, await isViewed()], [[], [false]]);
  await call(scene.app, 'getClinicianReport', { as, params });
  const { views } = await course();
  assert.deepEqual(
    views.map(({ survey_session_id, username }) => [survey_session_id, username]),
    [[sessions[0], clinician.name]],
  );
  assert.deepEqual(await isViewed(), [true]);
  assert.equal((await call(scene.app, 'markReportUnread', { as, params })).status, 200);
  assert.deepEqual(await isViewed(), [false]);
  assert.equal((await course()).views.length, 1, 'the trail still knows who opened it');
});
