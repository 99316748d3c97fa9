import { strict as assert } from 'node:assert';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { calls, type CallName } from '../../contract/calls.ts';
import type { Route } from '../../contract/route.ts';
import { pages } from '../../contract/pages.ts';
import { aClinic, aClinician, anAdmin, aPatient, signIn } from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
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

const names = Object.keys(calls) as CallName[];
const pathOf = (route: Route) => route.path.replaceAll(/\{\w+\}/g, '2f1e1c9a-7b1f-4a8e-9d6b-0c6a1f3b5d77');
const own = { 'x-requested-with': 'resonanz' };

/** Sends a request as plain text over a socket, because no browser sends such requests. Returns the whole answer. */
async function raw(text: string): Promise<string> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as { port: number };
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.end(text));
    socket.setEncoding('utf8').on('data', (part: string) => (answer += part));
    socket.on('close', () => resolve(answer)).on('error', reject);
  });
}

const lineAndHeaders = (line: string, ...headers: string[]) =>
  raw(`${line}\r\n${headers.map((header) => `${header}\r\n`).join('')}connection: close\r\n\r\n`);

describe('a request that a proxy may read in another way', () => {
  test('a request with two Host headers is refused', async () => {
    assert.match(await lineAndHeaders('GET /config.json HTTP/1.1', 'host: a.example'), /^HTTP\/1.1 200/);
    assert.match(
      await lineAndHeaders('GET /config.json HTTP/1.1', 'host: a.example', 'Host: b.example'),
      /^HTTP\/1.1 400/,
    );
  });

  test('a request of another version than HTTP 1.0 and 1.1 is refused', async () => {
    assert.match(await lineAndHeaders('GET /config.json HTTP/1.0'), /^HTTP\/1.1 200/);
    for (const version of [' HTTP/2.0', ' HTTP/0.9', ' HTTP/1.2', ''])
      assert.match(
        await lineAndHeaders(`GET /config.json${version}`, 'host: a.example'),
        /^HTTP\/1.1 400/,
        version,
      );
  });
});

test('the number of connections is limited', () => {
  assert.equal(app.server.maxConnections, 4000);
});

test('a proxy that is not configured is named once in the log', async () => {
  const warned: object[] = [];
  const log = { ...services.log, warn: (fields: object) => warned.push(fields) };
  const headers = { 'x-forwarded-for': '203.0.113.1' };
  const alone = await buildApp({ ...services, log });
  await alone.inject({ url: '/config.json' });
  assert.deepEqual(warned, []);
  for (let count = 0; count < 3; count++) await alone.inject({ url: '/config.json', headers });
  assert.deepEqual(warned, [{ alert: 'trusted_proxies' }]);
  await alone.close();
  const behind = await buildApp({ ...services, log, config: { ...services.config, trustedProxies: 1 } });
  await behind.inject({ url: '/config.json', headers });
  assert.equal(warned.length, 1);
  await behind.close();
});

