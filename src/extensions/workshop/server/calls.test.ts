import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { checkAccess, type CheckedCall } from '../../../../test/access-checks.ts';
import type { Row } from '../../../../test/access-matrix.ts';
import { aWorld, type World } from '../../../../test/access-world.ts';
import { inClinic } from '../../../../test/builders.ts';
import { call } from '../../../../test/call.ts';
import type { Route } from '../../../contract/route.ts';
import { workshopRoutes, type Draft } from '../contract/routes.ts';
import { workshop } from '../index.ts';
import { aDecidedDraft, contentOf, done, TABLE, workshopServer, type Scene } from '../test/scene.ts';

// What the core holds of each of its own calls, of the calls of this extension: authz.json beside this folder names the
// outcome for every actor (R22), and no other site can make a call.

type Name = keyof typeof workshopRoutes;
const names = (workshop.calls ?? []).map(({ name }) => name as Name);
const matrix: Partial<Record<Name, Record<string, Row>>> = JSON.parse(
  readFileSync(new URL('../authz.json', import.meta.url), 'utf8'),
);

let services: Scene['services'];
let app: Scene['app'];
const drafts = new WeakMap<World, Draft>();

before(async () => {
  ({ services, app } = await workshopServer());
});

/** A draft that is ready to be published, and that the clinician is asked to sign. */
async function prepare(world: World): Promise<void> {
  const { admin, clinician: asked } = world.cookies;
  const draft = await aDecidedDraft(app, admin);
  const params = { id: draft.draft_id };
  await done(app, 'askSigner', admin, { params, body: { clinician_ids: [world.clinician.id] } });
  for (const [role, as] of [
    ['clinical', asked],
    ['psychometric', admin],
  ] as const)
    await done(app, 'signDraft', as, { params, body: { role, revision: draft.revision } });
  drafts.set(world, draft);
}

const READY = { revision: '2' };

function ofDraft(
  object: string,
  bodyOf: (draft: Draft | undefined, actor: string) => object,
): CheckedCall['requests'] {
  return {
    [object]: ({ world, actor }) => {
      const draft = drafts.get(world);
      return { params: { id: draft?.draft_id ?? '' }, body: bodyOf(draft, actor) };
    },
    'unknown draft': ({ world, actor }) => {
      return { params: { id: randomUUID() }, body: bodyOf(drafts.get(world), actor) };
    },
  };
}

const windowsInForce = () =>
  services.registry.protocol.windows.map(({ type, instruments }) => ({ type, instruments }));

const toSign = 'draft that the clinician is asked to sign';
const ofClinic = 'draft of the clinic';
const roleOf = (actor: string) => (actor === 'admin' ? 'psychometric' : 'clinical');

const requests: Partial<Record<Name, CheckedCall['requests']>> = {
  listInstruments: { 'their clinic': () => ({}) },
  createDraft: { 'their clinic': () => ({ body: { table: TABLE } }) },
  getDraft: ofDraft(toSign, () => ({})),
  saveDraft: ofDraft(ofClinic, (draft) => (draft ? contentOf(draft) : {})),
  deleteDraft: ofDraft(ofClinic, () => ({})),
  previewDraft: ofDraft(toSign, () => ({})),
  askSigner: ofDraft(ofClinic, () => ({ clinician_ids: [] })),
  signDraft: ofDraft(toSign, (_, actor) => ({ role: roleOf(actor), ...READY })),
  publishDraft: ofDraft(ofClinic, () => READY),
  getProtocol: { 'their clinic': () => ({}) },
  setProtocol: { 'their clinic': () => ({ body: { revision: '0', windows: windowsInForce() } }) },
  tryProtocol: { 'their clinic': () => ({ body: { windows: windowsInForce() } }) },
};

test('authz.json holds every call and no other', () => {
  assert.deepEqual(Object.keys(matrix).sort(), names.toSorted());
});

for (const name of names) {
  test(`every actor gets the outcome of authz.json from ${name}, and a refusal changes nothing`, async () => {
    const target: Route = workshopRoutes[name];
    const isOnce = name === 'deleteDraft' || name === 'publishDraft';
    const checked = { name, target, requests: requests[name] ?? {}, isOnce, prepare };
    await checkAccess({ services, app }, checked, matrix[name] ?? {});
  });

  test(`${name} leaves the audit row of its route, and a read leaves none`, async () => {
    const world = await aWorld(services);
    await prepare(world);
    const [made] = Object.values(requests[name] ?? {});
    const request = await made!({ world, actor: 'admin', app, services });
    const rows = () =>
      inClinic(services, world.clinicId, (db) =>
        db.selectFrom('audit').select(['action', 'actor_id']).where('action', '!=', 'call_refused').execute(),
      );
    const earlier = (await rows()).length;
    const { status } = await call(app, workshopRoutes[name], { as: world.cookies.admin, ...request });
    assert.equal(status, 200);
    const { audit }: Route = workshopRoutes[name];
    const expected = audit === null ? [] : [{ action: audit, actor_id: world.admin.id }];
    assert.deepEqual((await rows()).slice(earlier), expected);
  });

  test(`${name} refuses a call from another site`, async () => {
    const world = await aWorld(services);
    const { method, path } = workshopRoutes[name];
    const answer = await app.inject({
      method,
      url: path.replace('{id}', randomUUID()),
      cookies: world.cookies.admin,
      headers: { origin: 'https://elsewhere.example' },
    });
    assert.deepEqual([answer.statusCode, answer.json().code], [403, 'forged_request']);
  });
}

const again = () => ({ headers: { 'idempotency-key': randomUUID() } });

test('a call that is repeated under its key happens once', async () => {
  const world = await aWorld(services);
  const as = world.cookies.admin;
  const create = { body: { table: TABLE }, ...again() };
  const [one, two] = [await done(app, 'createDraft', as, create), await done(app, 'createDraft', as, create)];
  assert.equal(one.draft_id, two.draft_id);
  await prepare(world);
  const draft = drafts.get(world);
  const publish = { params: { id: draft?.draft_id ?? '' }, body: READY, ...again() };
  const versions = [
    await done(app, 'publishDraft', as, publish),
    await done(app, 'publishDraft', as, publish),
  ];
  assert.deepEqual(versions[1], versions[0]);
});

test('openapi.json describes the calls, and that a draft begins with a file or with JSON', async () => {
  const { paths } = (await app.inject({ url: '/api/openapi.json' })).json();
  for (const name of names) {
    const { path, method } = workshopRoutes[name];
    assert.equal(paths[path][method.toLowerCase()].operationId, name);
  }
  const { content } = paths[workshopRoutes.createDraft.path].post.requestBody;
  assert.deepEqual(Object.keys(content), ['multipart/form-data', 'application/json']);
});
