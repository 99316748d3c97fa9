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
import { addDays, addMonths, daysBetween } from '../../domain/dates.ts';
import { buildApp } from '../app.ts';
import type { Services } from '../services.ts';

let services: Services;
let app: FastifyInstance;
const clock = { days: 0 };

before(async () => {
  const started = await testServices();
  services = { ...started, today: () => addDays(started.today(), clock.days) };
  app = await buildApp(services);
});

type Jar = Record<string, string>;

/** A clinician with a patient whose first survey is finished and has an open event, a deputy, and the admin. */
async function aClinicWithDeputy({ from = 0, until = 0 } = {}) {
  clock.days = 0;
  const { id: clinicId } = await aClinic(services);
  const absent = await aClinician(services, clinicId);
  const deputy = await aClinician(services, clinicId);
  const patient = await aPatient(services, clinicId, { clinicianId: absent.id });
  const survey = await finishedSurvey(services, patient, 'FOLLOW_UP_1', addDays(services.today(), -5));
  const event = await aCrisisEvent(services, patient, survey);
  const as = await signIn(services, absent);
  const world = { clinicId, absent, deputy, patient, survey, event, as };
  assert.equal((await nameDeputy(world, deputy, { from, until })).status, 200);
  const admin = await signIn(services, await anAdmin(services, clinicId));
  return { ...world, admin, asDeputy: await signIn(services, deputy) };
}

type World = Awaited<ReturnType<typeof aClinicWithDeputy>>;

function nameDeputy({ as }: { as: Jar }, { id }: { id: string }, { from = 0, until = 0 } = {}) {
  const days = { from: addDays(services.today(), from), until: addDays(services.today(), until) };
  return call(app, 'setDeputy', { as, body: { deputy_id: id, ...days } });
}

const listed = async (as: Jar) => (await call(app, 'listOwnPatients', { as })).body.list_patient_dto;

const reports = ['getClinicianReport', 'getClinicianReportPdf', 'getPatientReport'] as const;

/** The status of each call by which a clinician sees something of the patient. */
async function sightOf(as: Jar, { patient, survey }: World): Promise<number[]> {
  const events = await call(app, 'listCrisisEvents', { as, params: { id: patient.id } });
  const shown = [];
  for (const name of reports) shown.push(await call(app, name, { as, params: { id: survey } }));
  return [events, ...shown].map(({ status }) => status);
}

const everything = [200, 200, 200, 200];
const nothing = [404, 404, 404, 404];

const acknowledge = (as: Jar, id: string) =>
  call(app, 'acknowledgeCrisisEvent', { as, params: { id }, body: { done: 'talked', note: 'Angerufen' } });

const audit = (clinicId: string, action: string) =>
  inClinic(services, clinicId, (db) =>
    db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', action as 'deputy_set')
      .orderBy('id')
      .execute(),
  );

