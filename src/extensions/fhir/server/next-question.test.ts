import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { after, before, mock, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { aClinic, aClinician, aPatient, anAdmin, cookieHeader, signIn } from '../../../../test/builders.ts';
import { testServices } from '../../../../test/services.ts';
import { buildApp } from '../../../server/app.ts';
import { fhir } from '../index.ts';
import type { Services } from '../../../server/services.ts';

const PATH = '/api/fhir/Questionnaire/$next-question';
const clients = ['a', 'b', 'busy'].map((name) => ({ name, token: randomBytes(32).toString('base64url') }));
const tokenOf = (name: string) => clients.find((one) => one.name === name)?.token ?? '';
const start = {
  resourceType: 'QuestionnaireResponse',
  contained: [{ resourceType: 'Questionnaire', derivedFrom: ['urn:resonanz:instrument:dep'] }],
};

let services: Services;
let app: FastifyInstance;
const lines: object[] = [];
before(async () => {
  services = await testServices({
    log: {
      info: (fields) => lines.push(fields),
      warn: (fields) => lines.push(fields),
      error: (fields) => lines.push(fields),
    },
  });
  const ofExtensions = { next_question_clients: clients.map(hashed) };
  app = await buildApp({ ...services, config: { ...services.config, ofExtensions } }, { extensions: [fhir] });
});
after(() => app.close());

function hashed({ name, token }: { name: string; token: string }) {
  return { name, token_sha256: createHash('sha256').update(token).digest('hex') };
}

const ask = (body: unknown, headers: Record<string, string>, server = app) =>
  server.inject({
    method: 'POST',
    url: PATH,
    headers: { 'content-type': 'application/fhir+json', ...headers },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

test('a client with a token gets the next question, also as Parameters, and only with its token', async () => {
  for (const body of [
    start,
    { resourceType: 'Parameters', parameter: [{ name: 'questionnaire-response', resource: start }] },
  ]) {
    const answer = await ask(body, bearer(tokenOf('a')));
    assert.equal(answer.statusCode, 200, answer.body);
    assert.match(String(answer.headers['content-type']), /^application\/fhir\+json/);
    assert.equal(answer.headers['cache-control'], 'no-store');
    const { status, contained, identifier } = answer.json();
    assert.equal(status, 'in-progress');
    assert.match(contained[0].derivedFrom[0], /^urn:resonanz:instrument:dep\|2\./);
    assert.ok(identifier.value.length > 20);
  }
});

test('a body that begins with a byte order mark is read like any other', async () => {
  const { statusCode, body } = await ask(`\uFEFF${JSON.stringify(start)}`, bearer(tokenOf('a')));
  assert.equal(statusCode, 200, body);
});

test('a call without the token of a client is refused: none, another one, one in the address, or the session of a user', async () => {
  const clinic = await aClinic(services);
  const users = [
    await anAdmin(services, clinic.id),
    await aClinician(services, clinic.id),
    await aPatient(services, clinic.id),
  ];
  const jars = await Promise.all(users.map((user) => signIn(services, user)));
  const refused: Record<string, string>[] = [
    {},
    bearer(randomBytes(32).toString('base64url')),
    bearer(`${tokenOf('a')}x`),
    bearer(tokenOf('a').slice(1)),
    bearer(hashed({ name: 'a', token: tokenOf('a') }).token_sha256),
    { authorization: `Basic ${tokenOf('a')}` },
    ...jars.map((jar) => ({ cookie: cookieHeader(jar) })),
  ];
  for (const headers of refused) {
    const answer = await ask(start, headers);
    assert.deepEqual([answer.statusCode, answer.json().resourceType], [401, 'OperationOutcome']);
    assert.equal(answer.headers['www-authenticate'], 'Bearer');
  }
});

test('without clients in the configuration there is no such route', async () => {
  const plain = await buildApp(services);
  assert.equal((await ask(start, bearer(tokenOf('a')), plain)).statusCode, 404);
  await plain.close();
});

test('a body that is no adaptive response is refused, whatever it is', async () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000);
  for (const body of [
    '',
    '{',
    '[]',
    'null',
    '{"resourceType":"Patient"}',
    deep,
    `{"a":${deep}}`,
    { ...start, contained: [] },
  ]) {
    const answer = await ask(body, bearer(tokenOf('b')));
    assert.equal(answer.statusCode, 400, String(body).slice(0, 30));
  }
  const unknown = { ...start, contained: [{ resourceType: 'Questionnaire', derivedFrom: ['urn:x'] }] };
  assert.equal((await ask(unknown, bearer(tokenOf('b')))).statusCode, 422);
  const strange = { ...start, item: [{ linkId: 'dep-41', answer: [{ valueInteger: 1 }] }] };
  assert.equal((await ask(strange, bearer(tokenOf('b')))).statusCode, 422);
  assert.equal((await ask('x'.repeat(300_000), bearer(tokenOf('b')))).statusCode, 413);
});

test('a client that calls too often waits, and the others do not', async () => {
  const answers = [];
  for (let call = 0; call < 1300; call++) {
    const { statusCode } = await ask('{', bearer(tokenOf('busy')));
    answers.push(statusCode);
    if (statusCode === 429) break;
  }
  assert.equal(answers.at(-1), 429);
  assert.ok(answers.length > 600);
  assert.equal((await ask(start, bearer(tokenOf('a')))).statusCode, 200);
});

test('nothing of a call is stored or logged', async () => {
  const secret = 'Geheimnis-4711';
  const body = { ...start, subject: { display: secret }, identifier: { value: `${secret}-s` } };
  const used = [services.pool, services.loginPool].flatMap((pool) => [
    mock.method(pool, 'connect'),
    mock.method(pool, 'query'),
  ]);
  const answer = await ask(body, bearer(tokenOf('a')));
  assert.equal(answer.json().subject.display, secret);
  assert.deepEqual(
    used.map((one) => one.mock.callCount()),
    [0, 0, 0, 0],
  );
  mock.restoreAll();
  assert.ok(!JSON.stringify(lines).includes(secret));
  assert.ok(clients.every(({ token }) => !JSON.stringify(lines).includes(token)));
});
