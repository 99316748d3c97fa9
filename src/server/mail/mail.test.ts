import { strict as assert } from 'node:assert';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { sql } from 'kysely';
import { aPatient, forgetPatient, inClinic, type TestUser } from '../../../test/builders.ts';
import {
  ADMISSION,
  aMailScene,
  anInvitedPatient,
  INVITATION,
  leaveAddress,
  morning,
  OPENING,
  outboxOf,
  pools,
  REMINDER,
  to,
} from '../../../test/mail-scene.ts';
import type { WorkerOrder } from '../../../test/mail-worker.ts';
import { addDays, addMonths } from '../../domain/dates.ts';
import type { Services } from '../services.ts';
import { erasePastAddresses, planMails } from './plan.ts';

const scene = aMailScene();

async function finishSurvey(patient: TestUser, started: string, finished: string | null): Promise<void> {
  await inClinic(scene.services, patient.clinicId, (db) =>
    sql`INSERT INTO survey_sessions (clinic_id, id, patient_id, window_id, window_type, window_label, protocol_id,
        protocol_version, instruments, seed, started_at, updated_at, finished_at)
      SELECT clinic_id, gen_random_uuid(), patient_id, id, type, label, 'standard', '1.0.0', '[]', 's',
        ${started}::timestamptz, ${started}::timestamptz, ${finished}::timestamptz
      FROM survey_windows WHERE patient_id = ${patient.id} AND type = 'INTERMEDIATE' AND ordinal = 1`.execute(
      db,
    ),
  );
}

