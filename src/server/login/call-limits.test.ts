import { strict as assert } from 'node:assert';
import { before, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { aClinic, aClinician, aPatient, inClinic, signIn } from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import { elsewhere, HOUR, MINUTE, passFailureTime, retryAfter } from '../../../test/login-tries.ts';
import { testServices } from '../../../test/services.ts';
import { buildApp } from '../app.ts';
import type { Services } from '../services.ts';

let services: Services;
let app: FastifyInstance;

before(async () => {
  services = await testServices();
  app = await buildApp(services);
});

const change = (as: Record<string, string>, old: string, password = 'Ganz-Neues-Kennwort-8') => {
  const body = { old_password: old, new_password: password, confirmed_new_password: password };
  return call(app, 'changePassword', { as, body });
};

const register = async (address: string) => {
  const body = { clinic_id: (await aClinic(services)).id, username: 'leitung' };
  return call(app, 'registerAdmin', { body, address });
};

describe('an old password', () => {
  test('five wrong old passwords in a quarter of an hour end the session', async () => {
    const clinician = await aClinician(services, (await aClinic(services)).id);
    const as = await signIn(services, clinician);
    for (let count = 0; count < 5; count++) {
      const refused = await change(as, 'Falsches-Kennwort-1');
      assert.equal(refused.problem.code, 'old_password_wrong');
    }
    assert.equal((await change(as, clinician.secret)).problem.code, 'token_expired');
    const again = await signIn(services, clinician);
    assert.equal((await change(again, clinician.secret)).status, 429);
    await passFailureTime(services, 15 * MINUTE);
    assert.equal((await change(again, clinician.secret)).status, 200);
  });

  test('the server checks five of many wrong old passwords that arrive at once', async () => {
    const { id } = await aClinic(services);
    const clinician = await aClinician(services, id);
    const as = await signIn(services, clinician);
    await Promise.all(Array.from({ length: 12 }, () => change(as, 'Falsches-Kennwort-1')));
    const rows = await inClinic(services, id, (db) =>
      db.selectFrom('audit').select('id').where('action', '=', 'password_change_refused').execute(),
    );
    assert.equal(rows.length, 5);
  });

  test('a patient has no password to change', async () => {
    const as = await signIn(services, await aPatient(services, (await aClinic(services)).id));
    assert.equal((await change(as, '1990-01-01')).problem.code, 'forbidden');
  });
});

describe('registrations of admins', () => {
  test('five admins an hour can register from one address, and twenty in all', async () => {
    const address = elsewhere();
    for (let count = 0; count < 5; count++) assert.equal((await register(address)).status, 200);
    const refused = await register(address);
    assert.equal(refused.status, 429);
    assert.ok(retryAfter(refused) > HOUR - 60 && retryAfter(refused) <= HOUR);
    for (let count = 0; count < 15; count++) assert.equal((await register(elsewhere())).status, 200);
    assert.equal((await register(elsewhere())).status, 429);
    await passFailureTime(services, HOUR);
    assert.equal((await register(address)).status, 200);
  });
});