describe('the sight of a deputy', () => {
  test('a deputy sees a patient with an open event, marked as a colleague’s, with events and reports', async () => {
    const world = await aClinicWithDeputy();
    const quiet = await aPatient(services, world.clinicId, { clinicianId: world.absent.id });
    const [row, ...others] = await listed(world.asDeputy);
    assert.deepEqual(others, []);
    assert.deepEqual([row.id, row.as_deputy, row.crisis.id], [world.patient.id, true, world.event]);
    assert.deepEqual(await sightOf(world.asDeputy, world), everything);
    const { status } = await call(app, 'listCrisisEvents', { as: world.asDeputy, params: { id: quiet.id } });
    assert.equal(status, 404, 'a patient without an event stays unseen');
    const own = await listed(world.as);
    assert.deepEqual(new Set(own.map((one: { as_deputy: boolean }) => one.as_deputy)), new Set([false]));
  });

  test('a deputy sees the patient from the first to the last day of the clinic’s calendar', async () => {
    const world = await aClinicWithDeputy({ from: 1, until: 2 });
    for (const [day, sight] of [
      [0, nothing],
      [1, everything],
      [2, everything],
      [3, nothing],
    ] as const) {
      clock.days = day;
      assert.deepEqual(await sightOf(world.asDeputy, world), sight, `day ${day}`);
      assert.equal((await listed(world.asDeputy)).length, sight === everything ? 1 : 0);
    }
  });

  test('a deputy sees a patient until the last open event is acknowledged', async () => {
    const world = await aClinicWithDeputy();
    const second = await aCrisisEvent(services, world.patient, world.survey, { itemId: 'dep-41' });
    assert.equal((await acknowledge(world.asDeputy, world.event)).status, 200);
    assert.deepEqual(await sightOf(world.asDeputy, world), everything);
    assert.equal((await acknowledge(world.asDeputy, second)).status, 200);
    assert.deepEqual(await sightOf(world.asDeputy, world), nothing);
    assert.deepEqual(await listed(world.asDeputy), []);
    assert.equal((await acknowledge(world.asDeputy, second)).problem.code, 'already_acknowledged');
    const { body } = await call(app, 'listCrisisEvents', { as: world.as, params: { id: world.patient.id } });
    const by = body.events.map(
      ({ acknowledged }: { acknowledged: { by: string; note: string } }) => acknowledged,
    );
    for (const one of by) assert.deepEqual([one.by, one.note], [world.deputy.name, 'Angerufen']);
  });

  test('a deputy neither edits nor assigns the patient', async () => {
    const world = await aClinicWithDeputy();
    const [row] = await listed(world.asDeputy);
    const { code, date_of_birth, gender, admission, discharge, labels, diagnoses } = row;
    const body = { code, date_of_birth, gender, admission, discharge, labels, diagnoses };
    const params = { id: row.id };
    assert.equal((await call(app, 'editPatient', { as: world.asDeputy, params, body })).status, 404);
    const assignment = {
      patient_id: row.id,
      clinician_from: world.absent.id,
      clinician_to: world.deputy.id,
    };
    assert.equal((await call(app, 'assignPatient', { as: world.asDeputy, body: assignment })).status, 404);
  });

  test('a report that only the deputy has opened stays unread for the treating clinician', async () => {
    const world = await aClinicWithDeputy();
    await sightOf(world.asDeputy, world);
    assert.equal((await listed(world.as))[0].viewed, false);
    await sightOf(world.as, world);
    assert.equal((await listed(world.as))[0].viewed, true);
  });

  test('a deputy’s own deputy and the colleague whom the deputy leaves see nothing', async () => {
    const world = await aClinicWithDeputy();
    const third = await aClinician(services, world.clinicId);
    await nameDeputy({ as: world.asDeputy }, third);
    assert.deepEqual(await sightOf(await signIn(services, third), world), nothing);
    await nameDeputy(world, third);
    assert.deepEqual(await sightOf(world.asDeputy, world), nothing);
    assert.deepEqual(await sightOf(await signIn(services, third), world), everything);
  });

  test('a transferred patient takes the events along to the new clinician and that clinician’s deputy', async () => {
    const world = await aClinicWithDeputy();
    const receiver = await aClinician(services, world.clinicId);
    const body = {
      clinician_from: world.absent.id,
      clinician_to: receiver.id,
      patient_ids: [world.patient.id],
    };
    assert.equal((await call(app, 'transferPatients', { as: world.admin, body })).status, 200);
    const asReceiver = await signIn(services, receiver);
    assert.equal((await listed(asReceiver))[0].crisis.id, world.event);
    for (const as of [world.as, world.asDeputy]) assert.deepEqual(await sightOf(as, world), nothing);
    await nameDeputy({ as: asReceiver }, world.deputy);
    assert.deepEqual(await sightOf(world.asDeputy, world), everything);
  });
});

describe('the trail of deputies', () => {
  test('what a deputy opens and acknowledges is in the trail with the deputy and the patient', async () => {
    const world = await aClinicWithDeputy();
    await sightOf(world.asDeputy, world);
    await sightOf(world.as, world);
    assert.equal((await acknowledge(world.asDeputy, world.event)).status, 200);
    const seen = await audit(world.clinicId, 'seen_as_deputy');
    assert.equal(seen.length, 5, 'events, three reports and the acknowledgement');
    for (const { actor_id: actor, patient_id: patient } of seen)
      assert.deepEqual([actor, patient], [world.deputy.id, world.patient.id]);
    const [entry] = await audit(world.clinicId, 'crisis_event_acknowledged');
    assert.deepEqual(
      [entry?.actor_id, entry?.patient_id, entry?.object_id],
      [world.deputy.id, world.patient.id, world.event],
    );
    const [named] = await audit(world.clinicId, 'deputy_set');
    assert.deepEqual(
      [named?.actor_id, named?.object_id],
      [world.absent.id, `${world.absent.id} ${world.deputy.id}`],
    );
    const trail = await inClinic(services, world.clinicId, (db) =>
      db.selectFrom('audit').selectAll().execute(),
    );
    assert.doesNotMatch(JSON.stringify(trail), /Angerufen|talked|urgent|dep-31|"oft"/);
  });
});

