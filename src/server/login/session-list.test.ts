import { strict as assert } from 'node:assert';
import { before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import {
  aClinic,
  aClinician,
  anAdmin,
  aPatient,
  inClinic,
  signIn,
  type TestUser,
} from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import { testServices } from '../../../test/services.ts';
import { buildApp } from '../app.ts';
import type { Services } from '../services.ts';

type Cookies = Record<string, string>;
type Listed = {
  is_this: boolean;
  started: string;
  last_used: string;
  browser: string | null;
  system: string | null;
};

let services: Services;
let app: FastifyInstance;
let clinicId: string;

before(async () => {
  services = await testServices();
  app = await buildApp(services);
  clinicId = (await aClinic(services)).id;
});

const listOf = async (as: Cookies): Promise<Listed[]> =>
  (await call(app, 'listSessions', { as })).body.sessions;
const statusWith = async (as: Cookies) => (await call(app, 'listSessions', { as })).status;

const everyRole: Record<string, () => Promise<TestUser>> = {
  patient: () => aPatient(services, clinicId),
  clinician: () => aClinician(services, clinicId),
  admin: async () => anAdmin(services, (await aClinic(services)).id),
};

for (const [role, someone] of Object.entries(everyRole)) {
  test(`a ${role} sees the sessions of the own account, this one first, and can end the others at once`, async () => {
    const user = await someone();
    const [first, here, third] = [
      await signIn(services, user),
      await signIn(services, user),
      await signIn(services, user),
    ];
    const sessions = await listOf(here);
    assert.deepEqual(
      sessions.map(({ is_this: isThis }) => isThis),
      [true, false, false],
    );
    for (const { started, last_used: used } of sessions) assert.ok(started <= used);
    assert.equal((await call(app, 'endOtherSessions', { as: here })).status, 200);
    assert.deepEqual(
      [await statusWith(first), await statusWith(here), await statusWith(third)],
      [403, 200, 403],
    );
    assert.equal((await listOf(here)).length, 1);
  });
}

test('the list of sessions leaves out ended and expired sessions and those of other users', async () => {
  const user = await aClinician(services, clinicId);
  await signIn(services, await aClinician(services, clinicId));
  const gone = await signIn(services, user);
  await inClinic(services, clinicId, (db) =>
    db
      .updateTable('login_sessions')
      .set({ idle_expires: '2020-01-01T00:00:00Z' })
      .where('account_id', '=', user.id)
      .execute(),
  );
  const left = await signIn(services, user);
  await call(app, 'logout', { as: left });
  const here = await signIn(services, user);
  assert.equal((await listOf(here)).length, 1);
  assert.equal(await statusWith(gone), 403);
});

test('the sessions of an account are listed by their last use, after the session that asks', async () => {
  const user = await aClinician(services, clinicId);
  for (let i = 0; i < 3; i++) await signIn(services, user);
  await inClinic(services, clinicId, async (db) => {
    const { rows } = await sql<{ id: string }>`
      SELECT id FROM login_sessions WHERE account_id = ${user.id} ORDER BY id`.execute(db);
    for (const [place, day] of ['03', '01', '02'].entries())
      await sql`UPDATE login_sessions SET created = '2025-01-01', rotated_at = ${`2026-01-${day}`}
        WHERE id = ${rows[place]!.id}`.execute(db);
  });
  const [, ...others] = await listOf(await signIn(services, user));
  assert.deepEqual(
    others.map(({ last_used: used }) => used.slice(0, 10)),
    ['2026-01-03', '2026-01-02', '2026-01-01'],
  );
});

test('a session that has reached its longest life is not listed, even if it was used lately', async () => {
  const user = await aClinician(services, clinicId);
  await signIn(services, user);
  await inClinic(services, clinicId, (db) =>
    db
      .updateTable('login_sessions')
      .set({ absolute_expires: '2020-01-01T00:00:00Z' })
      .where('account_id', '=', user.id)
      .execute(),
  );
  assert.equal((await listOf(await signIn(services, user))).length, 1);
});

test('a user who ends the other sessions leaves the sessions of other users open', async () => {
  const other = await signIn(services, await aClinician(services, clinicId));
  const here = await signIn(services, await aClinician(services, clinicId));
  await call(app, 'endOtherSessions', { as: here });
  assert.equal(await statusWith(other), 200);
});

test('the list of sessions reveals no secret of a session', async () => {
  const here = await signIn(services, await aClinician(services, clinicId));
  assert.deepEqual(Object.keys((await listOf(here))[0] ?? {}).sort(), [
    'browser',
    'is_this',
    'last_used',
    'started',
    'system',
  ]);
});

test('a session stores the names of browser and system and nothing else of the user agent', async () => {
  const user = await aPatient(services, clinicId);
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0 Geheimnis';
  const body = { clinic_id: clinicId, username: user.name, password: user.secret };
  const { status } = await call(app, 'loginPatient', { body, headers: { 'user-agent': userAgent } });
  assert.equal(status, 200);
  const [other] = (await listOf(await signIn(services, user))).filter(({ is_this: isThis }) => !isThis);
  assert.deepEqual([other?.browser, other?.system], ['Firefox', 'Linux']);
  const rows = await inClinic(services, clinicId, (db) =>
    db.selectFrom('login_sessions').selectAll().where('patient_id', '=', user.id).execute(),
  );
  assert.doesNotMatch(JSON.stringify(rows), /Geheimnis|Mozilla|Gecko/);
});
