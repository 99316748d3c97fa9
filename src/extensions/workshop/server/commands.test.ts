import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { before, test } from 'node:test';
import { inClinic } from '../../../../test/builders.ts';
import { manage as run, rowsOf as rows } from '../../../../test/operator.ts';
import { aDecidedDraft, aDraft, done, staffOf, workshopServer, type Scene } from '../test/scene.ts';

let services: Scene['services'];
let app: Scene['app'];
const dataDir = tmpdir();
const manage = (...words: string[]) => run({ services, dataDir }, ...words);
const rowsOf = (...words: string[]) => rows({ services, dataDir }, ...words);

before(async () => {
  ({ services, app } = await workshopServer());
});

test('an operator signs for somebody where a clinic has one admin, and publishes', async () => {
  const { clinicId, as, admin } = await staffOf(services);
  const draft = await aDecidedDraft(app, as.admin);
  const { draft_id: id, revision } = draft;
  await done(app, 'signDraft', as.admin, { params: { id }, body: { role: 'psychometric', revision } });
  const [listed] = await rowsOf('instruments', 'drafts', clinicId);
  assert.deepEqual([listed.draft, listed.signed, listed.reasons], [id, `${admin.name} (psychometric)`, 1]);

  const same = await manage('instruments', 'sign', clinicId, id, '--role', 'clinical', '--name', admin.name);
  assert.notEqual(same.code, 0, 'the same person twice');
  const [signed] = await rowsOf(
    'instruments',
    'sign',
    clinicId,
    id,
    '--role',
    'clinical',
    '--name',
    'Dr. Leitung',
  );
  assert.deepEqual([signed.role, signed.name], ['clinical', 'Dr. Leitung']);
  const [published] = await rowsOf('instruments', 'publish', clinicId, id);
  const { instruments } = await done(app, 'listInstruments', as.admin);
  const own = instruments.find((one: { own: boolean }) => one.own);
  assert.deepEqual([own.id, own.version], [published.id, published.version]);
  assert.deepEqual(
    own.signed.map(({ by }: { by: string }) => by),
    ['Dr. Leitung', admin.name],
  );
  const trail = await inClinic(services, clinicId, (db) =>
    db.selectFrom('audit').select('action').where('actor_id', 'is', null).execute(),
  );
  assert.deepEqual(
    trail.map(({ action }) => action),
    ['draft_signed', 'instrument_published'],
  );
});

test('a draft that is not ready is neither signed nor published, and every reason is told', async () => {
  const { clinicId, as } = await staffOf(services);
  const draft = await aDraft(app, as.admin);
  const role = ['--role', 'psychometric', '--name', 'Dr. Leitung'];
  const signing = await manage('instruments', 'sign', clinicId, draft.draft_id, ...role);
  assert.notEqual(signing.code, 0);
  const examples = draft.reasons.filter(({ step }) => step === 'examples');
  assert.ok(examples.length > 0);
  for (const { where, what } of examples) assert.ok(signing.notes.includes(`${where}: ${what}`), what);
  const { code, notes } = await manage('instruments', 'publish', clinicId, draft.draft_id);
  assert.notEqual(code, 0);
  for (const { where, what } of draft.reasons) assert.ok(notes.includes(`${where}: ${what}`), what);
});

test('a draft of another clinic, a wrong id and a wrong role are refused', async () => {
  const [here, there] = [await staffOf(services), await staffOf(services)];
  const draft = await aDecidedDraft(app, here.as.admin);
  const role = ['--role', 'clinical', '--name', 'A'];
  for (const words of [
    ['publish', there.clinicId, draft.draft_id],
    ['sign', here.clinicId, 'x', ...role],
    ['sign', here.clinicId, draft.draft_id, '--role', 'other', '--name', 'A'],
    ['sign', here.clinicId, draft.draft_id, '--role', 'clinical'],
  ])
    assert.notEqual((await manage('instruments', ...words)).code, 0, words.join(' '));
  assert.deepEqual(
    (await done(app, 'getDraft', here.as.admin, { params: { id: draft.draft_id } })).signatures,
    [],
  );
});
