import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { inClinic, type TestUser } from '../../../test/builders.ts';
import { call, type Answered } from '../../../test/call.ts';
import { askingConsent, storedConsents } from '../../../test/consent.ts';
import { untilAllWait } from '../../../test/lock-waits.ts';
import { answersTo, answerSurvey, getPage, saveDraft, submit } from '../../../test/survey-calls.ts';
import { aSignedInPatient, aSurveyScene, storedAnswers, storedSessions } from '../../../test/survey-scene.ts';
import { buildApp } from '../app.ts';
import { closeConsents, holdSurveys } from './queries.ts';

type Cookies = Record<string, string>;

const scene = aSurveyScene((services) => askingConsent(services));
const version = () => scene.services.config.consent.version;

const give = (as: Cookies, sent = version()) =>
  call(scene.app, 'giveConsent', { as, body: { version: sent } });
const withdraw = (as: Cookies) => call(scene.app, 'withdrawConsent', { as });
const stateOf = async (as: Cookies) => (await call(scene.app, 'getConsent', { as })).body.state;

/** The refusal code of every survey call. Undefined if the call succeeds. */
async function surveyCodes(as: Cookies, answers: unknown = []) {
  const answered = [
    await call(scene.app, 'getSurvey', { as }),
    await saveDraft(scene.app, as, answers),
    await submit(scene.app, as, answers),
  ];
  return answered.map(({ problem }) => problem.code);
}

const refused = ['consent_required', 'consent_required', 'consent_required'];

const consentRows = async ({ clinicId, id }: TestUser) => {
  const rows = await inClinic(scene.services, clinicId, (db) =>
    db
      .selectFrom('audit')
      .select(['action', 'object_id', 'actor_id'])
      .where('patient_id', '=', id)
      .where('action', 'like', 'consent_%')
      .orderBy('id')
      .execute(),
  );
  assert.ok(rows.every(({ actor_id }) => actor_id === id));
  return rows.map(({ action, object_id }) => `${action} ${object_id}`);
};

test('a patient without a consent gets no survey and cannot store drafts or answers', async () => {
  const { patient, as } = await aSignedInPatient(scene);
  assert.deepEqual(await surveyCodes(as), refused);
  assert.deepEqual(await storedSessions(scene, patient), []);
  assert.equal(await stateOf(as), 'missing');
  assert.equal((await give(as)).status, 200);
  await answerSurvey(scene.app, as, { pages: 2 });
  assert.equal((await storedSessions(scene, patient))[0]?.page_count, 2);
});

test('a patient sees the consent text with its version, and the given consent with version and date', async () => {
  const { as } = await aSignedInPatient(scene);
  const before = (await call(scene.app, 'getConsent', { as })).body;
  assert.equal(before.version, version());
  assert.ok(before.sections.length > 3 && before.agreement !== '');
  assert.deepEqual([before.given_version, before.given_at, before.withdrawn_at], [null, null, null]);
  await give(as);
  const after = (await call(scene.app, 'getConsent', { as })).body;
  assert.deepEqual([after.state, after.given_version], ['given', version()]);
  assert.match(after.given_at, /^\d{4}-.*Z$/);
});

test('a patient can agree only to the version in force, and the request must name it', async () => {
  const { patient, as } = await aSignedInPatient(scene);
  assert.equal((await give(as, '0.9')).problem.code, 'consent_changed');
  assert.equal((await call(scene.app, 'giveConsent', { as, body: {} })).status, 400);
  assert.deepEqual(await storedConsents(scene.services, patient), []);
  assert.deepEqual(await surveyCodes(as), refused);
});

test('a patient who agreed to a version that says the same is not asked again, and may still withdraw', async () => {
  const { patient, as } = await aSignedInPatient(scene);
  await give(as);
  const page = await getPage(scene.app, as);
  const app = scene.app;
  scene.app = await buildApp(askingConsent(scene.services, { version: '1.2', same_as: [version()] }));
  try {
    assert.equal(await stateOf(as), 'given');
    assert.deepEqual(await getPage(scene.app, as), page);
    assert.equal((await give(as, '1.2')).status, 200);
    // The consent to the earlier version is kept as it was given.
    assert.deepEqual(
      (await storedConsents(scene.services, patient)).map((one) => one.version),
      [version()],
    );
    await call(scene.app, 'withdrawConsent', { as });
    assert.equal(await stateOf(as), 'withdrawn');
    assert.deepEqual(await surveyCodes(as), refused);
  } finally {
    await scene.app.close();
    scene.app = app;
  }
});