describe('invitation and reminder', () => {
  const others: Services[] = [];
  after(() => Promise.all(others.flatMap(({ pool, loginPool }) => [pool.end(), loginPool.end()])));

  test('invitation and reminder go out once each while several servers plan and send at once', async () => {
    const clinic = await scene.begin('2026-02-10T10:00:00+01:00');
    const patients: TestUser[] = [];
    for (let count = 0; count < 6; count++) patients.push(await anInvitedPatient(scene, clinic.id));
    const servers = [1, 2, 3].map(() => ({ ...scene.services, ...pools(scene.databaseUrl) }));
    others.push(...servers);
    const atOnce = () => Promise.all(servers.map((services) => scene.work(services)));
    const mails = (subject: string) => patients.map((patient) => `${to(patient)} ${subject}`).sort();

    for (const [moment, expected] of [
      [morning(-1), []],
      [morning(0), mails(INVITATION)],
      [morning(0), []],
      [morning(6), []],
      [morning(7), mails(REMINDER)],
      [morning(8), []],
      [morning(27), []],
      [morning(28), []],
    ] as const) {
      scene.setClock(moment);
      await atOnce();
      assert.deepEqual(scene.newMails(), expected, moment);
    }
    const rows = await outboxOf(scene.services, clinic.id);
    assert.deepEqual(new Set(rows.map(({ state }) => state)), new Set(['sent']));
    assert.equal(rows.length, 12);
  });

  test('invitation and reminder go out once each from two processes that begin together', async () => {
    const clinic = await scene.begin('2026-02-10T10:00:00+01:00');
    const patients: TestUser[] = [];
    for (let count = 0; count < 8; count++) patients.push(await anInvitedPatient(scene, clinic.id));
    scene.setClock(morning(0));
    const order: WorkerOrder = {
      databaseUrl: scene.databaseUrl,
      root: scene.services.keys.roots.get(1)!.toString('hex'),
      smtpUrl: scene.sink.url,
      now: scene.services.now(),
    };
    const workers = [1, 2].map(() => fork(join(import.meta.dirname, '../../../test/mail-worker.ts')));
    await Promise.all(workers.map((worker) => once(worker, 'message')));
    const ends = workers.map((worker) => once(worker, 'exit'));
    for (const worker of workers) worker.send(order);
    assert.deepEqual(
      (await Promise.all(ends)).flatMap(([code]) => code),
      [0, 0],
    );
    assert.deepEqual(scene.newMails(), patients.map((patient) => `${to(patient)} ${INVITATION}`).sort());
  });

  test('mails follow the day in Berlin and wait until eight in the morning', async () => {
    const clinic = await scene.begin('2026-02-10T10:00:00+01:00');
    const patient = await anInvitedPatient(scene, clinic.id);
    for (const [moment, planned, sent] of [
      ['2026-05-03T21:59:59Z', 0, 0],
      ['2026-05-03T22:00:00Z', 1, 0],
      ['2026-05-04T05:59:59Z', 1, 0],
      ['2026-05-04T06:00:00Z', 1, 1],
    ] as const) {
      scene.setClock(moment);
      await scene.work();
      assert.equal((await outboxOf(scene.services, clinic.id)).length, planned, moment);
      assert.equal(scene.newMails().length, sent, moment);
    }
    assert.deepEqual(new Set(scene.sink.received.map((mail) => mail.to)).has(to(patient)), true);
  });

  test('mails keep to the calendar over both clock changes', async () => {
    for (const [admission, opening] of [
      ['2025-12-29', '2026-03-29'],
      ['2026-07-25', '2026-10-25'],
    ] as const) {
      const clinic = await scene.begin(`${admission}T10:00:00Z`);
      const patient = await anInvitedPatient(scene, clinic.id, { admission });
      assert.equal(addMonths(admission, 3), opening);
      scene.setClock(`${opening}T06:00:00Z`);
      await scene.work();
      scene.setClock(`${opening}T07:00:00Z`);
      await scene.work();
      assert.deepEqual(scene.newMails(), [`${to(patient)} ${INVITATION}`]);
      scene.setClock(`${addDays(opening, 6)}T21:59:00Z`);
      await scene.work();
      assert.deepEqual(scene.newMails(), []);
      scene.setClock(`${addDays(opening, 7)}T07:00:00Z`);
      await scene.work();
      assert.deepEqual(scene.newMails(), [`${to(patient)} ${REMINDER}`]);
    }
  });

  test('a patient with an unfinished survey gets the reminder, a patient with a finished one does not', async () => {
    const clinic = await scene.begin('2026-02-10T10:00:00+01:00');
    const [begun, finished] = [
      await anInvitedPatient(scene, clinic.id),
      await anInvitedPatient(scene, clinic.id),
    ];
    scene.setClock(morning(0));
    await scene.work();
    assert.equal(scene.newMails().length, 2);
    await finishSurvey(begun, morning(1), null);
    await finishSurvey(finished, morning(1), morning(1));
    scene.setClock(morning(7));
    await scene.work();
    assert.deepEqual(scene.newMails(), [`${to(begun)} ${REMINDER}`]);
  });

  test('an address left in a survey gets no mail about this survey, but about the next one', async () => {
    const clinic = await scene.begin(morning(1));
    const patient = await aPatient(scene.services, clinic.id, { admission: ADMISSION });
    await finishSurvey(patient, morning(1), null);
    scene.setClock(`${addDays(OPENING, 1)}T08:30:00+02:00`);
    await leaveAddress(scene.services, patient, 'INTERMEDIATE');
    for (const days of [1, 8, 20]) {
      scene.setClock(morning(days));
      await scene.work();
    }
    assert.deepEqual(scene.newMails(), []);
    scene.setClock('2026-08-04T08:00:00+02:00');
    await scene.work();
    assert.deepEqual(scene.newMails(), [`${to(patient)} ${INVITATION}`]);
  });

  test('a planned mail is not sent after the survey is finished, consent withdrawn, the patient or address erased, or the window moved', async () => {
    const clinic = await scene.begin('2026-02-10T10:00:00+01:00');
    const [finished, withdrawn, erased, silent, moved] = await Promise.all(
      Array.from({ length: 5 }, () => anInvitedPatient(scene, clinic.id)),
    );
    scene.setClock(`${OPENING}T00:10:00+02:00`);
    await planMails(scene.services);
    assert.equal((await outboxOf(scene.services, clinic.id)).length, 5);
    await finishSurvey(finished!, `${OPENING}T00:20:00+02:00`, `${OPENING}T00:30:00+02:00`);
    await forgetPatient(scene.services, erased!);
    await inClinic(scene.services, clinic.id, async (db) => {
      await sql`INSERT INTO study_consents (clinic_id, patient_id, version, given_at, withdrawn_at)
        VALUES (${clinic.id}, ${withdrawn!.id}, '1', '2026-02-04', '2026-05-04')`.execute(db);
      await db.deleteFrom('mail_addresses').where('patient_id', '=', silent!.id).execute();
      await sql`UPDATE survey_windows SET start_date = start_date + 20, end_date = end_date + 20
        WHERE patient_id = ${moved!.id} AND type = 'INTERMEDIATE'`.execute(db);
    });
    scene.setClock(morning(0));
    await scene.work();
    assert.deepEqual(scene.newMails(), []);
    assert.deepEqual(await outboxOf(scene.services, clinic.id), []);

    await inClinic(scene.services, clinic.id, (db) =>
      sql`INSERT INTO study_consents (clinic_id, patient_id, version, given_at)
        VALUES (${clinic.id}, ${withdrawn!.id}, '1', '2026-05-05')`.execute(db),
    );
    scene.setClock(morning(20));
    await scene.work();
    const expected = [withdrawn, moved].map((patient) => `${to(patient!)} ${INVITATION}`);
    assert.deepEqual(scene.newMails(), expected.sort());
  });
});

