import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { aPatient, inClinic, signIn } from '../../../../test/builders.ts';
import { call } from '../../../../test/call.ts';
import { submit, getPage } from '../../../../test/survey-calls.ts';
import { setClinicProtocol } from '../../../server/instruments/clinic-content.ts';
import { servicesOf } from '../../../server/services.ts';
import { workshopRoutes, type Draft } from '../contract/routes.ts';
import {
  aDecidedDraft,
  aDraft,
  contentOf,
  done,
  refusal,
  refused,
  staffOf,
  workshopServer,
  type Scene,
  type Staff,
} from '../test/scene.ts';

let services: Scene['services'];
let app: Scene['app'];
before(async () => {
  ({ services, app } = await workshopServer());
});

const paramsOf = ({ draft_id: id }: Draft) => ({ params: { id } });
const now = ({ revision }: Draft) => ({ body: { revision } });

/** Both signatures: the clinical one of the clinician whom the admin asks. */
async function sign({ as, clinician }: Staff, draft: Draft): Promise<void> {
  const params = paramsOf(draft);
  await done(app, 'askSigner', as.admin, { ...params, body: { clinician_ids: [clinician.id] } });
  for (const [role, who] of [
    ['clinical', as.clinician],
    ['psychometric', as.admin],
  ] as const)
    await done(app, 'signDraft', who, { ...params, body: { role, revision: draft.revision } });
}

async function published(staff: Staff, draft: Draft) {
  await sign(staff, draft);
  return done(app, 'publishDraft', staff.as.admin, { ...paramsOf(draft), ...now(draft) });
}

/** Lets every window of a clinic ask for a questionnaire. */
const ask = (clinicId: string, id: string) =>
  inClinic(services, clinicId, async (db) => {
    const { protocol } = (await servicesOf(db, services, clinicId)).registry;
    const windows = protocol.windows.map((window) => ({ ...window, instruments: [id] }));
    return setClinicProtocol(db, clinicId, { ...protocol, parts: [], skips: [], sections: {}, windows }, 0);
  });

test('a pasted table becomes a questionnaire that a patient answers at once, and its danger and signatures stand in the report', async () => {
  const staff = await staffOf(services);
  const draft = await aDecidedDraft(app, staff.as.admin);
  assert.deepEqual(
    draft.reasons.map(({ step }) => step),
    ['signatures', 'signatures'],
  );
  const { id, version } = await published(staff, draft);
  assert.equal(await refusal(app, 'getDraft', staff.as.admin, paramsOf(draft)), '404 not_found');
  await ask(staff.clinicId, id);
  const { instruments, drafts } = await done(app, 'listInstruments', staff.as.admin);
  const [first] = instruments;
  assert.deepEqual([first.id, first.version, first.own, first.status], [id, version, true, 'published']);
  assert.match(first.licence, /Mit Lizenz, Nr\. V-17 vom 01\.02\.2026/);
  assert.ok(first.used_in.length > 0);
  assert.deepEqual(
    first.signed.map(({ by, role }: { by: string; role: string }) => [by, role]),
    [
      [staff.clinician.name, 'clinical'],
      [staff.admin.name, 'psychometric'],
    ],
  );
  assert.deepEqual(drafts, []);

  const patient = await aPatient(services, staff.clinicId, { clinicianId: staff.clinician.id });
  const as = await signIn(services, patient);
  const page = await getPage(app, as);
  assert.equal(page.items.length, 4);
  const answers = page.items.map((item) => ({
    id: item.id,
    label: item.response_options[3]?.label,
    value: item.response_options[3]?.value,
    time_taken: 1,
    optionalQuestion: false,
  }));
  assert.equal((await submit(app, as, answers)).status, 200);
  const report = await call(app, 'getClinicianReport', {
    as: staff.as.clinician,
    params: { id: page.survey_session_id },
  });
  const text = String(report.body);
  assert.match(text, /Bitte sprechen Sie den Wunsch zu sterben an\./);
  assert.match(
    text,
    new RegExp(
      `klinisch von ${staff.clinician.name} am \\d\\d\\.\\d\\d\\.\\d{4}, psychometrisch von ${staff.admin.name} am .*Prüfsumme [0-9a-f]{12}\\.`,
    ),
  );
});

test('a draft is published only when nothing is left, and the refusal names every reason', async () => {
  const { as } = await staffOf(services);
  const draft = await aDraft(app, as.admin);
  const { status, problem } = await refused(app, 'publishDraft', as.admin, {
    ...paramsOf(draft),
    ...now(draft),
  });
  assert.deepEqual([status, problem.code], [422, 'not_publishable']);
  assert.equal(problem.errors?.length, draft.reasons.length);
  const codes = problem.errors?.map(({ code }) => code) ?? [];
  for (const code of ['undecided', 'licence_open', 'danger_open', 'examples_few', 'signature_missing'])
    assert.ok(codes.includes(code), code);
});

