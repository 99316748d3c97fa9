import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aClinic, aPatient, inClinic, signIn } from '../../../test/builders.ts';
import { ALGORITHM_VERSION } from '../../domain/scoring.ts';
import { call } from '../../../test/call.ts';
import { answersTo, answerSurvey, getPage, saveDraft, submit } from '../../../test/survey-calls.ts';
import { aSignedInPatient, aSurveyScene, storedAnswers, storedSessions } from '../../../test/survey-scene.ts';

const scene = aSurveyScene();
const versionOf = (id: string) => scene.services.registry.instruments.get(id)?.version;

test('a patient answers the first survey to its end', async () => {
  const { patient, as } = await aSignedInPatient(scene);
  const pages = await answerSurvey(scene.app, as);
  assert.equal((await call(scene.app, 'getSurvey', { as })).status, 204);
  const [session] = await storedSessions(scene, patient);
  assert.equal(session?.page_count, pages.length);
  assert.ok(session.finished_at);
  assert.notEqual(session.condition_severity, 'UNKNOWN');
  const stored = await storedAnswers(scene, patient);
  assert.deepEqual(
    stored.map(({ item_id: id }) => id),
    pages.flatMap(({ answers }) => answers.map(({ id }) => id)),
  );
});

test('the progress of a survey never falls and stays below 1 until the end', async () => {
  const { as } = await aSignedInPatient(scene);
  const progress = (await answerSurvey(scene.app, as)).map(({ page }) => page.progress);
  assert.equal(progress[0], 0);
  assert.ok(progress.every((value, index) => value < 1 && value >= (progress[index - 1] ?? 0)));
});

test('a finished survey has a score with its version for every scale', async () => {
  const { patient, as } = await aSignedInPatient(scene);
  await answerSurvey(scene.app, as);
  const scores = await inClinic(scene.services, patient.clinicId, (db) =>
    db.selectFrom('scores').selectAll().execute(),
  );
  const scales = scene.services.registry.protocol.windows
    .find(({ type }) => type === 'PRE')
    ?.instruments.flatMap((id) =>
      scene.services.registry.instruments.get(id)?.scales.map(({ key }) => `${id}/${key}`),
    );
  assert.deepEqual(scores.map((score) => `${score.instrument_id}/${score.scale}`).sort(), scales?.sort());
  for (const { instrument_id: id, instrument_version: version, algorithm_version: algorithm } of scores) {
    assert.deepEqual([version, algorithm], [versionOf(id), ALGORITHM_VERSION]);
  }
});

test('the current page of a survey stays the same, byte for byte, until it is answered', async () => {
  const { as } = await aSignedInPatient(scene);
  await answerSurvey(scene.app, as, { pages: 4 });
  const texts = await Promise.all([1, 2, 3].map(async () => JSON.stringify(await getPage(scene.app, as))));
  assert.equal(new Set(texts).size, 1);
});

test('a patient continues the survey at the page that was left, even on another device', async () => {
  const { patient, as } = await aSignedInPatient(scene);
  await answerSurvey(scene.app, as, { pages: 3 });
  const page = await getPage(scene.app, as);
  assert.deepEqual(await getPage(scene.app, await signIn(scene.services, patient)), page);
});

test('two tabs that open the survey at once get the same session', async () => {
  const { patient, as } = await aSignedInPatient(scene);
  const pages = await Promise.all(Array.from({ length: 8 }, () => getPage(scene.app, as)));
  assert.equal(new Set(pages.map((page) => page.survey_session_id)).size, 1);
  assert.equal((await storedSessions(scene, patient)).length, 1);
});

test('a survey session is pinned to its protocol, its instruments and its own seed', async () => {
  const { patient, as } = await aSignedInPatient(scene);
  await getPage(scene.app, as);
  const [session] = await storedSessions(scene, patient);
  assert.equal(session?.protocol_version, scene.services.registry.protocol.version);
  assert.deepEqual(
    session.instruments,
    ['socio', 'dep', 'anx', 'eq5d', 'system', 'exis', 'evos', 'eri', 'email'].map((id) => ({
      id,
      version: versionOf(id),
    })),
  );
  assert.match(session.seed, /^[0-9a-f]{32}$/);
});

