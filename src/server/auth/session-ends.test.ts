import { strict as assert } from 'node:assert';
import { before, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { aClinic, aClinician, anAdmin, aPatient, signIn, type TestUser } from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
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
