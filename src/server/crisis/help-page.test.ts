import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { anAdmin, signIn } from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import {
  answersAbout,
  aPatientAtTheQuestion,
  aPatientWithAnEvent,
  aShortScene,
  storedEvents,
} from '../../../test/crisis-scene.ts';
import { sampleInstrument } from '../../../test/sample-instrument.ts';
import { anAnswer } from '../../../test/survey-samples.ts';
import { answerSurvey, getPage, pageWith, submit } from '../../../test/survey-calls.ts';
import { aSignedInPatient, storedSessions } from '../../../test/survey-scene.ts';

const scene = aShortScene(['dep']);
const longer = aShortScene(['dep', 'eq5d']);
const switchedOff = aShortScene(['dep'], { switches: { crisis_events: 'off' } });
const imported = aShortScene(['sample'], { files: { 'sample.json': sampleInstrument } });

const helpAnswer = [anAnswer('crisis-help', '')];

test('after an answer that shows danger the survey shows the help of the clinic, and then goes on', async () => {
  const { patient, as } = await aPatientAtTheQuestion(longer);
  const admin = await signIn(longer.services, await anAdmin(longer.services, patient.clinicId));
  const help = {
    text: 'Rufen Sie uns an.',
    numbers: [{ name: 'Ambulanz', number: '030 1234', hours: '8–18' }],
  };
  const hours = { urgent: 4, notice: 72 };
  const body = { contact: 'Haus 3', help, duty_address: '', hours };
  assert.equal((await call(longer.app, 'setClinicSettings', { as: admin, body })).status, 200);
  await submit(longer.app, as, answersAbout(1));
  const page = await getPage(longer.app, as);
  assert.deepEqual(
    page.items.map(({ id, type, content }) => [id, type, content]),
    [['crisis-help', 'INFO', help.text]],
  );
  assert.deepEqual(page.help, { ...help, after: [] });
  assert.equal((await submit(longer.app, as, helpAnswer)).status, 200);
  assert.notEqual((await getPage(longer.app, as)).items[0]?.id, 'crisis-help');
});

test('the page that asks names the answers after which the browser shows help', async () => {
  const { page } = await aPatientAtTheQuestion(scene);
  assert.deepEqual(
    page.help?.after.map(({ item }) => item).filter((item, index, all) => all.indexOf(item) === index),
    ['dep-31'],
  );
  assert.equal(Math.min(...page.help!.after.map(({ at_least }) => at_least)), 1);
});

describe('a survey whose last answer shows danger', () => {
  test('the survey is finished at once, and the help is still shown until it is answered', async () => {
    const { patient, as } = await aPatientWithAnEvent(scene);
    const [session] = await storedSessions(scene, patient);
    assert.notEqual(session?.finished_at, null);
    assert.equal((await getPage(scene.app, as)).items[0]?.id, 'crisis-help');
    assert.equal((await submit(scene.app, as, helpAnswer)).status, 200);
    assert.equal((await call(scene.app, 'getSurvey', { as })).status, 204);
    assert.equal((await submit(scene.app, as, helpAnswer)).status, 200, 'a repetition is confirmed');
    const [after] = await storedSessions(scene, patient);
    assert.deepEqual([after?.finished_at, after?.id], [session?.finished_at, session?.id]);
  });
});

test('the patient’s windows say that help is shown until the window has ended', async () => {
  const { as } = await aPatientWithAnEvent(longer);
  const shown = async () => (await call(longer.app, 'getCurrentWindow', { as })).body.stw?.shows_help;
  assert.equal(await shown(), true);
  await answerSurvey(longer.app, as);
  assert.equal(await shown(), true, 'also after the survey is finished');
  longer.daysLater = 60;
  assert.notEqual(await shown(), true);
  const { as: other } = await aSignedInPatient(longer);
  assert.equal((await call(longer.app, 'getCurrentWindow', { as: other })).body.stw.shows_help, false);
});

test('with the switch of the protocol off no event is stored, and the patient still gets help', async () => {
  const { patient, as, staff } = await aPatientWithAnEvent(switchedOff);
  assert.deepEqual(await storedEvents(switchedOff, patient), []);
  const { body } = await call(switchedOff.app, 'listOwnPatients', { as: staff });
  assert.equal(body.list_patient_dto[0].crisis, null);
  const admin = await signIn(switchedOff.services, await anAdmin(switchedOff.services, patient.clinicId));
  const counted = await call(switchedOff.app, 'countCrisisEvents', { as: admin });
  assert.deepEqual(counted.body, { events: 'off', counts: [] });
  assert.equal((await getPage(switchedOff.app, as)).items[0]?.id, 'crisis-help');
  const { body: windows } = await call(switchedOff.app, 'getCurrentWindow', { as });
  assert.equal(windows.stw.shows_help, true);
});

test('an imported questionnaire with a rule raises an event and is followed by help', async () => {
  const { patient, as } = await aSignedInPatient(imported);
  const page = await pageWith(imported.app, as, 'f-1');
  const answers = page.items.map(({ id, response_options: options }) =>
    anAnswer(id, options[1]!.value, options[1]!.label),
  );
  assert.equal((await submit(imported.app, as, answers)).status, 200);
  const [event, ...others] = await storedEvents(imported, patient);
  assert.deepEqual(others, []);
  assert.deepEqual(
    [event?.instrument_id, event?.instrument_version, event?.item_id],
    ['sample', '1.0.0', 'f-1'],
  );
  assert.equal((await getPage(imported.app, as)).items[0]?.id, 'crisis-help');
});
