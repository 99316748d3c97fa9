import { strict as assert } from 'node:assert';
import { after, before, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { calls, type CallName } from '../../contract/calls.ts';
import type { Route } from '../../contract/route.ts';
import { aClinic, aClinician, anAdmin, aPatient, signIn } from '../../../test/builders.ts';
import { testServices } from '../../../test/services.ts';
import { buildApp } from '../app.ts';

let app: FastifyInstance;
let jars: Record<string, string>[];

before(async () => {
  const services = await testServices();
  app = await buildApp(services);
  const { id } = await aClinic(services);
  const users = [await aClinician(services, id), await anAdmin(services, id), await aPatient(services, id)];
  jars = [];
  for (const user of users) jars.push(await signIn(services, user));
});

after(() => app.close());

const names = Object.keys(calls) as CallName[];
const pathOf = (route: Route) => route.path.replaceAll(/\{\w+\}/g, '2f1e1c9a-7b1f-4a8e-9d6b-0c6a1f3b5d77');

test('openapi.json lists every call of the table and no other', async () => {
  const document = (await app.inject({ url: '/api/openapi.json' })).json();
  const listed = Object.entries(document.paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  assert.deepEqual(
    listed.toSorted(),
    names.map((name) => `${calls[name].method} ${calls[name].path}`).toSorted(),
  );
});

test('openapi.json describes the access, the body and the answer of every call', async () => {
  const document = (await app.inject({ url: '/api/openapi.json' })).json();
  for (const name of names) {
    const route: Route = calls[name];
    const described = document.paths[route.path][route.method.toLowerCase()];
    assert.equal(described.operationId, name);
    assert.deepEqual(described['x-access'], route.access);
    assert.equal(described.security === undefined, route.access === 'public');
    assert.equal(described.requestBody === undefined, !route.body && !route.upload, name);
    if (route.body) {
      const { schema } = described.requestBody.content['application/json'];
      for (const { type } of schema.anyOf ?? [schema]) assert.equal(type, 'object', name);
    }
    if (typeof route.answer === 'object' && route.answer !== null)
      assert.ok(described.responses[200].content['application/json'].schema, name);
    assert.ok(described.responses.default.content['application/problem+json'], name);
  }
});

// Headers that another site can make a browser send, together with the cookies of the user.
const foreign = [
  { origin: 'https://elsewhere.example' },
  { 'sec-fetch-site': 'same-site', 'x-requested-with': 'resonanz' },
  { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
  { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
  { 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch' },
];

describe('a call from another site, a link or a prefetch', () => {
  for (const name of names) {
    test(`${name} refuses a call from another site, a link or a prefetch`, async () => {
      const route: Route = calls[name];
      for (const headers of foreign)
        for (const cookies of [{}, ...jars]) {
          const answer = await app.inject({ method: route.method, url: pathOf(route), cookies, headers });
          assert.deepEqual([answer.statusCode, answer.json().code], [403, 'forged_request']);
          assert.equal(answer.headers['set-cookie'], undefined);
        }
    });
  }
});

describe('a call that changes something, without proof of its origin', () => {
  for (const name of names) {
    const route: Route = calls[name];
    if (route.method === 'GET' && !route.effect) continue;
    test(`${name} refuses a call without proof of its origin`, async () => {
      for (const cookies of [{}, ...jars]) {
        const answer = await app.inject({ method: route.method, url: pathOf(route), cookies });
        assert.equal(answer.json().code, 'forged_request');
      }
    });
  }
});
