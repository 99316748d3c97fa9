import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { aClinic, aClinician, anAdmin, aPatient, inClinic, signIn } from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import { aCrisisEvent } from '../../../test/crisis-rows.ts';
import { manage as run, rowsOf as rows } from '../../../test/operator.ts';
import { answerSurvey } from '../../../test/survey-calls.ts';
import { testServices } from '../../../test/services.ts';
import { buildApp } from '../app.ts';
import type { Services } from '../services.ts';

const dataDir = tmpdir();
let services: Services;
let app: FastifyInstance;

const manage = (...words: string[]) => run({ services, dataDir }, ...words);
const rowsOf = (...words: string[]) => rows({ services, dataDir }, ...words);

before(async () => {
  services = await testServices();
  app = await buildApp(services);
});

test('an erased clinician leaves no row but the audit trail, and what the account acknowledged stays acknowledged', async () => {
  const clinic = await aClinic(services);
  const colleague = await aClinician(services, clinic.id);
  const patient = await aPatient(services, clinic.id, { clinicianId: colleague.id });
  const left = await aClinician(services, clinic.id, { username: 'Gegangene' });
  const jar = await signIn(services, left);
  const days = { from: services.today(), until: services.today() };
  await call(app, 'setDeputy', { as: jar, body: { deputy_id: colleague.id, ...days } });
  await call(app, 'setReminderAddress', { as: jar, body: { address: 'weg@praxis.example' } });
  await answerSurvey(app, await signIn(services, patient));
  const session = await inClinic(services, clinic.id, (db) =>
    db.selectFrom('survey_sessions').select('id').executeTakeFirstOrThrow(),
  );
  await aCrisisEvent(services, patient, session.id, { acknowledged: { by: left, note: 'Telefonat' } });

  const [erased] = await rowsOf('staff', 'erase', clinic.name, 'gegangene', '--yes');
  assert.deepEqual(erased, { clinic: clinic.name, role: 'clinician', username: 'Gegangene', erased: true });
  assert.equal((await call(app, 'listOwnPatients', { as: jar })).problem.code, 'token_expired');
  const tables = ['accounts', 'login_sessions', 'known_devices', 'deputies', 'reminder_addresses'] as const;
  const named = await inClinic(services, clinic.id, async (db) => {
    const found = [];
    for (const table of tables) {
      const rows = await db.selectFrom(table).selectAll().execute();
      if (JSON.stringify(rows).includes(left.id)) found.push(table);
    }
    return found;
  });
  assert.deepEqual(named, []);
  const as = await signIn(services, colleague);
  const { body } = await call(app, 'listCrisisEvents', { as, params: { id: patient.id } });
  const { by, done, note } = body.events[0].acknowledged;
  assert.deepEqual([by, done, note], ['', 'talked', 'Telefonat']);
  const trail = await rowsOf('audit', 'show', '--clinic', clinic.name);
  const acts = JSON.stringify(trail.filter((row: object) => JSON.stringify(row).includes(left.id)));
  assert.match(acts, /staff_erased/);
  assert.match(acts, /deputy_set|deputy/);
});

test('the account of a clinician with patients is not erased', async () => {
  const clinic = await aClinic(services);
  const clinician = await aClinician(services, clinic.id);
  await aPatient(services, clinic.id, { clinicianId: clinician.id });
  const { code, notes } = await manage('staff', 'erase', clinic.name, clinician.name, '--yes');
  assert.deepEqual([code, /still has patients \(1\).*transfer/.test(notes)], [1, true]);
});

test('an erased admin frees the place, and --role tells an admin from a clinician of the same name', async () => {
  const clinic = await aClinic(services);
  const admin = await anAdmin(services, clinic.id, { username: 'Kim' });
  await aClinician(services, clinic.id, { username: 'Kim' });
  const both = await manage('staff', 'erase', clinic.name, 'kim', '--yes');
  assert.deepEqual([both.code, /say --role/.test(both.notes)], [2, true]);
  assert.equal((await manage('staff', 'erase', clinic.name, 'kim', '--role', 'x', '--yes')).code, 2);
  await rowsOf('staff', 'erase', clinic.name, 'kim', '--role', 'admin', '--yes');
  const left = await inClinic(services, clinic.id, (db) =>
    db.selectFrom('accounts').select('role').execute(),
  );
  assert.deepEqual(left, [{ role: 'clinician' }]);
  const again = await manage('staff', 'erase', clinic.name, admin.name, '--role', 'admin', '--yes');
  assert.deepEqual([again.code, /no such account/.test(again.notes)], [1, true]);
});
