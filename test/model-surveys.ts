import assert from 'node:assert/strict';
import { addMonths } from '../src/domain/dates.ts';
import type { Answer } from '../src/domain/answer-types.ts';
import { isWithin } from '../src/domain/iso-date.ts';
import { surveyWindows } from '../src/domain/windows.ts';
import { call } from './call.ts';
import { nth, sessionOf, windowsStart, type Step } from './model-chances.ts';
import { ask, type Real } from './model-world.ts';
import * as rules from './model.ts';
import type { Model, Patient, Session } from './model.ts';
import { answersTo } from './survey-calls.ts';

export const readReport: Step = async (model, real, { a, b, c }) => {
  const [session, patient] = [sessionOf(model, a), nth(model.patients, b)];
  const kind = nth(['first', 'followUp'] as const, c);
  const audience = nth(['clinician', 'patient', 'patient'] as const, c);
  const name = audience === 'clinician' ? 'getClinicianReport' : 'getPatientReport';
  const expected = () => rules.answerToReport(session!.user, patient, kind, audience);
  await ask(model, real, { session, name, params: { id: patient[kind] }, expected });
};

export const listWindows: Step = async (model, real, { a }) => {
  const session = sessionOf(model, a);
  const { status, body } = await ask(model, real, { session, name: 'listWindows', expected: () => 200 });
  if (status !== 200) return;
  const due = windowsOf(real).map(({ start, end }) => `${start} ${end}`);
  // The two earlier surveys come first.
  assert.deepEqual(
    body.stws.slice(2).map(({ start, end }: { start: string; end: string }) => `${start} ${end}`),
    due,
  );
};

function windowsOf(real: Real) {
  const admission = windowsStart(real);
  return surveyWindows(real.services.registry.protocol, admission, addMonths(admission, 12), admission);
}

/** The patient's survey of today in the model. Undefined if no window is open. */
function openWindow(real: Real) {
  return windowsOf(real).find((window) => isWithin(real.services.today(), window));
}

export const answerPage: Step = async (model, real, { a, b }) => {
  const session = sessionOf(model, a);
  const patient = model.patients.find(({ id }) => id === session?.user.id);
  const window = openWindow(real);
  const known = window && patient?.surveys.get(window.start);
  if (!session || !patient || rules.refusalAtDoor(session, 'getSurvey')) {
    await ask(model, real, { session, name: 'getSurvey', expected: () => 403 });
    return;
  }
  const seen = await call(real.app, 'getSurvey', { as: session.jar });
  if (!window || known?.state === 'finished') return assert.equal(seen.status, 204);
  if (seen.status === 204) return finish(known);
  assert.equal(seen.status, 200);
  const survey = known ?? { id: seen.body.survey_session_id, pages: [], state: 'open' as const };
  patient.surveys.set(window.start, survey);
  assert.equal(seen.body.survey_session_id, survey.id, 'one session a window');
  await submit(model, real, { session, patient, survey, answers: answersTo(seen.body), how: b });
};

// Only the server knows the length of a survey. From its end on, the model checks that it stays finished.
function finish(survey: rules.Survey | undefined): void {
  assert.ok(survey && survey.pages.length > 0, 'a survey does not end before it begins');
  survey.state = 'finished';
}

type Submission = {
  session: Session;
  patient: Patient;
  survey: rules.Survey;
  answers: readonly Answer[];
  how: number;
};

async function submit(
  model: Model,
  real: Real,
  { session, survey, answers, how }: Submission,
): Promise<void> {
  const send = (list: readonly Answer[], status: number) => {
    const body = { type: 'json', value: JSON.stringify(list), next: true };
    return ask(model, real, { session, name: 'submitSurvey', body, expected: () => status });
  };
  const last = survey.pages.at(-1);
  const other = last && changed(last);
  if (how % 4 === 0 && other) await send(other, 409);
  if (how % 4 === 1) await send([{ ...answers[0]!, id: 'gibt-es-nicht' }], 400);
  const { body: taken } = await send(answers, 200);
  survey.pages.push(answers);
  const now = await call(real.app, 'getSurvey', { as: session.jar });
  assert.deepEqual(taken, { next: now.status === 204 ? null : now.body }, 'the answer carries the next page');
  if (how % 2 === 0) await send(answers, 200);
}

/** The same page with one different answer, if an answer can differ. */
function changed(answers: readonly Answer[]): readonly Answer[] | undefined {
  const place = answers.findIndex(({ value }) => typeof value === 'number');
  const answer = answers[place];
  if (!answer) return undefined;
  return answers.with(place, { ...answer, value: Number(answer.value) === 1 ? 2 : 1, label: 'anders' });
}

export const moveClock: Step = async (_model, { clock }, { a }) => {
  clock.days += nth([1, 7, 28, 61], a);
};
