import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aClinic, aClinician, aPatient, signIn } from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import { answersTo, submit } from '../../../test/survey-calls.ts';
import { aSurveyScene } from '../../../test/survey-scene.ts';
import type { SurveyPage } from '../../contract/surveys.ts';
import type { Answer } from '../../domain/answer-types.ts';

const scene = aSurveyScene();

/** The report of a first survey that was answered in this way. */
async function reportOf(answer: (page: SurveyPage) => readonly Answer[]): Promise<string> {
  const clinic = await aClinic(scene.services);
  const clinician = await aClinician(scene.services, clinic.id);
  const patient = await aPatient(scene.services, clinic.id, { clinicianId: clinician.id });
  const as = await signIn(scene.services, patient);
  let id = '';
  for (;;) {
    const { status, body } = await call(scene.app, 'getSurvey', { as });
    if (status === 204) break;
    id = body.survey_session_id;
    assert.equal((await submit(scene.app, as, answer(body))).status, 200);
  }
  const params = { id };
  const asClinician = await signIn(scene.services, clinician);
  return String((await call(scene.app, 'getClinicianReport', { as: asClinician, params })).body);
}

test('a report names answers that were given without reading in one line, and computes its values all the same', async () => {
  const report = await reportOf((page) =>
    answersTo(page).map((answer) => {
      const [first] = page.items.find(({ id }) => id === answer.id)?.response_options ?? [];
      const chosen = first && !Array.isArray(answer.value) ? { value: first.value, label: first.label } : {};
      return { ...answer, ...chosen, time_taken: 0.3 };
    }),
  );
  assert.match(report, /Antwortmuster ungewöhnlich: sehr schnell, gleichförmig, widersprüchlich, /);
  assert.match(report, /T-Wert/);
  // In the report, and in each of the two texts that a clinician copies.
  assert.equal(report.match(/Antwortmuster ungewöhnlich/g)?.length, 4);
});

test('a report of attentive answers says nothing about them', async () => {
  const report = await reportOf((page) => {
    const answers = answersTo(page);
    return answers.map((answer) => ({ ...answer, time_taken: 5 }));
  });
  assert.doesNotMatch(report, /sehr schnell/);
});