describe('the API answers', () => {
  test('the API answers the methods of the route table only, not HEAD, OPTIONS or others', async () => {
    for (const path of new Set(names.map((name) => pathOf(calls[name])))) {
      const known = names.filter((name) => pathOf(calls[name]) === path).map((name) => calls[name].method);
      for (const method of ['HEAD', 'OPTIONS', 'TRACE', 'PATCH', 'GET', 'POST', 'PUT', 'DELETE'] as const) {
        if ((known as string[]).includes(method)) continue;
        const answer = await app.inject({ method, url: path, headers: own, cookies: admin });
        // If the path fits another route with a parameter, that route refuses the request.
        const refused = [400, 403, 404, 405, 415].includes(answer.statusCode);
        assert.ok(refused, `${method} ${path}: ${answer.statusCode}`);
        assert.equal(answer.headers['access-control-allow-origin'], undefined);
      }
    }
  });

  test('HEAD answers as GET without a body on everything that is no call, and has no effect', async () => {
    const paths = [
      ...Object.values(pages),
      '/config.json',
      '/healthz',
      '/readyz',
      '/manifest.webmanifest',
      '/documents/documents.css',
      '/.well-known/security.txt',
      '/abmelden?code=unknown',
      '/bestaetigen?code=unknown',
      '/gibt-es-nicht',
      '/robots.txt',
    ];
    for (const url of paths) {
      const get = await app.inject({ url });
      const head = await app.inject({ method: 'HEAD', url });
      assert.deepEqual(
        [head.statusCode, head.headers['content-type'], head.body],
        [get.statusCode, get.headers['content-type'], ''],
        url,
      );
    }
  });

  test('calls answer 405 to HEAD and name their methods', async () => {
    for (const path of new Set(
      names.filter((name) => calls[name].method === 'GET').map((name) => pathOf(calls[name])),
    )) {
      const { statusCode, headers } = await app.inject({
        method: 'HEAD',
        url: path,
        headers: own,
        cookies: admin,
      });
      assert.equal(statusCode, 405, path);
      assert.match(String(headers.allow), /GET/);
    }
  });

  test('a body that begins with a byte order mark is read like any other', async () => {
    const payload = `\uFEFF${JSON.stringify({ clinic_id: 'x' })}`;
    const headers = { ...own, 'content-type': 'application/json' };
    const { errors } = (
      await app.inject({ method: 'POST', url: '/api/clinicians/login', headers, payload })
    ).json();
    assert.ok(
      errors.some(({ path }: { path: string }) => path === 'username'),
      JSON.stringify(errors),
    );
  });

  test('the API uses the method of the request, not a header that names another method', async () => {
    const headers = {
      ...own,
      'x-http-method-override': 'DELETE',
      'x-http-method': 'DELETE',
      'x-method-override': 'DELETE',
    };
    await app.inject({ method: 'GET', url: '/api/refresh-tokens', headers, cookies: patient });
    assert.equal((await call(app, 'listWindows', { as: patient })).status, 200);
  });

  test('the API answers 404 to an unknown path and 405 to a wrong method, with and without a session', async () => {
    for (const url of ['/api', '/api/', '/api/nichts', '/api/auth', '/api/auth/patients/'])
      assert.equal((await app.inject({ url, headers: own })).statusCode, 404, url);
    const answer = await app.inject({ method: 'PATCH', url: '/api/clinics', headers: own });
    assert.equal(answer.json().code, 'method_not_allowed');
    assert.equal(answer.headers.allow, 'GET');
  });

  test('the API answers another spelling of a path like the path itself', async () => {
    for (const url of [
      '/api/%61uth/patients/stws',
      '/%61pi/auth/patients/stws',
      '/api/auth/patients/st%77s',
    ]) {
      assert.equal((await app.inject({ url, headers: own })).json().code, 'token_expired', url);
      assert.equal(
        (await app.inject({ url, headers: own, cookies: clinician })).json().code,
        'forbidden',
        url,
      );
      assert.equal(
        (await app.inject({ url, cookies: patient, headers: { origin: 'https://x.example' } })).json().code,
        'forged_request',
        url,
      );
      assert.equal((await app.inject({ url, headers: own, cookies: patient })).statusCode, 200, url);
    }
    for (const url of [
      '/API/auth/patients/stws',
      '//api/auth/patients/stws',
      '/api/auth/patients/stws/',
      '/api/%2561uth/patients/stws',
    ])
      assert.equal((await app.inject({ url, headers: own, cookies: patient })).statusCode, 404, url);
  });

  test('the refusal of an unreadable path does not repeat the path', async () => {
    for (const url of [
      '/api/%zz',
      '/api/auth/%ff',
      '/%c0%ae%c0%ae/geheim',
      '/api/%00',
      '/api/auth/patients/%00/x',
    ]) {
      const answer = await app.inject({ url, headers: own });
      assert.ok([400, 404].includes(answer.statusCode), `${url}: ${answer.statusCode}`);
      assert.ok(
        !answer.body.includes('geheim') &&
          !answer.body.includes('%zz') &&
          !answer.body.includes('url component'),
        answer.body,
      );
    }
  });

  test('no answer of the API may be stored by a cache', async () => {
    const urls = names.map((name) => ({ method: calls[name].method, url: pathOf(calls[name]) }));
    const others = ['/api/openapi.json', '/api/nichts', '/api', '/api/%zz'].map((url) => ({
      method: 'GET' as const,
      url,
    }));
    for (const request of [...urls, ...others])
      for (const headers of [own, {}, { origin: 'https://x.example' }]) {
        const answer = await app.inject({ ...request, headers });
        assert.equal(answer.headers['cache-control'], 'no-store', `${request.method} ${request.url}`);
      }
  });

  test('every answer has the security headers, and no header names the software of the server', async () => {
    for (const url of [
      '/api/clinics',
      '/api/nichts',
      '/healthz',
      '/config.json',
      '/',
      '/nirgends',
      '/api/%zz',
    ]) {
      const { headers } = await app.inject({ url, headers: own });
      assert.equal(headers['x-content-type-options'], 'nosniff', url);
      assert.equal(headers['referrer-policy'], 'no-referrer', url);
      assert.equal(headers['cross-origin-resource-policy'], 'same-origin', url);
      assert.equal(headers['cross-origin-opener-policy'], 'same-origin', url);
      assert.ok(headers['permissions-policy'], url);
      const policy = String(headers['content-security-policy']);
      assert.match(policy, /default-src '(none|self)'/, url);
      assert.match(policy, /frame-ancestors 'none'/, url);
      for (const header of ['server', 'x-powered-by', 'access-control-allow-origin'])
        assert.equal(headers[header], undefined, `${url} ${header}`);
    }
  });
});

