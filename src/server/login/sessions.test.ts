import { strict as assert } from 'node:assert';
import { before, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { randomSource } from '../../psychometrics/random.ts';
import { aClinic, aClinician, anAdmin, aPatient, inClinic, signIn } from '../../../test/builders.ts';
import { call, type Answered } from '../../../test/call.ts';
import { testServices } from '../../../test/services.ts';
import { buildApp } from '../app.ts';
import type { Services } from '../services.ts';

type Jar = Record<string, string>;

let services: Services;
let app: FastifyInstance;
let clinicId: string;

before(async () => {
  services = await testServices();
  app = await buildApp(services);
  clinicId = (await aClinic(services)).id;
});

/** The cookies in a browser after an answer. */
function received(jar: Jar, { headers }: Answered): Jar {
  const set = [headers['set-cookie'] ?? []].flat().map((header) => {
    const [, name = '', value = ''] = /^(\w+)=([^;]*)/.exec(String(header)) ?? [];
    return [name, decodeURIComponent(value)] as const;
  });
  const all = { ...jar, ...Object.fromEntries(set) };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
}

const look = (as: Jar) => call(app, 'listWindows', { as });
const refresh = (as: Jar) => call(app, 'refreshSession', { as });
const sessionIdOf = (jar: Jar) => jar['rt']?.split('.')[1] ?? '';

/**
 * Moves all times of a session back by this number of seconds. Tests stay some seconds below a limit, because the
 * machine may be slow.
 */
function passTime(jar: Jar, seconds: number): Promise<unknown> {
  const back = (column: string) =>
    sql`${sql.ref(column)} = ${sql.ref(column)} - make_interval(secs => ${seconds}::float8)`;
  const columns = ['rotated_at', 'access_expires', 'idle_expires', 'absolute_expires'];
  return inClinic(services, clinicId, (db) =>
    sql`UPDATE login_sessions SET ${sql.join(columns.map(back))} WHERE id = ${sessionIdOf(jar)}`.execute(db),
  );
}

const newPatient = async () => {
  const patient = await aPatient(services, clinicId);
  return { patient, jar: (await signIn(services, patient)) as Jar };
};

const actions = (userId: string) =>
  inClinic(services, clinicId, async (db) => {
    const rows = await db
      .selectFrom('audit')
      .select('action')
      .where('clinic_id', '=', clinicId)
      .where('actor_id', '=', userId)
      .orderBy('id')
      .execute();
    return rows.map(({ action }) => action);
  });

describe('a session', () => {
  test('a call with a missing, foreign or invented access token is refused', async () => {
    const { jar } = await newPatient();
    const at = jar['at'] ?? '';
    assert.equal((await look(jar)).status, 200);
    const otherClinic = (await aClinic(services)).id;
    for (const token of [
      '',
      'x',
      at.slice(0, -1),
      `${at}A`,
      at.toUpperCase(),
      at.replace(/^[^.]+/, otherClinic),
    ]) {
      const refused = await look({ at: token });
      assert.deepEqual([refused.status, refused.problem.code], [403, 'token_expired']);
      assert.equal(refused.headers['set-cookie'], undefined);
    }
    assert.equal((await look({})).problem.code, 'token_expired');
  });

  test('an access token is valid for five minutes, and a refresh replaces it', async () => {
    const { jar } = await newPatient();
    await passTime(jar, 290);
    assert.equal((await look(jar)).status, 200);
    await passTime(jar, 11);
    assert.equal((await look(jar)).problem.code, 'token_expired');
    const renewed = received(jar, await refresh(jar));
    assert.notEqual(renewed['at'], jar['at']);
    assert.equal((await look(renewed)).status, 200);
  });

  test('a session of a patient ends 30 minutes after the last refresh, one of a staff member after 15', async () => {
    const { jar } = await newPatient();
    const staff: Jar = await signIn(services, await aClinician(services, clinicId));
    await passTime(staff, 15 * 60 + 1);
    assert.equal((await refresh(staff)).status, 401);
    await passTime(jar, 29 * 60);
    const answer = await refresh(jar);
    assert.equal(answer.status, 200);
    assert.ok(Math.abs(answer.body.session_expires - Date.now() - 30 * 60_000) < 10_000);
    const renewed = received(jar, answer);
    await passTime(renewed, 30 * 60 + 1);
    assert.equal((await refresh(renewed)).status, 401);
  });

  test('a session in use ends four hours after the login of a patient and ten hours after the login of a staff member', async () => {
    const { jar } = await newPatient();
    const staff: Jar = await signIn(services, await aClinician(services, clinicId));
    for (const [start, hours] of [
      [jar, 4],
      [staff, 10],
    ] as const) {
      let now = start;
      for (let minutes = 0; minutes < hours * 60 - 10; minutes += 10) {
        await passTime(now, 600);
        const answer = await refresh(now);
        assert.equal(answer.status, 200);
        now = received(now, answer);
      }
      const last = await refresh(now);
      assert.ok(last.body.session_expires - Date.now() < 10 * 60_000 + 10_000);
      await passTime(now, 601);
      const ended = await refresh(now);
      assert.equal(ended.problem.code, 'refresh_failed');
    }
  });

  test('a refresh of an ended session answers 401 and deletes both cookies', async () => {
    const { jar } = await newPatient();
    await passTime(jar, 31 * 60);
    const ended = await refresh(jar);
    assert.equal(ended.status, 401);
    assert.deepEqual(received(jar, ended), {});
    assert.equal((await refresh({})).status, 401);
    assert.equal((await refresh({ rt: 'x' })).status, 401);
  });
});

describe('a refresh', () => {
  test('a refresh within a minute of the last one answers the same tokens', async () => {
    const { jar } = await newPatient();
    await passTime(jar, 50);
    assert.deepEqual(received(jar, await refresh(jar)), jar);
    await passTime(jar, 11);
    const renewed = received(jar, await refresh(jar));
    assert.notEqual(renewed['rt'], jar['rt']);
    assert.deepEqual(received(renewed, await refresh(renewed)), renewed);
  });

  test('a refresh with the previous token answers the current one for 30 seconds, because an answer may be lost', async () => {
    const { jar } = await newPatient();
    await passTime(jar, 61);
    const renewed = received(jar, await refresh(jar));
    await passTime(jar, 20);
    assert.deepEqual(received(jar, await refresh(jar)), renewed);
    assert.equal((await look(renewed)).status, 200);
  });

  test('a refresh with the previous token after 30 seconds counts as theft and ends the session with an audit row', async () => {
    const { jar, patient } = await newPatient();
    await passTime(jar, 61);
    const renewed = received(jar, await refresh(jar));
    await passTime(jar, 31);
    assert.equal((await refresh(jar)).status, 401);
    assert.equal((await look(renewed)).problem.code, 'token_expired');
    assert.equal((await refresh(renewed)).status, 401);
    assert.deepEqual(await actions(patient.id), ['session_family_revoked']);
  });

  test('a refresh with a token two generations old counts as theft at once', async () => {
    const { jar } = await newPatient();
    await passTime(jar, 61);
    const second = received(jar, await refresh(jar));
    await passTime(second, 61);
    const third = received(second, await refresh(second));
    assert.equal((await refresh(jar)).status, 401);
    assert.equal((await refresh(third)).status, 401);
  });

  test('a refresh with an invented token ends no session', async () => {
    const { jar } = await newPatient();
    const [clinic, session, , proof = ''] = (jar['rt'] ?? '').split('.');
    for (const rt of [`${clinic}.${session}.7.${proof}`, `${clinic}.${session}.0.${'A'.repeat(43)}`])
      assert.equal((await refresh({ rt })).status, 401);
    assert.equal((await refresh(jar)).status, 200);
  });

  test('a refresh by a disabled clinician fails', async () => {
    const admin = await signIn(services, await anAdmin(services, (await aClinic(services)).id));
    const user = await aClinician(services, clinicId);
    const jar: Jar = await signIn(services, user);
    assert.equal((await call(app, 'disableClinician', { as: admin, params: { id: user.id } })).status, 404);
    assert.equal((await refresh(jar)).status, 200);
    await inClinic(services, clinicId, (db) =>
      db.updateTable('accounts').set({ enabled: false }).where('id', '=', user.id).execute(),
    );
    assert.equal((await refresh(jar)).status, 401);
    assert.equal((await call(app, 'listOwnPatients', { as: jar })).problem.code, 'token_expired');
  });
});

describe('many tabs and a bad connection', () => {
  const TABS = 20;
  const LOST = 0.3;

  /** Twenty tabs of one browser refresh at once, and three of ten answers are lost. */
  async function busyMinute(browser: { jar: Jar }, random: () => number): Promise<number[]> {
    const tab = async () => {
      const answer = await refresh(browser.jar);
      if (random() >= LOST) browser.jar = received(browser.jar, answer);
      return answer.status;
    };
    return Promise.all(Array.from({ length: TABS }, tab));
  }

  test('many tabs and lost answers end none of 200 sessions, and the server notices a stolen token in each', async () => {
    const numbers = randomSource('twenty tabs');
    let drawn = 0;
    const random = () => numbers(drawn++);
    const user = await aPatient(services, clinicId);
    const seen: number[] = [];
    for (let session = 0; session < 200; session++) {
      const browser = { jar: (await signIn(services, user)) as Jar };
      const stolen = browser.jar;
      // Every fifth session has a second rotation.
      for (const seconds of session % 5 === 0 ? [61, 62] : [61]) {
        await passTime(browser.jar, seconds);
        seen.push(...(await busyMinute(browser, random)));
      }
      await passTime(browser.jar, 31);
      assert.equal((await refresh(stolen)).status, 401);
      assert.equal((await refresh(browser.jar)).status, 401);
    }
    assert.equal(seen.length, 240 * TABS);
    assert.deepEqual(new Set(seen), new Set([200]));
  });
});

describe('a logout', () => {
  test('a logout ends the session at once, deletes cookies and browser storage, and can be repeated', async () => {
    const { jar, patient } = await newPatient();
    const answer = await call(app, 'logout', { as: jar });
    assert.equal(answer.status, 204);
    assert.equal(answer.headers['clear-site-data'], '"cache", "storage"');
    assert.deepEqual(received(jar, answer), {});
    assert.equal((await look(jar)).problem.code, 'token_expired');
    assert.equal((await refresh(jar)).status, 401);
    for (const as of [jar, {}, { rt: 'x' }]) assert.equal((await call(app, 'logout', { as })).status, 204);
    assert.deepEqual(await actions(patient.id), ['logout']);
  });

  test('a logout with the access token alone ends the whole session, and the token is useless at once', async () => {
    const patient = await aPatient(services, clinicId);
    const { rt, ...access }: Jar = await signIn(services, patient);
    assert.equal((await call(app, 'logout', { as: { ...access, rt: 'x' } })).status, 204);
    assert.equal((await call(app, 'listWindows', { as: access })).status, 403);
    assert.equal((await call(app, 'refreshSession', { as: { rt: rt! } })).status, 401);
    assert.deepEqual(await actions(patient.id), ['logout']);
  });

  test('a logout does not end other sessions of the user', async () => {
    const { jar, patient } = await newPatient();
    const other: Jar = await signIn(services, patient);
    await call(app, 'logout', { as: jar });
    assert.equal((await look(other)).status, 200);
  });

  test('a logout with an invented token ends no session', async () => {
    const { jar } = await newPatient();
    const rt = (jar['rt'] ?? '').replace(/[^.]+$/, 'A'.repeat(43));
    assert.equal((await call(app, 'logout', { as: { rt } })).status, 204);
    assert.equal((await look(jar)).status, 200);
  });
});
