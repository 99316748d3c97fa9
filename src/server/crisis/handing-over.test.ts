import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import {
  aClinic,
  aClinician,
  anAdmin,
  aPatient,
  inClinic,
  signIn,
  type TestUser,
} from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import { aCrisisEvent } from '../../../test/crisis-rows.ts';
import { finishedSurvey } from '../../../test/model-world.ts';
import { testServices } from '../../../test/services.ts';
import { addDays } from '../../domain/dates.ts';
import { buildApp } from '../app.ts';
import type { Services } from '../services.ts';

let services: Services;
let app: FastifyInstance;
const clock = { days: 0 };

before(async () => {
  const started = await testServices();
  services = {
    ...started,
    now: () => started.now() + clock.days * 86_400_000,
    today: () => addDays(started.today(), clock.days),
  };
  app = await buildApp(services);
});

type Jar = Record<string, string>;
type Act = { done: string; note?: string; to?: string; again_on?: string };

/** A treating clinician with an open event, and two colleagues who are nobody's deputy. */
async function aWorld() {
  clock.days = 0;
  const { id: clinicId } = await aClinic(services);
  const clinicians = [];
  for (let one = 0; one < 3; one += 1) clinicians.push(await aClinician(services, clinicId));
  const [treating, first, second] = clinicians as [TestUser, TestUser, TestUser];
  const patient = await aPatient(services, clinicId, { clinicianId: treating.id });
  const survey = await finishedSurvey(services, patient, 'FOLLOW_UP_1', addDays(services.today(), -5));
  const event = await aCrisisEvent(services, patient, survey, {
    at: new Date(services.now() - 100 * 3_600_000).toISOString(),
  });
  const [as, asFirst, asSecond] = await Promise.all(clinicians.map((one) => signIn(services, one)));
  const admin = await signIn(services, await anAdmin(services, clinicId));
  const jars = { as: as!, asFirst: asFirst!, asSecond: asSecond!, admin };
  return { clinicId, treating, first, second, patient, survey, event, ...jars };
}

type World = Awaited<ReturnType<typeof aWorld>>;

