import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { aClinician, aPatient, inClinic, signIn } from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import { aMailScene, INVITATION, leaveAddress, partOf, to } from '../../../test/mail-scene.ts';
import { addDays } from '../../domain/dates.ts';
import { formatIsoDate } from '../../domain/iso-date.ts';
import { buildApp } from '../app.ts';
import { planWeeklyMails, weeklyMails } from '../summaries/weekly.ts';
import { sendMails } from './send.ts';

// A long therapy with a survey every week: 60 windows after the first one.

const scene = aMailScene({ protocol: 'protocols/weekly.json' });
const going = new AbortController().signal;
const DESK = 'praxis@post.example';
// A Wednesday. Week 1 begins seven days later.
const ADMISSION = '2026-01-07';
const firstDayOf = (week: number) => addDays(ADMISSION, 7 * week);
/** Ten o'clock in Berlin. */
const atTen = (day: string) => `${day}T09:00:00Z`;

let app: FastifyInstance;

const newest = (type: 'text/plain' | 'text/html' = 'text/plain') => partOf(scene.sink.received.at(-1)!, type);

async function aDesk(admission = ADMISSION) {
  const { id: clinicId } = await scene.begin(atTen(ADMISSION));
  const clinician = await aClinician(scene.services, clinicId);
  const as = await signIn(scene.services, clinician);
  await call(app, 'setReminderAddress', { as, body: { address: DESK } });
  await call(app, 'setWeeklyMail', { as, body: { wanted: true } });
  await clinicianMails();
  const link = new URL(/https?:\S+\/bestaetigen-woche\?code=\S+/.exec(newest())![0]);
  await app.inject({ method: 'POST', url: link.pathname + link.search });
  const patient = await aPatient(scene.services, clinicId, {
    clinicianId: clinician.id,
    admission,
    discharge: '2027-03-27',
  });
  await leaveAddress(scene.services, patient, 'INTERMEDIATE');
  scene.newMails();
  return { clinicId, patient };
}

async function clinicianMails(): Promise<void> {
  await planWeeklyMails(scene.services);
  await sendMails(scene.services, scene.transport, weeklyMails(scene.services), going);
}

describe('mails of a weekly protocol', () => {
  before(async () => {
    app = await buildApp(scene.services);
  });

  test('a patient of 60 weekly windows gets one mail a week and no reminder, with the last day of that very week', async () => {
    const { clinicId, patient } = await aDesk();
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

  test('the weekly mail of a clinician counts a weekly survey once it is about to close, not from its first day on', async () => {
    await aDesk();
    // Monday is the sixth day of a week that begins on Wednesday.
    for (const week of [1, 12, 59, 60]) {
      scene.setClock(atTen(addDays(firstDayOf(week), 5)));
      await clinicianMails();
      assert.match(newest(), /^1 Befragung schließt\.$/m, `week ${week}`);
      assert.equal(scene.newMails().length, 1);
    }
  });

  test('a weekly survey that opens on the morning of the weekly mail is not counted', async () => {
    // A Monday
    await aDesk('2026-01-05');
    scene.setClock('2026-03-02T09:00:00Z');
    await clinicianMails();
    assert.deepEqual(scene.newMails(), []);
  });
});
