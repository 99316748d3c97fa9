import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inClinic, type TestUser } from '../../../test/builders.ts';
import { answerSurvey, getPage } from '../../../test/survey-calls.ts';
import { aSignedInPatient, aSurveyScene, storedSessions } from '../../../test/survey-scene.ts';
import { relinkSessions } from './relink.ts';

const scene = aSurveyScene();

/** Moves the patient's first window, and puts the last update of the session to a moment. */
async function moved(patient: TestUser, window: { start: string; end: string }, updated?: string) {
  return inClinic(scene.services, patient.clinicId, async (db) => {
    const ofPatient = { clinic_id: patient.clinicId, patient_id: patient.id };
    await db
      .updateTable('survey_windows')
      .set({ start_date: window.start, end_date: window.end })
      .where('patient_id', '=', ofPatient.patient_id)
      .where('type', '=', 'PRE')
      .execute();
    if (updated !== undefined) await db.updateTable('survey_sessions').set({ updated_at: updated }).execute();
    return relinkSessions(db, { clinicId: patient.clinicId, patientId: patient.id }, 'Europe/Berlin');
  });
}

test('a session stays with a window that moved, as long as its last update lies in it', async () => {
  const { patient, as } = await aSignedInPatient(scene);
  await getPage(scene.app, as);
  const today = scene.services.today();
  assert.deepEqual(await moved(patient, { start: today, end: today }), []);
  assert.notEqual((await storedSessions(scene, patient))[0]?.window_id, null);
});

test('a session is kept but belongs to no window when its window has moved away', async () => {
  const { patient, as } = await aSignedInPatient(scene);
  await answerSurvey(scene.app, as);
  const detached = await moved(patient, { start: '2020-01-01', end: '2020-01-28' });
  const [session] = await storedSessions(scene, patient);
  assert.deepEqual(detached, [
    {
      survey_session_id: session?.id,
      started_time: session?.started_at,
      update_time: session?.updated_at,
      finished: true,
      stw_type: 'PRE',
    },
  ]);
  assert.equal(session?.window_id, null);
  const back = scene.services.today();
  assert.deepEqual(await moved(patient, { start: back, end: back }), []);
});

test('the day of the last update of a session follows the time zone of Berlin', async () => {
  const { patient, as } = await aSignedInPatient(scene);
  await getPage(scene.app, as);
  // 22:30 in Greenwich on 30 June is half past midnight on 1 July in Berlin.
  const lateEvening = '2026-06-30T22:30:00Z';
  assert.equal((await moved(patient, { start: '2026-06-01', end: '2026-06-30' }, lateEvening)).length, 1);
  assert.equal((await moved(patient, { start: '2026-07-01', end: '2026-07-31' }, lateEvening)).length, 0);
});
