import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addMonths, daysBetween } from '../../domain/dates.ts';
import { aClinic, aPatient, inClinic } from '../../../test/builders.ts';
import { aSurveyScene } from '../../../test/survey-scene.ts';
import { extendWindows } from './extend-windows.ts';

const scene = aSurveyScene();

const run = () => extendWindows(scene.services, new AbortController().signal);

/** The starts of the repeated windows of a patient, in order. */
async function courseOf(clinicId: string, patientId: string): Promise<string[]> {
  const rows = await inClinic(scene.services, clinicId, (db) =>
    db
      .selectFrom('survey_windows')
      .select('start_date')
      .where('patient_id', '=', patientId)
      .where('type', '=', 'INTERMEDIATE')
      .orderBy('start_date')
      .execute(),
  );
  return rows.map(({ start_date }) => start_date);
}

test('the windows of an open therapy go on for years, and reach two years beyond each day', async () => {
  scene.daysLater = 0;
  const { id: clinicId } = await aClinic(scene.services);
  const admission = scene.services.today();
  const open = await aPatient(scene.services, clinicId, { admission, discharge: null });
  const far = await aPatient(scene.services, clinicId, { admission, discharge: '2099-12-31' });
  const planned = await aPatient(scene.services, clinicId, {
    admission,
    discharge: addMonths(admission, 30),
  });
  const usual = await aPatient(scene.services, clinicId, { admission });
  const quarters = (count: number) =>
    Array.from({ length: count }, (_, index) => addMonths(admission, 3 * (index + 1)));
  assert.deepEqual(await courseOf(clinicId, usual.id), quarters(3));
  for (const months of [0, 2, 3, 7, 20, 36]) {
    scene.daysLater = daysBetween(admission, addMonths(admission, months));
    await run();
    const reached = quarters(8 + Math.floor(months / 3));
    assert.deepEqual(await courseOf(clinicId, open.id), reached, `open, after ${months} months`);
    assert.deepEqual(await courseOf(clinicId, far.id), reached, `2099, after ${months} months`);
  }
  assert.deepEqual(
    await courseOf(clinicId, planned.id),
    quarters(9),
    'up to the end of therapy and no further',
  );
  assert.deepEqual(await courseOf(clinicId, usual.id), quarters(3));
});
