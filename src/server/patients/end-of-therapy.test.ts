import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, addMonths } from '../../domain/dates.ts';
import { aClinic, aClinician, aPatient, signIn } from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import { answerSurvey, getPage } from '../../../test/survey-calls.ts';
import { aSurveyScene } from '../../../test/survey-scene.ts';

// An end of therapy that comes earlier than planned must not hide what was answered (product 10.4).

const scene = aSurveyScene();

type Window = { type: string; ordinal: number; start: string; end: string };

/** A patient who answered the first window wholly, and some pages or all of the first one of the course on day 95. */
async function answered({ pages }: { pages?: number }) {
  scene.daysLater = 0;
  const { id: clinicId } = await aClinic(scene.services);
  const clinician = await aClinician(scene.services, clinicId);
  const admission = scene.services.today();
  const patient = await aPatient(scene.services, clinicId, {
    clinicianId: clinician.id,
    admission,
    discharge: addMonths(admission, 12),
  });
  const asPatient = await signIn(scene.services, patient);
  await getPage(scene.app, asPatient);
  await answerSurvey(scene.app, asPatient);
  scene.daysLater = 95;
  await getPage(scene.app, asPatient);
  await answerSurvey(scene.app, asPatient, pages === undefined ? {} : { pages });
  const as = await signIn(scene.services, clinician);
  const listed = async () =>
    (await call(scene.app, 'listOwnPatients', { as })).body.list_patient_dto[0] as {
      survey_time_windows: Window[];
      survey_statuses: { stw_type: string; finished: boolean }[];
    };
  const end = (discharge: string | null, from = admission) =>
    call(scene.app, 'editPatient', {
      as,
      params: { id: patient.id },
      body: {
        code: patient.name,
        date_of_birth: '1990-01-01',
        gender: 'FEMALE',
        diagnoses: [{ id: 'F32.1' }],
        admission: from,
        discharge,
        labels: [],
      },
    });
  return { admission, end, listed, today: scene.services.today() };
}

const found = (windows: readonly Window[], type: string) => windows.find((one) => one.type === type);

test('a finished survey stays when the end of therapy is entered, and the last survey begins the day after', async () => {
  const { end, listed, today } = await answered({});
  const before = (await listed()).survey_statuses;
  const { body } = await end(addDays(today, 8));
  assert.deepEqual(body, { surveys: [] }, 'no survey is detached');
  const { survey_time_windows: windows, survey_statuses: after } = await listed();
  assert.deepEqual(after, before);
  assert.equal(found(windows, 'INTERMEDIATE')?.end, today);
  const post = found(windows, 'POST');
  assert.deepEqual([post?.start, post?.end], [addDays(today, 1), addDays(today, 8 + 27)]);
});

test('a begun survey can be finished until 13 days before the last one closes', async () => {
  const { end, listed, today } = await answered({ pages: 1 });
  const planned = found((await listed()).survey_time_windows, 'INTERMEDIATE')?.end;
  assert.deepEqual((await end(addDays(today, 14))).body, { surveys: [] });
  const { survey_time_windows: windows } = await listed();
  assert.equal(found(windows, 'INTERMEDIATE')?.end, planned, 'it keeps its planned end');
  assert.equal(found(windows, 'POST')?.start, addDays(planned ?? '', 1));
  assert.deepEqual((await end(addDays(today, -10))).body, { surveys: [] });
  const { survey_time_windows: shorter } = await listed();
  const [begun, post] = [found(shorter, 'INTERMEDIATE'), found(shorter, 'POST')];
  assert.equal(post?.end, addDays(today, -10 + 27));
  assert.equal(begun?.end, addDays(post?.end ?? '', -13));
  assert.equal(post?.start, addDays(begun?.end ?? '', 1));
  await end(addMonths(today, 9));
  assert.equal(found((await listed()).survey_time_windows, 'INTERMEDIATE')?.end, planned, 'and gets it back');
});

test('a corrected admission still detaches the surveys that lie in no window any more', async () => {
  const { admission, end } = await answered({});
  const { body } = await end(addMonths(admission, 14), addDays(admission, 45));
  assert.deepEqual(
    body.surveys.map(({ stw_type }: { stw_type: string }) => stw_type),
    ['PRE', 'INTERMEDIATE'],
  );
});
