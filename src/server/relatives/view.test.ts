import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aClinic, aClinician, aPatient, inClinic, signIn, type TestUser } from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import { agreed } from '../../../test/sharing.ts';
import { answerSurvey } from '../../../test/survey-calls.ts';
import { aSurveyScene } from '../../../test/survey-scene.ts';
import { textWidth } from '../print/charts/chart-scale.ts';

const scene = aSurveyScene();

const system = (value: string) => [{ key: 'CLUSTER', value } as const];

/** A clinician with two patients of one System-ID who have answered the first survey. */
async function relatives() {
  const { services, app } = scene;
  const { id: clinicId } = await aClinic(services);
  const clinician = await aClinician(services, clinicId);
  const add = (of: TestUser, name: string) =>
    aPatient(services, clinicId, { clinicianId: of.id, labels: system(name) });
  const one = await add(clinician, 'S-17');
  const other = await add(clinician, 'S-17');
  for (const patient of [one, other]) await answerSurvey(app, await signIn(services, patient));
  const as = await signIn(services, clinician);
  const params = { id: one.id };
  const view = async () => (await call(app, 'getSystemView', { as, params })).body;
  const pdf = async () => (await call(app, 'getSystemViewPdf', { as, params })).status;
  return { clinicId, clinician, one, other, add, view, pdf };
}

const answer = async (patient: TestUser, allowed: boolean) =>
  call(scene.app, 'setSharing', { as: await signIn(scene.services, patient), body: { allowed } });

test('the view shows no results before both have agreed, and names the person whose agreement is missing', async () => {
  const { one, other, view, pdf } = await relatives();
  assert.deepEqual([(await view()).has_view, await pdf()], [false, 404]);
  await answer(one, true);
  const { html, has_view: hasView } = await view();
  assert.equal(hasView, false);
  assert.doesNotMatch(html, /<svg/);
  assert.match(html, new RegExp(`Ohne Zustimmung und deshalb nicht gezeigt: ${other.name}`));
});

test('two who agreed are shown on the same scales, with difference and agreement on EXIS and EVOS', async () => {
  const { one, other, view, pdf } = await relatives();
  await answer(one, true);
  await answer(other, true);
  const { html, has_view: hasView } = await view();
  assert.equal(hasView, true);
  assert.equal(await pdf(), 200);
  assert.match(html, new RegExp(`A: ${one.name}`));
  assert.match(html, new RegExp(`B: ${other.name}`));
  const rows = [...html.matchAll(/A und B<\/td><td>([^<]*)<\/td><td>([^<]*)<\/td><td>([^<]*)</g)];
  assert.equal(rows.length, 6, 'four scales of EXIS and two of EVOS');
  for (const [, , difference = '', agreement = ''] of rows) {
    assert.match(difference, /^\S+ \(−\d,\d+ bis \+\d,\d+\)$/);
    assert.match(agreement, /^\d+ % \(\d+ bis \d+\)$/);
  }
});

test('no score that is a single answer is in the view, and nothing that a person says of the own life', async () => {
  const { one, other, view } = await relatives();
  for (const patient of [one, other]) await agreed(scene.services, patient);
  const { html } = await view();
  const { instruments } = scene.services.registry;
  const forbidden = [...instruments.values()]
    .flatMap(({ section, scales }) => scales.map((scale) => ({ section, scale })))
    .filter(({ section, scale }) => section === 'socio' || scale.method === 'value');
  assert.ok(forbidden.length > 0);
  for (const { scale } of forbidden) assert.ok(!html.includes(`>${scale.title}<`), scale.title);
});

test('a withdrawal takes the patient out of page and PDF at once', async () => {
  const { one, other, view, pdf } = await relatives();
  for (const patient of [one, other]) await answer(patient, true);
  assert.equal((await view()).has_view, true);
  await answer(other, false);
  const { html, has_view: hasView } = await view();
  assert.deepEqual([hasView, await pdf()], [false, 404]);
  assert.doesNotMatch(html, /<svg/);
});

test('a patient of another clinician or of another system is not even named', async () => {
  const { clinicId, clinician, one, other, add, view } = await relatives();
  const stranger = await add(await aClinician(scene.services, clinicId), 'S-17');
  const elsewhere = await add(clinician, 'S-18');
  for (const patient of [one, other, stranger, elsewhere]) await agreed(scene.services, patient);
  const { html } = await view();
  assert.ok(!html.includes(stranger.name) && !html.includes(elsewhere.name));
});

test('the view of a patient who refused shows none of the others', async () => {
  const { clinician, one, other, add, view } = await relatives();
  const third = await add(clinician, 'S-17');
  await answerSurvey(scene.app, await signIn(scene.services, third));
  for (const patient of [other, third]) await agreed(scene.services, patient);
  await answer(one, false);
  assert.equal((await view()).has_view, false);
});

