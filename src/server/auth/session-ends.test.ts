import { strict as assert } from 'node:assert';
import { before, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { aClinic, aClinician, anAdmin, aPatient, signIn, type TestUser } from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import { testServices } from '../../../test/services.ts';
import { buildApp } from '../app.ts';
import { lockClinician, setEnabled } from '../clinicians/queries.ts';
import { withoutTenant, withTenant, type Db } from '../db/transaction.ts';
import { updatePatient } from '../patients/queries.ts';
import type { Services } from '../services.ts';
import { giveGeneratedPassword } from './new-password.ts';
import { hashSecret } from './password-hash.ts';

type Jar = Record<string, string>;

let services: Services;
let app: FastifyInstance;
let clinicId: string;

before(async () => {
  services = await testServices();
  app = await buildApp(services);
  clinicId = (await aClinic(services)).id;
});

const refresh = (as: Jar) => call(app, 'refreshSession', { as });

const signedIn = async (user: TestUser, jar: Jar) => {
  const route = user.role === 'patient' ? 'listWindows' : 'listOwnPatients';
  return (await call(app, route, { as: jar })).status === 200;
};

describe('all other sessions of an account end', () => {
  test('when its password changes; the browser that changed it goes on', async () => {
    const clinician = await aClinician(services, clinicId);
    const own: Jar = await signIn(services, clinician);
    const other: Jar = await signIn(services, clinician);
    const body = {
      old_password: clinician.secret,
      new_password: 'Ganz-Neues-1',
      confirmed_new_password: 'Ganz-Neues-1',
    };
    assert.equal((await call(app, 'changePassword', { as: own, body })).status, 200);
    assert.equal(await signedIn(clinician, own), true);
    assert.equal(await signedIn(clinician, other), false);
    assert.equal((await refresh(other)).status, 401);
  });

  test('when an admin resets its password or disables it', async () => {
    const admin = await signIn(services, await anAdmin(services, clinicId));
    for (const route of [
      'resetPassword',
      'resetPasswordByGet',
      'disableClinician',
      'disableClinicianByGet',
    ] as const) {
      const clinician = await aClinician(services, clinicId);
      const jar: Jar = await signIn(services, clinician);
      assert.equal((await call(app, route, { as: admin, params: { id: clinician.id } })).status, 200);
      assert.equal(await signedIn(clinician, jar), false, route);
      assert.equal((await refresh(jar)).status, 401, route);
    }
  });

  test("when a patient's birth date or code changes, and only then", async () => {
    const clinician = await aClinician(services, clinicId);
    const as = await signIn(services, clinician);
    const patient = await aPatient(services, clinicId, { clinicianId: clinician.id });
    const jar: Jar = await signIn(services, patient);
    const edit = (changed: object) =>
      call(app, 'editPatient', {
        as,
        params: { id: patient.id },
        body: {
          code: patient.name,
          date_of_birth: '1990-01-01',
          gender: 'MALE',
          diagnoses: [{ id: 'F32.1' }],
          admission: '2026-01-01',
          discharge: '2027-01-01',
          labels: [],
          ...changed,
        },
      });
    assert.equal((await edit({})).status, 200);
    assert.equal(await signedIn(patient, jar), true);
    assert.equal((await edit({ date_of_birth: '1990-01-02' })).status, 200);
    assert.equal(await signedIn(patient, jar), false);
    const again: Jar = await signIn(services, patient);
    assert.equal((await edit({ date_of_birth: '1990-01-02', code: 'ANDERS1' })).status, 200);
    assert.equal(await signedIn(patient, again), false);
  });
});

/** Does `work` while a reset is under way that is committed once somebody waits for it, or all is done. */
async function duringReset<T>(reset: (db: Db) => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  const begun: Promise<T>[] = [];
  await withTenant(services.pool, clinicId, async (db) => {
    await reset(db);
    const working = work();
    begun.push(working);
    await Promise.race([working, somebodyWaits()]);
  });
  return begun[0]!;
}

// Looks for three seconds, as long as anybody would wait for a lock.
async function somebodyWaits(): Promise<void> {
  const end = Date.now() + 3000;
  while (Date.now() < end) if ((await withoutTenant(services.pool, waitingForLocks)) > 0) return;
}

async function waitingForLocks(db: Db): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`SELECT count(DISTINCT pid)::int AS waiting FROM pg_locks
    WHERE NOT granted AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())`.execute(
    db,
  );
  return rows[0]?.waiting ?? 0;
}

const logIn = ({ role, name: username, secret: password }: TestUser) =>
  call(app, role === 'patient' ? 'loginPatient' : 'loginClinician', {
    body: { clinic_id: clinicId, username, password },
  });

describe('a login or a change that a reset overtakes', () => {
  test('with the old password, no session comes of it', async () => {
    const user = await aClinician(services, clinicId);
    const reset = (db: Db) => giveGeneratedPassword(db, services.keys, clinicId, user.id);
    const { status, problem } = await duringReset(reset, () => logIn(user));
    assert.deepEqual([status, problem.code], [401, 'credentials_wrong']);
  });

  test('of an account that is being disabled, no session waits for it to be enabled again', async () => {
    const user = await aClinician(services, clinicId);
    const disable = (db: Db) => setEnabled(db, clinicId, user.id, false);
    assert.equal((await duringReset(disable, () => logIn(user))).status, 401);
  });

  test('with the old birth date or the old code, no session comes of it', async () => {
    for (const changed of [
      { secretHash: await hashSecret(services.keys, '1985-05-05') },
      { code: 'UMBENANNT' },
    ]) {
      const user = await aPatient(services, clinicId);
      const edit = (db: Db) => updatePatient(db, clinicId, user.id, changed);
      assert.equal((await duringReset(edit, () => logIn(user))).status, 401);
    }
  });

  test('a hash that is only renewed meanwhile lets the login go on', async () => {
    const user = await aPatient(services, clinicId);
    const secretHash = await hashSecret(services.keys, user.secret);
    const renew = (db: Db) => updatePatient(db, clinicId, user.id, { secretHash });
    assert.equal((await duringReset(renew, () => logIn(user))).status, 200);
  });

  test('an import that holds a clinician for seconds does not keep them from logging in', async () => {
    const user = await aClinician(services, clinicId);
    await withTenant(services.pool, clinicId, async (db) => {
      await lockClinician(db, clinicId, user.id);
      assert.equal((await logIn(user)).status, 200);
    });
  });

  test('a change of the password does not take the place of the reset', async () => {
    const user = await aClinician(services, clinicId);
    const as: Jar = await signIn(services, user);
    const chosen = 'Ganz-Neues-1';
    const body = { old_password: user.secret, new_password: chosen, confirmed_new_password: chosen };
    const reset = (db: Db) => giveGeneratedPassword(db, services.keys, clinicId, user.id);
    const { status } = await duringReset(reset, () => call(app, 'changePassword', { as, body }));
    assert.equal(status, 403);
    assert.equal((await logIn({ ...user, secret: chosen })).status, 401);
  });
});
