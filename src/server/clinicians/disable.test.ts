import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import {
  aClinic,
  aClinician,
  anAdmin,
  aPatient,
  BIRTH_DATE,
  inClinic,
  signIn,
} from '../../../test/builders.ts';
import { call, type Answered } from '../../../test/call.ts';
import { waitingForLocks } from '../../../test/lock-waits.ts';
import { testServices } from '../../../test/services.ts';
import { buildApp } from '../app.ts';
import { withoutTenant, withTenant, type Db } from '../database/transaction.ts';
import { assignPatients } from '../patients/queries.ts';
import type { Services } from '../services.ts';
import { upsertDeputy } from '../crisis/deputy-queries.ts';
import { lockClinician } from '../login/account-queries.ts';
import { setEnabled } from './queries.ts';

let services: Services;
let app: FastifyInstance;

before(async () => {
  services = await testServices();
  app = await buildApp(services);
});

async function aClinicToLeave() {
  const { id: clinicId } = await aClinic(services);
  const leaving = await aClinician(services, clinicId);
  const staying = await aClinician(services, clinicId);
  const patient = await aPatient(services, clinicId, { clinicianId: staying.id });
  const admin = await signIn(services, await anAdmin(services, clinicId));
  return { clinicId, leaving, staying, patient, admin };
}

type World = Awaited<ReturnType<typeof aClinicToLeave>>;

const disable = ({ admin, leaving }: World) =>
  call(app, 'disableClinician', { as: admin, params: { id: leaving.id } });

const isEnabled = ({ clinicId, leaving }: World) =>
  inClinic(services, clinicId, async (db) => {
    const query = db.selectFrom('accounts').select('enabled').where('id', '=', leaving.id);
    return (await query.executeTakeFirstOrThrow()).enabled;
  });

const patientsOfLeaving = ({ clinicId, leaving }: World) =>
  inClinic(services, clinicId, async (db) => {
    const query = db.selectFrom('patients').select('id').where('clinician_id', '=', leaving.id);
    return (await query.execute()).length;
  });

/** Runs a call while another transaction holds its changes. That transaction commits when the call waits for it. */
async function during(world: World, change: (db: Db) => Promise<unknown>, work: () => Promise<Answered>) {
  const begun: Promise<Answered>[] = [];
  await withTenant(services.pool, world.clinicId, async (db) => {
    await change(db);
    const working = work();
    begun.push(working);
    await Promise.race([working, untilACallWaits()]);
  });
  return begun[0]!;
}

async function untilACallWaits(): Promise<void> {
  const end = Date.now() + 10_000;
  while (Date.now() < end) if ((await withoutTenant(services.pool, waitingForLocks)) > 0) return;
}

test('a clinician with patients cannot be disabled until they are transferred', async () => {
  const world = await aClinicToLeave();
  const { admin, leaving, staying } = world;
  const patient = await aPatient(services, world.clinicId, { clinicianId: leaving.id });
  const session = await signIn(services, leaving);
  const refused = await disable(world);
  assert.deepEqual([refused.status, refused.problem.code], [409, 'patients_assigned']);
  assert.equal(await isEnabled(world), true);
  assert.equal((await call(app, 'listOwnPatients', { as: session })).status, 200);
  const body = { clinician_from: leaving.id, clinician_to: staying.id, patient_ids: [patient.id] };
  assert.equal((await call(app, 'transferPatients', { as: admin, body })).status, 200);
  assert.equal((await disable(world)).status, 200);
  assert.equal(await isEnabled(world), false);
});

const disabled = (world: World) => (db: Db) => setEnabled(db, world.clinicId, world.leaving.id, false);

describe('a clinician who is disabled while patients are given', () => {
  test('an assignment that is about to commit keeps the clinician enabled', async () => {
    const world = await aClinicToLeave();
    const assigned = async (db: Db) => {
      await lockClinician(db, world.clinicId, world.leaving.id);
      await assignPatients(db, world.clinicId, [world.patient.id], world.leaving.id);
    };
    const { status, problem } = await during(world, assigned, () => disable(world));
    assert.deepEqual([status, problem.code], [409, 'patients_assigned']);
    assert.deepEqual([await isEnabled(world), await patientsOfLeaving(world)], [true, 1]);
  });

  test('an assignment, a transfer, a registration and an import that come later are refused', async () => {
    const calls = {
      assignPatient: ({ patient, staying, leaving }: World) => ({
        body: { patient_id: patient.id, clinician_from: staying.id, clinician_to: leaving.id },
      }),
      transferPatients: ({ patient, staying, leaving }: World) => ({
        body: { patient_ids: [patient.id], clinician_from: staying.id, clinician_to: leaving.id },
      }),
      registerPatient: ({ leaving }: World) => ({ body: registration(leaving.name) }),
      importCsv: ({ leaving }: World) => ({ file: csv(leaving.name) }),
    } as const;
    for (const [name, request] of Object.entries(calls)) {
      const world = await aClinicToLeave();
      const send = () => call(app, name as keyof typeof calls, { as: world.admin, ...request(world) });
      const { status } = await during(world, disabled(world), send);
      assert.ok(status >= 400 && status < 500, `${name}: ${status}`);
      assert.equal(await patientsOfLeaving(world), 0, name);
    }
  });

  test('a clinician who is being disabled is refused as deputy', async () => {
    const world = await aClinicToLeave();
    const as = await signIn(services, world.staying);
    const today = services.today();
    const body = { deputy_id: world.leaving.id, from: today, until: today };
    const { status } = await during(world, disabled(world), () => call(app, 'setDeputy', { as, body }));
    assert.equal(status, 400);
  });

  test('a deputyship that is about to commit ends with the account', async () => {
    const world = await aClinicToLeave();
    const today = services.today();
    const named = async (db: Db) => {
      await lockClinician(db, world.clinicId, world.leaving.id);
      const days = { deputyId: world.leaving.id, from: today, until: today };
      await upsertDeputy(db, world.clinicId, world.staying.id, days);
    };
    assert.equal((await during(world, named, () => disable(world))).status, 200);
    const left = await inClinic(services, world.clinicId, (db) =>
      db.selectFrom('deputies').selectAll().execute(),
    );
    assert.deepEqual(left, []);
  });
});

const registration = (username: string) => ({
  code: `N${randomUUID().slice(0, 8)}`,
  day_of_birth: BIRTH_DATE,
  gender: 'FEMALE',
  clinician_username: username,
  diagnosis_id: 'F32.1',
  admission: '2026-01-01',
  discharge: '2026-12-01',
  labels: [],
});

const csv = (username: string) =>
  [
    'code;birth_date;gender;diagnosis_id;employee;admission;discharge;labels',
    `N${randomUUID().slice(0, 8)};1990-01-01;FEMALE;F32.1;${username};2026-01-01;2026-12-01;`,
  ].join('\n');
