import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { inClinic, signIn } from '../../../../test/builders.ts';
import { workshopRoutes } from '../contract/routes.ts';
import {
  aDecidedDraft,
  aDraft,
  contentOf,
  done,
  refusal,
  refused,
  serverWithoutWorkshop,
  staffOf,
  TABLE,
  workshopServer,
  type Scene,
} from '../test/scene.ts';

let services: Scene['services'];
let app: Scene['app'];
before(async () => {
  ({ services, app } = await workshopServer());
});

test('a pasted table becomes a draft that says what a person must decide', async () => {
  const { as } = await staffOf(services);
  const begun = await done(app, 'createDraft', as.admin, { body: { table: TABLE } });
  assert.equal(begun.kept, 4);
  const draft = await done(app, 'getDraft', as.admin, { params: { id: begun.draft_id } });
  assert.deepEqual(draft.to_decide, begun.to_decide);
  const places = (step: string) => draft.to_decide.filter((one: { step: string }) => one.step === step);
  assert.equal(places('danger').length, 4, 'each question is asked about');
  assert.equal(places('licence').length, 1);
  assert.ok(places('basics').length > 2 && places('scoring').length > 1);
  assert.deepEqual(
    draft.hints.map(({ words }: { words: string }) => words),
    ['Ich dachte, ich wäre besser tot.'],
  );
  assert.equal(draft.revision, '1');
  assert.deepEqual(
    ['status', 'licence', 'crisis'].filter((key) => key in draft.instrument),
    [],
  );
  const [listed] = (await done(app, 'listInstruments', as.admin)).drafts;
  assert.deepEqual([listed.draft_id, listed.title], [begun.draft_id, ''], 'nobody has decided the title');
});

const saysSo = ({ what }: { what: string }) => what.includes('denselben Wortlaut wie Frage 1');

test('a question with the wording of an earlier one is pointed out, and is no reason', async () => {
  const { as } = await staffOf(services);
  const twice = TABLE.replace('Ich konnte lachen.', 'ich war  müde.');
  const begun = await done(app, 'createDraft', as.admin, { body: { table: twice } });
  const draft = await done(app, 'getDraft', as.admin, { params: { id: begun.draft_id } });
  assert.deepEqual(
    begun.to_decide.filter(saysSo).map(({ where, step }: { where: string; step: string }) => [where, step]),
    [['Frage 3: „ich war müde.“', 'questions']],
  );
  assert.equal(draft.reasons.some(saysSo), false);
});

test('a file becomes a draft under the name of the file, and a second one under another name', async () => {
  const { as } = await staffOf(services);
  const ids: string[] = [];
  for (const _ of [1, 2]) {
    const { draft_id: id } = await done(app, 'createDraft', as.admin, {
      file: TABLE,
      fileName: 'muede 4.csv',
    });
    const { instrument } = await done(app, 'getDraft', as.admin, { params: { id } });
    ids.push(instrument.id, instrument.dimensions[0].items[0].id);
    assert.ok(instrument.scales[0].items.includes(instrument.dimensions[0].items[0].id));
  }
  assert.deepEqual(ids, ['muede-4', 'muede-4-01', 'muede-4-2', 'muede-4-2-01']);
});

test('a structure without wording becomes a draft, and an unknown one is refused', async () => {
  const { as } = await staffOf(services);
  const { structures } = await done(app, 'listInstruments', as.admin);
  const [first] = structures;
  const begun = await done(app, 'createDraft', as.admin, { body: { structure: first.id } });
  assert.equal(begun.kept, first.questions);
  assert.equal(
    await refusal(app, 'createDraft', as.admin, { body: { structure: 'none' } }),
    '400 invalid_request',
  );
});