test('unsent entries are restored from a draft, and sending the page deletes the draft', async () => {
  const { patient, as } = await aSignedInPatient(scene);
  const page = await getPage(scene.app, as);
  const draft = [{ id: 'socio-02', value: 'none', label: 'nein', time_taken: 0, optionalQuestion: false }];
  assert.equal((await saveDraft(scene.app, as, draft)).status, 200);
  assert.equal((await saveDraft(scene.app, as, draft)).status, 200);
  assert.deepEqual((await getPage(scene.app, as)).draft, draft);
  await submit(scene.app, as, answersTo(page));
  assert.equal((await getPage(scene.app, as)).draft, null);
  const drafts = await inClinic(scene.services, patient.clinicId, (db) =>
    db.selectFrom('drafts').selectAll().execute(),
  );
  assert.deepEqual(drafts, []);
});

test('a draft of a page that another tab has answered is refused', async () => {
  const { as } = await aSignedInPatient(scene);
  const [first] = await answerSurvey(scene.app, as, { pages: 1 });
  assert.equal((await saveDraft(scene.app, as, first?.answers)).problem.code, 'page_already_answered');
  const stranger = [{ id: 'eri-01', value: 1, label: 'x', time_taken: 0, optionalQuestion: false }];
  assert.equal((await saveDraft(scene.app, as, stranger)).problem.code, 'page_mismatch');
  assert.equal((await getPage(scene.app, as)).draft, null);
});

test('a patient without an open window gets no survey page', async () => {
  const { as } = await aSignedInPatient(scene, { admission: '2024-01-01', discharge: '2024-06-30' });
  assert.equal((await call(scene.app, 'getSurvey', { as })).status, 204);
  assert.equal((await submit(scene.app, as, [])).problem.code, 'window_closed');
  assert.deepEqual((await call(scene.app, 'getCurrentWindow', { as })).body, { stw: null });
});

test('a patient sees the own survey windows with their progress', async () => {
  const { as } = await aSignedInPatient(scene);
  const before = (await call(scene.app, 'listWindows', { as })).body.stws;
  assert.equal(before[0].type, 'PRE');
  assert.deepEqual([before[0].survey_session_id, before[0].finished], [null, false]);
  const { survey_session_id: id } = await getPage(scene.app, as);
  const { stw } = (await call(scene.app, 'getCurrentWindow', { as })).body;
  assert.deepEqual([stw.survey_session_id, stw.finished, stw.label], [id, false, 'Erstgespräch']);
  await answerSurvey(scene.app, as);
  assert.equal((await call(scene.app, 'getCurrentWindow', { as })).body.stw.finished, true);
});

test('a patient never sees or changes the survey of another', async () => {
  const clinic = await aClinic(scene.services);
  const [one, other] = [await aPatient(scene.services, clinic.id), await aPatient(scene.services, clinic.id)];
  const [as, asOther] = [await signIn(scene.services, one), await signIn(scene.services, other)];
  const page = await getPage(scene.app, as);
  assert.notEqual((await getPage(scene.app, asOther)).survey_session_id, page.survey_session_id);
  await answerSurvey(scene.app, as, { pages: 3 });
  assert.equal((await getPage(scene.app, asOther)).progress, 0);
});

test('the start and the end of a survey are each in the audit trail once', async () => {
  const { patient, as } = await aSignedInPatient(scene);
  await Promise.all([getPage(scene.app, as), getPage(scene.app, as)]);
  await answerSurvey(scene.app, as);
  const rows = await inClinic(scene.services, patient.clinicId, (db) =>
    db.selectFrom('audit').select('action').where('patient_id', '=', patient.id).orderBy('id').execute(),
  );
  assert.deepEqual(
    rows.map(({ action }) => action),
    ['survey_started', 'survey_finished'],
  );
});
