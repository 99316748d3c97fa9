import { strict as assert } from 'node:assert';
import { after, before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { testServices } from '../../../test/services.ts';
import { buildApp } from '../app.ts';
import type { Services } from '../services.ts';

const lines: object[] = [];
let services: Services;
let app: FastifyInstance;

before(async () => {
  const standard = await testServices();
  services = { ...standard, log: { ...standard.log, warn: (fields: object) => void lines.push(fields) } };
  app = await buildApp(services);
});
after(() => app.close());

const tell = (body: string, type = 'text/plain;charset=UTF-8') =>
  app.inject({ method: 'POST', url: '/script-failures', headers: { 'content-type': type }, body });

const counted = async (page: string) => {
  const { values } = await services.metrics.scriptFailures.get();
  return values.find(({ labels }) => labels.page === page)?.value ?? 0;
};

test('a failed script is counted by its page for the operator', async () => {
  assert.equal((await tell('/patients/survey')).statusCode, 204);
  assert.equal(await counted('survey'), 1);
  assert.match(
    await services.metrics.registry.metrics(),
    /resonanz_script_failures_total\{page="survey"\} 1/,
  );
});

test('what a sender invents is counted together, and fills neither log nor numbers', async () => {
  lines.length = 0;
  for (let number = 0; number < 200; number += 1) await tell(`/patients/survey?name=Muster-${number}`);
  assert.equal(await counted('another'), 200);
  assert.ok(lines.length > 0 && lines.length <= 8, `${lines.length} lines`);
  assert.ok(!JSON.stringify(lines).includes('Muster'));
  assert.ok(!(await services.metrics.registry.metrics()).includes('Muster'));
});

test('more than a path is refused', async () => {
  assert.equal((await tell('x'.repeat(300))).statusCode, 413);
  assert.equal((await tell('{}', 'application/json')).statusCode, 415);
});
