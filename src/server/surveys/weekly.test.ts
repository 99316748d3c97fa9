import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClinicianPatient } from '../../contract/patients.ts';
import type { PatientWindow } from '../../contract/surveys.ts';
import { addDays } from '../../domain/dates.ts';
import { aClinic, aClinician, aPatient, inClinic, signIn } from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import { leaveAddress } from '../../../test/mail-scene.ts';
import { aPerson, answerSurvey } from '../../../test/survey-calls.ts';
import { aSurveyScene } from '../../../test/survey-scene.ts';
import { loadRegistry } from '../instruments/registry.ts';
import { planMails } from '../mail/plan.ts';

// A patient of the weekly protocol over sixty weeks.

const WEEKS = 60;

const scene = aSurveyScene(async (services) => ({
  ...services,
  registry: await loadRegistry(services.pool, {
    protocolFile: 'protocols/weekly.json',
    instrumentsDir: undefined,
  }),
}));

async function aYear() {
  scene.daysLater = 0;
  const { id: clinicId } = await aClinic(scene.services);
  const clinician = await aClinician(scene.services, clinicId);
  const admission = scene.services.today();
  const dates = { admission, discharge: addDays(admission, 7 * (WEEKS + 3)) };
  const patient = await aPatient(scene.services, clinicId, { clinicianId: clinician.id, ...dates });
  await leaveAddress(scene.services, patient, 'INTERMEDIATE');
  return { clinicId, clinician, patient };
}

test('sixty weeks are asked, listed, reported and invited to', async () => {
  const { clinicId, clinician, patient } = await aYear();
  const pages: number[] = [];
  for (let week = 0; week <= WEEKS; week++) {
    scene.daysLater = 7 * week;
    const asPatient = await signIn(scene.services, patient);
    const { body } = await call(scene.app, 'listWindows', { as: asPatient });
    const open = (body.stws as PatientWindow[]).filter(({ left }) => left !== null);
    assert.deepEqual(
      open.map(({ label }) => label),
      [week === 0 ? 'Erstgespräch' : `Woche ${week}`],
    );
    if (week > 1) assert.ok((open[0]?.left?.minutes_left ?? 9) <= 3, `week ${week}`);
    if (week === WEEKS) await assertInvited(clinicId, week);
    pages.push((await answerSurvey(scene.app, asPatient, { person: aPerson('weekly') })).length);
  }
  const later = pages.slice(1).toSorted((a, b) => a - b);
  assert.ok((later[WEEKS / 2] ?? 99) <= 9, `pages of a week: ${later.join(' ')}`);

  const as = await signIn(scene.services, clinician);
  const { body } = await call(scene.app, 'listOwnPatients', { as });
  const [listed] = body.list_patient_dto as ClinicianPatient[];
  assert.ok(listed);
  assert.equal(listed.survey_statuses.length, WEEKS + 1);
  const newest = listed.survey_statuses
    .toSorted((a, b) => a.started_time.localeCompare(b.started_time))
    .at(-1);
  const id = newest?.survey_session_id ?? '';
  const { status, body: report } = await call(scene.app, 'getClinicianReport', { as, params: { id } });
  assert.equal(status, 200);
  const last = String(report);
  for (const point of ['Erstgespräch', 'Woche 1', 'Woche 30', 'Woche 60'])
    assert.ok(last.includes(point), point);
  const course = await call(scene.app, 'getPatientCourse', { as, params: { id: patient.id } });
  assert.ok(course.body.html.includes('Woche 59'));
});

/** One invitation a week goes out, and no reminder: the week is over when it would be due. */
async function assertInvited(clinicId: string, week: number): Promise<void> {
  await planMails(scene.services);
  const rows = await inClinic(scene.services, clinicId, (db) =>
    db.selectFrom('outbox').select(['kind', 'window_ordinal']).execute(),
  );
  assert.deepEqual(rows, [{ kind: 'invitation', window_ordinal: week }]);
}
