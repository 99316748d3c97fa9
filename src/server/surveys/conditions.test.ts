import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aClinic, aClinician, aPatient, signIn } from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import { answerHabits, habitsOn, withHabits } from '../../../test/conditional-scene.ts';
import { getPage, saveDraft, submit } from '../../../test/survey-calls.ts';
import { aSignedInPatient, aSurveyScene, storedAnswers, storedSessions } from '../../../test/survey-scene.ts';

const scene = aSurveyScene(withHabits);
const idsOf = ({ items }: { items: readonly { id: string }[] }) => items.map(({ id }) => id);

test('pages that an answer made pointless are not asked, and no row is stored for them', async () => {
  const { patient, as } = await aSignedInPatient(scene);
  assert.deepEqual(await answerHabits(scene.app, as, { 'h-1': 0 }), [['h-1'], ['h-5'], ['h-6']]);
  const rows = await storedAnswers(scene, patient);
  assert.deepEqual(
    rows.map(({ item_id: id }) => id),
    ['h-1', 'h-5', 'h-6'],
  );
  assert.ok((await storedSessions(scene, patient))[0]?.finished_at, 'the survey is finished');
});

test('an answer that was lost and sent again leads to the same page, and another one to none', async () => {
  const { as } = await aSignedInPatient(scene);
  const first = habitsOn(await getPage(scene.app, as), { 'h-1': 0 });
  const sent = await Promise.all([submit(scene.app, as, first), submit(scene.app, as, first)]);
  assert.deepEqual(
    sent.map(({ status }) => status),
    [200, 200],
  );
  assert.deepEqual(idsOf(await getPage(scene.app, as)), ['h-5']);
  const [answer] = first;
  const other = await submit(scene.app, as, [{ ...answer, value: 3, label: 'Stufe 3' }]);
  assert.equal(other.status, 409);
  assert.deepEqual(idsOf(await getPage(scene.app, as)), ['h-5']);
});

test('a second tab that shows a page of the other branch can neither send nor save it', async () => {
  const { as } = await aSignedInPatient(scene);
  await submit(scene.app, as, habitsOn(await getPage(scene.app, as), { 'h-1': 3 }));
  const shown = await getPage(scene.app, as);
  assert.deepEqual(idsOf(shown), ['h-2', 'h-3']);
  await submit(scene.app, as, habitsOn(shown, { 'h-2': 1 }));
  // h-2 hides h-4, so the other tab has never been shown this page.
  const guessed = habitsOn({ items: ['h-4', 'h-5'].map((id) => ({ ...shown.items[0]!, id })) });
  assert.equal((await submit(scene.app, as, guessed)).status, 400);
  assert.equal((await saveDraft(scene.app, as, guessed)).status, 400);
  const page = await getPage(scene.app, as);
  assert.equal((await saveDraft(scene.app, as, habitsOn(page))).status, 200);
  assert.deepEqual(idsOf({ items: (await getPage(scene.app, as)).draft ?? [] }), ['h-5']);
});

test('the clinician reads what was not asked at its place, and the patient reads nothing of it', async () => {
  const { services, app } = scene;
  const clinic = await aClinic(services);
  const clinician = await aClinician(services, clinic.id);
  const asPatient = await signIn(
    services,
    await aPatient(services, clinic.id, { clinicianId: clinician.id }),
  );
  const { survey_session_id: id } = await getPage(app, asPatient);
  await answerHabits(app, asPatient, { 'h-1': 1, 'h-2': 1, 'h-5': 4 });
  const as = await signIn(services, clinician);
  const report = String((await call(app, 'getClinicianReport', { as, params: { id } })).body);
  const words = [...report.matchAll(/Frage (h-\d)<\/t[hd]>\s*<td[^>]*>([^<]*)/g)].map(([, item, word]) => [
    item,
    word,
  ]);
  assert.deepEqual(words, [
    ['h-1', 'Stufe 1'],
    ['h-2', 'Stufe 1'],
    ['h-3', 'Stufe 1'],
    ['h-4', 'nicht gefragt'],
    ['h-5', 'Stufe 4'],
    ['h-6', 'Wort'],
  ]);
  assert.match(report, /4 von 4 Fragen beantwortet, 1 nicht gefragt\./);
  assert.match(report, /Wegen früherer Antworten nicht gefragt: Fragebogen effect\./);
  const own = String((await call(app, 'getPatientReport', { as: asPatient, params: { id } })).body);
  assert.match(own, /Frage h-5/);
  assert.doesNotMatch(own, /Frage h-4|nicht gefragt/);
});
