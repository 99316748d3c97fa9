import { strict as assert } from 'node:assert';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { sealAudit } from '../src/server/audit/sealer.ts';
import { raiseNotice } from '../src/server/login/limit-queries.ts';
import { keysOfPatients } from '../src/server/backup/backup-keys.ts';
import { upsertDeputy } from '../src/server/crisis/deputy-queries.ts';
import { withCopySnapshot } from '../src/server/database/copy.ts';
import { publishInstrument, setClinicProtocol } from '../src/server/instruments/clinic-content.ts';
import { cellPlace } from '../src/server/keys/cells.ts';
import { encryptField } from '../src/server/keys/keys.ts';
import type { Services } from '../src/server/services.ts';
import { aClinician, inClinic, signIn, type TestUser } from './builders.ts';
import { call } from './call.ts';
import { aCourseSignal } from './course-scene.ts';
import { aCrisisEvent, aCrisisReminder } from './crisis-rows.ts';
import { aStoredDraft } from './draft-rows.ts';
import { madeFile } from './made-instruments.ts';
import { agreed } from './sharing.ts';
import { answerSurvey } from './survey-calls.ts';

/** Creates a row of the patient in every table that can hold one, mostly by the product's own calls. */
export async function leaveTraces(
  services: Services,
  app: FastifyInstance,
  patient: TestUser,
  staff: TestUser,
): Promise<void> {
  const clinic = { id: patient.clinicId };
  const as = await signIn(services, patient);
  await answerSurvey(app, as);
  const login = (password: string) =>
    call(app, 'loginPatient', {
      body: { clinic_id: clinic.id, username: patient.name, password },
    });
  assert.equal((await login(patient.secret)).status, 200);
  assert.equal((await login('31.12.1999')).status, 401);
  const clinician = await signIn(services, staff);
  const [session] = await inClinic(services, clinic.id, (db) =>
    db.selectFrom('survey_sessions').selectAll().where('patient_id', '=', patient.id).execute(),
  );
  assert.equal(
    (await call(app, 'getClinicianReport', { as: clinician, params: { id: session!.id } })).status,
    200,
  );
  await call(app, 'listOwnPatients', { as: clinician });
  await call(app, 'allowDevice', { as: clinician, params: { id: patient.id } });
  const stranger = await signIn(services, await aClinician(services, clinic.id));
  const refused = { as: stranger, params: { id: session!.id } };
  assert.equal((await call(app, 'getClinicianReport', refused)).status, 404);
  await inClinic(services, clinic.id, async (db) => {
    const place = { clinicId: clinic.id, sessionId: session!.id };
    await sql`INSERT INTO drafts (clinic_id, session_id, page_number, encrypted) VALUES (${clinic.id}, ${session!.id}, 0,
      ${encryptField(services.keys, '[]', cellPlace('drafts|encrypted', place))}) ON CONFLICT DO NOTHING`.execute(
      db,
    );
    await sql`INSERT INTO study_consents (clinic_id, patient_id, version) VALUES (${clinic.id}, ${patient.id}, 'v')`.execute(
      db,
    );
    await sql`INSERT INTO mail_addresses (clinic_id, patient_id, kind, address_encrypted)
      VALUES (${clinic.id}, ${patient.id}, 'POST', ${Buffer.from('x')}) ON CONFLICT DO NOTHING`.execute(db);
    await sql`INSERT INTO address_confirmations (clinic_id, id, patient_id, created, due)
      VALUES (${clinic.id}, gen_random_uuid(), ${patient.id}, now(), now())`.execute(db);
    await sql`INSERT INTO outbox (clinic_id, id, patient_id, window_type, window_ordinal, kind, due)
      VALUES (${clinic.id}, gen_random_uuid(), ${patient.id}, 'POST', 0, 'invitation', now()) ON CONFLICT DO NOTHING`.execute(
      db,
    );
    const stored = { clinicId: clinic.id, userId: staff.id, key: crypto.randomUUID() };
    for (const userId of [staff.id, patient.id])
      await sql`INSERT INTO idempotency_keys (clinic_id, user_id, key, route, body_hash, answer_encrypted, expires)
        VALUES (${clinic.id}, ${userId}, ${stored.key}, 'editPatient', ''::bytea,
        ${encryptField(services.keys, JSON.stringify({ id: patient.id }), cellPlace('idempotency_keys|answer_encrypted', { ...stored, userId }))},
        now() + interval '1 hour')`.execute(db);
  });
  const acknowledged = { by: staff, note: 'eine Notiz' };
  const event = await aCrisisEvent(services, patient, session!.id, { itemId: 'traces', acknowledged });
  await aCrisisReminder(services, patient, event);
  await aCourseSignal(services, patient, session!.id);
  await agreed(services, patient);
  await withCopySnapshot(services.pool, (client) => keysOfPatients(client, services));
}

/** Creates a row of the clinic in every table that holds none of patients. */
export async function leaveStaffTraces(services: Services, staff: TestUser, deputy: TestUser): Promise<void> {
  const { clinicId } = staff;
  const today = services.today();
  await inClinic(services, clinicId, async (db) => {
    await upsertDeputy(db, clinicId, staff.id, { deputyId: deputy.id, from: today, until: today });
    await aStoredDraft(db, staff);
    await raiseNotice(db, clinicId, { kind: 'login_alarm', subject: '', minutes: 60 });
    await sql`INSERT INTO reminder_addresses (clinic_id, account_id, address_encrypted)
      VALUES (${clinicId}, ${staff.id}, ${Buffer.from('x')})`.execute(db);
    await sql`INSERT INTO second_factors (clinic_id, account_id, encrypted)
      VALUES (${clinicId}, ${staff.id}, ${Buffer.from('x')})`.execute(db);
    const content = madeFile({ items: { 'made-1': [0, 3] }, scales: [] });
    await publishInstrument(db, clinicId, { content, licence: {}, signatures: [] });
    await setClinicProtocol(db, clinicId, services.registry.protocol, 0);
  });
  await sealAudit(services.pool);
}
