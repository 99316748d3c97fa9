import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, addMonths } from '../../domain/dates.ts';
import { aClinic, aClinician, aPatient, inClinic, signIn } from '../../../test/builders.ts';
import { answerSurvey, getPage } from '../../../test/survey-calls.ts';
import { aSurveyScene } from '../../../test/survey-scene.ts';
import { setPatientCreated } from '../demo/queries.ts';
import { findReportSession, listMissedWindows } from './queries.ts';

const scene = aSurveyScene();

/** A patient who answers on these days after the admission. Returns the missed windows of the last survey's report. */
async function missedOf(days: readonly number[], { later = 0, registered = 0 } = {}): Promise<string[]> {
  scene.daysLater = 0;
  const { id: clinicId } = await aClinic(scene.services);
  const { id: clinicianId } = await aClinician(scene.services, clinicId);
  const admission = scene.services.today();
  const dates = { admission, discharge: addMonths(admission, 6) };
  const patient = await aPatient(scene.services, clinicId, { clinicianId, ...dates });
  await inClinic(scene.services, clinicId, (db) =>
    setPatientCreated(db, clinicId, patient.id, `${addDays(admission, registered)}T10:00:00Z`),
  );
  const asPatient = await signIn(scene.services, patient);
  let sessionId = '';
  for (const day of days) {
    scene.daysLater = day;
    sessionId = (await getPage(scene.app, asPatient)).survey_session_id;
    await answerSurvey(scene.app, asPatient);
  }
  return inClinic(scene.services, clinicId, async (db) => {
    const session = await findReportSession(db, { clinicId, sessionId });
    assert.ok(session);
    const today = addDays(scene.services.today(), later);
    return (await listMissedWindows(db, clinicId, { ...session, today, timeZone: 'Europe/Berlin' })).map(
      ({ label }) => label,
    );
  });
}

// Days after admission on which PRE, the first INTERMEDIATE, POST and FOLLOW_UP_1 are open.
const [pre, intermediate, post, followUp] = [0, 95, 180, 372];

test('a window that ended without a finished survey is missed', async () => {
  assert.deepEqual(await missedOf([pre, post]), ['Verlauf 1']);
  assert.deepEqual(await missedOf([intermediate, followUp]), ['Erstgespräch', 'Therapieende']);
});

test('a window with a finished survey, and every window after the report’s own, is not missed', async () => {
  assert.deepEqual(await missedOf([pre, intermediate, post]), []);
  assert.deepEqual(await missedOf([pre], { later: 1000 }), []);
});

test('a window that ended before the registration was not offered, and is not missed', async () => {
  assert.deepEqual(await missedOf([post], { registered: 95 }), ['Verlauf 1']);
  assert.deepEqual(await missedOf([post], { registered: 125 }), []);
});
