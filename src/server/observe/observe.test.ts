import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { before, mock, test } from 'node:test';
import { parse } from 'yaml';
import { aClinic, aPatient, anAdmin, inClinic, signIn } from '../../../test/builders.ts';
import { testServices } from '../../../test/services.ts';
import { buildApp } from '../app.ts';
import { noteRun } from '../database/across-queries.ts';
import { withoutTenant } from '../database/transaction.ts';
import { startJobs } from '../jobs.ts';
import { openTransport } from '../mail/transport.ts';
import type { Services } from '../services.ts';
import { hashQueueSizes } from '../login/password-hash.ts';
import { serveMetrics } from './serve.ts';

const folder = mkdtempSync(join(tmpdir(), 'observe-'));
const socket = join(folder, 'metrics.sock');
const deploy = new URL('../../../deploy/', import.meta.url);

let services: Services;
before(async () => {
  services = await testServices();
});

/** What Prometheus reads. */
async function scrape(path = '/metrics'): Promise<{ status: number; body: string }> {
  const asked = request({ socketPath: socket, path }).end();
  const [answer] = await new Promise<[IncomingMessage]>((resolve, reject) => {
    asked.once('response', (response) => resolve([response])).once('error', reject);
  });
  return { status: answer.statusCode ?? 0, body: await text(answer) };
}

const valueOf = (body: string, series: string) => {
  const line = body.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
};

test('an operator sees calls, connections, sessions, waiting mails, jobs and the last backup in numbers', async () => {
  const clinic = await aClinic(services);
  await signIn(services, await anAdmin(services, clinic.id));
  const { id: patientId } = await aPatient(services, clinic.id);
  await inClinic(services, clinic.id, (db) =>
    db
      .insertInto('outbox')
      .values({
        clinic_id: clinic.id,
        id: patientId,
        patient_id: patientId,
        window_type: 'PRE',
        window_ordinal: 1,
        kind: 'invitation',
        due: '2020-01-01T00:00:00Z',
        state: 'refused',
      })
      .execute(),
  );
  await inClinic(services, clinic.id, (db) => db.updateTable('outbox').set({ state: 'waiting' }).execute());
  await withoutTenant(services.pool, (db) => noteRun(db, 'backup', 'ended'));
  mock.timers.enable({ apis: ['setInterval'] });
  const jobs = startJobs(services, folder, openTransport(undefined, folder));
  mock.timers.tick(1000);
  await jobs.stop();
  mock.timers.reset();
  const app = await buildApp(services);
  await app.inject({ url: '/api/clinics' });
  const listener = await serveMetrics({ ...services, hashes: hashQueueSizes }, socket);
  const { body } = await scrape();
  await listener.stop();
  await app.close();
  const count = 'resonanz_http_request_seconds_count{method="GET",route="/api/clinics",status="200"}';
  assert.equal(valueOf(body, count), 1);
  assert.equal(valueOf(body, 'resonanz_installation{what="sessions"}'), 1);
  assert.equal(valueOf(body, 'resonanz_installation{what="outbox_waiting"}'), 1);
  assert.equal(valueOf(body, 'resonanz_database_connections{pool="logins",state="most"}'), 5);
  assert.equal(valueOf(body, 'resonanz_hashes{state="waiting"}'), 0);
  assert.equal(valueOf(body, 'resonanz_job_runs_total{task="seal the trail",outcome="done"}'), 1);
  const backup = valueOf(body, 'resonanz_installation_job_timestamp_seconds{task="backup",moment="ended"}');
  assert.ok(backup && Math.abs(backup - Date.now() / 1000) < 600);
  assert.ok(!body.includes(clinic.id) && !body.includes(patientId));
});

