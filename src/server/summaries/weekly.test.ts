import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { aClinician, aPatient, inClinic, signIn, type TestUser } from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import { aMailScene, partOf } from '../../../test/mail-scene.ts';
import { weeklyMailText as text } from '../../text/weekly-mail.ts';
import { buildApp } from '../app.ts';
import { erasePastAddresses } from '../mail/plan.ts';
import { sendMails } from '../mail/send.ts';
import { planWeeklyMails, weeklyMails } from './weekly.ts';

const scene = aMailScene();
const going = new AbortController().signal;
const SUBJECT = text.subject('Resonanz');
const ADDRESS = 'praxis@post.example';

let app: FastifyInstance;

// 4 May 2026 is a Monday. PRE of a patient who was admitted on 20 April is open until 17 May.
const FRIDAY = '2026-05-01T12:00:00+02:00';
const MONDAY = '2026-05-04T07:00:00+02:00';

const work = async () => {
  await planWeeklyMails(scene.services);
  await sendMails(scene.services, scene.transport, weeklyMails(scene.services), going);
};

async function aDesk() {
  const { id: clinicId } = await scene.begin(FRIDAY);
  const clinician = await aClinician(scene.services, clinicId);
  const as = await signIn(scene.services, clinician);
  const setAddress = (address: string) => call(app, 'setReminderAddress', { as, body: { address } });
  const choose = async (wanted: boolean) =>
    (await call(app, 'setWeeklyMail', { as, body: { wanted } })).problem.code ?? 'done';
  const state = async () => (await call(app, 'getWeeklyMail', { as })).body.state;
  return { clinicId, clinician, setAddress, choose, state };
}

const newestText = () => partOf(scene.sink.received.at(-1)!, 'text/plain');

/** Presses the button of the page behind the newest link. */
async function confirm(): Promise<number> {
  const link = new URL(/https?:\S+\/bestaetigen-woche\?code=\S+/.exec(newestText())![0]);
  const address = link.pathname + link.search;
  assert.equal((await app.inject({ url: address })).statusCode, 200);
  return (await app.inject({ method: 'POST', url: address })).statusCode;
}

/** A clinician who has switched the mail on and confirmed the address. */
async function aReader() {
  const desk = await aDesk();
  await desk.setAddress(ADDRESS);
  assert.equal(await desk.choose(true), 'done');
  await work();
  assert.equal(await confirm(), 200);
  scene.newMails();
  return desk;
}

/** A patient with a finished survey that the clinician has not read. */
async function anUnreadReport({ clinicId, id: clinicianId }: TestUser): Promise<void> {
  const patient = await aPatient(scene.services, clinicId, { clinicianId, admission: '2026-04-20' });
  await inClinic(scene.services, clinicId, async (db) => {
    const window = await db
      .selectFrom('survey_windows')
      .select('id')
      .where('patient_id', '=', patient.id)
      .where('type', '=', 'PRE')
      .executeTakeFirstOrThrow();
    const at = '2026-04-21T10:00:00Z';
    await db
      .insertInto('survey_sessions')
      .values({
        clinic_id: clinicId,
        id: randomUUID(),
        patient_id: patient.id,
        window_id: window.id,
        window_type: 'PRE',
        window_label: 'Erstgespräch',
        protocol_id: 'standard',
        protocol_version: '1.0.0',
        instruments: '[]',
        seed: 'seed',
        started_at: at,
        updated_at: at,
        finished_at: at,
      })
      .execute();
  });
}

/** A patient whose first survey closes this week. */
async function aClosingSurvey({ clinicId, id: clinicianId }: TestUser): Promise<void> {
  const patient = await aPatient(scene.services, clinicId, { clinicianId, admission: '2026-04-20' });
  await inClinic(scene.services, clinicId, (db) =>
    db
      .updateTable('survey_windows')
      .set({ end_date: '2026-05-06' })
      .where('patient_id', '=', patient.id)
      .where('type', '=', 'PRE')
      .execute(),
  );
}

