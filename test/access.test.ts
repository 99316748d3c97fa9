import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { calls, type CallName } from '../src/contract/calls.ts';
import type { Route } from '../src/contract/route.ts';
import { buildApp } from '../src/server/app.ts';
import type { Services } from '../src/server/services.ts';
import { checkAccess, outcomes } from './access-checks.ts';
import { matrix } from './access-matrix.ts';
import { requestsOf } from './access-requests.ts';
import { actors, type Actor } from './access-world.ts';
import { askingConsent } from './consent.ts';
import { testServices } from './services.ts';

// authz.json names the outcome of every call for every actor. These tests make every call (R22). An extension has a table of
// its own.

const callNames = Object.keys(calls) as CallName[];

let services: Services;
let app: FastifyInstance;

before(async () => {
  services = askingConsent(await testServices());
  app = await buildApp(services);
});

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

// Calls that succeed only once per object.
const once: readonly CallName[] = ['registerAdmin', 'assignPatient', 'acknowledgeCrisisEvent'];

for (const name of callNames) {
  test(`every actor gets the outcome of authz.json from ${name}, and a refusal changes nothing`, async () => {
    const checked = { name, target: name, requests: requestsOf(name), isOnce: once.includes(name) };
    await checkAccess({ services, app }, checked, matrix.routes[name] ?? {});
  });
}
