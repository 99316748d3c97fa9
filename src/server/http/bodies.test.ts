import { strict as assert } from 'node:assert';
import { after, before, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { aClinic, aClinician, anAdmin, inClinic, signIn } from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import { testServices } from '../../../test/services.ts';
import { buildApp } from '../app.ts';
import type { Services } from '../services.ts';

type Jar = Record<string, string>;

let services: Services;
let app: FastifyInstance;
let clinicId: string;
let admin: Jar;

before(async () => {
  services = await testServices();
  app = await buildApp(services);
  clinicId = (await aClinic(services)).id;
  admin = await signIn(services, await anAdmin(services, clinicId));
});

after(() => app.close());

const own = { 'x-requested-with': 'resonanz' };

const login = (payload: string | Buffer, type?: string) =>
  app.inject({
    method: 'POST',
    url: '/api/patients/login',
    headers: { ...own, ...(type && { 'content-type': type }) },
    payload,
  });

const good = () => JSON.stringify({ clinic_id: clinicId, username: 'X', password: '1990-01-01' });

describe('a body', () => {
  test('a body without the type JSON is refused unread', async () => {
    for (const type of [
      undefined,
      'text/plain',
      'text/plain; application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonx',
      'text/json',
      'application/xml',
      '',
    ]) {
      const answer = await login(good(), type);
      assert.equal(answer.statusCode, 415, type);
      assert.equal(answer.json().code, 'unsupported_media_type');
    }
    for (const type of ['application/json', 'application/json; charset=utf-8', 'Application/JSON'])
      assert.equal((await login(good(), type)).statusCode, 401, type);
  });

  test('the body of an upload without the type multipart is refused', async () => {
    for (const url of [
      '/api/auth/clinic-admins/patients/csv',
      '/api/auth/clinic-admins/patients/csv-validation',
    ])
      for (const type of ['application/json', 'text/csv', 'text/plain']) {
        const request = {
          method: 'POST' as const,
          url,
          cookies: admin,
          payload: '{}',
          headers: { ...own, 'content-type': type },
        };
        assert.equal((await app.inject(request)).statusCode, 415);
      }
  });

  test('a body that is not JSON or not an object is refused with 400', async () => {
    for (const payload of [
      '',
      '{',
      'null',
      '[]',
      '"x"',
      '1',
      '{"a":1}}',
      '\u0000',
      '{"a":NaN}',
      Buffer.from([0xff, 0xfe]),
      '['.repeat(100_000),
    ])
      assert.equal((await login(payload, 'application/json')).statusCode, 400, String(payload).slice(0, 20));
  });

  test('a call without a body may send an empty one of any type', async () => {
    const other = await aClinic(services);
    const { id } = await aClinician(services, other.id);
    const cookies = await signIn(services, await anAdmin(services, other.id));
    const headers = { ...own, 'content-type': 'application/json' };
    const empty = (method: 'POST' | 'DELETE', url: string) => app.inject({ method, url, cookies, headers });
    assert.equal((await empty('POST', `/api/auth/clinicians/${id}/deactivation`)).statusCode, 200);
    const needed = await empty('POST', '/api/auth/clinicians/registration');
    assert.deepEqual([needed.statusCode, needed.json().code], [400, 'invalid_request']);
    assert.equal((await empty('DELETE', '/api/refresh-tokens')).statusCode, 204);
  });

  test('a body cannot change the prototype of an object', async () => {
    for (const part of [
      '"__proto__":{"isAdmin":true}',
      '"constructor":{"prototype":{"isAdmin":true}}',
      '"proof":{"__proto__":{"x":1},"challenge":"","nonce":""}',
    ]) {
      const answer = await login(good().replace('{', `{${part},`), 'application/json');
      assert.equal(answer.statusCode, 400, part);
    }
    assert.equal((Object.prototype as Record<string, unknown>)['isAdmin'], undefined);
  });

  test('a body larger than 256 KiB is refused', async () => {
    const answer = await login(JSON.stringify({ username: 'x'.repeat(256 * 1024) }), 'application/json');
    assert.equal(answer.statusCode, 413);
    assert.equal(answer.json().code, 'too_large');
  });

  test('the server never turns a text of a body into a number or a number into a text', async () => {
    const patientOf = {
      gender: 'FEMALE',
      clinician_username: 'x',
      diagnosis_id: 'F32.1',
      admission: '2026-01-01',
      discharge: '2026-06-01',
      labels: [],
    };
    for (const changed of [
      { code: 5 },
      { code: true },
      { code: ['A1'] },
      { day_of_birth: 19900101 },
      { day_of_birth: '1990-1-1' },
      { day_of_birth: '1990-02-30' },
      { labels: {} },
      { labels: '' },
    ]) {
      const body = { code: 'A1', day_of_birth: '1990-01-01', ...patientOf, ...changed };
      assert.equal(
        (await call(app, 'registerPatient', { as: admin, body })).status,
        400,
        JSON.stringify(changed),
      );
    }
  });

  test('unknown fields of a body are ignored', async () => {
    const body = {
      username: 'neuling',
      role: 'admin',
      clinic_id: (await aClinic(services)).id,
      enabled: false,
      id: 'x',
    };
    assert.equal((await call(app, 'registerClinician', { as: admin, body })).status, 200);
    const account = await inClinic(services, clinicId, (db) =>
      db
        .selectFrom('accounts')
        .select(['role', 'enabled'])
        .where('username', '=', 'neuling')
        .executeTakeFirst(),
    );
    assert.deepEqual(account, { role: 'clinician', enabled: true });
  });

  test('a body with U+0000 or half a character is refused without an error of the server', async () => {
    for (const username of ['a\u0000b', '\ud800', 'a\udc00b']) {
      assert.equal((await call(app, 'registerClinician', { as: admin, body: { username } })).status, 400);
      const payload = JSON.stringify({ clinic_id: clinicId, username, password: 'x' });
      assert.equal((await login(payload, 'application/json')).statusCode, 400);
    }
  });
});

const upload = (payload: string | Buffer) =>
  app.inject({
    method: 'POST',
    url: '/api/auth/clinic-admins/patients/csv-validation',
    cookies: admin,
    headers: { ...own, 'content-type': 'multipart/form-data; boundary=b' },
    payload,
  });

const file = (content: string, name = 'file') =>
  `--b\r\nContent-Disposition: form-data; name="${name}"; filename="p.csv"\r\nContent-Type: text/csv\r\n\r\n${content}\r\n`;

const field = (content: string) => `--b\r\nContent-Disposition: form-data; name="note"\r\n\r\n${content}\r\n`;

describe('an upload', () => {
  test('an upload larger than 5 MiB is refused', async () => {
    assert.equal((await upload(`${file('x'.repeat(5 * 1024 * 1024 + 1))}--b--\r\n`)).statusCode, 413);
  });

  test('an upload of two files, of many fields, of a huge field or of nothing is refused', async () => {
    for (const payload of [
      `${file('a')}${file('b', 'other')}--b--\r\n`,
      `${field('x').repeat(6)}${file('a')}--b--\r\n`,
      `${field('x'.repeat(2000))}${file('a')}--b--\r\n`,
      `--b--\r\n`,
      '',
      `${field('x')}--b--\r\n`,
      'kein multipart',
    ])
      assert.ok([400, 413].includes((await upload(payload)).statusCode), payload.slice(0, 60));
  });
});
