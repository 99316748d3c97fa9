import { strict as assert } from 'node:assert';
import { after, describe, test } from 'node:test';
import { sql } from 'kysely';
import { aPatient, inClinic, type TestUser } from '../../../test/builders.ts';
import { aMailScene, headerOf, leaveAddress, outboxOf, pools } from '../../../test/mail-scene.ts';
import { addDays, addMonths } from '../../domain/dates.ts';
import { deletePatient } from '../manage/queries.ts';
import type { Services } from '../services.ts';
import { planMails } from './plan.ts';
import { sendMails } from './send.ts';
import type { Transport } from './transport.ts';

// Somebody admitted on this day has INTERMEDIATE 1 from 4 May to 31 May 2026.
const ADMISSION = '2026-02-04';
const OPENING = '2026-05-04';
const morning = (days: number) => `${addDays(OPENING, days)}T08:00:00+02:00`;

const scene = aMailScene();
const going = new AbortController().signal;

/** A patient who left an address for the surveys during the therapy in the first one. */
async function anInvitedPatient(clinicId: string, changed: { admission?: string } = {}): Promise<TestUser> {
  const patient = await aPatient(scene.services, clinicId, { admission: ADMISSION, ...changed });
  await leaveAddress(scene.services, patient, 'INTERMEDIATE');
  return patient;
}

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

const to = (patient: TestUser) => `${patient.name.toLowerCase()}@post.example`;
const INVITATION = 'Ihre nächste Befragung';
const REMINDER = 'Erinnerung an Ihre Befragung';

