import { strict as assert } from 'node:assert';
import { before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { aClinic, aClinician, anAdmin, aPatient, inClinic, signIn } from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import { failPatient, passFailureTime, tryPatient, HOUR } from '../../../test/login-tries.ts';
import { testServices } from '../../../test/services.ts';
import { buildApp } from '../app.ts';
import type { Services } from '../services.ts';
import { raiseNotice } from './limit-queries.ts';

let services: Services;
let app: FastifyInstance;

before(async () => {
  services = await testServices();
  app = await buildApp(services);
});

async function aClinicWithAdmin() {
  const clinic = await aClinic(services);
  return { clinic, as: await signIn(services, await anAdmin(services, clinic.id)) };
}

const noticesOf = async (as: Record<string, string>) => (await call(app, 'listNotices', { as })).body.notices;

const raise = (clinicId: string, kind: 'login_alarm' | 'birth_date_spray', subject = '') =>
  inClinic(services, clinicId, (db) => raiseNotice(db, clinicId, { kind, subject, minutes: 60 }));

const passTime = (clinicId: string, hours: number) =>
  inClinic(services, clinicId, (db) =>
    sql`UPDATE security_notices SET at = at - make_interval(hours => ${hours}::int),
      until = until - make_interval(hours => ${hours}::int)`.execute(db),
  );

test('an admin has no notices without an attack', async () => {
  const { as } = await aClinicWithAdmin();
  assert.deepEqual(await noticesOf(as), []);
});

test('the admin has a notice of an alarm until a day after its end, with the number of failed logins of that day', async () => {
  const { clinic, as } = await aClinicWithAdmin();
  await failPatient(app, { clinicId: clinic.id, name: 'RATEN1' }, 3);
  await raise(clinic.id, 'login_alarm');
  const [running] = await noticesOf(as);
  assert.deepEqual([running.kind, running.is_running, running.failed_logins], ['login_alarm', true, 3]);
  assert.ok(Date.parse(running.until) - Date.parse(running.since) === HOUR * 1000);
  await passTime(clinic.id, 2);
  assert.deepEqual((await noticesOf(as))[0].is_running, false);
  await passTime(clinic.id, 22);
  assert.equal((await noticesOf(as)).length, 1);
  await passTime(clinic.id, 1);
  assert.deepEqual(await noticesOf(as), []);
});

test('an alarm that is raised again is one notice that begins with the first alarm', async () => {
  const { clinic, as } = await aClinicWithAdmin();
  await raise(clinic.id, 'login_alarm');
  await passTime(clinic.id, 3);
  await raise(clinic.id, 'login_alarm');
  await raise(clinic.id, 'birth_date_spray', 'one');
  await raise(clinic.id, 'birth_date_spray', 'other');
  const notices: { kind: string; since: string; until: string }[] = await noticesOf(as);
  assert.deepEqual(notices.map(({ kind }) => kind).sort(), ['birth_date_spray', 'login_alarm']);
  const alarm = notices.find(({ kind }) => kind === 'login_alarm');
  assert.ok(alarm && Date.parse(alarm.until) - Date.parse(alarm.since) >= 4 * HOUR * 1000);
});

test('the admin of another clinic has no notice of an alarm', async () => {
  const { clinic } = await aClinicWithAdmin();
  const other = await aClinicWithAdmin();
  await failPatient(app, { clinicId: clinic.id, name: 'RATEN1' }, 2);
  await raise(clinic.id, 'login_alarm');
  await raise(other.clinic.id, 'login_alarm');
  assert.equal((await noticesOf(other.as))[0].failed_logins, 0);
});

test('a login answers the number of failed logins since the last successful one', async () => {
  const { clinic } = await aClinicWithAdmin();
  const patient = await aPatient(services, clinic.id);
  const failures = async () => (await tryPatient(app, patient, patient.secret)).body.failed_attempts;
  await failPatient(app, patient, 2);
  assert.equal(await failures(), 2);
  assert.equal(await failures(), 0);
  await failPatient(app, patient, 1);
  assert.equal(await failures(), 1);
});

test('a login does not count failures of another user, of another role or of an earlier day', async () => {
  const { clinic } = await aClinicWithAdmin();
  const clinician = await aClinician(services, clinic.id, { username: 'gleich' });
  const patient = await aPatient(services, clinic.id, { code: 'gleich' });
  const other = await aPatient(services, clinic.id);
  await failPatient(app, patient, 2);
  const body = { clinic_id: clinic.id, username: clinician.name, password: clinician.secret };
  assert.equal((await call(app, 'loginClinician', { body })).body.failed_attempts, 0);
  assert.equal((await tryPatient(app, other, other.secret)).body.failed_attempts, 0);
  await passFailureTime(services, 25 * HOUR);
  assert.equal((await tryPatient(app, patient, patient.secret)).body.failed_attempts, 0);
});
