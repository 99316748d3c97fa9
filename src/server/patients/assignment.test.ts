import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { aClinic, aClinician, anAdmin, aPatient, inClinic, signIn } from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import { testServices } from '../../../test/services.ts';
import { buildApp } from '../app.ts';
import type { Services } from '../services.ts';

let services: Services;
let app: FastifyInstance;

before(async () => {
  services = await testServices();
  app = await buildApp(services);
});

async function aClinicOfTwo() {
  const clinic = await aClinic(services);
  const from = await aClinician(services, clinic.id);
  const to = await aClinician(services, clinic.id);
  const patient = await aPatient(services, clinic.id, { clinicianId: from.id });
  const admin = await anAdmin(services, clinic.id);
  return {
    clinic,
    from,
    to,
    patient,
    as: await signIn(services, from),
    admin: await signIn(services, admin),
  };
}

type World = Awaited<ReturnType<typeof aClinicOfTwo>>;

function assign(as: Record<string, string>, { patient, from, to }: Pick<World, 'patient' | 'from' | 'to'>) {
  const body = { patient_id: patient.id, clinician_from: from.id, clinician_to: to.id };
  return call(app, 'assignPatient', { as, body });
}

const clinicianOf = (world: World) =>
  inClinic(services, world.clinic.id, (db) =>
    db
      .selectFrom('patients')
      .select('clinician_id')
      .where('id', '=', world.patient.id)
      .executeTakeFirstOrThrow(),
  );

const count = async (as: Record<string, string>) =>
  (await call(app, 'listOwnPatients', { as })).body.list_patient_dto.length;

test('a clinician assigns an own patient to a colleague and no longer sees the patient', async () => {
  const world = await aClinicOfTwo();
  const { status, body } = await assign(world.as, world);
  assert.deepEqual([status, body], [200, {}]);
  assert.equal(await count(world.as), 0);
  assert.equal(await count(await signIn(services, world.to)), 1);
  const [entry] = await inClinic(services, world.clinic.id, (db) =>
    db.selectFrom('audit').selectAll().where('action', '=', 'patient_assigned').execute(),
  );
  assert.deepEqual(
    [entry?.patient_id, entry?.object_id, entry?.actor_id],
    [world.patient.id, `${world.from.id} ${world.to.id}`, world.from.id],
  );
});

test('an admin assigns any patient of the clinic', async () => {
  const world = await aClinicOfTwo();
  assert.equal((await assign(world.admin, world)).status, 200);
  assert.equal((await clinicianOf(world)).clinician_id, world.to.id);
});

test('a clinician cannot assign a patient of a colleague to themselves', async () => {
  const world = await aClinicOfTwo();
  const taker = await signIn(services, world.to);
  assert.equal((await assign(taker, world)).status, 404);
  assert.equal((await clinicianOf(world)).clinician_id, world.from.id);
});

test('a second assignment of a patient to the same clinician is refused', async () => {
  const world = await aClinicOfTwo();
  await assign(world.admin, world);
  const again = await assign(world.admin, world);
  assert.deepEqual([again.status, again.problem.code], [409, 'patient_moved']);
});

test('one of ten simultaneous assignments of one patient is done', async () => {
  const world = await aClinicOfTwo();
  const answers = await Promise.all(Array.from({ length: 10 }, () => assign(world.admin, world)));
  const done = answers.filter(({ status }) => status === 200);
  assert.equal(done.length, 1);
  assert.ok(answers.every(({ status }) => status === 200 || status === 409));
});

