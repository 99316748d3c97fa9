import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import {
  aClinic,
  aClinician,
  anAdmin,
  aPatient,
  inClinic,
  PASSWORD,
  signIn,
} from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import { testServices } from '../../../test/services.ts';
import { buildApp } from '../app.ts';
import type { Services } from '../services.ts';

let services: Services;
let app: FastifyInstance;

before(async () => {
  services = await testServices();
  app = await buildApp(services);
});

async function aClinicWithAdmin() {
  const clinic = await aClinic(services);
  const admin = await anAdmin(services, clinic.id);
  return { clinic, admin, as: await signIn(services, admin) };
}

const login = (clinicId: string, username: string, password: string) =>
  call(app, 'loginClinician', { body: { clinic_id: clinicId, username, password } });

const accounts = (clinicId: string) =>
  inClinic(services, clinicId, (db) =>
    db.selectFrom('accounts').selectAll().where('role', '=', 'clinician').orderBy('username_key').execute(),
  );

const actions = (clinicId: string) =>
  inClinic(services, clinicId, async (db) =>
    (await db.selectFrom('audit').select('action').orderBy('id').execute()).map(({ action }) => action),
  );

test('a registered clinician logs in with the generated password and must change it', async () => {
  const { clinic, as } = await aClinicWithAdmin();
  const { status, body, headers } = await call(app, 'registerClinician', {
    as,
    body: { username: 'Therapie7' },
  });
  assert.equal(status, 200);
  assert.match(body.data, /^[A-HJ-NP-Za-hjkmnp-z2-9]{16}$/);
  assert.equal(headers['cache-control'], 'no-store');
  const [account] = await accounts(clinic.id);
  assert.ok(account?.password_hash.startsWith('$argon2id$') && !JSON.stringify(account).includes(body.data));
  const days = (Date.parse(account?.password_expires ?? '') - Date.now()) / 86_400_000;
  assert.ok(days > 13.9 && days < 14.1);
  const { body: session, status: entered } = await login(clinic.id, 'therapie7', body.data);
  assert.deepEqual([entered, session.must_change], [200, true]);
});

test('a generated password is void a day after its first login, and an own password is not', async () => {
  const { clinic, as } = await aClinicWithAdmin();
  const { data: generated } = (await call(app, 'registerClinician', { as, body: { username: 'Neu' } })).body;
  const passDay = () =>
    inClinic(services, clinic.id, (db) =>
      sql`UPDATE accounts SET password_expires = password_expires - interval '1 day'`.execute(db),
    );
  assert.equal((await login(clinic.id, 'Neu', generated)).status, 200);
  assert.equal((await login(clinic.id, 'Neu', generated)).status, 200);
  await passDay();
  assert.equal((await login(clinic.id, 'Neu', generated)).status, 401);

  const { id } = await inClinic(services, clinic.id, (db) =>
    db.selectFrom('accounts').select('id').where('username', '=', 'Neu').executeTakeFirstOrThrow(),
  );
  const reset = (await call(app, 'resetPassword', { as, params: { id } })).body.data;
  const cookies = [(await login(clinic.id, 'Neu', reset)).headers['set-cookie']].flat().map(String);
  const jar = Object.fromEntries(cookies.map((text) => text.split(';')[0]!.split('=')));
  const own = { new_password: 'Sonnige-Wiese-31', confirmed_new_password: 'Sonnige-Wiese-31' };
  const body = { old_password: reset, ...own };
  assert.equal((await call(app, 'changePassword', { as: jar, body })).status, 200);
  await passDay();
  assert.equal((await login(clinic.id, 'Neu', own.new_password)).status, 200);
});

test('a generated password expires if the clinician does not use it in time', async () => {
  const { clinic, as } = await aClinicWithAdmin();
  const { body } = await call(app, 'registerClinician', { as, body: { username: 'Spät' } });
  await inClinic(services, clinic.id, (db) =>
    db
      .updateTable('accounts')
      .set({ password_expires: '2020-01-01T00:00:00Z' })
      .where('username', '=', 'Spät')
      .execute(),
  );
  assert.equal((await login(clinic.id, 'Spät', body.data)).status, 401);
});

test('the name of a clinician has letters and digits only, at most 255', async () => {
  const { as } = await aClinicWithAdmin();
  const cases = [
    ['', 'username_required'],
    ['a b', 'username_characters'],
    ['a-b', 'username_characters'],
    ['a²', 'username_characters'],
    ['\u0430nton', 'username_letters'],
    ['x'.repeat(256), 'username_too_long'],
  ];
  for (const [username, code] of cases) {
    const { status, problem } = await call(app, 'registerClinician', { as, body: { username } });
    assert.deepEqual([status, problem.errors?.[0]?.code], [400, code]);
  }
  assert.equal((await call(app, 'registerClinician', { as, body: { username: 'Müller9' } })).status, 200);
});

