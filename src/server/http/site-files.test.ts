import { strict as assert } from 'node:assert';
import { after, before, describe, it } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { testServices } from '../../../test/services.ts';
import { buildApp } from '../app.ts';

type Line = { directive?: string; count?: number };

const lines: Line[] = [];
const warn = (fields: object) => void lines.push(fields);
let app: FastifyInstance;

before(async () => {
  const services = await testServices();
  app = await buildApp({ ...services, log: { ...services.log, warn } });
});
after(() => app.close());

const violation = (directive: string) => ({
  type: 'csp-violation',
  body: { effectiveDirective: directive, documentURL: 'https://x.example/patients/report' },
});
const send = (type: string, body: unknown) =>
  app.inject({
    method: 'POST',
    url: '/csp-reports',
    headers: { 'content-type': type },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

describe('security.txt', () => {
  it('security.txt holds the contact for reports of a weakness and an expiry date', async () => {
    const { statusCode, headers, body } = await app.inject('/.well-known/security.txt');
    assert.equal(statusCode, 200);
    assert.match(String(headers['content-type']), /^text\/plain/);
    assert.match(body, /^Contact: mailto:\S+@\S+$/m);
    const [, expires = ''] = /^Expires: (.+)$/m.exec(body) ?? [];
    assert.ok(Date.parse(expires) > Date.now());
  });
});

describe('reports of the content security policy', () => {
  it('every page asks browsers for reports of its content security policy', async () => {
    const { headers } = await app.inject('/');
    assert.match(String(headers['content-security-policy']), /report-to csp/);
    assert.equal(headers['reporting-endpoints'], 'csp="/csp-reports"');
  });

  it('reports of the content security policy are counted by directive in both formats, without the address of the page', async () => {
    lines.length = 0;
    await send('application/reports+json', [violation('img-src'), violation('img-src')]);
    await send('application/csp-report', { 'csp-report': { 'effective-directive': 'img-src' } });
    assert.deepEqual(
      lines.map(({ directive, count }) => ({ directive, count })),
      [
        { directive: 'img-src', count: 1 },
        { directive: 'img-src', count: 2 },
      ],
    );
    assert.ok(!JSON.stringify(lines).includes('x.example'));
  });

  it('invented reports of the content security policy fill neither log nor memory', async () => {
    lines.length = 0;
    for (let batch = 0; batch < 20; batch += 1)
      await send(
        'application/reports+json',
        Array.from({ length: 50 }, (_, i) => violation(`made-up-${batch}-${i}`)),
      );
    assert.ok(lines.length <= 10, `${lines.length} lines for 1000 reports`);
    assert.deepEqual(new Set(lines.map(({ directive }) => directive)), new Set(['another']));
  });

  it('a body that is no report is accepted without an error and without a count', async () => {
    lines.length = 0;
    for (const body of ['', '{', '[[[]]]', 'null', '{"csp-report": 1}', '[{"body": null}]'])
      assert.equal((await send('application/reports+json', body)).statusCode, 204, body);
    assert.equal((await send('text/plain', 'x')).statusCode, 415);
    assert.deepEqual(lines, []);
  });
});
