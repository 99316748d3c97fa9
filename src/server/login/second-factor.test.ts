import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { before, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import {
  aClinic,
  aClinician,
  anAdmin,
  inClinic,
  PASSWORD,
  signIn,
  type TestUser,
} from '../../../test/builders.ts';
import { call, type Answered } from '../../../test/call.ts';
import { untilAllWait } from '../../../test/lock-waits.ts';
import { elsewhere } from '../../../test/login-tries.ts';
import { codeAt, offerSecondFactor } from '../../../test/second-factor.ts';
import { testServices } from '../../../test/services.ts';
import { buildApp } from '../app.ts';
import type { Services } from '../services.ts';

type Jar = Record<string, string>;
type Protected = { user: TestUser; as: Jar; secret: string; recovery: string[] };

const STEP = 30_000;

let services: Services;
let app: FastifyInstance;
let clinicId: string;
// The apps of all users use this clock. A test moves it forward to get a new code.
let clock = Date.UTC(2026, 10, 21, 12);

before(async () => {
  services = await testServices({ now: () => clock });
  app = await buildApp(services);
  clinicId = (await aClinic(services)).id;
  await offerSecondFactor(services, [clinicId]);
});

/** The code of the app now. The next call returns another code. */
function nextCode(secret: string): string {
  clock += STEP;
  return codeAt(secret, clock);
}

const begin = (as: Jar, password = PASSWORD) => call(app, 'beginSecondFactor', { as, body: { password } });
const confirm = (as: Jar, code: string) => call(app, 'confirmSecondFactor', { as, body: { code } });
const remove = (as: Jar, code: string, password = PASSWORD) =>
  call(app, 'removeSecondFactor', { as, body: { password, code } });
const renew = (as: Jar, code: string, password = PASSWORD) =>
  call(app, 'renewRecoveryCodes', { as, body: { password, code } });
const state = async (as: Jar) => (await call(app, 'getSecondFactor', { as })).body;

/** A clinician (or `user`) with a second factor. */
async function aProtected(user?: TestUser): Promise<Protected> {
  const who = user ?? (await aClinician(services, clinicId));
  const as = await signIn(services, who);
  const { secret } = (await begin(as)).body;
  const { status, body } = await confirm(as, nextCode(secret));
  assert.equal(status, 200);
  return { user: who, as, secret, recovery: body.recovery_codes };
}

const logIn = (user: TestUser, totp?: string, password = PASSWORD, address = elsewhere()) =>
  call(app, user.role === 'admin' ? 'loginAdmin' : 'loginClinician', {
    address,
    body: { clinic_id: user.clinicId, username: user.name, password, ...(totp !== undefined && { totp }) },
  });

const outcome = ({ status, problem }: Answered) => `${status} ${problem.code ?? ''}`.trim();

async function actionsOf({ id }: TestUser): Promise<string[]> {
  const rows = await inClinic(services, clinicId, (db) =>
    db.selectFrom('audit').select('action').where('object_id', '=', id).orderBy('id').execute(),
  );
  return rows.map(({ action }) => action);
}

describe('a clinic that does not offer a second factor', () => {
  test('no user can set up a second factor in a clinic that offers none, and logins do not change', async () => {
    const clinic = await aClinic(services);
    const user = await aClinician(services, clinic.id);
    const as = await signIn(services, user);
    assert.deepEqual(await state(as), { state: 'unavailable', recovery_codes: 0 });
    assert.equal(outcome(await begin(as)), '409 second_factor_unavailable');
    assert.equal(outcome(await confirm(as, '000000')), '409 second_factor_unavailable');
    assert.equal(outcome(await logIn(user)), '200');
  });

  test('users keep their second factor after the clinic withdraws the offer, and can remove it but not set up another', async () => {
    const clinic = await aClinic(services);
    await offerSecondFactor(services, [clinic.id]);
    const { user, as, secret } = await aProtected(await aClinician(services, clinic.id));
    await inClinic(services, clinic.id, (db) =>
      db.updateTable('clinics').set({ second_factor: false }).where('id', '=', clinic.id).execute(),
    );
    assert.equal((await state(as)).state, 'on');
    assert.equal(outcome(await logIn(user)), '401 second_factor_required');
    assert.equal(outcome(await remove(as, nextCode(secret))), '200');
    assert.equal((await state(as)).state, 'unavailable');
    assert.equal(outcome(await begin(as)), '409 second_factor_unavailable');
  });
});

describe('the setup of a second factor', () => {
  test('setting up a second factor takes password and code, ends the other sessions and shows ten recovery codes', async () => {
    const user = await aClinician(services, clinicId);
    const as = await signIn(services, user);
    const other = await signIn(services, user);
    assert.equal(outcome(await begin(as, 'Falsch-geraten-1')), '403 password_wrong');
    const begun = await begin(as);
    assert.match(begun.body.secret, /^[A-Z2-7]{32}$/);
    assert.match(begun.body.uri, /^otpauth:\/\/totp\/Resonanz:.*&secret=[A-Z2-7]{32}&/);
    assert.equal((await state(as)).state, 'off');
    assert.equal(outcome(await logIn(user)), '200', 'an unconfirmed factor is not asked for');
    assert.equal(outcome(await confirm(as, codeAt(begun.body.secret, clock + 5 * STEP))), '403 code_wrong');
    const confirmed = await confirm(as, nextCode(begun.body.secret));
    assert.equal(new Set(confirmed.body.recovery_codes).size, 10);
    assert.equal(confirmed.headers['cache-control'], 'no-store');
    assert.deepEqual(await state(as), { state: 'on', recovery_codes: 10 });
    assert.equal(outcome(await call(app, 'listOwnPatients', { as: other })), '403 token_expired');
    assert.equal(outcome(await logIn(user)), '401 second_factor_required');
    assert.deepEqual(await actionsOf(user), [
      'second_factor_begun',
      'second_factor_set_up',
      'second_factor_asked',
    ]);
  });

  test('the setup of a second factor can begin again until it is confirmed', async () => {
    const as = await signIn(services, await aClinician(services, clinicId));
    const first = (await begin(as)).body.secret;
    const second = (await begin(as)).body.secret;
    assert.notEqual(first, second);
    assert.equal(outcome(await confirm(as, nextCode(first))), '403 code_wrong');
    assert.equal(outcome(await confirm(as, nextCode(second))), '200');
    assert.equal(outcome(await begin(as)), '409 second_factor_on');
    assert.equal(outcome(await confirm(as, nextCode(second))), '409 second_factor_on');
  });

  test('the setup of a second factor must be confirmed within a quarter of an hour', async () => {
    const user = await aClinician(services, clinicId);
    const as = await signIn(services, user);
    const { secret } = (await begin(as)).body;
    const begun = new Date(Date.now() - 16 * 60_000).toISOString();
    await inClinic(services, clinicId, (db) =>
      db.updateTable('second_factors').set({ begun }).where('account_id', '=', user.id).execute(),
    );
    assert.equal(outcome(await confirm(as, nextCode(secret))), '409 second_factor_expired');
  });

  test('a repeated confirmation after a lost answer shows the same recovery codes', async () => {
    const as = await signIn(services, await aClinician(services, clinicId));
    const { secret } = (await begin(as)).body;
    const headers = { 'idempotency-key': randomUUID() };
    const body = { code: nextCode(secret) };
    const [first, again] = [
      await call(app, 'confirmSecondFactor', { as, body, headers }),
      await call(app, 'confirmSecondFactor', { as, body, headers }),
    ];
    assert.deepEqual(again.body, first.body);
  });

  test('the database holds secret and recovery codes of a second factor encrypted only', async () => {
    const { user, secret, recovery } = await aProtected();
    const row = await inClinic(services, clinicId, (db) =>
      db.selectFrom('second_factors').selectAll().where('account_id', '=', user.id).executeTakeFirstOrThrow(),
    );
    const stored = JSON.stringify(row) + row.encrypted.toString('latin1');
    for (const text of [secret, ...recovery, ...recovery.map((code) => code.replaceAll('-', ''))])
      assert.ok(!stored.includes(text));
  });
});

describe('a login with a second factor', () => {
  test('a login asks for the code only after the right password, and a wrong password gets the same answer with and without a code', async () => {
    const { user, secret } = await aProtected();
    const plain = await aClinician(services, clinicId);
    const wrong = 'Falsch-geraten-1';
    const refusals = [
      await logIn(user, undefined, wrong),
      await logIn(user, nextCode(secret), wrong),
      await logIn(plain, undefined, wrong),
      await logIn({ ...plain, name: 'Niemand' }, '123456', wrong),
    ];
    for (const { status, body } of refusals)
      assert.deepEqual([status, body], [refusals[0]?.status, refusals[0]?.body]);
    assert.equal(outcome(refusals[0]!), '401 credentials_wrong');
    const asked = await logIn(user);
    assert.equal(outcome(asked), '401 second_factor_required');
    assert.equal(asked.headers['set-cookie'], undefined);
    assert.equal(outcome(await logIn(user, '')), '401 second_factor_required');
    assert.equal(outcome(await logIn(plain, '123456')), '200', 'a needless code is ignored');
  });

  test('a login accepts the current, the previous and the next code, and no other', async () => {
    const { user, secret } = await aProtected();
    for (const [steps, expected] of [
      [-2, '401 second_factor_wrong'],
      [2, '401 second_factor_wrong'],
      [-1, '200'],
      [0, '200'],
      [1, '200'],
    ] as const) {
      clock += 3 * STEP;
      assert.equal(outcome(await logIn(user, codeAt(secret, clock + steps * STEP))), expected, `${steps}`);
    }
  });

  test('a login accepts each code once and no older code, and not the code of the setup', async () => {
    const { user, secret } = await aProtected();
    assert.equal(outcome(await logIn(user, codeAt(secret, clock))), '401 second_factor_wrong');
    const code = nextCode(secret);
    const before = codeAt(secret, clock - STEP);
    assert.equal(outcome(await logIn(user, code)), '200');
    for (const used of [code, before])
      assert.equal(outcome(await logIn(user, used)), '401 second_factor_wrong');
    assert.equal(outcome(await logIn(user, nextCode(secret))), '200');
  });

  test('one of many simultaneous logins with the same code succeeds', async () => {
    const { user, secret, recovery } = await aProtected();
    for (const code of [nextCode(secret), recovery[0]]) {
      const tries = await Promise.all(Array.from({ length: 4 }, () => logIn(user, code)));
      assert.equal(tries.filter(({ status }) => status === 200).length, 1);
      await inClinic(services, clinicId, (db) => db.deleteFrom('login_failures').execute());
    }
  });

  test('a login does not accept a code that another call uses at the same moment', async () => {
    const { user, as, secret } = await aProtected();
    const code = nextCode(secret);
    let both: Promise<Answered>[] = [];
    await inClinic(services, clinicId, async (db) => {
      await sql`SELECT FROM second_factors WHERE account_id = ${user.id} FOR UPDATE`.execute(db);
      both = [logIn(user, code), renew(as, code)];
      await untilAllWait(db, both);
    });
    const statuses = (await Promise.all(both)).map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 200).length, 1);
  });

  test('a login accepts each recovery code once and leaves an audit row', async () => {
    const { user, as, recovery } = await aProtected();
    const [first = '', second = ''] = recovery;
    assert.equal(outcome(await logIn(user, first.toLowerCase().replaceAll('-', ' '))), '200');
    assert.equal(outcome(await logIn(user, first)), '401 second_factor_wrong');
    assert.equal(outcome(await logIn(user, second)), '200');
    assert.equal((await state(as)).recovery_codes, 8);
    const actions = (await actionsOf(user)).slice(2);
    assert.deepEqual(actions, ['recovery_code_used', 'second_factor_refused', 'recovery_code_used']);
  });

  test('a login accepts no recovery code of another user', async () => {
    const [one, two] = [await aProtected(), await aProtected()];
    assert.equal(outcome(await logIn(one.user, two.recovery[0])), '401 second_factor_wrong');
  });

  test('after five wrong codes even the right code waits or solves a task, like after five wrong passwords', async () => {
    const { user, secret } = await aProtected();
    for (let count = 0; count < 8; count++)
      assert.equal(outcome(await logIn(user)), '401 second_factor_required', 'a missing code is no failure');
    const wrong = () => logIn(user, codeAt(secret, clock + 100 * STEP));
    for (let count = 0; count < 5; count++) assert.equal(outcome(await wrong()), '401 second_factor_wrong');
    const held = await logIn(user, nextCode(secret));
    assert.equal(outcome(held), '429 proof_required');
    assert.ok(Number(held.headers['retry-after']) > 30);
    assert.equal(outcome(await logIn(user)), '429 proof_required');
  });

  test('the second factor stays in force after the admin has reset the password', async () => {
    const { user, as, secret } = await aProtected();
    const admin = await signIn(services, await anAdmin(services, clinicId));
    const reset = await call(app, 'resetPassword', { as: admin, params: { id: user.id } });
    assert.equal(outcome(await call(app, 'listOwnPatients', { as })), '403 token_expired');
    const password = reset.body.data;
    assert.equal(outcome(await logIn(user, undefined, password)), '401 second_factor_required');
    assert.equal(outcome(await logIn(user, nextCode(secret), password)), '200');
  });

  test('an admin can use a second factor as well', async () => {
    const clinic = await aClinic(services);
    await offerSecondFactor(services, [clinic.id]);
    const { user, secret } = await aProtected(await anAdmin(services, clinic.id));
    assert.equal(outcome(await logIn(user)), '401 second_factor_required');
    assert.equal(outcome(await logIn(user, nextCode(secret))), '200');
  });
});

