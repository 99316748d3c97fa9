import { strict as assert } from 'node:assert';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { aClinic, aClinician, aPatient, inClinic, signIn, type TestUser } from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import { aCrisisEvent } from '../../../test/crisis-rows.ts';
import { testServices } from '../../../test/services.ts';
import { buildApp } from '../app.ts';
import { beginFactor, lockFactor } from '../login/second-factor.ts';
import { cellPlace } from '../keys/cells.ts';
import { openScore, sealScore, type ScoreRow } from '../keys/score-cells.ts';
import { insertFingerprint } from '../database/queries.ts';
import { withoutTenant } from '../database/transaction.ts';
import { rehashAll } from '../patients/rehash-patients.ts';
import { decryptField, encryptField, fingerprint } from '../keys/keys.ts';
import { loadKeys } from '../keys/key-file.ts';
import { retireVersion, rotateKeys, startNewVersion, usesOf } from './key-rotation.ts';
import { openBirthDate } from '../keys/patient-cells.ts';
import type { Services } from '../services.ts';

const folder = mkdtempSync(join(tmpdir(), 'resonanz-rotation-'));
after(() => rmSync(folder, { recursive: true }));

let services: Services;
let app: FastifyInstance;
let clinicId: string;
let patients: TestUser[];

// More than fit into one step of the rotation.
const PATIENTS = 53;

before(async () => {
  const keys = loadKeys(folder, { mayCreate: true });
  services = await testServices({ keys });
  await withoutTenant(services.pool, (db) => insertFingerprint(db, 1, fingerprint(keys, 1)));
  app = await buildApp(services);
  clinicId = (await aClinic(services)).id;
  const clinicianId = (await aClinician(services, clinicId)).id;
  patients = [];
  for (let count = 0; count < PATIENTS; count++)
    patients.push(await aPatient(services, clinicId, { clinicianId }));
});

const logIn = async (user: TestUser) => {
  const body = { clinic_id: clinicId, username: user.name, password: user.secret };
  return (await call(app, user.role === 'patient' ? 'loginPatient' : 'loginClinician', { body })).status;
};

/** A started survey with a free text, a draft, an address, a report and an event, as the tables hold them. */
async function fillCells(patient: TestUser, clinician: TestUser): Promise<string> {
  const as = await signIn(services, patient);
  const page = await call(app, 'getSurvey', { as });
  assert.equal(page.status, 200);
  const sessionId: string = page.body.survey_session_id;
  const session = { clinicId, sessionId };
  const { keys } = services;
  const answer = encryptField(
    keys,
    'ein Satz',
    cellPlace('answers|encrypted', { ...session, itemId: 'satz' }),
  );
  const draft = encryptField(keys, '[]', cellPlace('drafts|encrypted', session));
  const address = encryptField(
    keys,
    'a@b.example',
    cellPlace('mail_addresses|address_encrypted', { clinicId, patientId: patient.id, kind: 'PRE' }),
  );
  const report = encryptField(
    keys,
    'Bericht',
    cellPlace('reports|html_encrypted', { ...session, audience: 'patient', hash: 'h' }),
  );
  const score = sealScore(keys, session, { instrument_id: 'i', scale: 'k' }, { raw: 7 });
  const dataKey = encryptField(
    keys,
    'Schlüssel',
    cellPlace('patient_data_keys|key_encrypted', { clinicId, patientId: patient.id }),
  );
  await inClinic(services, clinicId, async (db) => {
    await sql`INSERT INTO survey_pages (clinic_id, session_id, number) VALUES (${clinicId}, ${sessionId}, 99)`.execute(
      db,
    );
    await sql`INSERT INTO answers (clinic_id, session_id, item_id, page_number, position, item_type, encrypted)
      VALUES (${clinicId}, ${sessionId}, 'satz', 99, 0, 'QUESTION_TEXT', ${answer})`.execute(db);
    await sql`INSERT INTO scores (clinic_id, session_id, instrument_id, scale, instrument_version, algorithm_version, result_encrypted)
      VALUES (${clinicId}, ${sessionId}, 'i', 'k', '1', '1', ${score})`.execute(db);
    await sql`INSERT INTO drafts (clinic_id, session_id, page_number, encrypted) VALUES (${clinicId}, ${sessionId}, 0, ${draft})`.execute(
      db,
    );
    await sql`INSERT INTO mail_addresses (clinic_id, patient_id, kind, address_encrypted)
      VALUES (${clinicId}, ${patient.id}, 'PRE', ${address})`.execute(db);
    await sql`INSERT INTO reports (clinic_id, session_id, audience, hash, html_encrypted, versions)
      VALUES (${clinicId}, ${sessionId}, 'patient', 'h', ${report}, '{}')`.execute(db);
    await sql`INSERT INTO patient_data_keys (clinic_id, patient_id, key_encrypted)
      VALUES (${clinicId}, ${patient.id}, ${dataKey})`.execute(db);
  });
  const acknowledged = { by: clinician, note: 'eine Notiz' };
  await aCrisisEvent(services, patient, sessionId, { answer: 'oft', acknowledged });
  return sessionId;
}

