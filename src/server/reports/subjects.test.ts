import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aClinic, aClinician, aPatient, signIn } from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import { anInput, post, pre } from '../../../test/report-samples.ts';
import {
  answersTo,
  answerSurvey,
  getPage,
  pageWith,
  submit,
  withAnswer,
} from '../../../test/survey-calls.ts';
import { aSurveyScene } from '../../../test/survey-scene.ts';
import { DECLINED } from '../../domain/answer-types.ts';
import { reportHtml } from '../print/print-html.ts';
import { clinicianReport } from './clinician-report.ts';
import { patientReport } from './patient-report.ts';

const scene = aSurveyScene();

test('a report says whom the answers about relationships are about, and why they were not asked', () => {
  const subject = { question: 'An wen denken Sie?', answer: 'an meine Partnerschaft', before: 'an andere' };
  const named = anInput([pre, post], { subjects: [{ ...subject, instruments: ['exis', 'evos'] }] });
  const text = String(reportHtml(clinicianReport(named)));
  const sentence = 'An wen denken Sie? – an meine Partnerschaft. Beim letzten Mal: an andere.';
  assert.equal(text.split(sentence).length - 1, 2, 'once in each section');
  assert.match(String(reportHtml(patientReport(named))), /An wen denken Sie\? – an meine Partnerschaft\./);
  const alone = { ...post, instruments: ['dep', 'anx'] };
  const nobody = { ...subject, answer: 'an niemanden', before: null, instruments: ['exis'] };
  const short = String(reportHtml(clinicianReport(anInput([alone], { subjects: [nobody] }))));
  assert.match(short, /nicht erhoben: [^<]*An wen denken Sie\? – an niemanden\./);
});

test('a patient who thinks of no other person gets a shorter survey and a report without these sections', async () => {
  scene.daysLater = 0;
  const clinic = await aClinic(scene.services);
  const { id: clinicianId, ...clinician } = await aClinician(scene.services, clinic.id);
  const patient = await aPatient(scene.services, clinic.id, { clinicianId });
  const asPatient = await signIn(scene.services, patient);
  const page = await pageWith(scene.app, asPatient, 'system-01');
  const nobody = page.items[0]?.response_options.at(-1);
  assert.ok(nobody);
  await submit(
    scene.app,
    asPatient,
    withAnswer(answersTo(page), 'system-01', { value: nobody.value, label: nobody.label }),
  );
  assert.equal((await getPage(scene.app, asPatient)).dimension.id, 'eri');
  await answerSurvey(scene.app, asPatient);
  const as = await signIn(scene.services, { id: clinicianId, ...clinician });
  const params = { id: page.survey_session_id };
  const { status, body } = await call(scene.app, 'getClinicianReport', { as, params });
  assert.equal(status, 200);
  assert.doesNotMatch(body, /<section[^>]* id="(exis|evos)"/);
  assert.match(body, /<section[^>]* id="eri"/);
  assert.match(body, /An wen denken Sie\? – Ich habe zurzeit niemanden/);
});

test('the report names a question about danger that was declined, and raises no event for it', async () => {
  scene.daysLater = 0;
  const clinic = await aClinic(scene.services);
  const clinician = await aClinician(scene.services, clinic.id);
  const patient = await aPatient(scene.services, clinic.id, { clinicianId: clinician.id });
  const asPatient = await signIn(scene.services, patient);
  const page = await pageWith(scene.app, asPatient, 'dep-31');
  await submit(scene.app, asPatient, withAnswer(answersTo(page), 'dep-31', { value: DECLINED, label: '' }));
  assert.notEqual((await getPage(scene.app, asPatient)).dimension.id, 'crisis-help');
  await answerSurvey(scene.app, asPatient);
  const as = await signIn(scene.services, clinician);
  const params = { id: page.survey_session_id };
  const { body } = await call(scene.app, 'getClinicianReport', { as, params });
  assert.match(
    body,
    /„Ich hatte den Wunsch, nicht mehr leben zu müssen\.“ wollte die Person nicht beantworten/,
  );
  assert.doesNotMatch(body, /id="crisis"/);
});
