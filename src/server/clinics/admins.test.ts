import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { aClinic, aClinician, anAdmin, inClinic, signIn, type TestUser } from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import { testServices } from '../../../test/services.ts';
import { buildApp } from '../app.ts';
import { beginFactor } from '../login/second-factor.ts';
import { confirmSecondFactor } from '../login/second-factor-queries.ts';
import type { Services } from '../services.ts';

let services: Services;
let app: FastifyInstance;
let clinicId: string;
let admin: TestUser;
let as: Record<string, string>;

before(async () => {
  services = await testServices();
  app = await buildApp(services);
  clinicId = (await aClinic(services)).id;
  admin = await anAdmin(services, clinicId, { username: 'Erste' });
  as = await signIn(services, admin);
});

type Jar = Record<string, string>;
type Act = 'enableAdmin' | 'disableAdmin' | 'resetSecondFactor';
const act = (name: Act, { id }: { id: string }, jar: Jar = as) =>
  call(app, name, { as: jar, params: { id } });
const list = async (jar: Jar = as) => (await call(app, 'listAdmins', { as: jar })).body.admins;
const logIn = (username: string, password: string, route: 'loginAdmin' | 'loginClinician' = 'loginAdmin') =>
  call(app, route, { body: { clinic_id: clinicId, username, password } });
const isSignedIn = async (jar: Jar) => (await call(app, 'listClinicians', { as: jar })).status === 200;

async function protect(user: TestUser): Promise<void> {
  await inClinic(services, clinicId, async (db) => {
    await beginFactor(db, services.keys, { clinicId, accountId: user.id });
    await confirmSecondFactor(db, clinicId, user.id);
  });
}

const trailOf = (id: string) =>
  inClinic(services, clinicId, (db) =>
    db.selectFrom('audit').select(['action', 'actor_id']).where('object_id', '=', id).orderBy('id').execute(),
  );

describe('a second admin', () => {
  test('an admin gives another person access, who logs in at once and chooses a password', async () => {
    const { status, body } = await call(app, 'addAdmin', { as, body: { username: 'Zweite' } });
    assert.equal(status, 200);
    const entered = await logIn('zweite', body.data);
    assert.deepEqual([entered.status, entered.body.must_change], [200, true]);
    const added = (await list()).find(({ username }: { username: string }) => username === 'Zweite');
    assert.deepEqual([added.enabled, added.is_self], [true, false]);
    assert.deepEqual(await trailOf(added.id), [{ action: 'admin_added', actor_id: admin.id }]);
  });

  test('a name that another admin has is refused, a clinician may have the same', async () => {
    await aClinician(services, clinicId, { username: 'Gleich' });
    assert.equal((await call(app, 'addAdmin', { as, body: { username: 'Gleich' } })).status, 200);
    const { status, problem } = await call(app, 'addAdmin', { as, body: { username: 'gleich' } });
    assert.deepEqual([status, problem.code], [409, 'username_taken']);
  });

  test('a clinic with several admins takes no further public registration', async () => {
    await anAdmin(services, clinicId);
    const body = { clinic_id: clinicId, username: 'Fremde' };
    const { status, problem } = await call(app, 'registerAdmin', { body, address: '203.0.113.7' });
    assert.deepEqual([status, problem.code], [409, 'clinic_has_admin']);
  });
});

describe('disabling an admin', () => {
  test('a disabled admin is signed out and cannot log in until another admin enables the account', async () => {
    const other = await anAdmin(services, clinicId);
    const jar: Jar = await signIn(services, other);
    assert.equal((await act('disableAdmin', other)).status, 200);
    assert.equal(await isSignedIn(jar), false);
    assert.equal((await logIn(other.name, other.secret)).status, 401);
    assert.equal((await list()).find(({ id }: { id: string }) => id === other.id).enabled, false);
    assert.equal((await act('enableAdmin', other)).status, 200);
    assert.equal((await logIn(other.name, other.secret)).status, 200);
    const actions = (await trailOf(other.id)).map(({ action }) => action);
    assert.deepEqual(
      actions.filter((action) => action.startsWith('admin_')),
      ['admin_disabled', 'admin_enabled'],
    );
  });

  test('no admin disables the own account or that of a clinician here', async () => {
    for (const one of [admin, await aClinician(services, clinicId)])
      assert.equal((await act('disableAdmin', one)).status, 404);
    assert.equal((await list()).find(({ is_self: isSelf }: { is_self: boolean }) => isSelf).enabled, true);
  });

  test('of two admins who disable each other at the same moment one stays enabled', async () => {
    const clinic = await aClinic(services);
    const both = [await anAdmin(services, clinic.id), await anAdmin(services, clinic.id)] as const;
    const jars = await Promise.all(both.map((one) => signIn(services, one)));
    const answers = await Promise.all([
      act('disableAdmin', both[1], jars[0]),
      act('disableAdmin', both[0], jars[1]),
    ]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 403]);
    const enabled = await inClinic(services, clinic.id, (db) =>
      db.selectFrom('accounts').select('id').where('enabled', '=', true).execute(),
    );
    assert.equal(enabled.length, 1);
  });
});

/** What the lists say of the account. */
async function hasFactor({ id }: TestUser): Promise<boolean> {
  const { clinicians } = (await call(app, 'listCliniciansWithCounts', { as })).body;
  return [...clinicians, ...(await list())].find((one) => one.id === id).second_factor;
}

describe('a lost second factor', () => {
  test('an admin removes that of a clinician and of another admin; sessions and old password end', async () => {
    for (const [user, route] of [
      [await aClinician(services, clinicId), 'loginClinician'],
      [await anAdmin(services, clinicId), 'loginAdmin'],
    ] as const) {
      await protect(user);
      const jar: Jar = await signIn(services, user);
      assert.equal((await logIn(user.name, user.secret, route)).problem.code, 'second_factor_required');
      assert.equal(await hasFactor(user), true);
      const { status, body } = await act('resetSecondFactor', user);
      assert.equal(status, 200);
      assert.equal(await hasFactor(user), false);
      assert.equal(await isSignedIn(jar), false);
      assert.equal((await logIn(user.name, user.secret, route)).status, 401);
      const entered = await logIn(user.name, body.data, route);
      assert.deepEqual([entered.status, entered.body.must_change], [200, true]);
      const trail = (await trailOf(user.id)).filter(({ actor_id: actor }) => actor === admin.id);
      assert.deepEqual(
        trail.map(({ action }) => action),
        ['password_reset', 'second_factor_reset'],
      );
    }
  });

  test('no admin removes the own second factor here', async () => {
    await protect(admin);
    assert.equal((await act('resetSecondFactor', admin)).status, 404);
    const left = await inClinic(services, clinicId, (db) =>
      db.selectFrom('second_factors').select('account_id').where('account_id', '=', admin.id).execute(),
    );
    assert.equal(left.length, 1);
  });
});