describe('a change of the second factor with password and code', () => {
  test('the next login asks for no code after a user has removed the second factor', async () => {
    const { user, as, secret } = await aProtected();
    assert.equal(outcome(await remove(as, nextCode(secret), 'Falsch-geraten-1')), '403 password_wrong');
    assert.equal(outcome(await remove(as, '000000')), '403 code_wrong');
    assert.equal(outcome(await remove(as, nextCode(secret))), '200');
    assert.equal(outcome(await remove(as, nextCode(secret))), '409 second_factor_off');
    assert.equal(outcome(await logIn(user)), '200');
    assert.deepEqual((await actionsOf(user)).slice(2), ['second_factor_removed']);
  });

  test('the old recovery codes do not work after a user has replaced them', async () => {
    const { user, as, recovery } = await aProtected();
    const renewed = await renew(as, recovery[0] ?? '');
    assert.equal(renewed.body.recovery_codes.length, 10);
    assert.equal((await state(as)).recovery_codes, 10);
    assert.equal(outcome(await logIn(user, recovery[1])), '401 second_factor_wrong');
    assert.equal(outcome(await logIn(user, renewed.body.recovery_codes[9])), '200');
  });

  test('five wrong passwords or codes end the session, even when they come at once', async () => {
    const { user, as } = await aProtected();
    const tries = await Promise.all(Array.from({ length: 8 }, () => remove(as, '000000')));
    assert.equal(tries.filter((answer) => outcome(answer) === '403 code_wrong').length, 5);
    assert.equal(outcome(await call(app, 'listOwnPatients', { as })), '403 token_expired');
    const again = await signIn(services, user);
    assert.equal(outcome(await renew(again, '000000')), '429 too_many_attempts');
  });
});