test('a patient must agree to a new version of the consent text before the next page', async () => {
  const { patient, as } = await aSignedInPatient(scene);
  await give(as);
  const page = await getPage(scene.app, as);
  const app = scene.app;
  scene.app = await buildApp(askingConsent(scene.services, { version: '2.0' }));
  try {
    assert.deepEqual(await surveyCodes(as, answersTo(page)), refused);
    assert.equal(await stateOf(as), 'outdated');
    assert.equal((await give(as, version())).problem.code, 'consent_changed');
    assert.equal((await give(as, '2.0')).status, 200);
    assert.deepEqual(await getPage(scene.app, as), page);
    const stored = await storedConsents(scene.services, patient);
    assert.deepEqual(
      stored.map((one) => one.version),
      [version(), '2.0'],
    );
  } finally {
    await scene.app.close();
    scene.app = app;
  }
});

test('a patient who withdrew the consent gets no page and cannot store answers, even in a started survey', async () => {
  const { patient, as } = await aSignedInPatient(scene);
  await give(as);
  const [first] = await answerSurvey(scene.app, as, { pages: 1 });
  const page = await getPage(scene.app, as);
  assert.equal((await withdraw(as)).status, 200);
  assert.deepEqual(await surveyCodes(as, answersTo(page)), refused);
  assert.equal((await submit(scene.app, as, first?.answers)).problem.code, 'consent_required');
  assert.equal((await storedSessions(scene, patient))[0]?.page_count, 1);
  assert.equal(await stateOf(as), 'withdrawn');
  assert.deepEqual((await call(scene.app, 'getCurrentWindow', { as })).body, { stw: null });
});

test('a withdrawal of the consent deletes drafts and addresses', async () => {
  const { patient, as } = await aSignedInPatient(scene);
  await give(as);
  const page = await getPage(scene.app, as);
  await saveDraft(scene.app, as, [{ ...answersTo(page)[0] }]);
  await inClinic(scene.services, patient.clinicId, (db) =>
    db
      .insertInto('mail_addresses')
      .values({
        clinic_id: patient.clinicId,
        patient_id: patient.id,
        kind: 'POST',
        address_encrypted: Buffer.from('x'),
      })
      .execute(),
  );
  await withdraw(as);
  const left = await inClinic(scene.services, patient.clinicId, async (db) => [
    await db.selectFrom('drafts').selectAll().execute(),
    await db.selectFrom('mail_addresses').selectAll().execute(),
  ]);
  assert.deepEqual(left, [[], []]);
});

test('a patient may agree again after a withdrawal and continues the survey at the same page', async () => {
  const { patient, as } = await aSignedInPatient(scene);
  await give(as);
  await answerSurvey(scene.app, as, { pages: 1 });
  const page = await getPage(scene.app, as);
  await withdraw(as);
  assert.equal((await give(as)).status, 200);
  assert.deepEqual(await getPage(scene.app, as), page);
  const stored = await storedConsents(scene.services, patient);
  assert.deepEqual(
    stored.map(({ withdrawn_at: at }) => at !== null),
    [true, false],
  );
});

test('a consent and a withdrawal that are repeated count once, and both are in the audit trail', async () => {
  const { patient, as } = await aSignedInPatient(scene);
  assert.equal((await withdraw(as)).status, 200);
  await Promise.all([give(as), give(as), give(as)]);
  await Promise.all([withdraw(as), withdraw(as), withdraw(as)]);
  assert.equal((await storedConsents(scene.services, patient)).length, 1);
  assert.deepEqual(await consentRows(patient), [
    `consent_given ${version()}`,
    `consent_withdrawn ${version()}`,
  ]);
});

