import { strict as assert } from 'node:assert';
import { before, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { aClinic, aClinician, anAdmin, aPatient, signIn, type TestUser } from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import { waitingForLocks } from '../../../test/lock-waits.ts';
import { testServices } from '../../../test/services.ts';
import { buildApp } from '../app.ts';
import { setEnabled } from '../clinicians/queries.ts';
import { lockClinician } from './account-queries.ts';
import { withoutTenant, withTenant, type Db } from '../database/transaction.ts';
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

describe('the end of all sessions of an account', () => {
  test('a change of the password ends all other sessions of the account', async () => {
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

  test('all sessions of an account end when an admin resets its password or disables it', async () => {
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

  test('all sessions of a patient end when the birth date or the code changes, and with no other edit', async () => {
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

/** Runs `work` during a reset. The reset commits when another transaction waits for it, or when `work` is done. */
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

// Watches for three seconds, as long as a transaction waits for a lock.
async function somebodyWaits(): Promise<void> {
  const end = Date.now() + 3000;
  while (Date.now() < end) if ((await withoutTenant(services.pool, waitingForLocks)) > 0) return;
}

const logIn = ({ role, name: username, secret: password }: TestUser) =>
  call(app, role === 'patient' ? 'loginPatient' : 'loginClinician', {
    body: { clinic_id: clinicId, username, password },
  });

describe('a login or a change during a reset', () => {
  test('a login with the old password gets no session if a reset overtakes it', async () => {
    const user = await aClinician(services, clinicId);
    const reset = (db: Db) => giveGeneratedPassword(db, services.keys, clinicId, user.id);
    const { status, problem } = await duringReset(reset, () => logIn(user));
    assert.deepEqual([status, problem.code], [401, 'credentials_wrong']);
  });

  test('a login that a deactivation overtakes leaves no session for the time after the activation', async () => {
    const user = await aClinician(services, clinicId);
    const disable = (db: Db) => setEnabled(db, clinicId, user.id, false);
    assert.equal((await duringReset(disable, () => logIn(user))).status, 401);
  });

  test('a login with the old birth date or code gets no session if an edit overtakes it', async () => {
    for (const changed of [
      { secretHash: await hashSecret(services.keys, '1985-05-05') },
      { code: 'UMBENANNT' },
    ]) {
      const user = await aPatient(services, clinicId);
      const edit = (db: Db) => updatePatient(db, clinicId, user.id, changed);
      assert.equal((await duringReset(edit, () => logIn(user))).status, 401);
    }
  });

  test('a login succeeds although the hash of the same secret is renewed in the meantime', async () => {
    const user = await aPatient(services, clinicId);
    const secretHash = await hashSecret(services.keys, user.secret);
    const renew = (db: Db) => updatePatient(db, clinicId, user.id, { secretHash });
    assert.equal((await duringReset(renew, () => logIn(user))).status, 200);
  });

  test('a clinician can log in while an import locks their account for seconds', async () => {
    const user = await aClinician(services, clinicId);
    await withTenant(services.pool, clinicId, async (db) => {
      await lockClinician(db, clinicId, user.id);
      assert.equal((await logIn(user)).status, 200);
    });
  });

  test('a change of the password does not overwrite a reset in the meantime', async () => {
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
