import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inClinic } from '../../../test/builders.ts';
import { answersTo, pageWith, submit, withAnswer } from '../../../test/survey-calls.ts';
import { aSignedInPatient, aSurveyScene, storedAnswers } from '../../../test/survey-scene.ts';
import { decryptField } from '../keys/keys.ts';
import { openAnswer, type AnswerRow } from '../keys/answer-cells.ts';

const scene = aSurveyScene();

test('a free text is stored encrypted and is readable only at its own place', async () => {
  const { patient, as } = await aSignedInPatient(scene);
  const page = await pageWith(scene.app, as, 'socio-11');
  const secret = 'Ich wünsche mir Ruhe 🕊';
  await submit(scene.app, as, withAnswer(answersTo(page), 'socio-11', { value: secret, label: secret }));
  const row = (await storedAnswers(scene, patient)).find(({ item_id: id }) => id === 'socio-11');
  assert.doesNotMatch(row!.encrypted.toString('latin1'), /Ruhe/);
  const key = { clinicId: patient.clinicId, sessionId: page.survey_session_id };
  const stored = row as AnswerRow;
  assert.equal(openAnswer(scene.services.keys, key, stored).value, secret);
  assert.throws(() => openAnswer(scene.services.keys, key, { ...stored, item_id: 'socio-02' }));
  assert.equal(
    (await submit(scene.app, as, withAnswer(answersTo(page), 'socio-11', { value: secret }))).status,
    200,
  );
});

test('each answer of a page keeps its own moment; one of an earlier version of the page has none', async () => {
  const { patient, as } = await aSignedInPatient(scene);
  const page = await pageWith(scene.app, as, 'socio-11');
  const [first, ...others] = answersTo(page);
  assert.ok(others.length > 1);
  const timed = others.map((answer, index) => ({ ...answer, answered_after: 2.5 * (index + 1) }));
  assert.equal((await submit(scene.app, as, [first!, ...timed])).status, 200);
  const rows = await storedAnswers(scene, patient);
  const momentOf = (id: string) => rows.find((row) => row.item_id === id)?.answered_after;
  assert.equal(momentOf(first!.id), null);
  for (const { id, answered_after: moment } of timed) assert.equal(momentOf(id), moment);
});

test('an e-mail address is stored apart from the answers, and an empty field stores none', async () => {
  const { patient, as } = await aSignedInPatient(scene);
  const page = await pageWith(scene.app, as, 'email-post');
  const answers = withAnswer(answersTo(page), 'email-post', { value: ' anna@post.example ', label: '' });
  assert.equal((await submit(scene.app, as, answers)).status, 200);
  const rows = await inClinic(scene.services, patient.clinicId, (db) =>
    db.selectFrom('mail_addresses').selectAll().execute(),
  );
  assert.deepEqual(
    rows.map(({ kind }) => kind),
    ['POST'],
  );
  const place = `mail_addresses|address_encrypted|${patient.clinicId}.${patient.id}.POST`;
  assert.equal(
    decryptField(scene.services.keys, rows[0]?.address_encrypted ?? Buffer.alloc(0), place),
    'anna@post.example',
  );
  const row = (await storedAnswers(scene, patient)).find(({ item_id: id }) => id === 'email-post');
  const key = { clinicId: patient.clinicId, sessionId: page.survey_session_id };
  assert.doesNotMatch(String(openAnswer(scene.services.keys, key, row as AnswerRow).value), /anna/);
});

test('a page with an e-mail address counts as a repeat only with the same address', async () => {
  const { as } = await aSignedInPatient(scene);
  const page = await pageWith(scene.app, as, 'email-post');
  const withAddress = (value: string) => withAnswer(answersTo(page), 'email-post', { value });
  assert.equal((await submit(scene.app, as, withAddress('anna@post.example'))).status, 200);
  assert.equal((await submit(scene.app, as, withAddress('anna@post.example'))).status, 200);
  assert.equal((await submit(scene.app, as, withAddress('other@post.example'))).status, 409);
  assert.equal((await submit(scene.app, as, withAddress(''))).status, 409);
});

test('an invalid e-mail address is refused with the message of the product', async () => {
  const { as } = await aSignedInPatient(scene);
  const page = await pageWith(scene.app, as, 'email-post');
  const { problem } = await submit(
    scene.app,
    as,
    withAnswer(answersTo(page), 'email-post', { value: 'anna' }),
  );
  assert.equal(
    problem.errors?.[0]?.message,
    'Die E-Mail ist nicht valide. Bitte geben Sie eine valide E-Mail ein.',
  );
});