test('a patient is assigned only to another clinician of the clinic with an enabled account', async () => {
  const world = await aClinicOfTwo();
  const disabled = await aClinician(services, world.clinic.id, { enabled: false });
  const foreign = await aClinician(services, (await aClinic(services)).id);
  const refusedDisabled = await assign(world.as, { ...world, to: disabled });
  assert.deepEqual(
    refusedDisabled.problem.errors?.map(({ path, code }) => [path, code]),
    [['clinician_to', 'clinician_unknown']],
  );
  const same = await assign(world.as, { ...world, to: world.from });
  assert.deepEqual([same.status, same.problem.errors?.[0]?.path], [400, 'clinician_to']);
  for (const to of [foreign, { ...foreign, id: randomUUID() }, { ...foreign, id: world.patient.id }])
    assert.equal((await assign(world.as, { ...world, to })).status, 404);
  assert.equal((await clinicianOf(world)).clinician_id, world.from.id);
});

test('a patient is not assigned to a clinician who is disabled at the same moment', async () => {
  const world = await aClinicOfTwo();
  const disable = call(app, 'disableClinician', { as: world.admin, params: { id: world.to.id } });
  const [answer] = await Promise.all([assign(world.admin, world), disable]);
  assert.ok([200, 400].includes(answer.status));
});

test('an admin of another clinic cannot assign a patient or assign to a clinician', async () => {
  const world = await aClinicOfTwo();
  const other = await aClinicOfTwo();
  assert.equal((await assign(other.admin, world)).status, 404);
  const mixed = { patient: world.patient, from: other.from, to: other.to };
  assert.equal((await assign(other.admin, mixed)).status, 404);
});

function transfer(
  as: Record<string, string>,
  { from, to }: Pick<World, 'from' | 'to'>,
  patientIds: string[],
) {
  const body = { clinician_from: from.id, clinician_to: to.id, patient_ids: patientIds };
  return call(app, 'transferPatients', { as, body });
}

test('an admin transfers many patients with one call', async () => {
  const world = await aClinicOfTwo();
  const more = await Promise.all(
    Array.from({ length: 20 }, () => aPatient(services, world.clinic.id, { clinicianId: world.from.id })),
  );
  const ids = [world.patient, ...more].map(({ id }) => id);
  const { status, body } = await transfer(world.admin, world, [...ids, ids[0] ?? '']);
  assert.deepEqual([status, body], [200, { data: { transferred: 21 } }]);
  assert.equal(await count(world.as), 0);
  const trail = await inClinic(services, world.clinic.id, (db) =>
    db
      .selectFrom('audit')
      .select(['patient_id', 'object_id'])
      .where('action', '=', 'patient_assigned')
      .execute(),
  );
  assert.deepEqual(trail.map((row) => row.patient_id).toSorted(), ids.toSorted());
  assert.deepEqual([...new Set(trail.map((row) => row.object_id))], [`${world.from.id} ${world.to.id}`]);
});

test('a transfer with a patient of another clinician or clinic transfers no patient', async () => {
  const world = await aClinicOfTwo();
  const moved = await aPatient(services, world.clinic.id, { clinicianId: world.to.id });
  const refused = await transfer(world.admin, world, [world.patient.id, moved.id]);
  assert.deepEqual([refused.status, refused.problem.code], [409, 'patient_moved']);
  const foreign = await aClinicOfTwo();
  assert.equal((await transfer(world.admin, world, [world.patient.id, foreign.patient.id])).status, 404);
  assert.equal((await transfer(world.admin, world, [])).status, 400);
  assert.equal(await count(world.as), 1);
});

test('one of two simultaneous transfers of the same patients is done and the other refused, without a deadlock', async () => {
  const world = await aClinicOfTwo();
  const more = await Promise.all(
    Array.from({ length: 30 }, () => aPatient(services, world.clinic.id, { clinicianId: world.from.id })),
  );
  const ids = more.map(({ id }) => id);
  const answers = await Promise.all([
    transfer(world.admin, world, ids),
    transfer(world.admin, world, ids.toReversed()),
  ]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
});

test('a clinician may not transfer patients', async () => {
  const world = await aClinicOfTwo();
  const { status, problem } = await transfer(world.as, world, [world.patient.id]);
  assert.deepEqual([status, problem.code], [403, 'forbidden']);
});