describe('addresses', () => {
  test('addresses are erased after the last window of a patient, and the audit trail records it', async () => {
    const clinic = await scene.begin('2026-02-10T10:00:00+01:00');
    const patient = await aPatient(scene.services, clinic.id, {
      admission: ADMISSION,
      discharge: '2026-08-01',
    });
    await leaveAddress(scene.services, patient, 'POST');
    await leaveAddress(scene.services, patient, 'FOLLOW_UP');
    const last = addDays(addMonths('2026-08-01', 24), 41);
    const kept = () =>
      inClinic(scene.services, clinic.id, (db) => db.selectFrom('mail_addresses').select('kind').execute());
    scene.setClock(`${last}T23:59:00+02:00`);
    await erasePastAddresses(scene.services);
    assert.equal((await kept()).length, 2);
    scene.setClock(`${addDays(last, 1)}T00:01:00+02:00`);
    await Promise.all([erasePastAddresses(scene.services), erasePastAddresses(scene.services)]);
    assert.deepEqual(await kept(), []);
    const trail = await inClinic(scene.services, clinic.id, (db) =>
      db.selectFrom('audit').select(['action', 'role', 'patient_id']).execute(),
    );
    assert.deepEqual(trail, [{ action: 'mail_addresses_erased', role: 'system', patient_id: patient.id }]);
  });

  test('that a mail was sent is known until 30 days after the last window of the patient', async () => {
    const clinic = await scene.begin('2026-02-10T10:00:00+01:00');
    const ended = { admission: ADMISSION, discharge: '2026-08-01' };
    const patient = await aPatient(scene.services, clinic.id, ended);
    await leaveAddress(scene.services, patient, 'INTERMEDIATE');
    scene.setClock(morning(0));
    await scene.work();
    const last = addDays(addMonths('2026-08-01', 24), 41);
    const states = async () => (await outboxOf(scene.services, clinic.id)).map(({ state }) => state);
    scene.setClock(`${addDays(last, 30)}T23:59:00+02:00`);
    await erasePastAddresses(scene.services);
    assert.deepEqual(await states(), ['sent']);
    scene.setClock(`${addDays(last, 31)}T00:01:00+02:00`);
    await erasePastAddresses(scene.services);
    assert.deepEqual(await states(), []);
  });

  test('addresses and waiting mails are erased with the patient', async () => {
    const clinic = await scene.begin('2026-02-10T10:00:00+01:00');
    const patient = await anInvitedPatient(scene, clinic.id);
    scene.setClock(`${OPENING}T00:10:00+02:00`);
    await planMails(scene.services);
    await forgetPatient(scene.services, patient);
    const left = await inClinic(scene.services, clinic.id, async (db) => [
      ...(await db.selectFrom('mail_addresses').select('patient_id').execute()),
      ...(await db.selectFrom('outbox').select('patient_id').execute()),
    ]);
    assert.deepEqual(left, []);
  });

  test('an address that cannot be decrypted does not stop the mails after it', async () => {
    const clinic = await scene.begin('2026-02-10T10:00:00+01:00');
    const [swapped, fine] = [
      await anInvitedPatient(scene, clinic.id),
      await anInvitedPatient(scene, clinic.id),
    ];
    await inClinic(scene.services, clinic.id, (db) =>
      sql`UPDATE mail_addresses SET address_encrypted = (
        SELECT address_encrypted FROM mail_addresses WHERE patient_id = ${fine.id}
      ) WHERE patient_id = ${swapped.id}`.execute(db),
    );
    scene.setClock(morning(0));
    await planMails(scene.services);
    for (let tries = 0; tries < 2; tries++) await scene.work().catch(() => {});
    assert.deepEqual(scene.newMails(), [`${to(fine)} ${INVITATION}`]);
  });
});
