import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { testServices } from '../../../test/services.ts';
import { buildApp } from '../app.ts';
import { reportScript } from '../print/html.ts';

let app: FastifyInstance;

before(async () => {
  app = await buildApp(await testServices());
});

after(() => app.close());

const pages = ['/', '/loginpatient', '/patients/survey', '/clinician/clinician-report', '/admin', '/nichts'];

function directivesOf(policy: unknown): Map<string, string> {
  const entries = String(policy)
    .split('; ')
    .map((directive) => [directive.split(' ')[0] ?? '', directive.split(' ').slice(1).join(' ')] as const);
  return new Map(entries);
}

test('a page runs only our own script files, scripts with its nonce, and the script of the reports', async () => {
  const hash = `'sha256-${createHash('sha256').update(reportScript).digest('base64')}'`;
  for (const url of pages) {
    const { headers, body } = await app.inject(url);
    const policy = directivesOf(headers['content-security-policy']);
    const [, nonce = ''] = /'nonce-([^']+)'/.exec(policy.get('script-src') ?? '') ?? [];
    assert.equal(Buffer.from(nonce, 'base64').length, 16, url);
    assert.equal(policy.get('script-src'), `'self' 'nonce-${nonce}' ${hash}`, url);
    assert.equal(policy.get('style-src'), `'self' 'nonce-${nonce}'`, url);
    for (const name of ['default-src', 'base-uri', 'object-src', 'frame-ancestors'])
      assert.equal(policy.get(name), "'none'", `${name} of ${url}`);
    for (const name of ['connect-src', 'form-action', 'font-src'])
      assert.equal(policy.get(name), "'self'", `${name} of ${url}`);
    assert.equal(policy.get('img-src'), "'self' data:", url);
    assert.equal(policy.get('require-trusted-types-for'), "'script'", url);
    assert.equal(policy.get('trusted-types'), 'resonanz dompurify', url);
    assert.doesNotMatch(String(headers['content-security-policy']), /unsafe|strict-dynamic|\*|https?:/);
    for (const [tag] of body.matchAll(/<script\b[^>]*>/g))
      assert.ok(/ src="\//.test(tag) || tag.includes(` nonce="${nonce}"`), `${url}: ${tag}`);
  }
});

test('each page has a nonce of its own and is not stored by a cache', async () => {
  const [one, other] = [await app.inject('/'), await app.inject('/')];
  assert.notEqual(one.headers['content-security-policy'], other.headers['content-security-policy']);
  assert.equal(one.headers['cache-control'], 'no-store');
});

const tagWith = async (cookie: string) =>
  /<html[^>]*>/.exec((await app.inject({ url: '/', headers: { cookie } })).body)?.[0];

test('a page is sent in the colours that the browser has chosen, and ignores any other value', async () => {
  assert.equal(await tagWith('scheme=dark'), '<html lang="de" data-scheme="dark">');
  assert.equal(await tagWith('scheme=auto'), '<html lang="de">');
  assert.equal(await tagWith('scheme="><script>'), '<html lang="de">');
});

test('a phone learns the configured name and the icons from the manifest', async () => {
  const { statusCode, headers, body } = await app.inject('/manifest.webmanifest');
  assert.equal(statusCode, 200);
  assert.match(String(headers['content-type']), /^application\/manifest\+json/);
  const { short_name, icons, theme_color } = JSON.parse(body);
  assert.equal(short_name, 'Resonanz');
  assert.match(theme_color, /^#[0-9a-f]{6}$/);
  assert.deepEqual(
    icons.map(({ type }: { type: string }) => type),
    ['image/svg+xml', 'image/png'],
  );
});

test('an unknown path gets the 404 page with status 404', async () => {
  for (const url of [
    '/nichts',
    '/patients/',
    '/.env',
    '/.git/config',
    '/package.json',
    '/src/server/main.ts',
    '/index.html',
    '/assets/',
    '/js/%2e%2e%2fpackage.json',
    '/js/..%5c..%5cpackage.json',
    '/documents/..%2f..%2fpackage.json',
    '/%2e%2e/package.json',
  ]) {
    const { statusCode, headers, body } = await app.inject(url);
    assert.deepEqual([url, statusCode, headers['content-type']], [url, 404, 'text/html; charset=utf-8']);
    assert.match(body, /^<!doctype html>/i, url);
  }
});

const linkOf = async (url: string, cookie: string) =>
  (await app.inject({ url, headers: { cookie } })).headers['link'];

test('the home of a signed-in patient names its data, and no other page does', async () => {
  for (const cookie of ['at=secret', '__Host-at=secret'])
    assert.equal(
      await linkOf('/patients', cookie),
      '</api/auth/patients/stws>; rel=preload; as=fetch; crossorigin',
    );
  assert.equal(await linkOf('/patients', 'scheme=dark'), undefined);
  assert.equal(await linkOf('/admin', 'at=secret'), undefined);
});
