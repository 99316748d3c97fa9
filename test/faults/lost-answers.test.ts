import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import * as v from 'valibot';
import { calls, type CallName } from '../../src/contract/calls.ts';
import { buildApp } from '../../src/server/app.ts';
import { withoutTenant } from '../../src/server/database/transaction.ts';
import { forgetStoredAnswers } from '../../src/server/http/idempotency-queries.ts';
import type { Services } from '../../src/server/services.ts';
import { successOf } from '../access-matrix.ts';
import { requestsOf } from '../access-requests.ts';
import { aWorld, type World } from '../access-world.ts';
import { inClinic } from '../builders.ts';
import type { Call } from '../call.ts';
import { askingConsent } from '../consent.ts';
import { testServices } from '../services.ts';
import { startProxy, type Proxy } from './proxy.ts';

// Each call that changes something is sent with an Idempotency-Key. The connection drops after the work of the server and
// before the answer arrives. Then the same call is sent again, as the web client does (R26).

const NIL = '00000000-0000-4000-8000-000000000000';

type Answered = { status: number; text: string };

const names = (Object.keys(calls) as CallName[]).filter((name) => calls[name].retryKey);

let services: Services;
let app: FastifyInstance;
let proxy: Proxy;

before(async () => {
  services = askingConsent(await testServices());
  app = await buildApp(services);
  await app.listen({ host: '127.0.0.1', port: 0 });
  proxy = await startProxy((app.server.address() as AddressInfo).port);
});

after(async () => {
  await proxy.close();
  await app.close();
});

/** Sends a call through the proxy like a browser. */
async function send(
  name: CallName,
  world: World,
  key: string,
  { params = {}, body, file }: Call,
): Promise<Answered> {
  const route = calls[name];
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, part: string) => params[part] ?? '');
  const cookies = Object.entries(world.cookies[successOf(name).actor]).map(
    ([cookie, value]) => `${cookie}=${value}`,
  );
  const form = new FormData();
  if (file !== undefined) form.append('file', new Blob([String(file)], { type: 'text/csv' }), 'patients.csv');
  const response = await fetch(`http://127.0.0.1:${proxy.port}${path}`, {
    method: route.method,
    headers: {
      'x-requested-with': 'resonanz',
      'idempotency-key': key,
      cookie: cookies.join('; '),
      ...(route.body && { 'content-type': 'application/json' }),
    },
    ...(route.body && { body: JSON.stringify(body ?? {}) }),
    ...(file !== undefined && { body: form }),
  });
  return { status: response.status, text: await response.text() };
}

/** The same call with other content. */
function changed(name: CallName, world: World, { params, body, file }: Call): Call {
  if (file !== undefined) return { file: `${String(file)}\n` };
  const other = body && otherBody(name, body);
  if (other) return { params, body: other };
  return { params: { id: world.colleague.id }, ...(body && { body }) };
}

/** The body with another value in its last field that may hold one of three texts, or the opposite. */
function otherBody(name: CallName, body: object): object | undefined {
  const bodies = Object.entries(body)
    .toReversed()
    .flatMap(([field, value]) =>
      ['Anders1', NIL, 'anders@praxis.example', !value].map((other) => ({ ...body, [field]: other })),
    );
  return bodies.find((one) => v.is(calls[name].body!, one));
}

const aRequest = (name: CallName, world: World): Promise<Call> => {
  const { object, actor } = successOf(name);
  return Promise.resolve(requestsOf(name)[object]!({ world, actor, app, services }));
};

/** Every row of both clinics that a call could have changed, with the audit trail and without the stored answers. */
async function rowsOf({ clinicId, emptyClinicId }: World): Promise<string> {
  const hashes: string[] = [];
  for (const clinic of [clinicId, emptyClinicId]) {
    await inClinic(services, clinic, async (db) => {
      const { rows: tables } = await sql<{
        name: string;
      }>`SELECT table_name AS name FROM information_schema.columns
        WHERE table_schema = 'public' AND column_name = 'clinic_id' AND table_name <> 'idempotency_keys'`.execute(
        db,
      );
      for (const { name } of tables) {
        const { rows } = await sql<{ hash: string }>`SELECT ${name} || count(*) ||
          coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '') AS hash FROM ${sql.table(name)} t`.execute(
          db,
        );
        hashes.push(rows[0]?.hash ?? '');
      }
    });
  }
  return hashes.sort().join('\n');
}