/** Names another deputy in vain. Returns the refusal. */
async function refusal(world: World, deputy: { id: string }, days = {}): Promise<string> {
  const own = await nameDeputy(world, deputy, days);
  const { body } = await call(app, 'getDeputy', { as: world.as });
  assert.equal(body.deputy.deputy_id, world.deputy.id, 'the deputy stays');
  return `${own.status} ${own.problem.errors?.[0]?.code}`;
}

describe('who can be a deputy', () => {
  test('oneself, a disabled or foreign clinician, an admin and a patient are refused as deputy', async () => {
    const world = await aClinicWithDeputy();
    const away = await aClinicWithDeputy();
    const disabled = await aClinician(services, world.clinicId, { enabled: false });
    const refused: { id: string }[] = [world.absent, disabled, away.deputy, world.patient];
    for (const one of [...refused, { id: randomUUID() }])
      assert.equal(await refusal(world, one), '400 deputy_invalid');
  });

  test('days that end before they begin or lie in the past are refused', async () => {
    const world = await aClinicWithDeputy();
    assert.equal(await refusal(world, world.deputy, { from: 2, until: 1 }), '400 deputy_days_invalid');
    assert.equal(await refusal(world, world.deputy, { from: -3, until: -1 }), '400 deputy_days_invalid');
  });

  test('a deputyship begins today at the earliest and lasts three months at most', async () => {
    const world = await aClinicWithDeputy();
    const longest = daysBetween(services.today(), addMonths(services.today(), 3));
    assert.equal(await refusal(world, world.deputy, { from: -1, until: 9 }), '400 deputy_begins_in_past');
    assert.equal(await refusal(world, world.deputy, { until: longest + 1 }), '400 deputy_too_long');
    assert.equal(await refusal(world, world.deputy, { until: 2_900_000 }), '400 deputy_too_long');
    const { status } = await nameDeputy(world, world.deputy, { from: 0, until: longest });
    assert.equal(status, 200);
  });

  test('the last day of a deputyship that has begun can be moved', async () => {
    const world = await aClinicWithDeputy({ from: 0, until: 5 });
    clock.days = 3;
    assert.equal((await nameDeputy(world, world.deputy, { from: -3, until: 8 })).status, 200);
    assert.equal(await refusal(world, world.deputy, { from: -2, until: 8 }), '400 deputy_begins_in_past');
    clock.days = 12;
    assert.equal(await refusal(world, world.deputy, { from: -12, until: 20 }), '400 deputy_begins_in_past');
  });

  test('disabling a deputy ends the deputyship, with a row of the trail for the absent clinician', async () => {
    const world = await aClinicWithDeputy({ from: 0, until: 9 });
    const params = { id: world.deputy.id };
    assert.equal((await call(app, 'disableClinician', { as: world.admin, params })).status, 200);
    assert.equal((await call(app, 'getDeputy', { as: world.as })).body.deputy, null);
    const entries = await audit(world.clinicId, 'deputy_set');
    assert.equal(entries.at(-1)?.object_id, world.absent.id);
    assert.equal((await call(app, 'enableClinician', { as: world.admin, params })).status, 200);
    const again = await signIn(services, world.deputy);
    assert.deepEqual(await sightOf(again, world), nothing, 'the deputyship does not come back');
  });
});

test('two people who acknowledge an event at once leave one acknowledgement', async () => {
  const world = await aClinicWithDeputy();
  const answers = await Promise.all([
    acknowledge(world.as, world.event),
    acknowledge(world.asDeputy, world.event),
  ]);
  const statuses = answers.map(({ status }) => status).sort();
  assert.ok(statuses[0] === 200 && statuses[1] !== 200, statuses.join());
  const entries = await audit(world.clinicId, 'crisis_event_acknowledged');
  assert.equal(entries.length, 1);
});

test('a clinician of another clinic and a colleague without a deputyship learn nothing', async () => {
  const world = await aClinicWithDeputy();
  const strangers: TestUser[] = [
    await aClinician(services, world.clinicId),
    await aClinician(services, (await aClinic(services)).id),
  ];
  for (const stranger of strangers) {
    const as = await signIn(services, stranger);
    assert.deepEqual(await sightOf(as, world), nothing);
    assert.equal((await acknowledge(as, world.event)).status, 404);
    assert.deepEqual(await listed(as), []);
  }
});