test('a patient whose only relative has another clinician has no view at all', async () => {
  const { clinicId, other, view } = await relatives();
  const { id } = await aClinician(scene.services, clinicId);
  await inClinic(scene.services, clinicId, (db) =>
    db.updateTable('patients').set({ clinician_id: id }).where('id', '=', other.id).execute(),
  );
  assert.deepEqual(await view(), { html: '', has_view: false });
});

test('the number of each axis is inside the picture, with its sign', async () => {
  const { one, other, view } = await relatives();
  for (const patient of [one, other]) await agreed(scene.services, patient);
  const { html } = await view();
  const numbers = [
    ...html.matchAll(/<text\s+class="rz-tick"\s+x="([\d.]+)"[^>]*text-anchor="end"[^>]*>([^<]*)</g),
  ];
  const signed = numbers.filter(([, , text = '']) => text.startsWith('−'));
  assert.ok(signed.length > 0);
  for (const [, x, text = ''] of signed) assert.ok(Number(x) >= textWidth(text, 13), `${text} at ${x}`);
});

test('the values stand in tables of at most six scales, with each scale once', async () => {
  const { one, other, view } = await relatives();
  for (const patient of [one, other]) await agreed(scene.services, patient);
  const { html } = await view();
  const values: string = html.slice(html.indexOf('<details'));
  const tables = values.match(/<thead>[^]*?<\/thead>/g) ?? [];
  const heads = tables.map((head) =>
    [...head.matchAll(/<th scope[^>]*>([^<]*)</g)].map(([, title]) => title),
  );
  const scales = heads.map(([survey, date, ...titles]) => {
    assert.deepEqual([survey, date], ['Befragung', 'Datum']);
    return titles;
  });
  assert.ok(scales.length > 1 && scales.every(({ length }) => length <= 6));
  const drawn = html.match(/<svg/g)?.length;
  assert.equal(new Set(scales.flat()).size, drawn);
});

test('the trail names each patient who was shown, and each answer', async () => {
  const { clinicId, one, other, view } = await relatives();
  await answer(one, false);
  for (const patient of [one, other]) await answer(patient, true);
  await view();
  const rows = await inClinic(scene.services, clinicId, (db) =>
    db
      .selectFrom('audit')
      .select(['action', 'patient_id', 'object_id'])
      .where('action', 'in', ['sharing_answered', 'system_view_viewed'])
      .orderBy('id')
      .execute(),
  );
  assert.deepEqual(
    rows.map(({ action, patient_id: id, object_id: object }) => [action, id, object]),
    [
      ['sharing_answered', one.id, 'refused'],
      ['sharing_answered', one.id, 'allowed'],
      ['sharing_answered', other.id, 'allowed'],
      ['system_view_viewed', one.id, null],
      ['system_view_viewed', other.id, null],
    ],
  );
});

const shownIn = (clinicId: string) =>
  inClinic(scene.services, clinicId, (db) =>
    db
      .selectFrom('audit')
      .select('patient_id')
      .where('action', '=', 'system_view_viewed')
      .orderBy('id')
      .execute(),
  );

test('a view that asks again is one row of the trail for each patient, and a person who agrees later gets one', async () => {
  const { clinicId, clinician, one, other, add, view, pdf } = await relatives();
  for (const patient of [one, other]) await agreed(scene.services, patient);
  for (let count = 0; count < 3; count += 1) await view();
  assert.deepEqual(
    (await shownIn(clinicId)).map(({ patient_id: id }) => id),
    [one.id, other.id],
  );
  const third = await add(clinician, 'S-17');
  await answerSurvey(scene.app, await signIn(scene.services, third));
  await agreed(scene.services, third);
  await view();
  assert.deepEqual((await shownIn(clinicId)).map(({ patient_id: id }) => id).slice(2), [third.id]);
  await pdf();
  assert.equal((await shownIn(clinicId)).length, 6, 'a saved file is a row of its own');
});

test('only patients with a System-ID are asked, and nothing is allowed before an answer', async () => {
  const { services, app } = scene;
  const { id: clinicId } = await aClinic(services);
  const sharing = async (patient: TestUser) =>
    (await call(app, 'getSharing', { as: await signIn(services, patient) })).body;
  const alone = await aPatient(services, clinicId);
  assert.deepEqual(await sharing(alone), { asked: false, allowed: null, answered_at: null });
  const relative = await aPatient(services, clinicId, { labels: system('S-1') });
  assert.deepEqual(await sharing(relative), { asked: true, allowed: null, answered_at: null });
  await answer(relative, true);
  assert.equal((await sharing(relative)).allowed, true);
});