/** The cells of the session's event and of the clinician's address for reminders, with their texts. */
async function readCrisisCells({ id: accountId }: TestUser, sessionId: string) {
  const { keys } = services;
  return inClinic(services, clinicId, async (db) => {
    const event = await db
      .selectFrom('crisis_events')
      .selectAll()
      .where('session_id', '=', sessionId)
      .executeTakeFirstOrThrow();
    const left = await db
      .selectFrom('reminder_addresses')
      .select('address_encrypted')
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow();
    const key = { clinicId, eventId: event.id };
    const [answer, note, address] = [event.answer_encrypted, event.note_encrypted!, left.address_encrypted];
    const place = cellPlace('reminder_addresses|address_encrypted', { clinicId, accountId });
    return {
      versions: [answer, note, address].map((cell) => cell[0]),
      texts: [
        decryptField(keys, answer, cellPlace('crisis_events|answer_encrypted', key)),
        decryptField(keys, note, cellPlace('crisis_events|note_encrypted', key)),
        decryptField(keys, address, place),
      ],
    };
  });
}

async function readCells(patient: TestUser, sessionId: string) {
  const session = { clinicId, sessionId };
  const { keys } = services;
  return inClinic(services, clinicId, async (db) => {
    const row = await db
      .selectFrom('patients')
      .select(['id', 'birth_date_encrypted'])
      .where('id', '=', patient.id)
      .executeTakeFirstOrThrow();
    const answer = await db
      .selectFrom('answers')
      .select('encrypted')
      .where('session_id', '=', sessionId)
      .where('item_id', '=', 'satz')
      .executeTakeFirstOrThrow();
    const score = await db
      .selectFrom('scores')
      .selectAll()
      .where('session_id', '=', sessionId)
      .executeTakeFirstOrThrow();
    const draft = await db
      .selectFrom('drafts')
      .select('encrypted')
      .where('session_id', '=', sessionId)
      .executeTakeFirstOrThrow();
    const address = await db
      .selectFrom('mail_addresses')
      .select('address_encrypted')
      .where('patient_id', '=', patient.id)
      .executeTakeFirstOrThrow();
    const report = await db
      .selectFrom('reports')
      .select('html_encrypted')
      .where('session_id', '=', sessionId)
      .executeTakeFirstOrThrow();
    const dataKey = await db
      .selectFrom('patient_data_keys')
      .select('key_encrypted')
      .where('patient_id', '=', patient.id)
      .executeTakeFirstOrThrow();
    const all = [
      row.birth_date_encrypted,
      answer.encrypted!,
      score.result_encrypted!,
      draft.encrypted,
      address.address_encrypted,
      report.html_encrypted,
      dataKey.key_encrypted,
    ];
    return {
      versions: all.map((cell) => cell[0]),
      texts: [
        openBirthDate(keys, row),
        decryptField(keys, answer.encrypted!, cellPlace('answers|encrypted', { ...session, itemId: 'satz' })),
        JSON.stringify(openScore(keys, session, score as ScoreRow)),
        decryptField(keys, draft.encrypted, cellPlace('drafts|encrypted', session)),
        decryptField(
          keys,
          address.address_encrypted,
          cellPlace('mail_addresses|address_encrypted', { clinicId, patientId: patient.id, kind: 'PRE' }),
        ),
        decryptField(
          keys,
          report.html_encrypted,
          cellPlace('reports|html_encrypted', { ...session, audience: 'patient', hash: 'h' }),
        ),
        decryptField(
          keys,
          dataKey.key_encrypted,
          cellPlace('patient_data_keys|key_encrypted', { clinicId, patientId: patient.id }),
        ),
      ],
    };
  });
}