const clinicOf = (name: CallName, world: World) =>
  name === 'registerAdmin' ? world.emptyClinicId : world.clinicId;

const storedRow = (name: CallName, world: World, key: string) =>
  inClinic(services, clinicOf(name, world), async (db) => {
    const { rows } = await sql<{ seconds: number; answer: Buffer }>`
      SELECT extract(epoch FROM expires - created)::float8 AS seconds, answer_encrypted AS answer
      FROM idempotency_keys WHERE key = ${key}`.execute(db);
    return rows[0];
  });

/** The stored answer is encrypted, and kept for ten minutes, with a secret in it for one. */
async function checkStored(name: CallName, world: World, key: string, text: string): Promise<void> {
  const { isSecret } = calls[name];
  const row = await storedRow(name, world, key);
  assert.equal(row?.seconds, isSecret ? 60 : 600);
  const values = text.match(/[^"{}:,[\]]{16,}/g) ?? [];
  assert.ok(values.length > 0 || !isSecret);
  for (const value of values) assert.ok(!row?.answer.toString('latin1').includes(value));
}

function passTime(name: CallName, world: World, seconds: number): Promise<unknown> {
  return inClinic(services, clinicOf(name, world), (db) =>
    sql`UPDATE idempotency_keys SET expires = expires - make_interval(secs => ${seconds}::float8)`.execute(
      db,
    ),
  );
}

describe('a repetition after a lost answer', () => {
  for (const name of names) {
    test(`a lost answer of ${name} is given again, and the call has its effect once`, async () => {
      const world = await aWorld(services);
      const request = await aRequest(name, world);
      const key = randomUUID();
      const before = await rowsOf(world);

      proxy.setMode('cut-request');
      await assert.rejects(send(name, world, key, request));
      assert.equal(await rowsOf(world), before, 'a request that never arrived has no effect');

      proxy.setMode('cut-answer');
      await assert.rejects(send(name, world, key, request));
      const done = await rowsOf(world);
      assert.notEqual(done, before, 'the server had done its work');

      proxy.setMode('pass');
      const [again, oncemore] = await Promise.all([
        send(name, world, key, request),
        send(name, world, key, request),
      ]);
      assert.equal(again.status, 200, again.text);
      assert.deepEqual(oncemore, again);
      assert.equal(await rowsOf(world), done);

      await checkStored(name, world, key, again.text);

      // A call without content cannot have other content.
      const { params, body, upload } = calls[name];
      if (!params && !body && !upload) return;
      const other = await send(name, world, key, changed(name, world, request));
      assert.deepEqual([other.status, JSON.parse(other.text).code], [409, 'idempotency_key_reused']);
      assert.equal(await rowsOf(world), done);
    });
  }
});

test('a stored answer is deleted after its time without any call', async () => {
  const world = await aWorld(services);
  const key = randomUUID();
  const request = await aRequest('resetPassword', world);
  const first = await send('resetPassword', world, key, request);
  // Ten of its sixty seconds are left, which is enough for a busy machine to reach this line.
  await passTime('resetPassword', world, 50);
  assert.deepEqual(await send('resetPassword', world, key, request), first);
  await withoutTenant(services.pool, forgetStoredAnswers);
  assert.ok(await storedRow('resetPassword', world, key));
  await passTime('resetPassword', world, 11);
  assert.ok((await withoutTenant(services.pool, forgetStoredAnswers)) >= 1);
  assert.equal(await storedRow('resetPassword', world, key), undefined);
  const later = await send('resetPassword', world, key, request);
  assert.equal(later.status, 200);
  assert.notEqual(later.text, first.text, 'the repetition shows another password');
});