describe('invitation and reminder', () => {
  const others: Services[] = [];
  after(() => Promise.all(others.flatMap(({ pool, loginPool }) => [pool.end(), loginPool.end()])));

  test('go out once each, however many servers plan and send at the same time', async () => {
    const clinic = await scene.begin('2026-02-10T10:00:00+01:00');
    const patients: TestUser[] = [];
    for (let count = 0; count < 6; count++) patients.push(await anInvitedPatient(clinic.id));
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

  test('begin with the day in Berlin, and wait until eight in the morning', async () => {
    const clinic = await scene.begin('2026-02-10T10:00:00+01:00');
    const patient = await anInvitedPatient(clinic.id);
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

  test('keep to the calendar over both clock changes', async () => {
    for (const [admission, opening] of [
      ['2025-12-29', '2026-03-29'],
      ['2026-07-25', '2026-10-25'],
    ] as const) {
      const clinic = await scene.begin(`${admission}T10:00:00Z`);
      const patient = await anInvitedPatient(clinic.id, { admission });
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

  test('reach one who begins and stops, and spare one who has finished', async () => {
    const clinic = await scene.begin('2026-02-10T10:00:00+01:00');
    const [begun, finished] = [await anInvitedPatient(clinic.id), await anInvitedPatient(clinic.id)];
    scene.setClock(morning(0));
    await scene.work();
    assert.equal(scene.newMails().length, 2);
    await finishSurvey(begun, morning(1), null);
    await finishSurvey(finished, morning(1), morning(1));
    scene.setClock(morning(7));
    await scene.work();
    assert.deepEqual(scene.newMails(), [`${to(begun)} ${REMINDER}`]);
  });

  test('do not follow an address that was left in the same survey; the next one gets them', async () => {
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

  test('are not sent to one who became unreachable after they were planned', async () => {
    const clinic = await scene.begin('2026-02-10T10:00:00+01:00');
    const [finished, withdrawn, erased, silent, moved] = await Promise.all(
      Array.from({ length: 5 }, () => anInvitedPatient(clinic.id)),
    );
    scene.setClock(`${OPENING}T00:10:00+02:00`);
    await planMails(scene.services);
    assert.equal((await outboxOf(scene.services, clinic.id)).length, 5);
    await finishSurvey(finished!, `${OPENING}T00:20:00+02:00`, `${OPENING}T00:30:00+02:00`);
    await inClinic(scene.services, clinic.id, async (db) => {
      await sql`INSERT INTO study_consents (clinic_id, patient_id, version, given_at, withdrawn_at)
        VALUES (${clinic.id}, ${withdrawn!.id}, '1', '2026-02-04', '2026-05-04')`.execute(db);
      await deletePatient(db, clinic.id, erased!.id);
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

describe('the mail server', () => {
  test('that is down for an hour costs no mail and doubles none', async () => {
    const clinic = await scene.begin('2026-02-10T10:00:00+01:00');
    const patients = [await anInvitedPatient(clinic.id), await anInvitedPatient(clinic.id)];
    await scene.sink.stop();
    const start = Date.parse(morning(0));
    for (let minutes = 0; minutes < 60; minutes += 2) {
      scene.setClock(new Date(start + minutes * 60_000).toISOString());
      await scene.work();
    }
    const attempts = (await outboxOf(scene.services, clinic.id)).map((row) => row.attempts);
    assert.deepEqual(attempts, [4, 4], 'at 0, 5, 15 and 35 minutes, and not all the time');
    assert.match(scene.lines.join(''), /will be tried again/);
    await scene.sink.start();
    for (let minutes = 60; minutes < 90; minutes += 2) {
      scene.setClock(new Date(start + minutes * 60_000).toISOString());
      await scene.work();
    }
    const expected = patients.map((patient) => `${to(patient)} ${INVITATION}`).sort();
    assert.deepEqual(scene.newMails(), expected);
  });

  test('that refuses an address for good is not asked again in this window, and the log does not name it', async () => {
    const clinic = await scene.begin('2026-02-10T10:00:00+01:00');
    const [gone, full, fine] = await Promise.all(
      Array.from({ length: 3 }, () => anInvitedPatient(clinic.id)),
    );
    const refusals = {
      [to(gone!)]: { code: 550, text: `5.1.1 <${to(gone!)}> does not exist` },
      [to(full!)]: { code: 452, text: `4.2.2 the mailbox of ${full!.name} is full` },
    };
    scene.sink.answer = (recipient) => refusals[recipient];
    scene.setClock(morning(0));
    await scene.work();
    assert.deepEqual(scene.newMails(), [`${to(fine!)} ${INVITATION}`]);
    const states = async () =>
      new Map((await outboxOf(scene.services, clinic.id)).map((row) => [row.patient_id, row.state]));
    assert.equal((await states()).get(gone!.id), 'refused');
    assert.equal((await states()).get(full!.id), 'waiting');

    scene.sink.answer = () => undefined;
    scene.setClock(morning(1));
    await scene.work();
    assert.deepEqual(scene.newMails(), [`${to(full!)} ${INVITATION}`]);
    scene.setClock(morning(8));
    await scene.work();
    const expected = [full, fine].map((patient) => `${to(patient!)} ${REMINDER}`);
    assert.deepEqual(scene.newMails(), expected.sort());

    const log = scene.lines.join('');
    assert.match(log, /refused for good.*"response":550,"status":"5\.1\.1"/);
    for (const patient of [gone, full, fine]) {
      assert.ok(
        !log.toLowerCase().includes(patient!.name.toLowerCase()),
        'no address, no part of one, no code',
      );
    }
  });

  test('that took a mail when the server died gets it again under the same Message-ID', async () => {
    const clinic = await scene.begin('2026-02-10T10:00:00+01:00');
    const patient = await anInvitedPatient(clinic.id);
    scene.setClock(morning(0));
    await planMails(scene.services);
    // It dies between the answer of the mail server and the commit.
    const dying: Transport = {
      via: 'smtp',
      send: async (id, message) => {
        await scene.transport.send(id, message);
        throw new Error('killed');
      },
    };
    await assert.rejects(sendMails(scene.services, dying, going), /killed/);
    const before = scene.sink.received.at(-1)!;
    assert.equal(scene.newMails().length, 1);
    scene.setClock(`${OPENING}T08:04:59+02:00`);
    await scene.work();
    assert.deepEqual(scene.newMails(), [], 'nobody else tries it while the first may still be at it');
    scene.setClock(`${OPENING}T08:05:00+02:00`);
    await scene.work();
    const again = scene.sink.received.at(-1)!;
    assert.deepEqual(scene.newMails(), [`${to(patient)} ${INVITATION}`]);
    assert.match(headerOf(again, 'Message-ID'), /^<[0-9a-f-]{36}@resonanz\.example>$/);
    assert.equal(headerOf(again, 'Message-ID'), headerOf(before, 'Message-ID'));
  });

  test('has taken a mail once although the database was lost just then', async () => {
    const clinic = await scene.begin('2026-02-10T10:00:00+01:00');
    const patient = await anInvitedPatient(clinic.id);
    scene.setClock(morning(0));
    await planMails(scene.services);
    const services = { ...scene.services, ...pools(scene.databaseUrl) };
    let lost = 0;
    const unlucky: Transport = {
      via: 'smtp',
      send: async (id, message) => {
        const delivery = await scene.transport.send(id, message);
        // The next connections fail as well: the address of the database is gone for a moment.
        const { connect } = services.pool;
        services.pool.connect = (async () => {
          lost += 1;
          if (lost >= 2) services.pool.connect = connect;
          throw Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });
        }) as typeof connect;
        return delivery;
      },
    };
    await sendMails(services, unlucky, going);
    assert.equal(lost, 2);
    scene.setClock(morning(1));
    await scene.work();
    assert.deepEqual(scene.newMails(), [`${to(patient)} ${INVITATION}`]);
    await Promise.all([services.pool.end(), services.loginPool.end()]);
  });
});

describe('addresses', () => {
  test('are erased after the last window of a patient, and the trail tells of it', async () => {
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
    await planMails(scene.services);
    assert.equal((await kept()).length, 2);
    scene.setClock(`${addDays(last, 1)}T00:01:00+02:00`);
    await Promise.all([planMails(scene.services), planMails(scene.services)]);
    assert.deepEqual(await kept(), []);
    const trail = await inClinic(scene.services, clinic.id, (db) =>
      db.selectFrom('audit').select(['action', 'role', 'patient_id']).execute(),
    );
    assert.deepEqual(trail, [{ action: 'mail_addresses_erased', role: 'system', patient_id: patient.id }]);
  });

  test('and waiting mails go with the patient', async () => {
    const clinic = await scene.begin('2026-02-10T10:00:00+01:00');
    const patient = await anInvitedPatient(clinic.id);
    scene.setClock(`${OPENING}T00:10:00+02:00`);
    await planMails(scene.services);
    await inClinic(scene.services, clinic.id, (db) => deletePatient(db, clinic.id, patient.id));
    const left = await inClinic(scene.services, clinic.id, async (db) => [
      ...(await db.selectFrom('mail_addresses').select('patient_id').execute()),
      ...(await db.selectFrom('outbox').select('patient_id').execute()),
    ]);
    assert.deepEqual(left, []);
  });

  test('that cannot be read do not hold up the mails after them', async () => {
    const clinic = await scene.begin('2026-02-10T10:00:00+01:00');
    const [swapped, fine] = [await anInvitedPatient(clinic.id), await anInvitedPatient(clinic.id)];
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