test('a form that cannot be read is refused with the place of each mistake, and nothing is kept', async () => {
  const { as } = await staffOf(services);
  const broken = TABLE.replace('Zeit;Belastung;ja', 'Zeit;Belastung;vielleicht').replace(
    'traurig.;Zeit',
    'traurig.;Unbekannt',
  );
  const { status, problem } = await refused(app, 'createDraft', as.admin, { body: { table: broken } });
  assert.deepEqual([status, problem.code], [422, 'form_unreadable']);
  assert.match(problem.errors?.map(({ path }) => path).join(' | ') ?? '', /Zeile 3: 02 \| Zeile 4: 03/);
  assert.match(problem.errors?.[0]?.message ?? '', /„Unbekannt“ ist keine Liste von Antworten/);
  assert.deepEqual((await done(app, 'listInstruments', as.admin)).drafts, []);
});

test('a save needs the present revision: of two at once the second gets what the first one wrote', async () => {
  const { as, admin } = await staffOf(services);
  const draft = await aDraft(app, as.admin);
  const elsewhere = await signIn(services, admin);
  const params = { id: draft.draft_id };
  const mine = { ...contentOf(draft), licence: { kind: 'free', number: '', date: null } };
  const saved = await done(app, 'saveDraft', as.admin, { params, body: mine });
  assert.deepEqual([saved.revision, saved.licence.kind], ['2', 'free']);
  const theirs = { ...contentOf(draft), licence: { kind: 'registered', number: 'R', date: null } };
  const { status, problem } = await refused(app, 'saveDraft', elsewhere, { params, body: theirs });
  assert.deepEqual([status, problem.code, problem.revision], [409, 'changed_meanwhile', '2']);
  assert.deepEqual(
    problem.conflicts?.map(({ field, by }) => [field, by]),
    [['licence', admin.name]],
  );
  assert.equal((await done(app, 'getDraft', as.admin, { params })).licence.kind, 'free');
});

test('unfinished content is saved, and a text that cannot be stored is refused', async () => {
  const { as } = await staffOf(services);
  const draft = await aDraft(app, as.admin);
  const params = { id: draft.draft_id };
  const unfinished = { ...contentOf(draft), instrument: { id: '', dimensions: 'none', scales: [null, 3] } };
  const saved = await done(app, 'saveDraft', as.admin, { params, body: unfinished });
  assert.ok(saved.reasons.length > 3);
  for (const title of ['a\0', '\ud800']) {
    const body = { ...contentOf(saved), instrument: { title } };
    assert.equal(await refusal(app, 'saveDraft', as.admin, { params, body }), '400 invalid_request');
  }
});

test('another clinic and a clinician whom nobody asked see no draft, and one who was asked sees this one alone', async () => {
  const here = await staffOf(services);
  const there = await staffOf(services);
  const draft = await aDecidedDraft(app, here.as.admin);
  const other = await aDraft(app, here.as.admin);
  const params = { id: draft.draft_id };
  const body = contentOf(draft);
  for (const as of [there.as.admin, there.as.clinician, here.as.clinician])
    assert.equal(await refusal(app, 'getDraft', as, { params }), '404 not_found');
  assert.equal(await refusal(app, 'saveDraft', there.as.admin, { params, body }), '404 not_found');
  assert.equal(await refusal(app, 'deleteDraft', there.as.admin, { params }), '404 not_found');
  assert.deepEqual((await done(app, 'listInstruments', here.as.clinician)).drafts, []);
  await inClinic(services, here.clinicId, (db) =>
    db
      .insertInto('instrument_signers')
      .values({ clinic_id: here.clinicId, draft_id: draft.draft_id, account_id: here.clinician.id })
      .execute(),
  );
  assert.equal((await done(app, 'getDraft', here.as.clinician, { params })).draft_id, draft.draft_id);
  const seen = await done(app, 'listInstruments', here.as.clinician);
  assert.deepEqual([seen.instruments, seen.structures, seen.drafts.length], [[], [], 1]);
  assert.equal(
    await refusal(app, 'getDraft', here.as.clinician, { params: { id: other.draft_id } }),
    '404 not_found',
  );
});