test('a save ends both signatures only where it changes something, and a signature or publication of an older revision is refused', async () => {
  const staff = await staffOf(services);
  const { as } = staff;
  const draft = await aDecidedDraft(app, as.admin);
  const params = paramsOf(draft);
  await sign(staff, draft);
  const same = await done(app, 'saveDraft', as.admin, { ...params, body: contentOf(draft) });
  assert.deepEqual([same.revision, same.signatures.length], [draft.revision, 2]);
  const title = { ...draft.instrument, title: 'Neuer Titel' };
  const saved = await done(app, 'saveDraft', as.admin, {
    ...params,
    body: { ...contentOf(draft), instrument: title },
  });
  assert.deepEqual(saved.signatures, []);
  const old = { ...params, ...now(draft) };
  assert.equal(await refusal(app, 'publishDraft', as.admin, old), '409 changed_meanwhile');
  const signing = { ...params, body: { role: 'clinical', revision: draft.revision } };
  assert.equal(await refusal(app, 'signDraft', as.clinician, signing), '409 changed_meanwhile');
  assert.equal(
    await refusal(app, 'publishDraft', as.admin, { ...params, ...now(saved) }),
    '422 not_publishable',
  );
});

test('an id of the operator is refused, and so is a version that is published already', async () => {
  const staff = await staffOf(services);
  const { as } = staff;
  const draft = await aDecidedDraft(app, as.admin);
  const reserved = await done(app, 'saveDraft', as.admin, {
    ...paramsOf(draft),
    body: { ...contentOf(draft), instrument: { ...draft.instrument, id: 'dep' } },
  });
  assert.match(
    reserved.reasons.map(({ what }: { what: string }) => what).join(' '),
    /Kennung hat schon ein Fragebogen/,
  );
  const { problem } = await refused(app, 'signDraft', as.admin, {
    ...paramsOf(draft),
    body: { role: 'clinical', revision: reserved.revision },
  });
  assert.deepEqual(
    problem.errors?.map(({ code }) => code),
    ['id_taken'],
  );

  const [one, two] = [await aDecidedDraft(app, as.admin), await aDecidedDraft(app, as.admin)];
  const same = await done(app, 'saveDraft', as.admin, {
    ...paramsOf(two),
    body: { ...contentOf(one), revision: two.revision },
  });
  await sign(staff, same);
  await published(staff, one);
  assert.equal(
    await refusal(app, 'publishDraft', as.admin, { ...paramsOf(two), ...now(same) }),
    '409 version_taken',
  );
});

test('a change of a published questionnaire is a new version that begins with all that was decided', async () => {
  const staff = await staffOf(services);
  const { as } = staff;
  const draft = await aDecidedDraft(app, as.admin);
  const version = await published(staff, draft);
  const begun = await done(app, 'createDraft', as.admin, { body: { copy_of: version } });
  const next: Draft = await done(app, 'getDraft', as.admin, { params: { id: begun.draft_id } });
  assert.deepEqual(
    [next.instrument['id'], next.instrument['version'], next.instrument['comparable_with']],
    [version.id, '1.1.0', ['1.0.0']],
  );
  assert.deepEqual([next.danger, next.licence, next.examples], [draft.danger, draft.licence, draft.examples]);
  assert.deepEqual(
    next.reasons.map(({ step }) => step),
    ['signatures', 'signatures'],
  );
  await published(staff, next);
  const { instruments } = await done(app, 'listInstruments', as.admin);
  const own = instruments.filter((one: { own: boolean }) => one.own);
  assert.deepEqual(
    own.map((one: { version: string }) => one.version),
    ['1.1.0', '1.0.0'],
  );
  assert.equal(
    await refusal(app, 'createDraft', as.admin, { body: { copy_of: { id: 'dep', version: '1.0.0' } } }),
    '404 not_found',
  );
});

test('two clinics publish under one id, and neither sees the other', async () => {
  const [here, there] = [await staffOf(services), await staffOf(services)];
  for (const staff of [here, there]) await published(staff, await aDecidedDraft(app, staff.as.admin));
  for (const { as } of [here, there]) {
    const { instruments } = await done(app, 'listInstruments', as.admin);
    assert.equal(instruments.filter((one: { own: boolean }) => one.own).length, 1);
  }
});

test('a signature counts for the content that it was given for, and for no other', async () => {
  const staff = await staffOf(services);
  const draft = await aDecidedDraft(app, staff.as.admin);
  await sign(staff, draft);
  const instrument = { ...draft.instrument, title: 'Unterschoben' };
  await inClinic(services, staff.clinicId, (db) =>
    db
      .updateTable('instrument_drafts')
      .set({ content: JSON.stringify({ ...contentOf(draft), revision: undefined, instrument }) })
      .where('id', '=', draft.draft_id)
      .execute(),
  );
  const { problem } = await refused(app, 'publishDraft', staff.as.admin, {
    ...paramsOf(draft),
    ...now(draft),
  });
  assert.deepEqual(
    problem.errors?.map(({ code }) => code),
    ['signature_missing', 'signature_missing'],
  );
});

test('of two saves and of two publications at the same moment one happens', async () => {
  const staff = await staffOf(services);
  const { as } = staff;
  const draft = await aDecidedDraft(app, as.admin);
  const params = paramsOf(draft);
  const both = async (name: 'saveDraft' | 'publishDraft', body: object) => {
    const answers = [1, 2].map(() => call(app, workshopRoutes[name], { as: as.admin, ...params, body }));
    return (await Promise.all(answers)).map(({ status }) => status).sort();
  };
  const changed = { ...contentOf(draft), instrument: { ...draft.instrument, title: 'Neu' } };
  assert.deepEqual(await both('saveDraft', changed), [200, 409]);
  const saved = await done(app, 'getDraft', as.admin, params);
  assert.equal(saved.revision, '3');
  await sign(staff, saved);
  assert.deepEqual(await both('publishDraft', { revision: '3' }), [200, 404]);
});
