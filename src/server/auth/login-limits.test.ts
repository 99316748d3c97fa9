import { strict as assert } from 'node:assert';
import { before, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { findNonce } from '../../domain/proof-of-work.ts';
import {
  aClinic,
  aClinician,
  anAdmin,
  aPatient,
  inClinic,
  signIn,
  type TestUser,
} from '../../../test/builders.ts';
import { call, type Answered, type Call } from '../../../test/call.ts';
import { testServices } from '../../../test/services.ts';
import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { withoutTenant } from '../db/transaction.ts';
import type { Services } from '../services.ts';
import { forgetOldAttempts, listNotices } from './limit-queries.ts';

const MINUTE = 60;
const HOUR = 3600;

let services: Services;
let app: FastifyInstance;
const alerts: object[] = [];

before(async () => {
  const log = { info: () => {}, warn: (fields: object) => alerts.push(fields), error: console.error };
  services = await testServices({ log, config: { ...readConfig(undefined), proofOfWorkBits: 8 } });
  app = await buildApp(services);
});

let host = 0;
/** An address nobody has tried from yet. */
const elsewhere = () => `203.0.${Math.floor(++host / 250)}.${host % 250}`;

const WRONG = '1977-07-07';
type Try = Omit<Call, 'body'> & { proof?: { challenge: string; nonce: string } };

function tryPatient(patient: Pick<TestUser, 'clinicId' | 'name'>, password: string, how: Try = {}) {
  const { proof, address = elsewhere(), ...rest } = how;
  const body = { clinic_id: patient.clinicId, username: patient.name, password, ...(proof && { proof }) };
  return call(app, 'loginPatient', { address, ...rest, body });
}

const statusOf = async (answer: Promise<Answered>) => (await answer).status;
const retryAfter = ({ headers }: Answered) => Number(headers['retry-after']);

/** As if so many seconds had passed since every failure so far. */
function passTime(seconds: number): Promise<unknown> {
  const earlier = sql<string>`at - make_interval(secs => ${seconds}::float8)`;
  return withoutTenant(services.pool, async (db) => {
    await db.updateTable('login_failures').set({ at: earlier }).execute();
    await db.updateTable('limited_attempts').set({ at: earlier }).execute();
  });
}

async function fail(
  patient: Pick<TestUser, 'clinicId' | 'name'>,
  times: number,
  how: Try = {},
): Promise<void> {
  for (let count = 0; count < times; count++)
    assert.equal(await statusOf(tryPatient(patient, WRONG, how)), 401);
}

/** The device cookie that a login leaves behind. */
async function deviceOf(patient: TestUser, how: Try = {}): Promise<{ dc: string }> {
  const answer = await tryPatient(patient, patient.secret, how);
  assert.equal(answer.status, 200);
  const cookie = [answer.headers['set-cookie']].flat().find((text) => String(text).startsWith('dc='));
  return { dc: String(cookie).slice(3).split(';')[0] ?? '' };
}

describe('an account', () => {
  test('waits after five failures; the right password is not looked at either', async () => {
    const patient = await aPatient(services, (await aClinic(services)).id);
    await fail(patient, 5);
    const refused = await tryPatient(patient, patient.secret);
    assert.equal(refused.status, 429);
    assert.equal(refused.problem.code, 'too_many_attempts');
    assert.ok(retryAfter(refused) > MINUTE - 10 && retryAfter(refused) <= MINUTE);
    await passTime(MINUTE);
    assert.equal(await statusOf(tryPatient(patient, patient.secret)), 200);
  });

  test('that nobody has waits in the same way', async () => {
    const nobody = { clinicId: (await aClinic(services)).id, name: 'NIEMAND' };
    await fail(nobody, 5);
    const refused = await tryPatient(nobody, WRONG);
    const patient = await aPatient(services, nobody.clinicId);
    await fail(patient, 5, {});
    const known = await tryPatient(patient, WRONG);
    const shown = ({
      status,
      body,
      headers: { date: _date, 'retry-after': _after, ...headers },
    }: Answered) => ({
      status,
      body,
      headers,
    });
    assert.deepEqual(shown(refused), shown(known));
    assert.ok(Math.abs(retryAfter(refused) - retryAfter(known)) <= 1);
  });

  test('waits twice as long with each further failure, and a day after ten', async () => {
    const patient = await aPatient(services, (await aClinic(services)).id);
    await fail(patient, 5);
    for (const minutes of [1, 2, 4, 8, 16]) {
      const refused = retryAfter(await tryPatient(patient, patient.secret));
      assert.ok(refused > minutes * MINUTE - 10 && refused <= minutes * MINUTE, `${refused}`);
      await passTime(minutes * MINUTE);
      await fail(patient, 1);
    }
    assert.ok(retryAfter(await tryPatient(patient, patient.secret)) > 23 * HOUR);
    await passTime(24 * HOUR);
    assert.equal(await statusOf(tryPatient(patient, patient.secret)), 200);
  });

  test('is not opened by twenty guesses at once: five are looked at', async () => {
    const patient = await aPatient(services, (await aClinic(services)).id);
    const guesses = Array.from({ length: 20 }, () => statusOf(tryPatient(patient, WRONG)));
    const statuses = await Promise.all(guesses);
    assert.equal(statuses.filter((status) => status === 401).length, 5);
    assert.equal(statuses.filter((status) => status === 429).length, 15);
  });

  test('is never held back by logins that succeed, be they fifty at once', async () => {
    const patient = await aPatient(services, (await aClinic(services)).id);
    const address = elsewhere();
    const logins = Array.from({ length: 50 }, () =>
      statusOf(tryPatient(patient, patient.secret, { address })),
    );
    assert.deepEqual(new Set(await Promise.all(logins)), new Set([200]));
  });

  test('of the same name elsewhere, or of another role, is not concerned', async () => {
    const { id } = await aClinic(services);
    const patient = await aPatient(services, id, { code: 'GLEICH' });
    const other = await aPatient(services, (await aClinic(services)).id, { code: 'GLEICH' });
    const clinician = await aClinician(services, id, { username: 'GLEICH' });
    await fail(patient, 5);
    assert.equal(await statusOf(tryPatient(other, other.secret)), 200);
    const body = { clinic_id: id, username: 'GLEICH', password: clinician.secret };
    assert.equal(await statusOf(call(app, 'loginClinician', { body, address: elsewhere() })), 200);
  });

  test('cannot be tried anew by writing its name in another way', async () => {
    const patient = await aPatient(services, (await aClinic(services)).id, { code: 'Über1' });
    await fail(patient, 3);
    await fail({ ...patient, name: 'ÜBER1' }, 1);
    await fail({ ...patient, name: 'u\u0308ber1' }, 1);
    assert.equal(await statusOf(tryPatient(patient, patient.secret)), 429);
  });
});

describe('a browser in which the account has logged in before', () => {
  test('is not shut out by an attack from elsewhere', async () => {
    const patient = await aPatient(services, (await aClinic(services)).id);
    const as = await deviceOf(patient);
    await fail(patient, 5);
    assert.equal(await statusOf(tryPatient(patient, patient.secret)), 429);
    assert.equal(await statusOf(tryPatient(patient, patient.secret, { as })), 200);
  });

  test('has ten failures a day of its own, and they do not shut others out', async () => {
    const patient = await aPatient(services, (await aClinic(services)).id);
    const as = await deviceOf(patient);
    await fail(patient, 10, { as });
    assert.equal(await statusOf(tryPatient(patient, patient.secret, { as })), 429);
    assert.equal(await statusOf(tryPatient(patient, patient.secret)), 200);
  });

  test('is known for this account only', async () => {
    const { id } = await aClinic(services);
    const as = await deviceOf(await aPatient(services, id));
    const victim = await aPatient(services, id);
    await fail(victim, 5, { as });
    assert.equal(await statusOf(tryPatient(victim, victim.secret, { as })), 429);
  });

  test('can be known for several: a couple may share it', async () => {
    const { id } = await aClinic(services);
    const [one, two] = [await aPatient(services, id), await aPatient(services, id)];
    const as = await deviceOf(two, { as: await deviceOf(one) });
    for (const patient of [one, two]) {
      await fail(patient, 5);
      assert.equal(await statusOf(tryPatient(patient, patient.secret, { as })), 200);
    }
  });

  test('becomes unknown with a made-up cookie, after 180 days, and when the account is reset', async () => {
    const { id } = await aClinic(services);
    const admin = await signIn(services, await anAdmin(services, id));
    const clinician = await aClinician(services, id);
    const login = (password: string, as: Record<string, string> = {}) => {
      const body = { clinic_id: id, username: clinician.name, password };
      return call(app, 'loginClinician', { as, body, address: elsewhere() });
    };
    const cookie = [(await login(clinician.secret)).headers['set-cookie']].flat().map(String);
    const dc = cookie
      .find((text) => text.startsWith('dc='))!
      .slice(3)
      .split(';')[0]!;
    for (let count = 0; count < 5; count++) assert.equal(await statusOf(login('Falsches-Kennwort-1')), 401);
    assert.equal(await statusOf(login(clinician.secret, { dc })), 200);
    assert.equal(await statusOf(login(clinician.secret, { dc: `${dc.slice(0, -4)}AAAA` })), 429);

    const renewed = (interval: string) =>
      inClinic(services, id, (db) =>
        sql`UPDATE known_devices SET renewed = now() - ${interval}::interval WHERE clinic_id = ${id}`.execute(
          db,
        ),
      );
    await renewed('180 days 1 minute');
    assert.equal(await statusOf(login(clinician.secret, { dc })), 429);
    await renewed('179 days');
    assert.equal(await statusOf(login(clinician.secret, { dc })), 200);

    const reset = await call(app, 'resetPassword', { as: admin, params: { id: clinician.id } });
    assert.equal(await statusOf(login(reset.body.data, { dc })), 429);
  });
});

describe('an address', () => {
  test('waits after thirty failures, whichever names it tried', async () => {
    const { id } = await aClinic(services);
    const patient = await aPatient(services, id);
    const address = elsewhere();
    for (let count = 0; count < 30; count++)
      await fail({ clinicId: (await aClinic(services)).id, name: `N${count}` }, 1, { address });
    const refused = await tryPatient(patient, patient.secret, { address });
    assert.equal(refused.status, 429);
    assert.ok(retryAfter(refused) > 14 * MINUTE && retryAfter(refused) <= 15 * MINUTE);
    assert.equal(await statusOf(tryPatient(patient, patient.secret)), 200);
    await passTime(15 * MINUTE);
    assert.equal(await statusOf(tryPatient(patient, patient.secret, { address })), 200);
  });

  test('of IPv6 is a whole /64', async () => {
    const { id } = await aClinic(services);
    const patient = await aPatient(services, id);
    for (let count = 0; count < 30; count++)
      await fail({ clinicId: (await aClinic(services)).id, name: 'N' }, 1, {
        address: `2001:db8:0:7::${count.toString(16)}`,
      });
    assert.equal(
      await statusOf(tryPatient(patient, patient.secret, { address: '2001:db8:0:7:ffff::1' })),
      429,
    );
    assert.equal(await statusOf(tryPatient(patient, patient.secret, { address: '2001:db8:0:8::1' })), 200);
  });

  test('is that of the connection, whatever a header says', async () => {
    const { id } = await aClinic(services);
    const patient = await aPatient(services, id);
    const address = elsewhere();
    for (let count = 0; count < 30; count++)
      await fail({ clinicId: (await aClinic(services)).id, name: 'N' }, 1, {
        address,
        headers: { 'x-forwarded-for': elsewhere(), forwarded: `for=${elsewhere()}` },
      });
    assert.equal(await statusOf(tryPatient(patient, patient.secret, { address })), 429);
  });

  test('is told by as many proxies as are configured, and no more', async () => {
    const config = { ...services.config, trustedProxies: 1 };
    const behind = await buildApp({ ...services, config });
    const { id } = await aClinic(services);
    const patient = await aPatient(services, id);
    const login = (password: string, forwarded: string) => {
      const body = { clinic_id: id, username: patient.name, password };
      return statusOf(call(behind, 'loginPatient', { body, headers: { 'x-forwarded-for': forwarded } }));
    };
    const client = elsewhere();
    for (let count = 0; count < 30; count++) {
      const body = { clinic_id: (await aClinic(services)).id, username: 'N', password: WRONG };
      const headers = { 'x-forwarded-for': `${elsewhere()}, ${client}` };
      assert.equal(await statusOf(call(behind, 'loginPatient', { body, headers })), 401);
    }
    assert.equal(await login(patient.secret, client), 429);
    assert.equal(await login(patient.secret, elsewhere()), 200);
    await behind.close();
  });
});

describe('a birth date', () => {
  test('tried on five codes of a clinic is refused with the sixth, and the admin is told', async () => {
    const { id } = await aClinic(services);
    const patient = await aPatient(services, id, { birthDate: '1991-03-04' });
    for (let count = 0; count < 5; count++)
      assert.equal(await statusOf(tryPatient({ clinicId: id, name: `RATEN${count}` }, '04.03.1991')), 401);
    alerts.length = 0;
    const refused = await tryPatient(patient, patient.secret);
    assert.equal(refused.status, 429);
    assert.ok(retryAfter(refused) > HOUR - 60 && retryAfter(refused) <= HOUR);
    await tryPatient(patient, patient.secret);
    assert.deepEqual(alerts, [{ alert: 'birth_date_spray', clinic: id }]);
    const notices = await inClinic(services, id, (db) => listNotices(db, id, 10));
    assert.deepEqual(
      notices.map(({ kind }) => kind),
      ['birth_date_spray'],
    );
    assert.ok(!JSON.stringify(notices).includes('1991'));
    await passTime(HOUR);
    assert.equal(await statusOf(tryPatient(patient, patient.secret)), 200);
  });

  test('tried again on the same five codes is looked at', async () => {
    const { id } = await aClinic(services);
    for (let round = 0; round < 2; round++)
      for (let count = 0; count < 5; count++)
        assert.equal(await statusOf(tryPatient({ clinicId: id, name: `RATEN${count}` }, '04.03.1992')), 401);
  });

  test('sprayed elsewhere does not shut out a browser that is known', async () => {
    const { id } = await aClinic(services);
    const patient = await aPatient(services, id, { birthDate: '1991-03-05' });
    const as = await deviceOf(patient);
    for (let count = 0; count < 5; count++)
      await tryPatient({ clinicId: id, name: `RATEN${count}` }, '1991-03-05');
    assert.equal(await statusOf(tryPatient(patient, patient.secret)), 429);
    assert.equal(await statusOf(tryPatient(patient, patient.secret, { as })), 200);
  });
});

describe('a clinic under attack', () => {
  let clinicId: string;
  let patient: TestUser;
  let as: { dc: string };

  const task = async () =>
    (await call(app, 'getLoginChallenge')).body as { challenge: string; difficulty: number };
  const solved = async () => {
    const { challenge, difficulty } = await task();
    return { challenge, nonce: findNonce({ challenge, difficulty }, 0, 1e6) ?? '' };
  };

  before(async () => {
    clinicId = (await aClinic(services)).id;
    patient = await aPatient(services, clinicId, { birthDate: '1990-06-06' });
    as = await deviceOf(patient);
    alerts.length = 0;
    for (let count = 0; count < 60; count++) {
      const date = `1960-01-${String(1 + (count % 28)).padStart(2, '0')}`;
      assert.equal(await statusOf(tryPatient({ clinicId, name: `A${count}` }, date)), 401);
    }
  });

  test('tells the operator and its admin, once', async () => {
    assert.deepEqual(alerts, [{ alert: 'login_alarm', clinic: clinicId, lastHour: 60, lastDay: 60 }]);
    const notices = await inClinic(services, clinicId, (db) => listNotices(db, clinicId, 10));
    assert.deepEqual(
      notices.map(({ kind }) => kind),
      ['login_alarm'],
    );
  });

  test('asks a device that is not known to solve a task first, whether the password is right or wrong', async () => {
    for (const password of [patient.secret, WRONG]) {
      const refused = await tryPatient(patient, password);
      assert.equal(refused.status, 429);
      assert.equal(refused.problem.code, 'proof_required');
    }
  });

  test('lets a device log in that has solved it', async () => {
    assert.equal(await statusOf(tryPatient(patient, patient.secret, { proof: await solved() })), 200);
  });

  test('asks nothing of a device that is known', async () => {
    assert.equal(await statusOf(tryPatient(patient, patient.secret, { as })), 200);
  });

  test('accepts a solution once', async () => {
    const proof = await solved();
    assert.equal(await statusOf(tryPatient(patient, WRONG, { proof })), 401);
    assert.equal((await tryPatient(patient, patient.secret, { proof })).problem.code, 'proof_required');
  });

  test('accepts no wrong, easier, made-up or old solution', async () => {
    const { challenge, difficulty } = await task();
    const wrong = Array.from({ length: 1000 }, (_, nonce) => String(nonce)).find(
      (nonce) => findNonce({ challenge, difficulty }, Number(nonce), 1) === undefined,
    )!;
    const easier = challenge.replace(/^8\./, '1.');
    const others = [
      { challenge, nonce: wrong },
      { challenge: easier, nonce: findNonce({ challenge: easier, difficulty: 1 }, 0, 1e6)! },
      { challenge: 'x', nonce: '0' },
      { challenge: '', nonce: '' },
    ];
    for (const proof of others)
      assert.equal((await tryPatient(patient, patient.secret, { proof })).problem.code, 'proof_required');
    const late = await buildApp({ ...services, now: () => Date.now() + 11 * 60_000 });
    const body = {
      clinic_id: clinicId,
      username: patient.name,
      password: patient.secret,
      proof: await solved(),
    };
    assert.equal(
      (await call(late, 'loginPatient', { body, address: elsewhere() })).problem.code,
      'proof_required',
    );
    await late.close();
  });

  test('does not bother other clinics', async () => {
    const other = await aPatient(services, (await aClinic(services)).id);
    assert.equal(await statusOf(tryPatient(other, other.secret)), 200);
  });

  test('is at ease again an hour later', async () => {
    await passTime(HOUR);
    await inClinic(services, clinicId, (db) =>
      sql`UPDATE security_notices SET until = until - interval '1 hour' WHERE clinic_id = ${clinicId}`.execute(
        db,
      ),
    );
    assert.equal(await statusOf(tryPatient(patient, patient.secret)), 200);
  });
});

describe('the counters', () => {
  test('are shared by all processes and survive a restart', async () => {
    const patient = await aPatient(services, (await aClinic(services)).id);
    const second = await buildApp(services);
    await fail(patient, 3);
    for (let count = 0; count < 2; count++) {
      const body = { clinic_id: patient.clinicId, username: patient.name, password: WRONG };
      assert.equal(await statusOf(call(second, 'loginPatient', { body, address: elsewhere() })), 401);
    }
    await second.close();
    const third = await buildApp(services);
    const body = { clinic_id: patient.clinicId, username: patient.name, password: patient.secret };
    assert.equal(await statusOf(call(third, 'loginPatient', { body, address: elsewhere() })), 429);
    await third.close();
  });

  test('hold neither names nor dates nor addresses', async () => {
    const patient = await aPatient(services, (await aClinic(services)).id, { code: 'KANARIE' });
    await fail(patient, 1, { address: '203.0.113.99' });
    const rows = await withoutTenant(services.pool, (db) =>
      db.selectFrom('login_failures').selectAll().execute(),
    );
    const text = JSON.stringify(rows).toLowerCase();
    for (const word of ['kanarie', WRONG, '203.0.113']) assert.ok(!text.includes(word), word);
  });

  test('forget what no limit looks at any more', async () => {
    const patient = await aPatient(services, (await aClinic(services)).id);
    await fail(patient, 1);
    await passTime(26 * HOUR);
    await fail(patient, 1);
    await withoutTenant(services.pool, forgetOldAttempts);
    const rows = await withoutTenant(services.pool, (db) =>
      db.selectFrom('login_failures').selectAll().execute(),
    );
    assert.equal(rows.length, 1);
  });
});

describe('an old password', () => {
  const change = (as: Record<string, string>, old: string, password = 'Ganz-Neues-Kennwort-8') => {
    const body = { old_password: old, new_password: password, confirmed_new_password: password };
    return call(app, 'changePassword', { as, body });
  };

  test('typed wrongly five times in a quarter of an hour ends the session', async () => {
    const clinician = await aClinician(services, (await aClinic(services)).id);
    const as = await signIn(services, clinician);
    for (let count = 0; count < 5; count++) {
      const refused = await change(as, 'Falsches-Kennwort-1');
      assert.equal(refused.problem.code, 'old_password_wrong');
    }
    assert.equal((await change(as, clinician.secret)).problem.code, 'token_expired');
    const again = await signIn(services, clinician);
    assert.equal((await change(again, clinician.secret)).status, 429);
    await passTime(15 * MINUTE);
    assert.equal((await change(again, clinician.secret)).status, 200);
  });

  test('is not looked at more than five times when guesses come at once', async () => {
    const { id } = await aClinic(services);
    const clinician = await aClinician(services, id);
    const as = await signIn(services, clinician);
    await Promise.all(Array.from({ length: 12 }, () => change(as, 'Falsches-Kennwort-1')));
    const rows = await inClinic(services, id, (db) =>
      db.selectFrom('audit').select('id').where('action', '=', 'password_change_refused').execute(),
    );
    assert.equal(rows.length, 5);
  });

  test('is none of a patient', async () => {
    const as = await signIn(services, await aPatient(services, (await aClinic(services)).id));
    assert.equal((await change(as, '1990-01-01')).problem.code, 'forbidden');
  });
});

describe('registrations of admins', () => {
  const register = async (address: string) => {
    const body = { clinic_id: (await aClinic(services)).id, username: 'leitung' };
    return call(app, 'registerAdmin', { body, address });
  };

  test('are five an hour from one address and twenty in all', async () => {
    const address = elsewhere();
    for (let count = 0; count < 5; count++) assert.equal((await register(address)).status, 200);
    const refused = await register(address);
    assert.equal(refused.status, 429);
    assert.ok(retryAfter(refused) > HOUR - 60 && retryAfter(refused) <= HOUR);
    for (let count = 0; count < 15; count++) assert.equal((await register(elsewhere())).status, 200);
    assert.equal((await register(elsewhere())).status, 429);
    await passTime(HOUR);
    assert.equal((await register(address)).status, 200);
  });
});
