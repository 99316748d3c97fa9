import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aPatient, inClinic } from '../../../test/builders.ts';
import { aMailScene, INVITATION, leaveAddress, partOf, to } from '../../../test/mail-scene.ts';
import { addDays } from '../../domain/dates.ts';
import { formatIsoDate } from '../../domain/iso-date.ts';

// A long therapy with a survey every week: 60 windows after the first one.

const scene = aMailScene({ protocol: 'protocols/weekly.json' });
// A Wednesday. Week 1 begins seven days later.
const ADMISSION = '2026-01-07';
const firstDayOf = (week: number) => addDays(ADMISSION, 7 * week);
/** Ten o'clock in Berlin. */
const atTen = (day: string) => `${day}T09:00:00Z`;

const newest = (type: 'text/plain' | 'text/html' = 'text/plain') => partOf(scene.sink.received.at(-1)!, type);

async function aWeeklyPatient() {
  const { id: clinicId } = await scene.begin(atTen(ADMISSION));
  const patient = await aPatient(scene.services, clinicId, { admission: ADMISSION, discharge: '2027-03-27' });
  await leaveAddress(scene.services, patient, 'INTERMEDIATE');
  scene.newMails();
  return { clinicId, patient };
}

describe('mails of a weekly protocol', () => {
  test('a patient of 60 weekly windows gets one mail a week and no reminder, with the last day of that very week', async () => {
    const { clinicId, patient } = await aWeeklyPatient();
    const windows = await inClinic(scene.services, clinicId, (db) =>
      db
        .selectFrom('survey_windows')
        .select(['ordinal', 'label', 'start_date', 'end_date'])
        .where('patient_id', '=', patient.id)
        .where('type', '=', 'INTERMEDIATE')
        .orderBy('ordinal')
        .execute(),
    );
    assert.deepEqual(
      windows.map(({ label }) => label),
      Array.from({ length: 60 }, (_, index) => `Woche ${index + 1}`),
    );
    for (const week of [1, 2, 12, 59, 60]) {
      const mails: string[] = [];
      for (let day = 0; day < 7; day++) {
        scene.setClock(atTen(addDays(firstDayOf(week), day)));
        await scene.work();
        mails.push(...scene.newMails());
      }
      assert.deepEqual(mails, [`${to(patient)} ${INVITATION}`], `week ${week}`);
      const until = formatIsoDate(addDays(firstDayOf(week), 6));
      for (const type of ['text/plain', 'text/html'] as const) {
        assert.match(newest(type), new RegExp(`bis zum ${until} ausfüllen`), `week ${week}`);
        assert.doesNotMatch(newest(type), /Woche|Verlauf|\{n\}|undefined/);
      }
    }
    // The last week is over.
    scene.setClock(atTen(firstDayOf(61)));
    await scene.work();
    assert.deepEqual(scene.newMails(), []);
  });
});
