import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { aClinic, anAdmin, inClinic } from '../../../test/builders.ts';
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

// Registrations are limited by address (R54), so each test has an address of its own.
let addresses = 0;
const anAddress = () => `198.51.100.${(addresses += 1)}`;

const forgetAttempts = () =>
  inClinic(services, randomUUID(), (db) => db.deleteFrom('limited_attempts').execute());

function register(clinicId: string, { username = 'Leitung', address = anAddress(), headers = {} } = {}) {
  return call(app, 'registerAdmin', { body: { clinic_id: clinicId, username }, address, headers });
}

const admins = (clinicId: string) =>
  inClinic(services, clinicId, (db) =>
    db.selectFrom('accounts').selectAll().where('role', '=', 'admin').execute(),
  );

test('the list of clinics is public, with name and contact, sorted by name', async () => {
  await aClinic(services, { name: 'Zeta', contact: 'z@zeta.example' });
  const alpha = await aClinic(services, { name: 'Alpha', contact: 'a@alpha.example' });
  const { status, body } = await call(app, 'listClinics');
  assert.equal(status, 200);
  assert.deepEqual(body[0], { id: alpha.id, name: 'Alpha', contact: 'a@alpha.example' });
  const names = body.map(({ name }: { name: string }) => name);
  assert.deepEqual(names, names.toSorted());
});

test('an admin registers, waits for the activation, and can then log in', async () => {
  const clinic = await aClinic(services);
  const { status, body } = await register(clinic.id);
  assert.equal(status, 200);
  const login = () =>
    call(app, 'loginAdmin', { body: { clinic_id: clinic.id, username: 'leitung', password: body.data } });
  assert.equal((await login()).status, 401);
  const [account] = await admins(clinic.id);
  assert.equal(account?.activated_at, null);
  const days = (Date.parse(account?.registration_expires ?? '') - Date.now()) / 86_400_000;
  assert.ok(days > 6.9 && days < 7.1);
  await inClinic(services, clinic.id, (db) =>
    db.updateTable('accounts').set({ activated_at: new Date().toISOString() }).execute(),
  );
  const entered = await login();
  assert.deepEqual([entered.status, entered.body.must_change], [200, true]);
  const [entry] = await inClinic(services, clinic.id, (db) =>
    db.selectFrom('audit').selectAll().orderBy('id').execute(),
  );
  assert.deepEqual(
    [entry?.action, entry?.object_id, entry?.actor_id],
    ['admin_registered', account?.id, null],
  );
});

test('the public registration takes the first admin of a clinic only', async () => {
  const clinic = await aClinic(services);
  await anAdmin(services, clinic.id);
  const { status, problem } = await register(clinic.id, { username: 'Zweite' });
  assert.deepEqual(
    [status, problem.code, problem.title],
    [409, 'clinic_has_admin', 'In dieser Klinik existiert bereits ein Admin.'],
  );
});

test('one of 50 simultaneous registrations of an admin succeeds, and 49 are refused because the clinic has an admin', async () => {
  await forgetAttempts();
  const clinic = await aClinic(services);
  const address = anAddress();
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => register(clinic.id, { username: `Leitung${index}`, address })),
  );
  const statuses = answers.map(({ status }) => status).sort();
  assert.deepEqual(statuses, [200, ...Array.from({ length: 49 }, () => 409)]);
  assert.equal((await admins(clinic.id)).length, 1);
});

test('a clinic accepts another registration after seven days without an activation', async () => {
  await forgetAttempts();
  const clinic = await aClinic(services);
  await register(clinic.id, { username: 'Erste' });
  assert.equal((await register(clinic.id, { username: 'Zweite' })).status, 409);
  await inClinic(services, clinic.id, (db) =>
    db.updateTable('accounts').set({ registration_expires: '2020-01-01T00:00:00Z' }).execute(),
  );
  assert.equal((await register(clinic.id, { username: 'Zweite' })).status, 200);
  assert.deepEqual(
    (await admins(clinic.id)).map(({ username }) => username),
    ['Zweite'],
  );
});

test('the registration of an activated admin never expires', async () => {
  const clinic = await aClinic(services);
  await anAdmin(services, clinic.id);
  await inClinic(services, clinic.id, (db) =>
    db.updateTable('accounts').set({ registration_expires: '2020-01-01T00:00:00Z' }).execute(),
  );
  assert.equal((await register(clinic.id)).status, 409);
});

test('a registration of an admin shows the same password again under its retry key, and is refused with another name', async () => {
  await forgetAttempts();
  const clinic = await aClinic(services);
  const headers = { 'idempotency-key': randomUUID() };
  const both = await Promise.all([register(clinic.id, { headers }), register(clinic.id, { headers })]);
  assert.deepEqual(
    both.map(({ status }) => status),
    [200, 200],
  );
  assert.equal(both[0]?.body.data, both[1]?.body.data);
  const other = await register(clinic.id, { headers, username: 'Andere' });
  assert.deepEqual([other.status, other.problem.code], [409, 'idempotency_key_reused']);
});

test('a sixth registration of an admin from one address is refused, but refusals for clinics with an admin do not count', async () => {
  await forgetAttempts();
  const address = anAddress();
  const taken = await aClinic(services);
  await anAdmin(services, taken.id);
  for (let count = 0; count < 5; count++) {
    assert.equal((await register(taken.id, { address })).status, 409);
    assert.equal((await register((await aClinic(services)).id, { address })).status, 200);
  }
  const sixth = await register((await aClinic(services)).id, { address });
  assert.deepEqual([sixth.status, sixth.problem.code], [429, 'too_many_attempts']);
  assert.ok(Number(sixth.headers['retry-after']) > 3000);
});

test('a registration with blanks or special characters in the name, or with an unknown clinic, is refused', async () => {
  const clinic = await aClinic(services);
  for (const username of ['', 'a b', 'a@b', 'x'.repeat(256)])
    assert.equal((await register(clinic.id, { username })).status, 400);
  assert.equal((await register(randomUUID())).status, 404);
});