test('the numbers are at no address of the server itself, and at one path of their own', async () => {
  const app = await buildApp(services);
  assert.notEqual((await app.inject({ url: '/metrics' })).headers['content-type'], 'text/plain');
  assert.ok(!(await app.inject({ url: '/metrics' })).body.includes('resonanz_http'));
  await app.close();
  const own = await testServices();
  const listener = await serveMetrics({ ...own, hashes: hashQueueSizes }, socket);
  assert.equal((await scrape('/')).status, 404);
  await listener.stop();
  assert.ok(!existsSync(socket));
});

test('an impossible address of the numbers stops the start', async () => {
  for (const address of ['abc', '70000', 'host:', '127.0.0.1'])
    await assert.rejects(
      serveMetrics({ ...services, hashes: hashQueueSizes }, address),
      /METRICS_ADDRESS must be/,
    );
  const own = await testServices();
  await assert.rejects(
    serveMetrics({ ...own, hashes: hashQueueSizes }, '/nowhere/metrics.sock'),
    /cannot be used/,
  );
  const other = createServer().listen(0, '127.0.0.1');
  other.unref();
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  await assert.rejects(
    serveMetrics({ ...(await testServices()), hashes: hashQueueSizes }, String(port)),
    new RegExp(`METRICS_ADDRESS ${port} is already in use\\. Stop the other program`),
  );
  other.close();
});

test('every rule and every picture of the dashboard reads numbers that the server gives', async () => {
  const own = await testServices();
  const listener = await serveMetrics({ ...own, hashes: hashQueueSizes }, socket);
  const { body } = await scrape();
  await listener.stop();
  const known = new Set([...body.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
  const rules = parse(readFileSync(new URL('prometheus/alerts.yml', deploy), 'utf8')) as {
    groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[];
  };
  const board = JSON.parse(readFileSync(new URL('grafana/resonanz.json', deploy), 'utf8')) as {
    panels: { title: string; targets: { expr: string }[] }[];
  };
  const expressions = [
    ...rules.groups.flatMap((group) => group.rules.map(({ alert, expr }) => ({ name: alert, expr }))),
    ...board.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ name: title, expr }))),
  ];
  assert.ok(expressions.length >= 25);
  for (const { name, expr } of expressions) {
    const used = [...expr.matchAll(/\b(?:resonanz|process)_[a-z_]+/g)].map(([metric]) =>
      metric.replace(/_(bucket|count|sum)$/, ''),
    );
    assert.ok(used.length > 0 || expr.startsWith('up{'), name);
    assert.deepEqual(
      used.filter((metric) => !known.has(metric)),
      [],
      name,
    );
    for (const [, route] of expr.matchAll(/route="([^"]+)"/g))
      assert.ok(readFileSync(new URL('../src/contract/endpoints.ts', deploy), 'utf8').includes(`'${route}'`));
  }
});

test('a supervisor learns that a disk is full and that a job is late, and calls go on', async () => {
  const own = await testServices({ lateJobs: () => ['seal the trail'] });
  const app = await buildApp(own);
  own.metrics.noteError(
    new Error('x', { cause: Object.assign(new Error('full'), { code: '53100' }) }),
    Date.now(),
  );
  const answer = await app.inject({ url: '/readyz' });
  await app.close();
  assert.equal(answer.statusCode, 200);
  assert.deepEqual(answer.json(), {
    status: 'degraded',
    database: 'ok',
    disk: 'full',
    late: ['seal the trail'],
  });
});

test('a request keeps the id that the proxy of the operator gave it, and no id of a stranger', async () => {
  const id = 'b7ad6b7169203331';
  const behind = await testServices();
  behind.config = { ...behind.config, trustedProxies: 1 };
  for (const [world, expected] of [
    [behind, true],
    [services, false],
  ] as const) {
    const app = await buildApp(world);
    const given = async (value: string) =>
      (await app.inject({ url: '/api/clinics', headers: { 'x-request-id': value } })).headers['x-request-id'];
    assert.equal((await given(id)) === id, expected);
    assert.match(String(await given('a b"\\n')), /^[0-9a-f-]{36}$/);
    await app.close();
  }
});