describe('a request', () => {
  test('a request has at most 16 KiB of headers and 64 characters in a path parameter', async () => {
    assert.match(
      await raw(`GET /api/clinics HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(17_000)}\r\n\r\n`),
      /^HTTP\/1\.1 431 /,
    );
    const url = `/api/auth/clinicians/${'a'.repeat(65)}/activation`;
    assert.equal((await app.inject({ url, headers: own, cookies: admin })).statusCode, 404);
  });

  test('a request must arrive within 30 seconds, its headers within 20', () => {
    const { requestTimeout, headersTimeout, maxHeadersCount } = app.server;
    assert.deepEqual({ requestTimeout, headersTimeout }, { requestTimeout: 30_000, headersTimeout: 20_000 });
    assert.ok(maxHeadersCount === null || maxHeadersCount <= 2000);
  });

  test('a broken request gets a refusal with a code and the usual security headers', async () => {
    for (const [text, status, code] of [
      [`GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(17_000)}\r\n\r\n`, 431, 'headers_too_large'],
      ['GET / HTTP/9.9\r\n\r\n', 400, 'invalid_request'],
    ] as const) {
      const [head = '', body = ''] = (await raw(text)).split('\r\n\r\n');
      assert.match(head, /content-type: application\/problem\+json/);
      assert.match(head, /x-content-type-options: nosniff/);
      const problem = JSON.parse(body);
      assert.deepEqual([problem.status, problem.code], [status, code]);
    }
  });

  test('bytes that are not HTTP get a plain refusal and disturb no other request', async () => {
    for (const text of [
      '\r\n\r\n',
      'GET\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
      '\u0016\u0003\u0001\u0000',
      'GET /api/clinics HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      'GET /api/clinics HTTP/1.1\r\nHost: x\r\nX: a\u0000b\r\n\r\n',
    ])
      assert.match(await raw(text), /^(HTTP\/1\.1 400 |$)/, JSON.stringify(text));
    assert.equal((await call(app, 'listClinics')).status, 200);
  });
});
