// Malformed requests over every route, the same in every run. `npm run proof -- fuzz` sends many others.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import process from 'node:process';
import { after, before, describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { calls, type CallName } from '../src/contract/calls.ts';
import { buildApp } from '../src/server/app.ts';
import type { Services } from '../src/server/services.ts';
import { requestsOf } from './access-requests.ts';
import { aWorld, type Actor, type World } from './access-world.ts';
import { amount, isWhole, seed } from './amount.ts';
import { aClinic, aClinician, BIRTH_DATE, PASSWORD, type TestUser } from './builders.ts';
import { call, type Call } from './call.ts';
import { dice, type Dice } from './fuzz-dice.ts';
import { rawRequest } from './fuzz-raw.ts';
import { senders, shown, spoilt, type Request } from './fuzz-requests.ts';
import { testServices } from './services.ts';

const REQUESTS = amount({ usual: 500, all: 10_000 });
const RAW_REQUESTS = Math.ceil(REQUESTS * 0.06);
const AT_ONCE = 6;
// A time proves something only on a machine without other work.
const LONGEST_MS = isWhole ? 5000 : Infinity;
// Plans, statements and compiled code are in memory by then and take no more.
const WARM = 3000;
const names = Object.keys(calls) as CallName[];

let services: Services;
let app: FastifyInstance;
let bystander: TestUser;
const faults: unknown[] = [];

before(async () => {
  services = await testServices({
    log: { info: () => {}, warn: () => {}, error: (fields) => faults.push(fields) },
  });
  app = await buildApp(services);
  bystander = await aClinician(services, (await aClinic(services)).id);
});

after(() => app.close());

async function assertServes(): Promise<void> {
  const body = { clinic_id: bystander.clinicId, username: bystander.name, password: PASSWORD };
  const login = await call(app, 'loginClinician', { body, address: '198.51.100.200' });
  assert.equal(login.status, 200, JSON.stringify(login.body));
  assert.equal((await call(app, 'listClinics')).status, 200);
}

/** A request leaves no connection in use and no open transaction. */
async function assertNothingHeld(): Promise<void> {
  const lent = () => [services.pool, services.loginPool].map((pool) => pool.totalCount - pool.idleCount);
  // A caller that has closed the connection does not wait for the end of its request.
  const deadline = Date.now() + 5000;
  while (lent().some((count) => count > 0) && Date.now() < deadline) await setImmediate();
  assert.deepEqual(lent(), [0, 0]);
  const { rows } = await services.pool.query(`SELECT count(*)::int AS open FROM pg_stat_activity
    WHERE datname = current_database() AND state LIKE 'idle in transaction%'`);
  assert.equal(rows[0].open, 0);
}

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

function heapMiB(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

describe(`${REQUESTS} malformed requests over every route (SEED=${seed})`, () => {
  const slowest = { ms: 0, request: '' };
  const statuses = new Map<number, number>();
  const asked = new Map<CallName, number>();

  let heapEarly = 0;

  test('malformed requests to every route cause no 5xx, and a good login still works', async () => {
    const wrong: string[] = [];
    const ROUND = 250;
    for (let first = 0; first < REQUESTS; first += ROUND) {
      const world = await aWorld(services);
      let next = first;
      const send = async () => {
        for (let number = next++; number < Math.min(first + ROUND, REQUESTS); number = next++)
          await sendOne(number, world).catch((error: Error) => wrong.push(error.message));
      };
      await Promise.all(Array.from({ length: AT_ONCE }, send));
      if (first + ROUND === WARM) heapEarly = heapMiB();
    }
    assert.equal(
      wrong.length,
      0,
      `${wrong.length} wrong answers, the first of them:\n${wrong.slice(0, 8).join('\n')}`,
    );
    assert.equal(asked.size, names.length, 'every route was asked');
    await assertNothingHeld();
    await assertServes();
    const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
    console.log(`${counts.join(', ')}; slowest ${slowest.ms} ms ${slowest.request}`);
  });

  if (REQUESTS >= 2 * WARM)
    test('malformed requests do not fill the memory', (t) => {
      const grown = heapMiB() - heapEarly;
      t.diagnostic(`heap ${heapEarly.toFixed(1)} MiB + ${grown.toFixed(1)}`);
      assert.ok(grown < 25, `the heap has grown by ${grown.toFixed(1)} MiB`);
    });

  async function sendOne(number: number, world: World): Promise<void> {
    const chances = dice(`${seed} ${number}`);
    // Each route in turn, then by chance.
    const name = names[number] ?? pickRoute(chances);
    const actor = chances.percent(70) ? actorFor(name) : chances.pick(senders);
    const object = chances.pick(Object.keys(requestsOf(name)));
    const good = await goodCall(name, object, { world, actor });
    const request = spoilt(chances, { name, call: good, cookies: world.cookies[actor] });
    asked.set(name, (asked.get(name) ?? 0) + 1);
    const began = performance.now();
    const answer = await app.inject(injected(request, number)).catch((error: unknown) => {
      assert.fail(`${number}: ${shown(request)}: ${String(error)}`);
    });
    const ms = Math.round(performance.now() - began);
    if (ms > slowest.ms) Object.assign(slowest, { ms, request: shown(request).slice(0, 120) });
    statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1);
    const told = () =>
      `request ${number} as ${actor}: ${shown(request)}\n${answer.statusCode} ${answer.body.slice(0, 500)}\n${String(JSON.stringify(faults))}`;
    assert.ok(answer.statusCode < 500, told());
    assert.ok(ms < LONGEST_MS, `${ms} ms: ${told()}`);
    assert.equal(answer.headers['x-content-type-options'], 'nosniff', told());
    assert.doesNotMatch(answer.body, /node_modules|\bat \S+ \(|syntax error at|resonanz_app/, told());
    if (answer.body && String(answer.headers['content-type']).includes('problem'))
      assert.equal(answer.json().status, answer.statusCode, told());
  }
});

// Calls that hash a password or print a page take a hundred times as long as the others.
const costly =
  /^(login|register|resetPassword|changePassword|renew|begin|getClinicianReportPdf|getClinicianReportPart)/;

function pickRoute(chances: Dice): CallName {
  const name = chances.pick(names);
  return costly.test(name) && chances.percent(60) ? chances.pick(names) : name;
}

async function goodCall(
  name: CallName,
  object: string,
  asked: { world: World; actor: Actor },
): Promise<Call> {
  const requested = requestsOf(name)[object]?.({ ...asked, app, services });
  // An earlier request may have ended the session or the survey of these answers.
  const known = await Promise.resolve(requested).catch(() => ({ body: { type: 'json', value: '[]' } }));
  return known ?? {};
}

/** An actor whom the route admits, so that the code behind the check of access is tried as well. */
function actorFor(name: CallName): (typeof senders)[number] {
  const { access } = calls[name];
  return access === 'public' ? 'nobody' : (access[0] ?? 'nobody');
}

// Some requests come from new addresses, because the login limits would refuse a known address early.
function injected({ method, url, headers, payload }: Request, number: number): InjectOptions {
  return {
    // The injector takes every method of Node.js, more than its type names.
    method: method as 'GET',
    url: url.startsWith('/') ? url : { pathname: url },
    headers,
    remoteAddress: number % 10 === 0 ? `10.${(number >> 8) % 250}.${number % 250}.9` : '10.0.0.9',
    ...(payload && { payload }),
  };
}

describe(`${RAW_REQUESTS} connections with malformed bytes (SEED=${seed})`, () => {
  test('connections with malformed bytes get a refusal or nothing, and the server goes on', async () => {
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as { port: number };
    const world = await aWorld(services);
    const cookies = Object.entries(world.cookies.admin).map(([name, value]) => `${name}=${value}`);
    for (let number = 0; number < RAW_REQUESTS; number += AT_ONCE)
      await Promise.all(
        Array.from({ length: AT_ONCE }, (_, place) => sendRaw(port, number + place, cookies.join('; '))),
      );
    await assertNothingHeld();
    await assertServes();
  });
});

async function sendRaw(port: number, number: number, cookie: string): Promise<void> {
  const bytes = rawRequest(dice(`${seed} raw ${number}`), cookie);
  const began = performance.now();
  const answer = await exchange(port, bytes);
  const told = `connection ${number}: ${JSON.stringify(bytes.toString('latin1').slice(0, 500))}\n${answer.slice(0, 500)}`;
  for (const [, status] of answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm)) assert.ok(Number(status) < 500, told);
  assert.ok(answer === '' || answer.startsWith('HTTP/1.1 '), told);
  assert.ok(performance.now() - began < LONGEST_MS, told);
}

/** Sends the bytes, closes its own side, and returns everything that comes back. */
async function exchange(port: number, bytes: Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('latin1').on('data', (part: string) => (answer += part));
  // The server may close the connection while the bytes are being sent.
  socket.on('error', () => {});
  socket.end(bytes);
  await new Promise((resolve) => socket.once('close', resolve));
  return answer;
}

describe('after all malformed requests', () => {
  test('a patient logs in with the birth date after all malformed requests', async () => {
    const world = await aWorld(services);
    const body = { clinic_id: world.clinicId, username: world.patient.name, password: BIRTH_DATE };
    assert.equal((await call(app, 'loginPatient', { body, address: '198.51.100.201' })).status, 200);
  });
});
