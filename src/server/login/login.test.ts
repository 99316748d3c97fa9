import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { before, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import {
  aClinic,
  aClinician,
  anAdmin,
  aPatient,
  inClinic,
  signIn,
  PASSWORD,
} from '../../../test/builders.ts';
import { call, type Answered } from '../../../test/call.ts';
import { testServices } from '../../../test/services.ts';
import { buildApp } from '../app.ts';
import type { Services } from '../services.ts';

let services: Services;
let app: FastifyInstance;
let clinic: { id: string; name: string };

type Cookie = { name: string; value: string; attributes: string[] };

function cookiesOf({ headers }: Answered): Cookie[] {
  return [headers['set-cookie'] ?? []].flat().map((header) => {
    const [pair = '', ...attributes] = String(header).split('; ');
    const [name = '', value = ''] = pair.split('=');
    return { name, value: decodeURIComponent(value), attributes: attributes.toSorted() };
  });
}

const jarOf = (answer: Answered) =>
  Object.fromEntries(cookiesOf(answer).map(({ name, value }) => [name, value]));

before(async () => {
  services = await testServices();
  app = await buildApp(services);
  clinic = await aClinic(services, { contact: 'kontakt@ambulanz.example' });
});

describe('a login', () => {
  test('a login of each role answers the user and the end of the session', async () => {
    const admin = await anAdmin(services, clinic.id);
    const clinician = await aClinician(services, clinic.id);
    const patient = await aPatient(services, clinic.id);
    const logins = [
      [admin, 'loginAdmin', 15],
      [clinician, 'loginClinician', 15],
      [patient, 'loginPatient', 30],
    ] as const;
    for (const [user, route, minutes] of logins) {
      const body = { clinic_id: clinic.id, username: user.name, password: user.secret };
      const answer = await call(app, route, { body });
      assert.equal(answer.status, 200);
      const { session_expires: expires, ...rest } = answer.body;
      assert.deepEqual(rest, {
        clinic_id: clinic.id,
        clinic_name: clinic.name,
        username: user.name,
        user_type: user.role,
        clinic_contact: 'kontakt@ambulanz.example',
        must_change: false,
        failed_attempts: 0,
      });
      assert.ok(Math.abs(expires - Date.now() - minutes * 60_000) < 10_000);
    }
  });

  test('a login sets cookies that no script can read and no other site can send', async () => {
    const patient = await aPatient(services, clinic.id);
    const body = { clinic_id: clinic.id, username: patient.name, password: patient.secret };
    const answer = await call(app, 'loginPatient', { body });
    const session = ['HttpOnly', 'Path=/', 'SameSite=Strict'];
    assert.deepEqual(
      cookiesOf(answer).map(({ name, attributes }) => ({ name, attributes })),
      [
        { name: 'at', attributes: session },
        { name: 'rt', attributes: session },
        { name: 'dc', attributes: ['HttpOnly', 'Max-Age=15552000', 'Path=/', 'SameSite=Strict'] },
      ],
    );
    assert.ok(JSON.stringify(answer.headers['set-cookie']).length < 1024);
    for (const { value } of cookiesOf(answer)) assert.ok(!JSON.stringify(answer.body).includes(value));
  });

  test('a login over TLS sets __Host- cookies that travel encrypted only', async () => {
    const secure = await buildApp({ ...services, publicOrigin: 'https://resonanz.example' });
    const patient = await aPatient(services, clinic.id);
    const body = { clinic_id: clinic.id, username: patient.name, password: patient.secret };
    const cookies = cookiesOf(await call(secure, 'loginPatient', { body }));
    assert.deepEqual(
      cookies.map(({ name }) => name),
      ['__Host-at', '__Host-rt', '__Host-dc'],
    );
    for (const { attributes } of cookies) {
      assert.ok(attributes.includes('Secure') && attributes.includes('Path=/'));
      assert.ok(!attributes.some((attribute) => attribute.startsWith('Domain')));
    }
    await secure.close();
  });

  test('a login accepts both forms of the birth date, and the name in upper and lower case', async () => {
    await aPatient(services, clinic.id, { code: 'Ärger7', birthDate: '1988-02-29' });
    for (const [username, password] of [
      ['Ärger7', '1988-02-29'],
      ['ärger7', '29.02.1988'],
      ['A\u0308RGER7', '1988-02-29'],
    ] as const) {
      const answer = await call(app, 'loginPatient', { body: { clinic_id: clinic.id, username, password } });
      assert.equal(answer.status, 200, username);
    }
  });

  test('a login fails in the same way for a wrong password and for an unknown, disabled, inactive or expired account', async () => {
    const right = await aClinician(services, clinic.id);
    const disabled = await aClinician(services, clinic.id, { enabled: false });
    const waiting = await aClinician(services, clinic.id, { activated: false });
    const expired = await aClinician(services, clinic.id);
    await inClinic(services, clinic.id, (db) =>
      db
        .updateTable('accounts')
        .set({ password_expires: '2026-01-01T00:00:00Z' })
        .where('clinic_id', '=', clinic.id)
        .where('id', '=', expired.id)
        .execute(),
    );
    const tries = [
      [right.name, 'Falsches-Kennwort-1'],
      ['niemand', PASSWORD],
      [disabled.name, PASSWORD],
      [waiting.name, PASSWORD],
      [expired.name, PASSWORD],
      ['', PASSWORD],
    ] as const;
    const answers = [];
    for (const [username, password] of tries)
      answers.push(await call(app, 'loginClinician', { body: { clinic_id: clinic.id, username, password } }));
    const seen = answers.map(
      ({ status, body, headers: { date: _date, 'x-request-id': _id, ...headers } }) => ({
        status,
        body,
        headers,
      }),
    );
    for (const answer of seen) assert.deepEqual(answer, seen[0]);
    assert.equal(seen[0]?.status, 401);
    assert.equal(seen[0]?.body.code, 'credentials_wrong');
    assert.equal(seen[0]?.headers['set-cookie'], undefined);
  });

  test('a login with an unknown name takes as long as one with a known name', async () => {
    const patient = await aPatient(services, clinic.id);
    const time = async (username: string, address: string) => {
      const began = performance.now();
      const body = { clinic_id: clinic.id, username, password: '1970-07-07' };
      assert.equal((await call(app, 'loginPatient', { body, address })).status, 401);
      return performance.now() - began;
    };
    const known: number[] = [];
    const unknown: number[] = [];
    for (let round = 0; round < 4; round++) {
      known.push(await time(patient.name, `198.51.100.${round}`));
      unknown.push(await time('NIEMAND', `198.51.100.${round}`));
    }
    // Without the hash the answer would be about ten times as fast.
    assert.ok(Math.min(...unknown) > Math.min(...known) / 3, `${unknown} against ${known}`);
  });

  test('a login of one role does not open an account of another role', async () => {
    const admin = await anAdmin(services, (await aClinic(services)).id, { username: 'gleich' });
    const body = { clinic_id: admin.clinicId, username: 'gleich', password: PASSWORD, userType: 'admin' };
    assert.equal((await call(app, 'loginClinician', { body })).status, 401);
    assert.equal(
      (await call(app, 'loginAdmin', { body: { ...body, userType: 'patient' } as never })).status,
      200,
    );
  });

  test('a login whose name or password is not a text is refused unchecked', async () => {
    for (const password of [null, 1, ['x'], { $gt: '' }, undefined, 'x\u0000', '\ud800'])
      for (const route of ['loginPatient', 'loginClinician', 'loginAdmin'] as const) {
        const body = { clinic_id: clinic.id, username: 'x', password } as never;
        assert.equal((await call(app, route, { body })).status, 400);
      }
  });

  test('a login in an unknown clinic fails like any other', async () => {
    const body = { clinic_id: randomUUID(), username: 'x', password: PASSWORD };
    assert.equal((await call(app, 'loginClinician', { body })).problem.code, 'credentials_wrong');
  });

  test('a login ends the session whose cookie came with it, even in another clinic', async () => {
    const elsewhere = await aClinician(services, (await aClinic(services)).id);
    const old = await signIn(services, elsewhere);
    assert.equal((await call(app, 'listOwnPatients', { as: old })).status, 200);
    const user = await aClinician(services, clinic.id);
    const body = { clinic_id: clinic.id, username: user.name, password: user.secret };
    assert.equal((await call(app, 'loginClinician', { as: old, body })).status, 200);
    assert.equal((await call(app, 'listOwnPatients', { as: old })).problem.code, 'token_expired');
  });

  test('a login with an invented cookie ends no session', async () => {
    const victim = await aClinician(services, clinic.id);
    const session = await signIn(services, victim);
    const [clinicId, sessionId, generation] = session['rt']!.split('.');
    const user = await aClinician(services, clinic.id);
    const body = { clinic_id: clinic.id, username: user.name, password: user.secret };
    const forged = { rt: `${clinicId}.${sessionId}.${generation}.${'A'.repeat(43)}` };
    assert.equal((await call(app, 'loginClinician', { as: forged, body })).status, 200);
    assert.equal((await call(app, 'listOwnPatients', { as: session })).status, 200);
  });

  test('a login ends the oldest session beyond five of a patient and ten of a staff member', async () => {
    const patient = await aPatient(services, clinic.id);
    const clinician = await aClinician(services, clinic.id);
    const kinds = [
      { user: patient, route: 'loginPatient', look: 'listWindows', most: 5 },
      { user: clinician, route: 'loginClinician', look: 'listOwnPatients', most: 10 },
    ] as const;
    for (const { user, route, look, most } of kinds) {
      const jars = [];
      const body = { clinic_id: clinic.id, username: user.name, password: user.secret };
      for (let count = 0; count <= most; count++) jars.push(jarOf(await call(app, route, { body })));
      const alive = [];
      for (const as of jars) alive.push((await call(app, look, { as })).status === 200);
      assert.deepEqual(alive, [false, ...Array.from({ length: most }, () => true)]);
    }
  });

  test('a successful and a failed login each leave an audit row without the typed text', async () => {
    const { id } = await aClinic(services);
    const patient = await aPatient(services, id);
    const login = (username: string, password: string) =>
      call(app, 'loginPatient', { body: { clinic_id: id, username, password } });
    await login(patient.name, patient.secret);
    await login(patient.name, '1977-07-07');
    await login('GEHEIM', '1977-07-07');
    const rows = await inClinic(services, id, (db) =>
      db.selectFrom('audit').selectAll().where('clinic_id', '=', id).orderBy('id').execute(),
    );
    assert.deepEqual(
      rows.map(({ action, result, actor_id, patient_id }) => ({ action, result, actor_id, patient_id })),
      [
        { action: 'login', result: 'done', actor_id: patient.id, patient_id: null },
        { action: 'login_failed', result: 'refused', actor_id: null, patient_id: patient.id },
        { action: 'login_failed', result: 'refused', actor_id: null, patient_id: null },
      ],
    );
    assert.ok(!JSON.stringify(rows).includes('GEHEIM'));
    assert.equal(rows[0]?.address_prefix, '192.0.2.0/24');
  });

  test('a login hashes the password again after a change of keys', async () => {
    const user = await aClinician(services, clinic.id);
    const roots = new Map([...services.keys.roots, [2, Buffer.from(randomUUID().padEnd(32))]] as [
      number,
      Buffer,
    ][]);
    const renewed = await buildApp({ ...services, keys: { current: 2, roots } });
    const body = { clinic_id: clinic.id, username: user.name, password: user.secret };
    assert.equal((await call(renewed, 'loginClinician', { body })).status, 200);
    const { password_hash: hash } = await inClinic(services, clinic.id, (db) =>
      db.selectFrom('accounts').select('password_hash').where('id', '=', user.id).executeTakeFirstOrThrow(),
    );
    assert.match(hash, /keyid=2\$/);
    assert.equal((await call(renewed, 'loginClinician', { body })).status, 200);
    await renewed.close();
  });
});
