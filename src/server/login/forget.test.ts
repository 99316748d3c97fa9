import { strict as assert } from 'node:assert';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { aClinic, aClinician, aPatient, inClinic, signIn, type TestUser } from '../../../test/builders.ts';
import { testServices } from '../../../test/services.ts';
import type { Services } from '../services.ts';
import { rememberDevice } from './device-queries.ts';
import { forgetSignIns } from './forget-queries.ts';
import { raiseNotice } from './limit-queries.ts';

let services: Services;

before(async () => {
  services = await testServices();
});

const forget = ({ clinicId }: { clinicId: string }) =>
  inClinic(services, clinicId, (db) => forgetSignIns(db, clinicId));

/** Signs in; the session began and ended so many days ago. */
async function endedDaysAgo(user: TestUser, days: number): Promise<void> {
  await signIn(services, user);
  await inClinic(services, user.clinicId, (db) =>
    sql`UPDATE login_sessions SET created = now() - make_interval(days => ${days}),
        ended_at = now() - make_interval(days => ${days})
      WHERE created > now() - interval '1 hour' AND coalesce(account_id, patient_id) = ${user.id}`.execute(
      db,
    ),
  );
}

const daysOf = (user: TestUser) =>
  inClinic(services, user.clinicId, async (db) => {
    const { rows } = await sql<{ days: number }>`SELECT extract(day FROM now() - created)::int AS days
      FROM login_sessions WHERE coalesce(account_id, patient_id) = ${user.id} ORDER BY 1`.execute(db);
    return rows.map(({ days }) => days);
  });

test('a session of staff is deleted 30 days after its end, by logout or by time', async () => {
  const clinician = await aClinician(services, (await aClinic(services)).id);
  await endedDaysAgo(clinician, 31);
  await endedDaysAgo(clinician, 29);
  await signIn(services, clinician);
  await forget(clinician);
  assert.deepEqual(await daysOf(clinician), [0, 29]);
  await inClinic(services, clinician.clinicId, (db) =>
    sql`UPDATE login_sessions SET ended_at = NULL, idle_expires = now() - interval '31 days'`.execute(db),
  );
  await forget(clinician);
  assert.deepEqual(await daysOf(clinician), []);
});

test('the last session of a patient stays, because the next login shows it', async () => {
  const { id } = await aClinic(services);
  const [patient, other] = [await aPatient(services, id), await aPatient(services, id)];
  for (const days of [200, 90, 60]) await endedDaysAgo(patient, days);
  await endedDaysAgo(other, 120);
  await forget(patient);
  assert.deepEqual([await daysOf(patient), await daysOf(other)], [[60], [120]]);
});

test('a device is forgotten 180 days after its last login, a notice 30 days after its end', async () => {
  const clinician = await aClinician(services, (await aClinic(services)).id);
  const { clinicId, id } = clinician;
  const left = await inClinic(services, clinicId, async (db) => {
    for (const [name, days] of [
      ['old', 181],
      ['new', 179],
    ] as const) {
      await rememberDevice(db, clinicId, name, { accountId: id });
      await sql`UPDATE known_devices SET renewed = now() - make_interval(days => ${days}) WHERE id = ${name}`.execute(
        db,
      );
    }
    for (const [subject, days] of [
      ['old', 31],
      ['new', 29],
    ] as const) {
      await raiseNotice(db, clinicId, { kind: 'birth_date_spray', subject, minutes: 60 });
      await sql`UPDATE security_notices SET until = now() - make_interval(days => ${days}) WHERE subject = ${subject}`.execute(
        db,
      );
    }
    await forgetSignIns(db, clinicId);
    const devices = await db.selectFrom('known_devices').select('id').execute();
    const notices = await db.selectFrom('security_notices').select('subject').execute();
    return [...devices.map((device) => device.id), ...notices.map(({ subject }) => subject)];
  });
  assert.deepEqual(left, ['new', 'new']);
});

test('another clinic keeps its sign-ins', async () => {
  const clinician = await aClinician(services, (await aClinic(services)).id);
  await endedDaysAgo(clinician, 31);
  await forget({ clinicId: (await aClinic(services)).id });
  assert.deepEqual(await daysOf(clinician), [31]);
});
