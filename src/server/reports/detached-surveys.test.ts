import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatIsoDate } from '../../domain/iso-date.ts';
import { addMonths } from '../../domain/dates.ts';
import { signIn } from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import { aSixMonthTherapy, aSurveyScene } from '../../../test/survey-scene.ts';

const scene = aSurveyScene();

// Days after admission on which PRE and POST of six months are open.
const [pre, post] = [0, 180];

/** A patient who answered at PRE and POST of six months. Then the admission becomes so many months earlier. */
async function aMovedAdmission(months: number) {
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
  const body = { ...record, admission: addMonths(admission, -months), discharge: addMonths(admission, 6) };
  assert.equal((await call(scene.app, 'editPatient', { as, params: { id: patient.id }, body })).status, 200);
  const course = async () =>
    String((await call(scene.app, 'getPatientCourse', { as, params: { id: patient.id } })).body.html);
  const report = async () =>
    String((await call(scene.app, 'getClinicianReport', { as, params: { id: sessions[1]! } })).body);
  return { course, report, day: formatIsoDate(admission) };
}

const sentence = (day: string) =>
  `Ausgefüllt, aber seit einer Änderung von Aufnahme oder Entlassung in keinem Befragungszeitraum: Erstgespräch (${day}). Gespeichert, hier nicht gezeigt.`;

test('a survey that lost its window by a moved admission is named as filled in, beside the windows that were not', async () => {
  const { course, report, day } = await aMovedAdmission(2);
  const text = await course();
  assert.match(text, /2 von 3 Befragungen nicht ausgefüllt/);
  assert.ok(text.includes(sentence(day)), text.slice(0, 900));
  const last = await report();
  assert.match(last, /Nicht ausgefüllt: Verlauf 1, Verlauf 2 \(2 von 3 Befragungen\)\./);
  // In the note, in both copied texts and in the text to read.
  assert.equal(last.split(sentence(day)).length - 1, 4);
});

test('where every survey is in its window, nothing is said of surveys without one', async () => {
  const { course } = await aMovedAdmission(0);
  assert.doesNotMatch(await course(), /Ausgefüllt, aber/);
});