test('the name of a clinician is taken in every spelling within the clinic, but not in another clinic or for the admin', async () => {
  const { as, clinic, admin } = await aClinicWithAdmin();
  await aClinician(services, clinic.id, { username: 'Straße' });
  const taken = await call(app, 'registerClinician', { as, body: { username: 'STRAßE' } });
  assert.deepEqual([taken.status, taken.problem.code], [409, 'username_taken']);
  assert.equal((await call(app, 'registerClinician', { as, body: { username: admin.name } })).status, 200);
  const elsewhere = await aClinicWithAdmin();
  assert.equal(
    (await call(app, 'registerClinician', { as: elsewhere.as, body: { username: 'Straße' } })).status,
    200,
  );
});

test('one of 30 simultaneous registrations of one name succeeds', async () => {
  const { as, clinic } = await aClinicWithAdmin();
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => call(app, 'registerClinician', { as, body: { username: 'Einmal' } })),
  );
  const statuses = answers.map(({ status }) => status).sort();
  assert.deepEqual(statuses, [200, ...Array.from({ length: 29 }, () => 409)]);
  assert.equal((await accounts(clinic.id)).length, 1);
});

test('a repeated registration of a clinician under the same retry key shows the same password', async () => {
  const { as, clinic } = await aClinicWithAdmin();
  const headers = { 'idempotency-key': randomUUID() };
  const send = () => call(app, 'registerClinician', { as, body: { username: 'Doppelt' }, headers });
  const [first, second] = [await send(), await send()];
  assert.deepEqual([first.status, second.status, first.body.data], [200, 200, second.body.data]);
  assert.equal((await accounts(clinic.id)).length, 1);
  const [stored] = await inClinic(services, clinic.id, (db) =>
    db.selectFrom('idempotency_keys').selectAll().execute(),
  );
  assert.ok(
    !JSON.stringify(stored).includes(first.body.data) && !stored?.answer_encrypted?.includes(first.body.data),
  );
  assert.ok(Date.parse(stored?.expires ?? '') - Date.parse(stored?.created ?? '') <= 60_000);
});

test('the admin sees every clinician of the clinic with the number of patients', async () => {
  const { as, clinic } = await aClinicWithAdmin();
  const berta = await aClinician(services, clinic.id, { username: 'Berta' });
  const anton = await aClinician(services, clinic.id, { username: 'anton', enabled: false });
  await aPatient(services, clinic.id, { clinicianId: berta.id });
  await aPatient(services, clinic.id, { clinicianId: berta.id });
  await aClinician(services, (await aClinic(services)).id);
  const { body } = await call(app, 'listCliniciansWithCounts', { as });
  const anew = { revision: '0', second_factor: false, deputy: null };
  assert.deepEqual(body.clinicians, [
    { ...anew, id: anton.id, username: 'anton', enabled: false, patient_count: 0 },
    { ...anew, id: berta.id, username: 'Berta', enabled: true, patient_count: 2 },
  ]);
});

test('patients can be given to the enabled clinicians of the clinic', async () => {
  const { clinic } = await aClinicWithAdmin();
  const berta = await aClinician(services, clinic.id, { username: 'Berta' });
  await aClinician(services, clinic.id, { username: 'Anton', enabled: false });
  const { body } = await call(app, 'listClinicians', { as: await signIn(services, berta) });
  assert.deepEqual(body.clinicians, [{ id: berta.id, username: 'Berta', enabled: true }]);
});

test('a renamed clinician logs in with the new name and stays enabled or disabled', async () => {
  const { as, clinic } = await aClinicWithAdmin();
  const clinician = await aClinician(services, clinic.id);
  const body = { id: clinician.id, username: 'Neuer', enabled: false };
  assert.deepEqual((await call(app, 'renameClinician', { as, body })).body, {});
  assert.equal((await login(clinic.id, 'neuer', PASSWORD)).status, 200);
  assert.equal((await login(clinic.id, clinician.name, PASSWORD)).status, 401);
  assert.deepEqual((await actions(clinic.id)).slice(0, 1), ['clinician_renamed']);
});

test('a clinician cannot be renamed to the name of another', async () => {
  const { as, clinic } = await aClinicWithAdmin();
  const [one, other] = [await aClinician(services, clinic.id), await aClinician(services, clinic.id)];
  const body = { id: one.id, username: other.name.toUpperCase(), enabled: true };
  const { status, problem } = await call(app, 'renameClinician', { as, body });
  assert.deepEqual([status, problem.code], [409, 'username_taken']);
  const same = { id: one.id, username: one.name, enabled: true };
  assert.equal((await call(app, 'renameClinician', { as, body: same })).status, 200);
});

