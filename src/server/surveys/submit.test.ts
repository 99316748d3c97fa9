import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SurveyPage } from '../../contract/surveys.ts';
import type { Answer } from '../../domain/answer-types.ts';
import { call } from '../../../test/call.ts';
import {
  answersTo,
  answerSurvey,
  getPage,
  pageWith,
  saveDraft,
  submit,
  withAnswer,
} from '../../../test/survey-calls.ts';
import { aSignedInPatient, aSurveyScene, storedAnswers, storedSessions } from '../../../test/survey-scene.ts';

const scene = aSurveyScene();

/** The same answers, but for another one to the first question. */
function otherAnswers(answers: readonly Answer[]): readonly Answer[] {
  const isNone = answers.some(({ id, value }) => id === 'socio-02' && value === 'none');
  const other = isNone
    ? { value: 'apart', label: 'ja, wir wohnen nicht zusammen' }
    : { value: 'none', label: 'nein' };
  return withAnswer(answers, 'socio-02', other);
}

test('the same answers that are sent again are confirmed as a repeat', async () => {
  const { patient, as } = await aSignedInPatient(scene);
  const [first] = await answerSurvey(scene.app, as, { pages: 2 });
  const before = await storedAnswers(scene, patient);
  const again = first?.answers.map((answer) => ({ ...answer, time_taken: 99 }));
  assert.equal((await submit(scene.app, as, again)).status, 200);
  assert.deepEqual(await storedAnswers(scene, patient), before);
});

test('different answers to a stored page are refused and change nothing', async () => {
  const { patient, as } = await aSignedInPatient(scene);
  const page = await getPage(scene.app, as);
  const answers = answersTo(page);
  await submit(scene.app, as, answers);
  const before = await storedAnswers(scene, patient);
  const other = otherAnswers(answers);
  const { status, problem } = await submit(scene.app, as, other);
  assert.deepEqual([status, problem.code], [409, 'page_already_answered']);
  assert.deepEqual(await storedAnswers(scene, patient), before);
});

test('a double click stores a page once', async () => {
  const { patient, as } = await aSignedInPatient(scene);
  const answers = answersTo(await getPage(scene.app, as));
  const results = await Promise.all(Array.from({ length: 6 }, () => submit(scene.app, as, answers)));
  assert.deepEqual(
    results.map(({ status }) => status),
    [200, 200, 200, 200, 200, 200],
  );
  assert.equal((await storedAnswers(scene, patient)).length, answers.length);
  assert.equal((await storedSessions(scene, patient))[0]?.page_count, 1);
});

test('two tabs that send different answers to a page get one stored and one refused', async () => {
  const { patient, as } = await aSignedInPatient(scene);
  const answers = answersTo(await getPage(scene.app, as));
  const other = otherAnswers(answers);
  const results = await Promise.all([submit(scene.app, as, answers), submit(scene.app, as, other)]);
  assert.deepEqual(results.map(({ status }) => status).sort(), [200, 409]);
  assert.equal((await storedAnswers(scene, patient)).length, answers.length);
});

test('answers to a later page are refused', async () => {
  const { as } = await aSignedInPatient(scene);
  await getPage(scene.app, as);
  const { status, problem } = await submit(scene.app, as, [
    { id: 'dep-41', value: 1, label: 'selten', time_taken: 1, optionalQuestion: false },
  ]);
  assert.deepEqual([status, problem.code], [400, 'page_mismatch']);
});

test('answers to only part of a page and repeated answers are refused', async () => {
  const { patient, as } = await aSignedInPatient(scene);
  const answers = answersTo(await getPage(scene.app, as));
  assert.equal((await submit(scene.app, as, answers.slice(1))).problem.code, 'page_mismatch');
  assert.equal((await submit(scene.app, as, [...answers, answers[0]])).problem.code, 'page_mismatch');
  assert.equal((await submit(scene.app, as, [])).problem.code, 'page_mismatch');
  assert.deepEqual(await storedAnswers(scene, patient), []);
});

