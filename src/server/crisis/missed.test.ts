import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inClinic, type TestUser } from '../../../test/builders.ts';
import { getPage } from '../../../test/survey-calls.ts';
import { aSignedInPatient, aSurveyScene, storedSessions } from '../../../test/survey-scene.ts';
import { raiseMissedEvents } from './missed.ts';

const scene = aSurveyScene();

/** A patient whose answer to dep-31 was stored as the version without events did. */
async function anOldAnswer(value: number) {
  const { patient, as } = await aSignedInPatient(scene);
  const { survey_session_id: session } = await getPage(scene.app, as);
  const row = { clinic_id: patient.clinicId, session_id: session };
  await inClinic(scene.services, patient.clinicId, async (db) => {
    await db
      .insertInto('survey_pages')
      .values({ ...row, number: 1 })
      .execute();
    const answer = { item_id: 'dep-31', page_number: 1, position: 0, item_type: 'QUESTION_VERTICAL_RADIO' };
    await db
      .insertInto('answers')
      .values({ ...row, ...answer, value: JSON.stringify(value), encrypted: null })
      .execute();
  });
  return { patient, session };
}

const events = ({ clinicId }: TestUser) =>
  inClinic(scene.services, clinicId, (db) => db.selectFrom('crisis_events').selectAll().execute());

test('an answer of the version before raises its event once, also when two processes look for it', async () => {
  const { patient, session } = await anOldAnswer(3);
  await Promise.all([raiseMissedEvents(scene.services), raiseMissedEvents(scene.services)]);
  await raiseMissedEvents(scene.services);
  const [event, ...others] = await events(patient);
  assert.deepEqual(others, []);
  assert.deepEqual([event?.patient_id, event?.session_id, event?.level], [patient.id, session, 'urgent']);
  assert.equal((await storedSessions(scene, patient))[0]?.shows_help, true);
  const [entry] = await inClinic(scene.services, patient.clinicId, (db) =>
    db.selectFrom('audit').selectAll().where('action', '=', 'crisis_event_raised').execute(),
  );
  assert.deepEqual([entry?.role, entry?.patient_id, entry?.object_id], ['system', patient.id, event?.id]);
});

test('an old answer without danger, of a read report, or from more than 28 days ago raises no event', async () => {
  const { patient: never } = await anOldAnswer(0);
  const { patient: read } = await anOldAnswer(4);
  await inClinic(scene.services, read.clinicId, (db) =>
    db.updateTable('survey_sessions').set({ report_viewed_at: new Date().toISOString() }).execute(),
  );
  const { patient: early } = await anOldAnswer(4);
  await raiseMissedEvents({ ...scene.services, now: () => scene.services.now() + 29 * 86_400_000 });
  assert.deepEqual(await events(early), []);
  await raiseMissedEvents(scene.services);
  assert.deepEqual([await events(never), await events(read)], [[], []]);
  assert.equal((await events(early)).length, 1);
});