describe('the weekly mail', () => {
  before(async () => {
    app = await buildApp(scene.services);
  });

  test('on Monday at seven a clinician gets two numbers, once, whatever processes and outages do', async () => {
    const { clinician } = await aReader();
    await anUnreadReport(clinician);
    await anUnreadReport(clinician);
    await aClosingSurvey(clinician);
    scene.setClock('2026-05-04T06:59:00+02:00');
    await work();
    assert.deepEqual(scene.newMails(), []);
    scene.setClock(MONDAY);
    await scene.sink.stop();
    await work();
    await scene.sink.start();
    scene.setClock('2026-05-04T07:30:00+02:00');
    await Promise.all([work(), work(), work()]);
    scene.setClock('2026-05-05T09:00:00+02:00');
    await work();
    assert.deepEqual(scene.newMails(), [`${ADDRESS} ${SUBJECT}`]);
    const body = newestText();
    assert.match(body, /2 neue Berichte, 1 Befragung schließt\./);
    assert.doesNotMatch(body, /PAT\d|Depression|Erstgespräch/);
  });

  test('that a weekly mail was sent is known for 60 days', async () => {
    const { clinician, clinicId } = await aReader();
    await anUnreadReport(clinician);
    scene.setClock(MONDAY);
    await work();
    const weeks = () =>
      inClinic(scene.services, clinicId, async (db) => {
        const rows = await db.selectFrom('weekly_mails').select('week').execute();
        return rows.filter(({ week }) => week !== null).length;
      });
    scene.setClock('2026-07-03T12:00:00+02:00');
    await erasePastAddresses(scene.services);
    assert.equal(await weeks(), 1);
    scene.setClock('2026-07-04T12:00:00+02:00');
    await erasePastAddresses(scene.services);
    assert.equal(await weeks(), 0);
  });

  test('a week in which nothing waits sends nothing, also when a report comes later', async () => {
    const { clinician } = await aReader();
    scene.setClock(MONDAY);
    await work();
    await anUnreadReport(clinician);
    scene.setClock('2026-05-05T09:00:00+02:00');
    await work();
    assert.deepEqual(scene.newMails(), []);
    scene.setClock('2026-05-11T07:00:00+02:00');
    await work();
    assert.deepEqual(scene.newMails(), [`${ADDRESS} ${SUBJECT}`]);
  });

  test('without a confirmation nothing goes out, and another address must be confirmed anew', async () => {
    const desk = await aDesk();
    assert.equal(await desk.choose(true), 'invalid_request', 'there is no address');
    await desk.setAddress(ADDRESS);
    await desk.choose(true);
    assert.equal(await desk.state(), 'asked');
    await anUnreadReport(desk.clinician);
    await work();
    assert.deepEqual(scene.newMails(), [`${ADDRESS} ${text.confirmTitle}`]);
    const earlier = newestText();
    scene.setClock(MONDAY);
    await work();
    assert.deepEqual(scene.newMails(), []);
    await desk.setAddress('andere@post.example');
    assert.equal(await desk.state(), 'off');
    assert.equal(await desk.choose(true), 'done');
    const link = new URL(/https?:\S+\/bestaetigen-woche\?code=\S+/.exec(earlier)![0]);
    assert.equal((await app.inject({ method: 'POST', url: link.pathname + link.search })).statusCode, 404);
    await work();
    assert.deepEqual(scene.newMails(), [`andere@post.example ${text.confirmTitle}`]);
    assert.equal(await confirm(), 200);
    assert.equal(await desk.state(), 'on');
  });

  test('a stranger gets no second question within ten minutes', async () => {
    const desk = await aDesk();
    await desk.setAddress(ADDRESS);
    await desk.choose(true);
    await desk.choose(false);
    assert.equal(await desk.choose(true), 'too_many_attempts');
    scene.setClock('2026-05-01T12:11:00+02:00');
    assert.equal(await desk.choose(true), 'done');
  });

  test('a clinician who switches the mail off, or may no longer log in, gets none', async () => {
    const off = await aReader();
    await anUnreadReport(off.clinician);
    await off.choose(false);
    scene.setClock(MONDAY);
    await work();
    assert.deepEqual(scene.newMails(), []);
    await off.choose(true);
    assert.equal(await off.state(), 'on', 'the address is confirmed already');
    await inClinic(scene.services, off.clinicId, (db) =>
      db.updateTable('accounts').set({ enabled: false }).where('id', '=', off.clinician.id).execute(),
    );
    await work();
    assert.deepEqual(scene.newMails(), []);
  });
});
