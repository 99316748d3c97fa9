import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { aClinician } from '../../../../test/builders.ts';
import type { Draft } from '../contract/routes.ts';
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
} from '../test/scene.ts';

let services: Scene['services'];
let app: Scene['app'];
before(async () => {
  ({ services, app } = await workshopServer());
});

const paramsOf = ({ draft_id: id }: Draft) => ({ params: { id } });
const signing = (role: string, { revision }: Draft) => ({ body: { role, revision } });

test('a signature is given only for finished parts: the clinical one for content and danger, the psychometric one for scoring', async () => {
  const { as } = await staffOf(services);
  const open = await aDraft(app, as.admin);
  const begun = await aDecidedDraft(app, as.admin);
  const params = paramsOf(begun);
  const stepsOf = async (role: string) => {
    const given = { ...paramsOf(open), ...signing(role, open) };
    const { status, problem } = await refused(app, 'signDraft', as.admin, given);
    assert.deepEqual([status, problem.code], [422, 'not_publishable']);
    const told = problem.errors?.map(({ path, message }) => `${path}: ${message}`) ?? [];
    const steps = open.reasons.filter(({ where, what }) => told.includes(`${where}: ${what}`));
    assert.equal(steps.length, told.length);
    return [...new Set(steps.map(({ step }) => step))].sort();
  };
  assert.deepEqual(await stepsOf('clinical'), ['basics', 'danger', 'licence', 'questions']);
  assert.deepEqual(await stepsOf('psychometric'), ['examples', 'scoring']);

  const body = { ...contentOf(begun), examples: [] };
  const unproven = await done(app, 'saveDraft', as.admin, { params: params.params, body });
  const psychometric = { ...params, ...signing('psychometric', unproven) };
  assert.equal(await refusal(app, 'signDraft', as.admin, psychometric), '422 not_publishable');
  await done(app, 'signDraft', as.admin, { ...params, ...signing('clinical', unproven) });
});

test('one account cannot sign in both roles, and only who was asked signs as a clinician', async () => {
  const { as, clinician } = await staffOf(services);
  const draft = await aDecidedDraft(app, as.admin);
  const params = paramsOf(draft);
  const clinical = { ...params, body: { role: 'clinical', revision: draft.revision } };
  const psychometric = { ...params, body: { role: 'psychometric', revision: draft.revision } };
  assert.equal(await refusal(app, 'signDraft', as.clinician, clinical), '404 not_found');
  await done(app, 'signDraft', as.admin, clinical);
  assert.equal(await refusal(app, 'signDraft', as.admin, psychometric), '409 already_signed');
  await done(app, 'askSigner', as.admin, { ...params, body: { clinician_ids: [clinician.id] } });
  await done(app, 'signDraft', as.clinician, psychometric);
  const { signatures } = await done(app, 'getDraft', as.admin, params);
  assert.deepEqual(
    signatures.map(({ role }: { role: string }) => role),
    ['clinical', 'psychometric'],
  );
});

test('a clinician of another clinic, a disabled one and an admin cannot be asked', async () => {
  const [here, there] = [await staffOf(services), await staffOf(services)];
  const disabled = await aClinician(services, here.clinicId, { enabled: false });
  const draft = await aDecidedDraft(app, here.as.admin);
  for (const other of [there.clinician, disabled, here.admin]) {
    const body = { clinician_ids: [here.clinician.id, other.id] };
    const { problem } = await refused(app, 'askSigner', here.as.admin, { ...paramsOf(draft), body });
    assert.equal(problem.errors?.[0]?.code, 'clinician_unknown');
  }
  assert.deepEqual((await done(app, 'getDraft', here.as.admin, paramsOf(draft))).signers, []);
});
