import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aClinic, aClinician, aPatient, signIn } from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import { anInput, post, pre } from '../../../test/report-samples.ts';
import { agreed } from '../../../test/sharing.ts';
import { answersTo, answerSurvey, pageWith, submit, withAnswer } from '../../../test/survey-calls.ts';
import { aSixMonthTherapy, aSurveyScene } from '../../../test/survey-scene.ts';
import { reportHtml } from '../print/print-html.ts';
import { clinicianReport } from './clinician-report.ts';
import { patientReport } from './patient-report.ts';
import type { ReportInput } from './report-data.ts';

const scene = aSurveyScene();

const aboutPeople = ['exis', 'evos'];
const apart = 'andere Bezugspersonen: nicht verglichen';
const sentence = /Andere Bezugspersonen als beim letzten Mal, deshalb nicht verglichen: [^.]*\./;

/** A report whose answers about relationships are about these people at each point. */
function aReport(...about: readonly string[]): ReportInput {
  const dates = [
    pre,
    { ...pre, label: 'Verlauf 1', date: '2025-04-02', type: 'INTERMEDIATE', theta: 0.8 } as const,
    post,
  ];
  const input = anInput(dates.slice(0, about.length));
  const points = input.points.map((point, index) => ({
    ...point,
    scores: point.scores.map((score) =>
      aboutPeople.includes(score.instrument_id) ? { ...score, about: about[index]! } : score,
    ),
  }));
  return { ...input, points };
}

const htmlOf = (input: ReportInput) => String(reportHtml(clinicianReport(input)));

/** The rows of the overview whose scales belong to EXIS and EVOS. */
function rowsAboutPeople(html: string, { instruments }: ReportInput): readonly string[] {
  const scales = instruments.filter(({ id }) => aboutPeople.includes(id)).flatMap((one) => one.scales);
  const table = html.slice(html.indexOf('id="overview"'));
  const rows = [...table.matchAll(/<tr[^>]*>.*?<\/tr>/gs)].map(([row]) => row);
  return scales.map(({ title }) => {
    const row = rows.find((one) => one.includes(`>${title}<`));
    assert.ok(row, title);
    return row;
  });
}

test('the overview compares answers about relationships with those about the same people only', () => {
  const same = aReport('partner', 'partner');
  const compared = rowsAboutPeople(htmlOf(same), same);
  assert.ok(compared.length >= 6);
  for (const row of compared) assert.match(row, /verlässlich|nicht sicher verändert|Hinweis/);
  assert.doesNotMatch(htmlOf(same), /andere Bezugspersonen/i);
  const others = aReport('household', 'partner');
  for (const row of rowsAboutPeople(htmlOf(others), others)) {
    assert.ok(row.includes(apart), row);
    assert.doesNotMatch(row, /verlässlich|nicht sicher verändert|Hinweis/);
  }
});

test('both texts for the record say what is not compared, and no change of it', () => {
  const input = aReport('household', 'partner');
  const texts = [...htmlOf(input).matchAll(/<(?:pre|textarea)[^>]*>(.*?)<\/(?:pre|textarea)>/gs)].map(
    ([, text = '']) => text,
  );
  assert.ok(texts.length > 0);
  for (const text of texts) assert.match(text, sentence);
  const scales = input.instruments.filter(({ id }) => aboutPeople.includes(id)).flatMap((one) => one.scales);
  const lines = texts.flatMap((text) => text.split('\n'));
  const own = lines.filter((line) => scales.some(({ title }) => line.includes(`${title}:`)));
  assert.ok(own.length > 0);
  for (const line of own) assert.doesNotMatch(line, /[Ss]eit /);
});

test('the patient reads why there is no comparison', () => {
  const html = String(reportHtml(patientReport(aReport('household', 'partner'))));
  for (const id of aboutPeople) {
    const section = new RegExp(`<section[^>]* id="${id}".*?</section>`, 's').exec(html)?.[0] ?? '';
    assert.match(section, /Diesmal haben Sie an andere Menschen gedacht als beim letzten Mal\./);
    assert.doesNotMatch(section, /[Ss]eit (der|dem) /);
  }
});

test('a course begins anew with other people and does not come back to the earlier ones', () => {
  const html = htmlOf(aReport('partner', 'household', 'partner'));
  const section = /<section[^>]* id="evos".*?<\/section>/s.exec(html)?.[0] ?? '';
  assert.match(section, sentence);
  assert.doesNotMatch(section, /rz-course/);
});

test('a first course about people is joined from the last change of people on', () => {
  const input = aReport('household', 'partner', 'partner');
  for (const row of rowsAboutPeople(htmlOf(input), input)) {
    assert.match(row, /verlässlich|nicht sicher verändert|Hinweis/);
    assert.ok(!row.includes('Erstgespräch'), row);
  }
});

type Cookies = Awaited<ReturnType<typeof signIn>>;

/** Fills in the open survey with these people in mind. Returns its id. */
async function answerAbout(as: Cookies, value: string): Promise<string> {
  const page = await pageWith(scene.app, as, 'system-01');
  const option = page.items[0]?.response_options.find((one) => one.value === value);
  assert.ok(option);
  await submit(scene.app, as, withAnswer(answersTo(page), 'system-01', { value, label: option.label }));
  await answerSurvey(scene.app, as);
  return page.survey_session_id;
}

test('report, course and patient’s report of real surveys join no answers about different people', async () => {
  const { clinician, patient } = await aSixMonthTherapy(scene);
  await answerAbout(await signIn(scene.services, patient), 'household');
  scene.daysLater = 180;
  const id = await answerAbout(await signIn(scene.services, patient), 'partner');
  const as = await signIn(scene.services, clinician);
  const { body } = await call(scene.app, 'getClinicianReport', { as, params: { id } });
  assert.match(body, sentence);
  assert.match(body, /An wen denken Sie\? – an meine Partnerschaft\. Beim letzten Mal: an die Menschen/);
  const { body: course } = await call(scene.app, 'getPatientCourse', { as, params: { id: patient.id } });
  assert.match(course.html, sentence);
});

test('the system view pairs only scales about the same people, and names nobody’s answer', async () => {
  scene.daysLater = 0;
  const { services, app } = scene;
  const { id: clinicId } = await aClinic(services);
  const clinician = await aClinician(services, clinicId);
  const labels = [{ key: 'CLUSTER', value: 'S-1' } as const];
  const aRelative = () => aPatient(services, clinicId, { clinicianId: clinician.id, labels });
  const [one, other, third] = [await aRelative(), await aRelative(), await aRelative()];
  await answerAbout(await signIn(services, one), 'partner');
  await answerAbout(await signIn(services, other), 'origin');
  for (const patient of [one, other]) await agreed(services, patient);
  const as = await signIn(services, clinician);
  const view = async (): Promise<string> =>
    (await call(app, 'getSystemView', { as, params: { id: one.id } })).body.html;
  const apartView = await view();
  assert.doesNotMatch(apartView, /sicher verschieden|Übereinstimmung/);
  assert.match(apartView, /zu denselben Bezugspersonen/);
  assert.doesNotMatch(apartView, /Partnerschaft|Herkunftsfamilie/);
  assert.match(apartView, /<svg/, 'the scales that ask about nobody stay side by side');
  await answerAbout(await signIn(services, third), 'partner');
  await agreed(services, third);
  const rows = [...(await view()).matchAll(/<td>(A|B) und (B|C)<\/td>/g)].map(([, a, b]) => `${a}${b}`);
  assert.deepEqual([...new Set(rows)], ['AC']);
});
