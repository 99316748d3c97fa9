import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Client } from 'pg';
import { consented, askingConsent } from '../../../test/consent.ts';
import { inClinic, signIn } from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import {
  answersAbout,
  aPatientAtTheQuestion,
  aPatientWithAnEvent,
  aShortScene,
  storedEvents,
} from '../../../test/crisis-scene.ts';
import { submit } from '../../../test/survey-calls.ts';
import { storedAnswers, storedSessions, type SurveyScene } from '../../../test/survey-scene.ts';
import { buildApp } from '../app.ts';

// The first window asks dep alone, whose last page asks for the wish not to live; or dep before another questionnaire.
const scene = aShortScene(['dep']);
const longer = aShortScene(['dep', 'eq5d']);

const eventsSeen = async ({ app }: SurveyScene, as: Record<string, string>, id: string) =>
  (await call(app, 'listCrisisEvents', { as, params: { id } })).body.events;

test('the treating clinician sees the question and the answer right after the page', async () => {
  const { patient, staff } = await aPatientWithAnEvent(longer);
  const [event, ...others] = await eventsSeen(longer, staff, patient.id);
  assert.deepEqual(others, []);
  assert.deepEqual(
    [event.level, event.question, event.answer, event.measurement_point, event.acknowledged],
    ['urgent', 'Ich hatte den Wunsch, nicht mehr leben zu müssen.', 'oft', 'Erstgespräch', null],
  );
  const { body } = await call(longer.app, 'listOwnPatients', { as: staff });
  const [row] = body.list_patient_dto;
  const { id, level, raised_at } = event;
  assert.deepEqual([row.crisis, row.as_deputy], [{ id, level, raised_at, acknowledged_at: null }, false]);
});

test('a rare wish raises a notice, a frequent one is urgent, and none raises nothing', async () => {
  const levels: (string | undefined)[] = [];
  for (const value of [0, 1, 2, 3, 4]) {
    const { patient, as } = await aPatientAtTheQuestion(scene);
    assert.equal((await submit(scene.app, as, answersAbout(value))).status, 200);
    levels.push((await storedEvents(scene, patient))[0]?.level);
  }
  assert.deepEqual(levels, [undefined, 'notice', 'notice', 'urgent', 'urgent']);
});

test('the stored answer of an event is encrypted, and the trail names the event without its content', async () => {
  const { patient } = await aPatientWithAnEvent(scene);
  const [event] = await storedEvents(scene, patient);
  assert.ok(!event?.answer_encrypted.toString('latin1').includes('oft'));
  const [entry, ...others] = await inClinic(scene.services, patient.clinicId, (db) =>
    db.selectFrom('audit').selectAll().where('action', '=', 'crisis_event_raised').execute(),
  );
  assert.deepEqual(others, []);
  assert.deepEqual(
    [entry?.actor_id, entry?.role, entry?.patient_id, entry?.object_id],
    [patient.id, 'patient', patient.id, event?.id],
  );
  assert.doesNotMatch(JSON.stringify(entry), /oft|dep-31|urgent/);
});

describe('one page raises one event', () => {
  test('repeated and simultaneous submissions of two tabs raise one event', async () => {
    const { patient, as } = await aPatientAtTheQuestion(scene);
    const otherTab = await signIn(scene.services, patient);
    const sent = [as, otherTab, as, otherTab].map((tab) => submit(scene.app, tab, answersAbout(3)));
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    assert.deepEqual(statuses, [200, 200, 200, 200]);
    assert.equal((await submit(scene.app, as, answersAbout(3))).status, 200);
    assert.equal((await storedEvents(scene, patient)).length, 1);
    const raised = await inClinic(scene.services, patient.clinicId, (db) =>
      db.selectFrom('audit').select('id').where('action', '=', 'crisis_event_raised').execute(),
    );
    assert.equal(raised.length, 1);
  });

  test('two tabs with different answers store one of them, with its event', async () => {
    const { patient, as } = await aPatientAtTheQuestion(scene);
    const answers = await Promise.all([
      submit(scene.app, as, answersAbout(1)),
      submit(scene.app, as, answersAbout(4)),
    ]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
    const [event, ...others] = await storedEvents(scene, patient);
    assert.deepEqual(others, []);
    assert.equal(event?.level, answers[0]?.status === 200 ? 'notice' : 'urgent');
  });

  test('without its event a page is not stored, and without its page no event', async () => {
    for (const table of ['crisis_events', 'scores']) {
      const { patient, as } = await aPatientAtTheQuestion(scene);
      const before = (await storedAnswers(scene, patient)).length;
      const quiet = { ...scene.services, log: { ...scene.services.log, error: () => {} } };
      const app = await buildApp(quiet);
      await withBrokenTable(table, async () => {
        assert.equal((await submit(app, as, answersAbout(3))).status, 500);
      });
      assert.equal((await storedAnswers(scene, patient)).length, before);
      assert.deepEqual(await storedEvents(scene, patient), []);
      assert.equal((await submit(app, as, answersAbout(3))).status, 200);
      assert.equal((await storedEvents(scene, patient)).length, 1);
    }
  });
});

/** Runs `work` while the database refuses every new row of a table. */
async function withBrokenTable(table: string, work: () => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: scene.services.pool.options.connectionString });
  await client.connect();
  try {
    await client.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$BEGIN RAISE EXCEPTION 'broken on purpose'; END$$`);
    await client.query(`CREATE TRIGGER refuse BEFORE INSERT ON ${table} EXECUTE FUNCTION refuse()`);
    await work();
  } finally {
    await client.query('DROP FUNCTION refuse CASCADE');
    await client.end();
  }
}

describe('what becomes of the survey changes nothing about the event', () => {
  test('an event of a survey that is never finished and whose window has ended stays open', async () => {
    const { patient, staff } = await aPatientWithAnEvent(longer);
    longer.daysLater = 60;
    const [session] = await storedSessions(longer, patient);
    assert.equal(session?.finished_at, null);
    assert.equal((await eventsSeen(longer, staff, patient.id)).length, 1);
  });

  test('a withdrawn consent leaves the event to the clinician', async () => {
    const { patient, as, staff } = await aPatientWithAnEvent(longer);
    const asking = askingConsent(longer.services);
    await consented(asking, patient);
    const app = await buildApp(asking);
    assert.equal((await call(app, 'withdrawConsent', { as })).status, 200);
    const { body } = await call(app, 'listCrisisEvents', { as: staff, params: { id: patient.id } });
    assert.equal(body.events.length, 1);
  });
});