/** The refusal of an act, or its status. */
async function act(as: Jar, { event }: World, body: Act): Promise<string> {
  const { status, problem } = await call(app, 'acknowledgeCrisisEvent', { as, params: { id: event }, body });
  const fields = problem?.errors?.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`);
  return [status, problem?.code, ...(fields ?? [])].filter(Boolean).join(' ');
}

const giveTo = (as: Jar, world: World, { id }: { id: string }, note = 'Bitte anrufen') =>
  act(as, world, { done: 'handed_over', to: id, note });

async function eventSeenBy(as: Jar, { patient }: World) {
  const { status, body } = await call(app, 'listCrisisEvents', { as, params: { id: patient.id } });
  return status === 200 ? body.events[0] : status;
}

const rowOf = async (as: Jar) => (await call(app, 'listOwnPatients', { as })).body.list_patient_dto[0];

const reportStatus = async (as: Jar, { survey }: World) =>
  (await call(app, 'getClinicianReport', { as, params: { id: survey } })).status;

const overdue = async ({ admin }: World) => {
  const { body } = await call(app, 'countCrisisEvents', { as: admin });
  return body.counts.map((one: { clinician_id: string; urgent: number }) => [one.clinician_id, one.urgent]);
};

const trail = ({ clinicId }: World) =>
  inClinic(services, clinicId, (db) =>
    db
      .selectFrom('audit')
      .selectAll()
      .where('action', 'like', String.raw`crisis\_event\_%`)
      .orderBy('id')
      .execute(),
  );

describe('handing an event over', () => {
  test('the event stays open, and the colleague sees patient, note and report until the colleague acknowledges it', async () => {
    const world = await aWorld();
    assert.equal(await eventSeenBy(world.asFirst, world), 404);
    assert.equal(await giveTo(world.as, world, world.first), '200');
    for (const as of [world.as, world.asFirst]) {
      const { acknowledged, handed_over: handed } = await eventSeenBy(as, world);
      assert.equal(acknowledged, null);
      assert.deepEqual(
        [handed.to, handed.by, handed.note],
        [world.first.name, world.treating.name, 'Bitte anrufen'],
      );
      const row = await rowOf(as);
      assert.equal(row.crisis.acknowledged_at, null);
      assert.equal(row.crisis_standing.handed_over.to, world.first.name);
      assert.equal(await reportStatus(as, world), 200);
    }
    assert.equal((await rowOf(world.asFirst)).as_deputy, true);
    assert.equal(await eventSeenBy(world.asSecond, world), 404);

    assert.equal(await act(world.as, world, { done: 'talked' }), '409 already_handed_over');
    assert.equal((await eventSeenBy(world.as, world)).may_acknowledge, false);
    assert.equal((await eventSeenBy(world.asFirst, world)).may_acknowledge, true);
    assert.equal(await act(world.asFirst, world, { done: 'talked', note: 'Erreicht' }), '200');
    const { acknowledged, handed_over: kept } = await eventSeenBy(world.as, world);
    assert.deepEqual([acknowledged.by, acknowledged.note], [world.first.name, 'Erreicht']);
    assert.equal(kept.to, world.first.name, 'who handed it over to whom stays');
    assert.equal(await eventSeenBy(world.asFirst, world), 404);
    assert.equal(await act(world.as, world, { done: 'talked' }), '409 already_acknowledged');
  });

  test('a hand-over needs an enabled clinician of the clinic who is not responsible already', async () => {
    const world = await aWorld();
    const disabled = await aClinician(services, world.clinicId, { enabled: false });
    const foreign = await aClinician(services, (await aClinic(services)).id);
    assert.equal(await act(world.as, world, { done: 'handed_over' }), '400 invalid_request to required');
    assert.equal(await giveTo(world.as, world, disabled), '422 clinician_disabled');
    for (const one of [foreign, world.patient, { id: randomUUID() }])
      assert.equal(await giveTo(world.as, world, one), '404 not_found');
    assert.equal(await giveTo(world.as, world, world.treating), '400 invalid_request to invalid');
    assert.equal((await eventSeenBy(world.as, world)).handed_over, null);
    assert.deepEqual(await trail(world), [], 'nothing is written into the trail');
  });

  test('a colleague hands on and back, and the owner before goes on seeing it', async () => {
    const world = await aWorld();
    await giveTo(world.as, world, world.first);
    assert.equal(await giveTo(world.asFirst, world, world.second), '200');
    assert.equal((await eventSeenBy(world.asFirst, world)).may_acknowledge, false);
    assert.equal((await eventSeenBy(world.asSecond, world)).may_acknowledge, true);
    assert.equal(await giveTo(world.asSecond, world, world.first, 'Ich auch nicht'), '200');
    assert.equal((await eventSeenBy(world.asFirst, world)).handed_over.note, 'Ich auch nicht');
    assert.equal(await giveTo(world.asFirst, world, world.treating), '200');
    assert.equal((await eventSeenBy(world.as, world)).may_acknowledge, true);
    assert.equal(await eventSeenBy(world.asSecond, world), 404);
    assert.equal(await act(world.as, world, { done: 'assessed' }), '200');
    const actions = (await trail(world)).map(({ action, object_id: object }) => `${action} ${object}`);
    assert.deepEqual(
      actions.filter((one) => one.startsWith('crisis_event_handed_over')),
      [world.first, world.second, world.first, world.treating].map(
        ({ id }) => `crisis_event_handed_over ${world.event} ${id}`,
      ),
    );
    assert.doesNotMatch(JSON.stringify(await trail(world)), /Bitte anrufen|Ich auch nicht/);
  });

  test('the treating clinician takes an event back, and no other colleague than the owner gives it away', async () => {
    const world = await aWorld();
    await giveTo(world.as, world, world.first);
    assert.equal(await giveTo(world.as, world, world.second), '409 already_handed_over');
    assert.equal(await giveTo(world.as, world, world.treating), '200');
    assert.equal(await eventSeenBy(world.asFirst, world), 404);
    assert.equal(await act(world.as, world, { done: 'talked' }), '200');
  });

  test('a disabled owner gives the event back to the treating clinician, with a row of the trail', async () => {
    const world = await aWorld();
    await giveTo(world.as, world, world.first);
    const params = { id: world.first.id };
    assert.equal((await call(app, 'disableClinician', { as: world.admin, params })).status, 200);
    const { handed_over: handed, may_acknowledge: may } = await eventSeenBy(world.as, world);
    assert.deepEqual([handed, may], [null, true]);
    const entry = (await trail(world)).at(-1);
    assert.deepEqual([entry?.action, entry?.object_id], ['crisis_event_returned', world.event]);
    await call(app, 'enableClinician', { as: world.admin, params });
    assert.equal(await eventSeenBy(await signIn(services, world.first), world), 404);
  });

  test('a transferred patient takes an event along that was handed over or put off', async () => {
    const world = await aWorld();
    await giveTo(world.as, world, world.first);
    await act(world.asFirst, world, {
      done: 'other',
      note: 'Warten',
      again_on: addDays(services.today(), 9),
    });
    const body = {
      clinician_from: world.treating.id,
      clinician_to: world.second.id,
      patient_ids: [world.patient.id],
    };
    assert.equal((await call(app, 'transferPatients', { as: world.admin, body })).status, 200);
    for (const as of [world.as, world.asFirst]) assert.equal(await eventSeenBy(as, world), 404);
    const event = await eventSeenBy(world.asSecond, world);
    assert.deepEqual([event.handed_over, event.postponed, event.may_acknowledge], [null, null, true]);
    const { crisis_standing: standing } = await rowOf(world.asSecond);
    assert.deepEqual(standing, { handed_over: null, again_on: null });
    assert.deepEqual(await overdue(world), [[world.second.id, 1]]);
  });

  test('the deputy of an absent owner stands in for the owner', async () => {
    const world = await aWorld();
    await giveTo(world.as, world, world.first);
    const body = { deputy_id: world.second.id, from: services.today(), until: services.today() };
    assert.equal((await call(app, 'setDeputy', { as: world.asFirst, body })).status, 200);
    assert.equal((await eventSeenBy(world.asSecond, world)).may_acknowledge, true);
    assert.equal(await act(world.asSecond, world, { done: 'talked' }), '200');
  });

  test('of two acts on an event at once one wins, and the other is refused', async () => {
    const talked = { done: 'talked' };
    for (const pair of [
      (world: World) => [giveTo(world.as, world, world.first), act(world.as, world, talked)],
      (world: World) => [giveTo(world.as, world, world.first), giveTo(world.as, world, world.second)],
      (world: World) => [act(world.as, world, talked), act(world.as, world, talked)],
    ]) {
      const [one, other] = (await Promise.all(pair(await aWorld()))).sort();
      assert.equal(one, '200');
      assert.match(other ?? '', /^409 already_(handed_over|acknowledged)$/);
    }
  });

  test('the admin counts an event that was handed over for the owner', async () => {
    const world = await aWorld();
    assert.deepEqual(await overdue(world), [[world.treating.id, 1]]);
    await giveTo(world.as, world, world.first);
    assert.deepEqual(await overdue(world), [[world.first.id, 1]]);
  });
});

const putOff = (world: World, days: number, note = 'Sie meldet sich') =>
  act(world.as, world, { done: 'other', note, again_on: addDays(services.today(), days) });

describe('putting an event off', () => {
  test('"anderes" needs a note and a day within four weeks', async () => {
    const world = await aWorld();
    const needsNote = '400 invalid_request note required';
    assert.equal(await act(world.as, world, { done: 'other' }), needsNote);
    assert.equal(await putOff(world, 3, '  '), needsNote);
    assert.equal(
      await act(world.as, world, { done: 'other', note: 'Warten' }),
      '400 invalid_request again_on required',
    );
    for (const days of [-1, 0, 29])
      assert.equal(await putOff(world, days), '400 invalid_request again_on again_on_out_of_range');
    for (const days of [1, 28]) assert.equal(await putOff(world, days), '200');
  });

  test('the event stays open, waits for its day, and then is open and counted as before', async () => {
    const world = await aWorld();
    assert.equal(await putOff(world, 3), '200');
    const day = addDays(services.today(), 3);
    const { acknowledged, postponed } = await eventSeenBy(world.as, world);
    assert.equal(acknowledged, null);
    assert.deepEqual(
      [postponed.again_on, postponed.by, postponed.note],
      [day, world.treating.name, 'Sie meldet sich'],
    );
    assert.equal((await rowOf(world.as)).crisis_standing.again_on, day);
    assert.deepEqual(await overdue(world), []);
    clock.days = 2;
    assert.equal((await rowOf(world.as)).crisis_standing.again_on, day);
    clock.days = 3;
    const { crisis, crisis_standing: standing } = await rowOf(world.as);
    assert.deepEqual([crisis.acknowledged_at, standing.again_on], [null, null]);
    clock.days = 4;
    assert.deepEqual(await overdue(world), [[world.treating.id, 1]]);
    const entries = (await trail(world)).map(({ action }) => action);
    assert.ok(entries.includes('crisis_event_put_off'));
    assert.equal(await act(world.as, world, { done: 'talked' }), '200');
  });

  test('an open event of the patient stands before a graver one that was put off', async () => {
    const world = await aWorld();
    await putOff(world, 3);
    const milder = await aCrisisEvent(services, world.patient, world.survey, {
      itemId: 'dep-41',
      level: 'notice',
    });
    assert.equal((await rowOf(world.as)).crisis.id, milder);
  });
});
