import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { calls, type CallName } from '../src/contract/calls.ts';
import type { Route } from '../src/contract/route.ts';
import { buildApp } from '../src/server/app.ts';
import { withoutTenant } from '../src/server/database/transaction.ts';
import type { Services } from '../src/server/services.ts';
import { matrix, type Row } from './access-matrix.ts';
import { requestsOf } from './access-requests.ts';
import { actors, aWorld, type Actor, type World } from './access-world.ts';
import { inClinic } from './builders.ts';
import { call } from './call.ts';
import { askingConsent } from './consent.ts';
import { expectingCourses } from './course-scene.ts';
import { testServices } from './services.ts';

// authz.json names the outcome of every call for every actor. These tests make every call (R22).

const callNames = Object.keys(calls) as CallName[];

let services: Services;
let app: FastifyInstance;

before(async () => {
  services = expectingCourses(askingConsent(await testServices()));
  app = await buildApp(services);
});

/** The expected outcome per actor. Every actor stands once. */
function outcomes(row: Row): Map<Actor, string> {
  const named = Object.entries(row).flatMap(([outcome, who]) =>
    who.flatMap((one) => (one === 'everybody' ? actors : [one])).map((actor) => [actor, outcome] as const),
  );
  assert.deepEqual(
    named.map(([actor]) => actor).sort(),
    actors.toSorted(),
    'every actor stands once in a row',
  );
  return new Map(named);
}

test('authz.json holds every call and no other', () => {
  assert.deepEqual(Object.keys(matrix.routes).sort(), callNames.toSorted());
  assert.deepEqual(Object.keys(matrix.actors).sort(), actors.toSorted());
});

test('authz.json agrees with the roles in the route table', () => {
  const roles = { patient: 'patient', clinician: 'clinician', admin: 'admin' } as const;
  for (const name of callNames) {
    const { access }: Route = calls[name];
    for (const [object, row] of Object.entries(matrix.routes[name] ?? {})) {
      for (const [actor, role] of Object.entries(roles)) {
        const isForbidden = outcomes(row).get(actor as Actor) === '403 forbidden';
        assert.equal(
          isForbidden,
          access !== 'public' && !access.includes(role),
          `${name}, ${object}: ${actor}`,
        );
      }
    }
  }
});

for (const name of callNames) {
  test(`every actor gets the outcome of authz.json from ${name}, and a refusal changes nothing`, async () => {
    const rows = matrix.routes[name] ?? {};
    assert.deepEqual(
      Object.keys(requestsOf(name)).sort(),
      Object.keys(rows).sort(),
      'every object has a request',
    );
    for (const [object, row] of Object.entries(rows)) await checkRow(name, object, outcomes(row));
  });
}

// Calls that succeed only once per object: each actor gets a new world.
const once: readonly CallName[] = ['registerAdmin', 'assignPatient', 'acknowledgeCrisisEvent'];

async function checkRow(name: CallName, object: string, expected: Map<Actor, string>): Promise<void> {
  const refused = actors.filter((actor) => !isSuccess(expected.get(actor)));
  const world = await aWorld(services);
  const before = await fingerprint(world);
  for (const actor of refused) await checkCall(name, object, world, actor, expected.get(actor));
  assert.equal(await fingerprint(world), before, `${name}, ${object}: a refused call changed something`);
  for (const actor of actors.filter((one) => isSuccess(expected.get(one)))) {
    const untouched = once.includes(name) ? await aWorld(services) : world;
    await checkCall(name, object, untouched, actor, expected.get(actor));
  }
}

const isSuccess = (outcome: string | undefined) => outcome?.startsWith('2') === true;

async function checkCall(
  name: CallName,
  object: string,
  world: World,
  actor: Actor,
  expected: string | undefined,
): Promise<void> {
  const request = await requestsOf(name)[object]?.({ world, actor, app, services });
  await forgetRegistrations();
  const { status, problem } = await call(app, name, { as: world.cookies[actor], ...request });
  const outcome = problem.code === undefined ? String(status) : `${status} ${problem.code}`;
  assert.equal(outcome, expected, `${name}, ${object}: ${actor}`);
}

// R54 limits the number of registrations for all actors together, so earlier ones are deleted.
function forgetRegistrations(): Promise<unknown> {
  return withoutTenant(services.pool, (db) => db.deleteFrom('limited_attempts').execute());
}

const tables = [
  'accounts',
  'second_factors',
  'patients',
  'survey_windows',
  'survey_sessions',
  'survey_pages',
  'drafts',
  'reports',
  'study_consents',
  'sharing_answers',
  'crisis_events',
  'course_signals',
  'deputies',
  'reminder_addresses',
] as const;

/** One hash of all rows of the clinics' data. */
async function fingerprint({ clinicId, emptyClinicId, foreignPatient }: World): Promise<string> {
  const parts: string[] = [];
  for (const clinic of [clinicId, emptyClinicId, foreignPatient.clinicId]) {
    for (const table of tables) {
      const { rows } = await inClinic(services, clinic, (db) =>
        sql<{ hash: string }>`SELECT coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '') AS hash
          FROM ${sql.table(table)} t`.execute(db),
      );
      parts.push(rows[0]?.hash ?? '');
    }
  }
  return parts.join();
}