test('a deleted draft is gone', async () => {
  const { as } = await staffOf(services);
  const { draft_id: id } = await aDraft(app, as.admin);
  await done(app, 'deleteDraft', as.admin, { params: { id } });
  assert.equal(await refusal(app, 'getDraft', as.admin, { params: { id } }), '404 not_found');
});

test('where the operator switched the workshop off, every call is answered with 404', async () => {
  const { as } = await staffOf(services);
  const { draft_id: id } = await aDraft(app, as.admin);
  const off = await serverWithoutWorkshop(services);
  assert.equal(await refusal(off, 'listInstruments', as.admin), '404 not_found');
  assert.equal(await refusal(off, 'getDraft', as.admin, { params: { id } }), '404 not_found');
  assert.equal(await refusal(off, 'createDraft', as.admin, { body: { table: TABLE } }), '404 not_found');
});

test('a draft begins with one file or with JSON: anything else is refused', async () => {
  const { as } = await staffOf(services);
  const { path } = workshopRoutes.createDraft;
  const sent = (headers: Record<string, string>, payload: string) =>
    app.inject({
      method: 'POST',
      url: path,
      cookies: as.admin,
      headers: { 'x-requested-with': 'resonanz', ...headers },
      payload,
    });
  const boundary = 'multipart/form-data; boundary=b';
  for (const [type, payload, code] of [
    ['text/plain', TABLE, 'unsupported_media_type'],
    [boundary, '--b--\r\n', 'invalid_request'],
    ['application/json', '{}', 'invalid_request'],
    ['application/json', JSON.stringify({ table: TABLE, structure: 'phq-9' }), 'invalid_request'],
  ] as const)
    assert.equal((await sent({ 'content-type': type }, payload)).json().code, code, payload);
});

test('a form that is too long to be saved again is refused', async () => {
  const { as } = await staffOf(services);
  const [head, first] = TABLE.split('\n');
  const rows = Array.from({ length: 500 }, (_, index) => `Frage ${index}: ${'lang '.repeat(80)};Zeit;;`);
  const { problem } = await refused(app, 'createDraft', as.admin, {
    file: [head, first, ...rows].join('\n'),
  });
  assert.match(problem.errors?.[0]?.message ?? '', /zu lang/);
});

test('what a form says of its licence is shown to the person who decides about it', async () => {
  const { as } = await staffOf(services);
  const form = JSON.stringify({
    resourceType: 'Questionnaire',
    status: 'active',
    language: 'de',
    title: 'Schlaf',
    copyright: 'Frei für Kliniken',
    item: [{ linkId: '1', type: 'boolean', text: 'Haben Sie gut geschlafen?' }],
  });
  const begun = await done(app, 'createDraft', as.admin, { file: form, fileName: 'schlaf.json' });
  const told = begun.not_kept.find(({ where }: { where: string }) => where === 'Lizenz laut Formular');
  assert.match(told?.what, /Frei für Kliniken/);
  assert.equal(
    (await done(app, 'getDraft', as.admin, { params: { id: begun.draft_id } })).licence.kind,
    null,
  );
});

test('what a table holds and a draft does not is told in German, and so is a column that is missing', async () => {
  const { as } = await staffOf(services);
  const wider = TABLE.split('\n').map((row, index) => `${row};${index === 0 ? 'Bemerkung' : 'x'}`);
  const { not_kept: told } = await done(app, 'createDraft', as.admin, { body: { table: wider.join('\n') } });
  assert.deepEqual(told, [{ where: 'Zeile 2, Zeile 3, Zeile 4, Zeile 5', what: 'Spalte „Bemerkung“' }]);
  const { problem } = await refused(app, 'createDraft', as.admin, {
    body: { table: 'Frage;Skala\nWie geht es?;A' },
  });
  assert.deepEqual(
    problem.errors?.map(({ path, message }) => [path, message]),
    [['Zeile 1: Spalte „Antworten“', 'Diese Spalte fehlt. Bitte ergänzen Sie sie in der ersten Zeile.']],
  );
});
