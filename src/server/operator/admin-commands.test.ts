import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { before, test } from 'node:test';
import { aClinic, anAdmin, inClinic, signIn } from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import { manage as run, rowsOf as rows } from '../../../test/operator.ts';
import { testServices } from '../../../test/services.ts';
import { buildApp } from '../app.ts';
import { verifySecret } from '../login/password-hash.ts';
import type { Services } from '../services.ts';

const dataDir = tmpdir();
let services: Services;

const manage = (...words: string[]) => run({ services, dataDir }, ...words);
const rowsOf = (...words: string[]) => rows({ services, dataDir }, ...words);

before(async () => {
  services = await testServices();
});

test('a password reset by the operator ends every session and gives a new password that works once', async () => {
  const clinic = await aClinic(services);
  const admin = await anAdmin(services, clinic.id);
  await signIn(services, admin);
  const [reset] = await rowsOf('admin', 'reset-password', clinic.name, '--yes');
  assert.equal(reset.username, admin.name);
  const [account, sessions] = await inClinic(services, clinic.id, async (db) => [
    await db.selectFrom('accounts').selectAll().where('id', '=', admin.id).executeTakeFirstOrThrow(),
    await db.selectFrom('login_sessions').select('id').where('ended_at', 'is', null).execute(),
  ]);
  assert.equal(await verifySecret(services.keys, reset.password, account.password_hash), true);
  assert.deepEqual([account.must_change_password, sessions.length], [true, 0]);
});

test('activating fails without a registered admin, and activating twice changes nothing', async () => {
  const clinic = await aClinic(services);
  const { code, notes } = await manage('admin', 'reset-password', clinic.name, '--yes');
  assert.deepEqual([code, /has no admin yet/.test(notes)], [1, true]);
  await anAdmin(services, clinic.id, { activated: false });
  const [first] = await rowsOf('admin', 'activate', clinic.id);
  const [again] = await rowsOf('admin', 'activate', clinic.id);
  assert.deepEqual(again, first);
  const trail = await rowsOf('audit', 'show', '--clinic', clinic.name, '--action', 'admin_activated');
  assert.equal(trail.length, 1);
});

test('a command asks which admin is meant where a clinic has several', async () => {
  const clinic = await aClinic(services);
  const [first, second] = [await anAdmin(services, clinic.id), await anAdmin(services, clinic.id)];
  const { code, notes } = await manage('admin', 'reset-password', clinic.name, '--yes');
  assert.equal(code, 2);
  assert.ok(notes.includes(`${first.name}, ${second.name}`), notes);
  const [reset] = await rowsOf('admin', 'reset-password', clinic.name, second.name.toUpperCase(), '--yes');
  assert.equal(reset.username, second.name);
  const unknown = await manage('admin', 'reset-password', clinic.name, 'niemand', '--yes');
  assert.deepEqual([unknown.code, /no admin "niemand"/.test(unknown.notes)], [1, true]);
  await inClinic(services, clinic.id, (db) =>
    db.updateTable('accounts').set({ enabled: false }).where('id', '=', first.id).execute(),
  );
  await rowsOf('admin', 'activate', clinic.name, first.name);
  const states = (await rowsOf('admin', 'list')).filter(
    (row: { clinic: string }) => row.clinic === clinic.name,
  );
  assert.deepEqual(
    states.map(({ username, enabled }: { username: string; enabled: boolean }) => [username, enabled]),
    [
      [first.name, true],
      [second.name, true],
    ],
  );
});

test('an expired registration cannot be activated', async () => {
  const clinic = await aClinic(services);
  await anAdmin(services, clinic.id, { activated: false });
  await inClinic(services, clinic.id, (db) =>
    db
      .updateTable('accounts')
      .set({ registration_expires: new Date(Date.now() - 1000).toISOString() })
      .execute(),
  );
  const { code, notes } = await manage('admin', 'activate', clinic.name);
  assert.deepEqual([code, /has expired.*register again/.test(notes)], [1, true]);
  const [admin] = (await rowsOf('admin', 'list')).filter(
    (row: { clinic: string }) => row.clinic === clinic.name,
  );
  assert.equal(admin.activated_at, null);
  assert.ok(admin.registration_expires);
});

test('a rejected registration frees the place of the admin, and an active admin cannot be rejected', async () => {
  const clinic = await aClinic(services);
  const stranger = await anAdmin(services, clinic.id, { activated: false });
  const [rejected] = await rowsOf('admin', 'reject', clinic.name, '--yes');
  assert.deepEqual([rejected.username, rejected.rejected], [stranger.name, true]);
  const trail = await rowsOf('audit', 'show', '--clinic', clinic.name, '--action', 'admin_rejected');
  assert.equal(trail.length, 1);
  const app = await buildApp(services);
  const body = { clinic_id: clinic.id, username: 'chefin' };
  assert.equal((await call(app, 'registerAdmin', { body })).status, 200);
  await app.close();
  await rowsOf('admin', 'activate', clinic.name);
  const { code, notes } = await manage('admin', 'reject', clinic.name, '--yes');
  assert.deepEqual([code, /is activated.*staff erase/.test(notes)], [1, true]);
});