test('a consent that is sent twice under one retry key leaves one audit row', async () => {
  const { patient, as } = await aSignedInPatient(scene);
  const headers = { 'idempotency-key': randomUUID() };
  const once = () => call(scene.app, 'giveConsent', { as, headers, body: { version: version() } });
  assert.deepEqual([(await once()).status, (await once()).status], [200, 200]);
  assert.equal((await consentRows(patient)).length, 1);
});

test('the newest consent counts even after the clock was set back', async () => {
  const { patient, as } = await aSignedInPatient(scene);
  scene.daysLater = 3;
  await give(as);
  await withdraw(as);
  scene.daysLater = 0;
  await give(as);
  assert.equal(await stateOf(as), 'given');
  await withdraw(as);
  assert.equal(await stateOf(as), 'withdrawn');
  const stored = await storedConsents(scene.services, patient);
  assert.ok(stored.every(({ given_at: given, withdrawn_at: end }) => end !== null && given <= end));
});

test('a page that is sent during a withdrawal counts before the withdrawal or not at all', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { patient, as } = await aSignedInPatient(scene);
    await give(as);
    const answers = answersTo(await getPage(scene.app, as));
    const calls = [
      () => submit(scene.app, as, answers),
      () => withdraw(as),
      () => submit(scene.app, as, answers),
    ];
    const [sent, withdrawn, again] = await Promise.all(calls.map((one) => one()));
    assert.equal(withdrawn?.status, 200);
    for (const one of [sent, again])
      assert.ok(one?.status === 200 || one?.problem.code === 'consent_required');
    const pages = (await storedSessions(scene, patient))[0]?.page_count;
    const isTaken = sent?.status === 200 || again?.status === 200;
    assert.equal(pages, isTaken ? 1 : 0);
    assert.equal((await storedAnswers(scene, patient)).length > 0, isTaken);
    assert.deepEqual(await surveyCodes(as, answers), refused);
  }
});

test('a page that waited for the end of a withdrawal is refused', async () => {
  const { patient, as } = await aSignedInPatient(scene);
  await give(as);
  const page = await getPage(scene.app, as);
  const key = { clinicId: patient.clinicId, patientId: patient.id };
  let sent: Promise<Answered> | undefined;
  let kept: Promise<Answered> | undefined;
  await inClinic(scene.services, patient.clinicId, async (db) => {
    await holdSurveys(db, key);
    await closeConsents(db, key, new Date().toISOString());
    sent = submit(scene.app, as, answersTo(page));
    kept = saveDraft(scene.app, as, [answersTo(page)[0]]);
    // Both requests have read the old consent and wait for the lock of the session.
    await untilAllWait(db, [sent, kept]);
  });
  assert.equal((await sent)?.problem.code, 'consent_required');
  assert.equal((await kept)?.problem.code, 'consent_required');
  assert.deepEqual(await storedAnswers(scene, patient), []);
});

test('no survey begins after a withdrawal that arrives at the same moment', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { patient, as } = await aSignedInPatient(scene);
    await give(as);
    const [page, withdrawn] = await Promise.all([call(scene.app, 'getSurvey', { as }), withdraw(as)]);
    assert.equal(withdrawn?.status, 200);
    assert.ok(page?.status === 200 || page?.problem.code === 'consent_required', `${page?.status}`);
    const [consent] = await storedConsents(scene.services, patient);
    const sessions = await storedSessions(scene, patient);
    assert.equal(sessions.length, page?.status === 200 ? 1 : 0);
    assert.ok(consent?.withdrawn_at);
  }
});

test('a patient without an open window must give the consent first as well', async () => {
  const { as } = await aSignedInPatient(scene, { admission: '2024-01-01', discharge: '2024-06-30' });
  assert.deepEqual(await surveyCodes(as), refused);
  await give(as);
  assert.deepEqual(await surveyCodes(as), [undefined, 'window_closed', 'window_closed']);
});

test('the consent of one patient does not open the survey of another', async () => {
  const { as } = await aSignedInPatient(scene);
  const { as: other } = await aSignedInPatient(scene);
  await give(as);
  assert.deepEqual(await surveyCodes(other), refused);
  await give(other);
  await withdraw(other);
  assert.equal(await stateOf(as), 'given');
});