test('a page with a missing answer is refused with the number of the question and not stored', async () => {
  const { patient, as } = await aSignedInPatient(scene);
  const answers = answersTo(await getPage(scene.app, as));
  const { status, problem } = await submit(scene.app, as, withAnswer(answers, 'socio-09', { value: '' }));
  assert.deepEqual([status, problem.code], [422, 'answers_invalid']);
  assert.deepEqual(problem.errors, [
    {
      path: 'socio-09',
      code: 'answer_missing',
      message: 'Sie haben noch nicht alle Fragen beantwortet. Folgende Frage wurde noch nicht beantwortet: 2',
    },
  ]);
  assert.deepEqual(await storedAnswers(scene, patient), []);
});

test('a number that is too large is refused with the message of the product', async () => {
  const { as } = await aSignedInPatient(scene);
  const answers = answersTo(await pageWith(scene.app, as, 'socio-03'));
  const { problem } = await submit(scene.app, as, withAnswer(answers, 'socio-03', { value: '2147483648' }));
  assert.equal(
    problem.errors?.[0]?.message,
    'Die von Ihnen eingegebene Zahl ist zu groß. Die höchste erlaubte Zahl ist 2147483647.',
  );
});

test('an option that the question does not have is refused', async () => {
  const { as } = await aSignedInPatient(scene);
  const answers = answersTo(await getPage(scene.app, as));
  for (const [value, label] of [
    ['elsewhere', 'nein'],
    ['none', 'ja'],
    [0, 'nein'],
  ] as const) {
    const { problem } = await submit(scene.app, as, withAnswer(answers, 'socio-02', { value, label }));
    assert.equal(problem.errors?.[0]?.path, 'socio-02');
  }
});

test('a submission without a list of answers is refused and changes nothing', async () => {
  const { as } = await aSignedInPatient(scene);
  const send = (value: string) => call(scene.app, 'submitSurvey', { as, body: { type: 'json', value } });
  const texts = [
    'not json',
    '{}',
    '[{"id":"socio-02","value":"a","__proto__":{"x":1}}]',
    '[{"id":"socio-02","value":"a","constructor":{"prototype":{}}}]',
    String.raw`[{"id":"socio-02","value":"a\u0000b"}]`,
    String.raw`[{"id":"socio-02","value":"\ud800"}]`,
    '[{"id":"socio-02","value":1e999}]',
    '[{"id":"socio-02","value":null}]',
    `[{"id":"socio-02","value":"${'x'.repeat(262_144)}"}]`,
  ];
  for (const text of texts) assert.match(String((await send(text)).status), /^(400|413)$/, text.slice(0, 80));
});

test('answers are accepted on the last day of the window and refused on the day after', async () => {
  const { patient, as } = await aSignedInPatient(scene);
  const [first] = await answerSurvey(scene.app, as, { pages: 1 });
  const page = await getPage(scene.app, as);
  scene.daysLater = 27;
  assert.deepEqual(await getPage(scene.app, as), page);
  scene.daysLater = 28;
  assert.equal((await call(scene.app, 'getSurvey', { as })).status, 204);
  const late = await submit(scene.app, as, answersTo(page));
  assert.deepEqual([late.status, late.problem.code], [409, 'window_closed']);
  assert.equal((await saveDraft(scene.app, as, [])).problem.code, 'window_closed');
  // A repeat of a page that was stored before midnight is still confirmed.
  assert.equal((await submit(scene.app, as, first?.answers)).status, 200);
  assert.equal((await storedSessions(scene, patient))[0]?.page_count, 1);
});

test('a submission that asks for the next page gets what the next call would give, to the end of the survey', async () => {
  const { as } = await aSignedInPatient(scene);
  const send = (answers: unknown, next?: boolean) =>
    call(scene.app, 'submitSurvey', { as, body: { type: 'json', value: JSON.stringify(answers), next } });
  let page: SurveyPage | null = await getPage(scene.app, as);
  let pages = 0;
  while (page) {
    const answers = answersTo(page);
    // The draft belongs to the page that is sent, not to the next one.
    await saveDraft(scene.app, as, answers.slice(0, 1));
    const { status, body } = await send(answers, true);
    assert.equal(status, 200);
    const now = await call(scene.app, 'getSurvey', { as });
    assert.deepEqual(body, { next: now.status === 204 ? null : now.body });
    assert.deepEqual((await send(answers, true)).body, body, 'a repeat gets the same page');
    assert.deepEqual((await send(answers)).body, {}, 'a submission that asks for nothing gets nothing');
    page = body.next;
    pages += 1;
  }
  assert.ok(pages > 10, `${pages} pages`);
});
