import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClinicianPatient } from '../../contract/patients.ts';
import { addDays, addMonths } from '../../domain/dates.ts';
import { aClinic, aClinician, aPatient, signIn, type TestUser } from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import { aShortScene } from '../../../test/crisis-scene.ts';
import { answerSurvey, aPerson } from '../../../test/survey-calls.ts';
import { judgeSymptomChanges } from './symptom-change.ts';

// The symptoms alone are judged.
const scene = aShortScene(['dep', 'anx']);

// Days after admission on which PRE and the first INTERMEDIATE are open.
const DAYS = [0, 95] as const;

/** A clinician with a patient who answered two surveys with these trait values. */
async function aCourse(...thetas: readonly [number, number]) {
  scene.daysLater = 0;
  const { id } = await aClinic(scene.services);
  const clinician = await aClinician(scene.services, id);
  const admission = scene.services.today();
  const dates = { admission, discharge: addMonths(admission, 6) };
  const patient = await aPatient(scene.services, id, { clinicianId: clinician.id, ...dates });
  const asPatient = await signIn(scene.services, patient);
  for (const [index, theta] of thetas.entries()) {
    scene.daysLater = DAYS[index]!;
    await answerSurvey(scene.app, asPatient, { person: { ...aPerson(), theta } });
  }
  return { patient, admission, as: await signIn(scene.services, clinician) };
}

async function listed(as: Record<string, string>): Promise<ClinicianPatient[]> {
  return (await call(scene.app, 'listOwnPatients', { as })).body.list_patient_dto;
}

async function changesOf(as: Record<string, string>, patient: TestUser) {
  const own = (await listed(as)).find(({ id }) => id === patient.id);
  return own?.survey_statuses.map(({ symptom_change }) => symptom_change);
}

test('the list tells a reliable worsening of symptoms since the measurement before', async () => {
  const { patient, as } = await aCourse(-0.5, 2.5);
  assert.deepEqual(await changesOf(as, patient), [null, null], 'not judged yet');
  await judgeSymptomChanges(scene.services);
  assert.deepEqual(await changesOf(as, patient), ['none', 'worse']);
});

test('the list tells a reliable improvement, and no change that was not shown', async () => {
  const better = await aCourse(2.5, -0.5);
  const same = await aCourse(0.5, 0.5);
  await judgeSymptomChanges(scene.services);
  assert.deepEqual(await changesOf(better.as, better.patient), ['none', 'better']);
  assert.deepEqual(await changesOf(same.as, same.patient), ['none', 'none']);
});

test('sessions are judged again after the windows of their patient have moved', async () => {
  const { patient, admission, as } = await aCourse(-0.5, 2.5);
  await judgeSymptomChanges(scene.services);
  const { date_of_birth, gender, code } = (await listed(as))[0]!;
  const moved = { admission: addDays(admission, 1), discharge: addDays(addMonths(admission, 6), 1) };
  const record = { code, date_of_birth, gender, diagnoses: [{ id: 'F32.1' }], labels: [] };
  const { status } = await call(scene.app, 'editPatient', {
    as,
    params: { id: patient.id },
    body: { ...record, ...moved },
  });
  assert.equal(status, 200);
  assert.deepEqual(await changesOf(as, patient), [null]);
  await judgeSymptomChanges(scene.services);
  assert.deepEqual(await changesOf(as, patient), ['none'], 'the first survey no longer lies in a window');
});
