import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { type CheckedCall, checkAccess } from '../../../../test/access-checks.ts';
import type { Row } from '../../../../test/access-matrix.ts';
import { aWorld, type World } from '../../../../test/access-world.ts';
import { inClinic } from '../../../../test/builders.ts';
import { call } from '../../../../test/call.ts';
import { askingConsent } from '../../../../test/consent.ts';
import { aCourseSignal, expectingCourses } from '../../../../test/course-scene.ts';
import { testServices } from '../../../../test/services.ts';
import type { Route } from '../../../contract/route.ts';
import { buildApp } from '../../../server/app.ts';
import type { Services } from '../../../server/services.ts';
import { courseRoutes } from '../contract/routes.ts';
import { expectedCourse } from '../index.ts';

// What the core holds of each of its own calls, of the calls of this extension: authz.json beside this folder names the
// outcome for every actor (R22), and no other site can make a call.

type Name = keyof typeof courseRoutes;
const names = Object.keys(courseRoutes) as Name[];
const matrix: Record<Name, Record<string, Row>> = JSON.parse(
  readFileSync(new URL('../authz.json', import.meta.url), 'utf8'),
);

let services: Services;
let app: FastifyInstance;
const signals = new WeakMap<World, string>();

before(async () => {
  const extensions = [expectedCourse];
  services = { ...expectingCourses(askingConsent(await testServices())), extensions };
  app = await buildApp(services, { extensions });
});

async function prepare(world: World): Promise<void> {
  signals.set(world, await aCourseSignal(services, world.patient, world.firstSurvey));
}

const discussed = (id: string | undefined) => ({ params: { id: id ?? '' }, body: { done: 'discussed' } });

const requests: Record<Name, CheckedCall['requests']> = {
  listCourseSignals: {
    'the patient': ({ world }) => ({ params: { id: world.patient.id } }),
    'unknown patient': () => ({ params: { id: randomUUID() } }),
  },
  acknowledgeCourseSignal: {
    'signal of the patient': ({ world }) => discussed(signals.get(world)),
    'unknown signal': () => discussed(randomUUID()),
  },
};

test('authz.json holds every call and no other', () => {
  assert.deepEqual(Object.keys(matrix).sort(), names.toSorted());
});

for (const name of names) {
  test(`every actor gets the outcome of authz.json from ${name}, and a refusal changes nothing`, async () => {
    const target: Route = courseRoutes[name];
    const checked = { name, target, requests: requests[name], isOnce: false, prepare };
    await checkAccess({ services, app }, checked, matrix[name]);
  });

  test(`${name} leaves one audit row about its patient`, async () => {
    const world = await aWorld(services);
    await prepare(world);
    const [made] = Object.values(requests[name]);
    const request = await made!({ world, actor: 'clinician', app, services });
    const answer = await call(app, courseRoutes[name], { as: world.cookies.clinician, ...request });
    assert.equal(answer.status, 200);
    const rows = await inClinic(services, world.clinicId, (db) =>
      db.selectFrom('audit').selectAll().where('action', '=', courseRoutes[name].audit).execute(),
    );
    assert.deepEqual(
      rows.map(({ patient_id, actor_id }) => [patient_id, actor_id]),
      [[world.patient.id, world.clinician.id]],
    );
  });

  test(`${name} refuses a call from another site`, async () => {
    const world = await aWorld(services);
    const { method, path } = courseRoutes[name];
    const answer = await app.inject({
      method,
      url: path.replace('{id}', randomUUID()),
      cookies: world.cookies.clinician,
      headers: { origin: 'https://elsewhere.example' },
    });
    assert.deepEqual([answer.statusCode, answer.json().code], [403, 'forged_request']);
  });
}

test('an acknowledgement that is repeated under its key happens once', async () => {
  const world = await aWorld(services);
  await prepare(world);
  const request = {
    as: world.cookies.clinician,
    headers: { 'idempotency-key': randomUUID() },
    ...discussed(signals.get(world)),
  };
  for (const _ of [1, 2])
    assert.equal((await call(app, courseRoutes.acknowledgeCourseSignal, request)).status, 200);
  const { problem } = await call(app, courseRoutes.acknowledgeCourseSignal, { ...request, headers: {} });
  assert.equal(problem.code, 'already_acknowledged');
});

test('openapi.json describes the calls and the fields of the list', async () => {
  const { paths } = (await app.inject({ url: '/api/openapi.json' })).json();
  for (const name of names) {
    const { path, method } = courseRoutes[name];
    assert.equal(paths[path][method.toLowerCase()].operationId, name);
  }
  const list = paths['/api/auth/clinicians/patients'].get.responses[200].content['application/json'].schema;
  const { required } = list.properties.list_patient_dto.items;
  assert.ok(required.includes('deviates') && required.includes('has_course_signals'));
});
