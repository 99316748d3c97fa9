import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aClinic, aClinician, aPatient, signIn } from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import { answerHabits, habitsOn, withHabits } from '../../../test/conditional-scene.ts';
import { getPage, saveDraft, submit } from '../../../test/survey-calls.ts';
import { aSignedInPatient, aSurveyScene, storedAnswers } from '../../../test/survey-scene.ts';
import { type AnswerRow, openAnswer } from '../keys/answer-cells.ts';
import { DECLINED, NOT_APPLICABLE } from '../../domain/answer-types.ts';

const scene = aSurveyScene(withHabits);

test('"not applicable" is taken, kept in a draft and stored only where the questionnaire allows it', async () => {
  const { patient, as } = await aSignedInPatient(scene);
  const first = await getPage(scene.app, as);
  const refused = await submit(scene.app, as, habitsOn(first, { 'h-1': NOT_APPLICABLE }));
  assert.equal(refused.status, 422);
  await submit(scene.app, as, habitsOn(first, { 'h-1': 0 }));
  const page = await getPage(scene.app, as);
  assert.deepEqual(
    page.items.map(({ id, declinable, not_applicable }) => [id, declinable, not_applicable]),
    [['h-5', true, true]],
  );
  const answers = habitsOn(page, { 'h-5': NOT_APPLICABLE });
  assert.equal((await saveDraft(scene.app, as, answers)).status, 200);
  assert.equal((await getPage(scene.app, as)).draft?.[0]?.value, NOT_APPLICABLE);
  assert.equal((await submit(scene.app, as, answers)).status, 200);
  const row = (await storedAnswers(scene, patient)).find(({ item_id: id }) => id === 'h-5');
  assert.ok(row);
  const place = { clinicId: patient.clinicId, sessionId: row.session_id };
  // The table holds what `sealAnswer` was given.
  const { value } = openAnswer(scene.services.keys, place, row as AnswerRow);
  assert.equal(value, NOT_APPLICABLE);
});

async function aReport(given: Parameters<typeof answerHabits>[2]) {
  const { services, app } = scene;
  const clinic = await aClinic(services);
  const clinician = await aClinician(services, clinic.id);
  const patient = await aPatient(services, clinic.id, { clinicianId: clinician.id });
  const asPatient = await signIn(services, patient);
  const { survey_session_id: id } = await getPage(app, asPatient);
  await answerHabits(app, asPatient, given);
  const as = await signIn(services, clinician);
  const report = String((await call(app, 'getClinicianReport', { as, params: { id } })).body);
  const own = String((await call(app, 'getPatientReport', { as: asPatient, params: { id } })).body);
  return { report, own };
}

test('both reports name "not applicable", and the score says how many answers it rests on', async () => {
  const { report, own } = await aReport({ 'h-1': 3, 'h-5': NOT_APPLICABLE, 'e-2': NOT_APPLICABLE });
  for (const text of [report, own]) {
    assert.match(text, /Frage h-5<\/t[hd]>\s*<td[^>]*>Trifft nicht zu</);
    assert.match(text, /Frage e-2<\/t[hd]>\s*<td[^>]*>Trifft nicht zu</);
  }
  assert.match(report, /1 von 2 Fragen beantwortet, 1 mal „Trifft nicht zu“\./);
  assert.match(
    report,
    /3 von 4 Fragen beantwortet, 1 nicht gefragt\./,
    'missing where the scale has no rule',
  );
});

test('a text that is the word of a reason stands in the reports as the person wrote it', async () => {
  const { report, own } = await aReport({ 'h-6': DECLINED });
  for (const text of [report, own]) assert.match(text, /Frage h-6<\/t[hd]>\s*<td[^>]*>declined</);
  assert.doesNotMatch(report, /Möchte ich nicht sagen/);
});
