import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aClinician, anAdmin, inClinic, signIn, type TestUser } from '../../../test/builders.ts';
import { call, type Answered } from '../../../test/call.ts';
import { eventually } from '../../../test/eventually.ts';
import { untilAllWait, waitingForLocks } from '../../../test/lock-waits.ts';
import { aMailScene, anInvitedPatient, INVITATION, morning, to } from '../../../test/mail-scene.ts';
import { manage, rowsOf } from '../../../test/operator.ts';
import { buildApp } from '../app.ts';
import { holdClinicInUse } from '../login/queries.ts';
import { suspendClinic } from '../clinics/suspension-queries.ts';

const scene = aMailScene();
const operator = () => ({ services: scene.services, dataDir: '/nowhere' });

async function aWorkingClinic() {
  const clinic = await scene.begin(morning(0));
  const people = [
    await anAdmin(scene.services, clinic.id),
    await aClinician(scene.services, clinic.id),
    await anInvitedPatient(scene, clinic.id),
  ];
  return { clinic, people, app: await buildApp(scene.services) };
}

const login = ({ clinicId, name, secret }: TestUser) => ({
  body: { clinic_id: clinicId, username: name, password: secret },
});
const loginOf = { admin: 'loginAdmin', clinician: 'loginClinician', patient: 'loginPatient' } as const;

test('a suspended clinic is not offered, lets no one in, and ends every session; afterwards all is as before', async () => {
  const { clinic, people, app } = await aWorkingClinic();
  const offered = async () =>
    (await call(app, 'listClinics')).body.some(({ id }: { id: string }) => id === clinic.id);
  const statuses = () =>
    Promise.all(people.map(async (user) => (await call(app, loginOf[user.role], login(user))).status));
  const cookies = await Promise.all(people.map((user) => signIn(scene.services, user)));
  const live = () => Promise.all(cookies.map(async (as) => (await call(app, 'listSessions', { as })).status));
  assert.deepEqual([await offered(), await live()], [true, [200, 200, 200]]);

  const [row] = await rowsOf(operator(), 'clinic', 'suspend', clinic.name, '--yes');
  assert.equal(row.sessions_ended, 3);
  assert.deepEqual([await offered(), await live()], [false, [403, 403, 403]]);
  assert.deepEqual(await statuses(), [401, 401, 401]);
  assert.equal((await manage(operator(), 'clinic', 'suspend', clinic.name, '--yes')).code, 1);

  await rowsOf(operator(), 'clinic', 'resume', clinic.name);
  assert.deepEqual([await offered(), await statuses()], [true, [200, 200, 200]]);
  assert.equal((await manage(operator(), 'clinic', 'resume', clinic.name)).code, 1);
});

test('the mails of a suspended clinic wait until it works again', async () => {
  const { clinic, people } = await aWorkingClinic();
  await rowsOf(operator(), 'clinic', 'suspend', clinic.name, '--yes');
  await scene.work();
  assert.deepEqual(scene.newMails(), []);
  await rowsOf(operator(), 'clinic', 'resume', clinic.name);
  await scene.work();
  assert.deepEqual(scene.newMails(), [`${to(people[2]!)} ${INVITATION}`]);
});

test('a login that has begun ends before the suspension, so its session does not outlive it', async () => {
  const { clinic, people } = await aWorkingClinic();
  let suspended: Promise<unknown> | undefined;
  await inClinic(scene.services, clinic.id, async (db) => {
    assert.ok(await holdClinicInUse(db, clinic.id));
    suspended = rowsOf(operator(), 'clinic', 'suspend', clinic.name, '--yes');
    await eventually(async () => assert.equal(await waitingForLocks(db), 1));
    await signIn(scene.services, people[0]!);
  });
  const [row] = (await suspended) as { sessions_ended: number }[];
  assert.equal(row?.sessions_ended, 1);
});

test('a login that meets a suspension waits for it, and opens no session after it', async () => {
  const { clinic, people, app } = await aWorkingClinic();
  for (const user of people) {
    let logins: Promise<Answered>[] = [];
    await inClinic(scene.services, clinic.id, async (db) => {
      assert.ok(await suspendClinic(db, clinic.id));
      logins = [call(app, loginOf[user.role], login(user))];
      await untilAllWait(db, logins);
    });
    assert.equal((await logins[0]!).status, 401, user.role);
    const live = await inClinic(scene.services, clinic.id, (db) =>
      db.selectFrom('login_sessions').select('id').where('ended_at', 'is', null).execute(),
    );
    assert.deepEqual(live, [], user.role);
    await rowsOf(operator(), 'clinic', 'resume', clinic.name);
  }
});
