import { strict as assert } from 'node:assert';
import { before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { aClinic, aClinician, anAdmin, aPatient, signIn } from '../../../test/builders.ts';
import { call, type Answered } from '../../../test/call.ts';
import { testDatabase } from '../../../test/database.ts';
import { testServices } from '../../../test/services.ts';
import { buildApp } from '../app.ts';
import { createPool } from '../database/pool.ts';
import { enterClinic } from '../database/queries.ts';
import { withTenant, type Db } from '../database/transaction.ts';
import type { Services } from '../services.ts';
import { userKey } from './limit-keys.ts';
import { lockKey } from './limit-queries.ts';
import { lockOwner } from './owner-queries.ts';
import { endSession, lockSession } from './queries.ts';
import { presentedAccess, presentedToken } from './tokens.ts';

type Jar = Record<string, string>;

let services: Services;
let app: FastifyInstance;
let clinicId: string;

before(async () => {
  const { url } = await testDatabase();
  // Like in the product, a call that gets no connection for two seconds is refused. Locks may take longer here.
  const settings = {
    lock_timeout: '60000',
    statement_timeout: '60000',
    idle_in_transaction_session_timeout: '60000',
  };
  const pool = createPool(url, { max: 8, settings, onError: () => {} });
  const loginPool = createPool(url, { max: 2, settings, onError: () => {} });
  services = await testServices({ pool, loginPool });
  app = await buildApp(services);
  clinicId = (await aClinic(services)).id;
});

/** How often each outcome occurs. */
function outcomes(answers: readonly Answered[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, problem } of answers) {
    const key = status === 200 ? '200' : `${status} ${problem.code}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

const many = (count: number, send: () => Promise<Answered>) =>
  Promise.all(Array.from({ length: count }, send)).then(outcomes);

/** Sends 100 calls while a lock stops them; `meanwhile` begins when so many of them are refused. Returns their outcomes. */
async function sendAgainstLock(
  lock: (db: Db) => Promise<unknown>,
  send: () => Promise<Answered>,
  refused: number,
  meanwhile: () => Promise<void>,
): Promise<Record<string, number>> {
  let answers = 0;
  const { promise: areRefused, resolve } = Promise.withResolvers<void>();
  const counted = async () => {
    const answer = await send();
    answers += 1;
    if (answers === refused) resolve();
    return answer;
  };
  const { all } = await withTenant(services.loginPool, clinicId, async (db) => {
    await lock(db);
    const all = many(100, counted);
    await areRefused;
    await meanwhile();
    return { all };
  });
  return all;
}

/** Makes sure that another patient's calls are not delayed. */
async function assertOthersRead(): Promise<void> {
  const patient = await aPatient(services, clinicId);
  const as = await signIn(services, patient);
  assert.deepEqual(await many(20, () => call(app, 'listWindows', { as })), { 200: 20 });
}

test('of 100 calls of one user 6 run, 30 wait, and others still read', async () => {
  const [admin, clinician] = [await anAdmin(services, clinicId), await aClinician(services, clinicId)];
  const as = await signIn(services, admin);
  const body = { id: clinician.id, username: clinician.name, enabled: true };
  const sent = await sendAgainstLock(
    (db) => lockOwner(db, clinicId, { accountId: clinician.id }),
    () => call(app, 'renameClinician', { as, body }),
    64,
    assertOthersRead,
  );
  assert.deepEqual(sent, { 200: 36, '429 too_many_at_once': 64 });
  assert.deepEqual(await many(36, () => call(app, 'renameClinician', { as, body })), { 200: 36 });
});

test('all sessions of one user wait in one line, and the line does not name the user', async () => {
  const [one, other] = [await aPatient(services, clinicId), await aPatient(services, clinicId)];
  const jars: Jar[] = [];
  for (const user of [one, one, other]) jars.push(await signIn(services, user));
  const lines = jars.map((jar) => presentedAccess(jar['at'])?.line);
  assert.deepEqual(lines.slice(0, 2), [lines[0], lines[0]]);
  assert.ok(lines[0] !== undefined && lines[0] !== lines[2] && !jars[0]?.['at']?.includes(one.id));
});

test('a call that waits for its turn is refused if its session ends meanwhile', async () => {
  const own = (await aClinic(services)).id;
  const [admin, clinician] = [await anAdmin(services, own), await aClinician(services, own)];
  const as: Jar = await signIn(services, admin);
  const sessionId = presentedToken(as['rt'])?.sessionId ?? '';
  const body = { id: clinician.id, username: clinician.name, enabled: true };
  const sent = await sendAgainstLock(
    async (db) => {
      await enterClinic(db, own);
      await lockOwner(db, own, { accountId: clinician.id });
    },
    () => call(app, 'renameClinician', { as, body }),
    64,
    () => withTenant(services.loginPool, own, (db) => endSession(db, own, sessionId)),
  );
  const { 200: done = 0, '403 token_expired': refused = 0 } = sent;
  assert.equal(done + refused, 36, JSON.stringify(sent));
  assert.ok(refused >= 30, JSON.stringify(sent));
});

test('of 100 refreshes with one token one runs, 30 wait, and others still read', async () => {
  const patient = await aPatient(services, clinicId);
  const as: Jar = await signIn(services, patient);
  const token = presentedToken(as['rt']);
  assert.ok(token);
  const sent = await sendAgainstLock(
    (db) => lockSession(db, clinicId, token.sessionId),
    () => call(app, 'refreshSession', { as }),
    69,
    assertOthersRead,
  );
  assert.deepEqual(sent, { 200: 31, '429 too_many_at_once': 69 });
});

test('calls of one user that check a secret use one database connection at a time', async () => {
  const clinician = await aClinician(services, clinicId);
  const as = await signIn(services, clinician);
  const body = {
    old_password: 'x',
    new_password: 'Ganz-Neues-Kennwort-8',
    confirmed_new_password: 'Ganz-Neues-Kennwort-8',
  };
  const { pool } = services;
  await sendAgainstLock(
    (db) => lockKey(db, userKey(services.keys, clinicId, clinician.id)),
    () => call(app, 'changePassword', { as, body }),
    64,
    async () => {
      await assertOthersRead();
      assert.ok(pool.totalCount - pool.idleCount <= 1, `${pool.totalCount - pool.idleCount} in use`);
    },
  );
});