test('a key rotation beside a running server interrupts no login, keeps every cell readable and allows to remove the old keys', async () => {
  const patient = patients[0]!;
  const clinician = await aClinician(services, clinicId);
  const absent = await aClinician(services, clinicId);
  const holder = { clinicId, accountId: clinician.id };
  const secret = await inClinic(services, clinicId, (db) => beginFactor(db, services.keys, holder));
  const session = await signIn(services, patient);
  const sessionId = await fillCells(patient, clinician);
  const left = { as: await signIn(services, clinician), body: { address: 'ich@ambulanz.example' } };
  assert.equal((await call(app, 'setReminderAddress', left)).status, 200);
  const crisisTexts = ['oft', 'eine Notiz', 'ich@ambulanz.example'];
  const crisisCells = { versions: [1, 1, 1], texts: crisisTexts };
  assert.deepEqual(await readCrisisCells(clinician, sessionId), crisisCells);
  const texts = ['1990-01-01', 'ein Satz', '{"raw":7}', '[]', 'a@b.example', 'Bericht', 'Schlüssel'];
  assert.deepEqual(await readCells(patient, sessionId), { versions: [1, 1, 1, 1, 1, 1, 1], texts });
  // Another server on the same data folder; it learns of the change from the file.
  const other = await buildApp({ ...services, keys: loadKeys(folder, { mayCreate: false }) });

  assert.equal(await startNewVersion(services, folder), 2);
  const before = await usesOf(services, 1);
  const rotated = await rotateKeys(services);
  const { secrets: _, ...renewed } = rotated;
  const rotatedCells = Object.keys(renewed) as (keyof typeof renewed)[];
  for (const name of rotatedCells) assert.equal(before[name], renewed[name], name);
  assert.deepEqual(rotated, {
    secrets: PATIENTS,
    birth_dates: PATIENTS,
    answers: 1,
    scores: 1,
    drafts: 1,
    mail_addresses: 1,
    crisis_answers: 1,
    crisis_notes: 1,
    signal_notes: 0,
    reminder_addresses: 1,
    reports: 1,
    data_keys: 1,
    second_factors: 1,
  });
  assert.deepEqual(await readCells(patient, sessionId), { versions: [2, 2, 2, 2, 2, 2, 2], texts });
  const renewedCells = await readCrisisCells(clinician, sessionId);
  assert.deepEqual(renewedCells, { versions: [2, 2, 2], texts: crisisTexts });
  const again = await rotateKeys(services);
  assert.deepEqual(new Set(Object.values(again)), new Set([0]));

  assert.equal((await call(app, 'listWindows', { as: session })).status, 200);
  assert.equal((await call(app, 'refreshSession', { as: session })).status, 200);
  assert.equal((await call(other, 'refreshSession', { as: session })).status, 200);
  assert.equal((await call(other, 'listWindows', { as: session })).status, 200);
  for (const user of [patient, patients.at(-1)!, clinician]) assert.equal(await logIn(user), 200);
  assert.equal(await rehashAll(services), PATIENTS - 2);
  assert.equal(await logIn(patients[1]!), 200);

  const uses = await usesOf(services, 1);
  assert.deepEqual([uses.patients, uses.accounts > 0, uses.sessions > 0], [0, true, true]);
  const cellCounts = rotatedCells.map((name) => uses[name]);
  assert.deepEqual(new Set(cellCounts), new Set([0]));
  await assert.rejects(retireVersion(services, folder, 1), /still needed/);
  await inClinic(services, clinicId, async (db) => {
    await db
      .updateTable('login_sessions')
      .set({ ended_at: new Date().toISOString() })
      .where('key_version', '=', 1)
      .execute();
  });
  assert.equal(await logIn(absent), 200);
  const remaining = await inClinic(services, clinicId, (db) =>
    db
      .selectFrom('accounts')
      .select('id')
      .where(sql<boolean>`password_hash LIKE '%keyid=1$%'`)
      .execute(),
  );
  await inClinic(services, clinicId, async (db) => {
    for (const { id } of remaining)
      await db.updateTable('accounts').set({ password_hash: 'reset' }).where('id', '=', id).execute();
  });
  await retireVersion(services, folder, 1);
  assert.deepEqual([...loadKeys(folder, { mayCreate: false }).roots.keys()], [2]);
  assert.deepEqual((await readCells(patient, sessionId)).texts, texts);
  assert.deepEqual((await readCrisisCells(clinician, sessionId)).texts, crisisTexts);
  const factor = await inClinic(services, clinicId, (db) => lockFactor(db, services.keys, holder));
  assert.equal(factor?.secret, secret);
  assert.equal(await logIn(patients[2]!), 200);
  await other.close();
});

test('a key rotation stops at a cell that was moved to another row', async () => {
  const [one, two] = [patients[5]!, patients[6]!];
  await inClinic(services, clinicId, (db) =>
    sql`UPDATE patients a SET birth_date_encrypted = b.birth_date_encrypted FROM patients b
      WHERE (a.id, b.id) IN ((${one.id}, ${two.id}), (${two.id}, ${one.id}))`.execute(db),
  );
  await startNewVersion(services, folder);
  await assert.rejects(rotateKeys(services));
});
