import { strict as assert } from 'node:assert';
import { after, before, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { routes, type Route, type RouteName } from '../../contract/routes.ts';
import { aClinic, aClinician, anAdmin, aPatient, signIn } from '../../../test/builders.ts';
import { testServices } from '../../../test/services.ts';
import { buildApp } from '../app.ts';
import type { Services } from '../services.ts';

type Jar = Record<string, string>;

let services: Services;
let app: FastifyInstance;
let clinicId: string;
let clinician: Jar;
let admin: Jar;
let patient: Jar;

before(async () => {
  services = await testServices();
  app = await buildApp(services);
  clinicId = (await aClinic(services)).id;
  clinician = await signIn(services, await aClinician(services, clinicId));
  admin = await signIn(services, await anAdmin(services, clinicId));
  patient = await signIn(services, await aPatient(services, clinicId));
});

after(() => app.close());

const names = Object.keys(routes) as RouteName[];
const pathOf = (route: Route) => route.path.replaceAll(/\{\w+\}/g, '2f1e1c9a-7b1f-4a8e-9d6b-0c6a1f3b5d77');
const own = { 'x-requested-with': 'resonanz' };

describe('every route', () => {
  test('says who may call it, and the table is the only way to one', async () => {
    for (const name of names)
      assert.ok(routes[name].access === 'public' || routes[name].access.length > 0, name);
    const document = (await app.inject({ url: '/api/openapi.json' })).json();
    const listed = Object.entries(document.paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    assert.deepEqual(
      listed.toSorted(),
      names.map((name) => `${routes[name].method} ${routes[name].path}`).toSorted(),
    );
  });

  for (const name of names) {
    const route: Route = routes[name];
    if (route.access === 'public') continue;
    test(`${name} refuses nobody's and the wrong role's call, and a call from another site`, async () => {
      const request = { method: route.method, url: pathOf(route) };
      const nobody = await app.inject({ ...request, headers: own });
      assert.deepEqual([nobody.statusCode, nobody.json().code], [403, 'token_expired']);
      for (const [role, cookies] of Object.entries({ patient, clinician, admin })) {
        const foreign = await app.inject({
          ...request,
          cookies,
          headers: { origin: 'https://elsewhere.example' },
        });
        assert.deepEqual([foreign.statusCode, foreign.json().code], [403, 'forged_request']);
        if ((route.access as readonly string[]).includes(role)) continue;
        const refused = await app.inject({ ...request, cookies, headers: own });
        assert.deepEqual([refused.statusCode, refused.json().code], [403, 'forbidden'], role);
      }
    });
  }
});
