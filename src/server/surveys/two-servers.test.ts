import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { inClinic } from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import { askingConsent } from '../../../test/consent.ts';
import { aPool } from '../../../test/services.ts';
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
import { addDays } from '../../domain/dates.ts';
import { buildApp } from '../app.ts';

let other: FastifyInstance;
let pool: Pool;

const scene = aSurveyScene(async (services) => {
  const first = await askingConsent(services);
  // What a server keeps of sessions belongs to its pool.
  pool = aPool(first.pool.options.connectionString ?? '');
  other = await buildApp({ ...first, pool });
  return first;
});

after(async () => {
  await other.close();
  await pool.end();
});

/** A patient who has answered one page at the first server. */
async function aPatientOfBoth() {
  const { patient, as } = await aSignedInPatient(scene);
  await call(scene.app, 'giveConsent', { as, body: { version: scene.services.config.consent.version } });
  await answerSurvey(scene.app, as, { pages: 1 });
  return { patient, as };
}

test('a server goes on from the pages that another server has stored meanwhile', async () => {
  const { patient, as } = await aPatientOfBoth();
  const pages: string[] = [];
  for (let turn = 0; turn < 6; turn += 1) {
    const [here, there] = turn % 2 === 0 ? [scene.app, other] : [other, scene.app];
    const page = await getPage(here, as);
    assert.deepEqual(await getPage(there, as), page);
    assert.equal((await submit(here, as, answersTo(page))).status, 200);
    pages.push(JSON.stringify(page.items.map(({ id }) => id)));
  }
  assert.equal(new Set(pages).size, 6);
  assert.equal((await storedSessions(scene, patient))[0]?.page_count, 7);
});

test('two servers that know the same page store one of two different submissions, and refuse the other', async () => {
  const { patient, as } = await aPatientOfBoth();
  const page = await pageWith(scene.app, as, 'evos-01');
  const answers = answersTo(page);
  await getPage(other, as);
  const before = (await storedAnswers(scene, patient)).length;
  const { id = '', value } = answers[0] ?? {};
  // Both are valid: the server that comes second refuses because the page is answered already.
  const another = page.items[0]?.response_options.find((option) => option.value !== value);
  assert.ok(another);
  const changed = withAnswer(answers, id, { value: another.value, label: another.label });
  const results = await Promise.all([submit(scene.app, as, answers), submit(other, as, changed)]);
  assert.deepEqual(results.map(({ status }) => status).sort(), [200, 409]);
  assert.equal((await storedAnswers(scene, patient)).length, before + answers.length);
});

test('a draft, a withdrawn consent and an ended session at one server count at the other at once', async () => {
  const { patient, as } = await aPatientOfBoth();
  const page = await getPage(other, as);
  const answers = answersTo(page);
  await saveDraft(scene.app, as, answers.slice(0, 1));
  assert.deepEqual(
    (await getPage(other, as)).draft?.map(({ id }) => id),
    [answers[0]?.id],
  );
  await call(scene.app, 'withdrawConsent', { as });
  assert.equal((await submit(other, as, answers)).problem.code, 'consent_required');
  assert.equal((await call(other, 'getSurvey', { as })).problem.code, 'consent_required');
  await call(scene.app, 'logout', { as });
  assert.equal((await submit(other, as, answers)).problem.code, 'token_expired');
  assert.equal((await call(other, 'getSurvey', { as })).problem.code, 'token_expired');
  assert.equal((await storedSessions(scene, patient))[0]?.page_count, 1);
});

test('a window that was moved at one server takes no page at the other', async () => {
  const { patient, as } = await aPatientOfBoth();
  const page = await getPage(other, as);
  const yesterday = addDays(scene.services.today(), -1);
  await inClinic(scene.services, patient.clinicId, (db) =>
    db
      .updateTable('survey_windows')
      .set({ start_date: yesterday, end_date: yesterday })
      .where('patient_id', '=', patient.id)
      .where('type', '=', 'PRE')
      .execute(),
  );
  assert.equal((await submit(other, as, answersTo(page))).problem.code, 'window_closed');
  assert.equal((await storedSessions(scene, patient))[0]?.page_count, 1);
});