test('the patient codes of a clinician are listed in order', async () => {
  const { as, clinic } = await aClinicWithAdmin();
  const clinician = await aClinician(services, clinic.id);
  for (const code of ['B2', 'a1']) await aPatient(services, clinic.id, { code, clinicianId: clinician.id });
  await aPatient(services, clinic.id);
  const { body } = await call(app, 'listPatientsOfClinician', { as, body: { clinician_id: clinician.id } });
  assert.deepEqual(
    body.data.map(({ code }: { code: string }) => code),
    ['a1', 'B2'],
  );
  assert.ok((await actions(clinic.id)).includes('patient_codes_listed'));
});

for (const route of ['resetPassword', 'resetPasswordByGet'] as const) {
  test(`a reset replaces the password of a clinician and ends every session (${route})`, async () => {
    const { as, clinic } = await aClinicWithAdmin();
    const clinician = await aClinician(services, clinic.id);
    const session = await signIn(services, clinician);
    const { status, body } = await call(app, route, { as, params: { id: clinician.id } });
    assert.equal(status, 200);
    assert.equal((await call(app, 'listClinicians', { as: session })).status, 403);
    assert.equal((await login(clinic.id, clinician.name, PASSWORD)).status, 401);
    const entered = await login(clinic.id, clinician.name, body.data);
    assert.deepEqual([entered.status, entered.body.must_change], [200, true]);
    assert.ok((await actions(clinic.id)).includes('password_reset'));
  });
}

for (const kind of ['', 'ByGet'] as const) {
  test(`a disabled clinician is signed out at once and can log in again when enabled (${kind || 'POST'})`, async () => {
    const { as, clinic } = await aClinicWithAdmin();
    const clinician = await aClinician(services, clinic.id);
    const session = await signIn(services, clinician);
    const off = await call(app, `disableClinician${kind}`, { as, params: { id: clinician.id } });
    assert.deepEqual([off.status, off.body], [200, {}]);
    assert.equal((await call(app, 'listClinicians', { as: session })).problem.code, 'token_expired');
    assert.equal((await login(clinic.id, clinician.name, PASSWORD)).status, 401);
    const on = await call(app, `enableClinician${kind}`, { as, params: { id: clinician.id } });
    assert.deepEqual([on.status, on.body], [200, {}]);
    assert.equal(
      (await call(app, 'listClinicians', { as: session })).status,
      403,
      'the old session stays ended',
    );
    assert.equal((await login(clinic.id, clinician.name, PASSWORD)).status, 200);
    const done = (await actions(clinic.id)).filter((action) => action.startsWith('clinician_'));
    assert.deepEqual(done, ['clinician_disabled', 'clinician_enabled']);
  });
}

test('a GET that changes something is refused without the header of our own page', async () => {
  const { as, clinic } = await aClinicWithAdmin();
  const clinician = await aClinician(services, clinic.id);
  for (const route of ['resetPasswordByGet', 'disableClinicianByGet', 'enableClinicianByGet'] as const) {
    const headers = { 'x-requested-with': 'somebody' };
    const { status, problem } = await call(app, route, { as, params: { id: clinician.id }, headers });
    assert.deepEqual([status, problem.code], [403, 'forged_request'], route);
  }
});

test('no call for clinicians finds the id of an admin, a patient or a clinician of another clinic', async () => {
  const { as, clinic, admin } = await aClinicWithAdmin();
  const patient = await aPatient(services, clinic.id);
  const foreign = await aClinician(services, (await aClinic(services)).id);
  for (const id of [admin.id, patient.id, foreign.id, randomUUID()]) {
    const asked = [
      call(app, 'resetPassword', { as, params: { id } }),
      call(app, 'disableClinician', { as, params: { id } }),
      call(app, 'enableClinicianByGet', { as, params: { id } }),
      call(app, 'renameClinician', { as, body: { id, username: 'Wer', enabled: true } }),
      call(app, 'listPatientsOfClinician', { as, body: { clinician_id: id } }),
    ];
    for (const { status } of await Promise.all(asked)) assert.equal(status, 404);
  }
  assert.equal((await call(app, 'resetPassword', { as, params: { id: 'x' } })).status, 400);
});

test('a reset shows the same password again under the same retry key, and a new one under another key', async () => {
  const { as, clinic } = await aClinicWithAdmin();
  const clinician = await aClinician(services, clinic.id);
  const reset = (key: string) =>
    call(app, 'resetPassword', { as, params: { id: clinician.id }, headers: { 'idempotency-key': key } });
  const key = randomUUID();
  const [first, again, other] = [await reset(key), await reset(key), await reset(randomUUID())];
  assert.equal(first.body.data, again.body.data);
  assert.notEqual(first.body.data, other.body.data);
});
