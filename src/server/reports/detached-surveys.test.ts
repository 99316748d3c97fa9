import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatIsoDate } from '../../domain/iso-date.ts';
import { addDays, addMonths } from '../../domain/dates.ts';
import { signIn } from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import { aSixMonthTherapy, aSurveyScene } from '../../../test/survey-scene.ts';

const scene = aSurveyScene();

// Days after admission on which PRE and POST of six months are open, and POST of twelve months.
const [pre, post, laterPost] = [0, 180, 366];

/** A patient who answered at PRE and at the end of six months. Then the therapy becomes this many months long. */
async function aMovedDischarge(months: number) {
  const { clinician, patient, admission, answerOn } = await aSixMonthTherapy(scene);
  const sessions = [await answerOn(pre), await answerOn(post)];
  const as = await signIn(scene.services, clinician);
  const record = {
    code: patient.name,
    date_of_birth: '1990-01-01',
    gender: 'FEMALE',
    diagnoses: [{ id: 'F32.1' }],
    labels: [],
  } as const;
  const body = { ...record, admission, discharge: addMonths(admission, months) };
  assert.equal((await call(scene.app, 'editPatient', { as, params: { id: patient.id }, body })).status, 200);
  const course = async () =>
    String((await call(scene.app, 'getPatientCourse', { as, params: { id: patient.id } })).body.html);
  const report = async (id: string | undefined) =>
    String((await call(scene.app, 'getClinicianReport', { as, params: { id: id! } })).body);
  const day = formatIsoDate(addDays(admission, post));
  return { answer: () => answerOn(laterPost), sessions, course, report, day };
}

const sentence = (day: string) =>
  `Ausgefüllt, aber seit einer Änderung von Aufnahme oder Entlassung in keinem Befragungszeitraum: Therapieende (${day}). Gespeichert, hier nicht gezeigt.`;

test('a survey that lost its window by a moved discharge is named as filled in, beside the windows that were not', async () => {
  const { answer, course, report, day, sessions } = await aMovedDischarge(12);
  scene.daysLater = laterPost;
  const later = await answer();
  const text = await course();
  assert.match(text, /3 von 5 Befragungen nicht ausgefüllt/);
  assert.ok(text.includes(sentence(day)), text.slice(0, 900));
  const last = await report(later);
  assert.match(last, /Nicht ausgefüllt: Verlauf 1, Verlauf 2, Verlauf 3 \(3 von 5 Befragungen\)\./);
  // In the note, in both copied texts and in the text to read.
  assert.equal(last.split(sentence(day)).length - 1, 4);
  assert.ok(
    !(await report(sessions[0])).includes('Ausgefüllt, aber'),
    'it is no matter of an earlier report',
  );
});

test('where every survey is in its window, nothing is said of surveys without one', async () => {
  const { course } = await aMovedDischarge(6);
  assert.doesNotMatch(await course(), /Ausgefüllt, aber/);
});
