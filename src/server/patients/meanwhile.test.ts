import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { aClinic, aClinician, anAdmin, aPatient, signIn } from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import { testServices } from '../../../test/services.ts';
import { buildApp } from '../app.ts';
import type { Services } from '../services.ts';

let now = Date.now();
let services: Services;
let app: FastifyInstance;

before(async () => {
  services = await testServices({ now: () => now });
  app = await buildApp(services);
});

const later = (minutes: number) => {
  now += minutes * 60_000;
};

const at = (minutes: number) => new Date(now - minutes * 60_000).toISOString();

/** An admin and the clinician of one patient, each with a list and a way to edit. */
async function twoAtOnePatient() {
  const clinic = await aClinic(services);
  const staff = {
    admin: await anAdmin(services, clinic.id),
    clinician: await aClinician(services, clinic.id),
  };
  const patient = await aPatient(services, clinic.id, {
    clinicianId: staff.clinician.id,
    admission: '2026-01-10',
    discharge: '2026-12-10',
  });
  const editor = async (role: 'admin' | 'clinician') => {
    const as = await signIn(services, staff[role]);
    const list = role === 'admin' ? 'listClinicPatients' : 'listOwnPatients';
    return {
      name: staff[role].name,
      open: async () => (await call(app, list, { as })).body.list_patient_dto[0],
      save: (body: object, headers = {}) =>
        call(app, 'editPatient', { as, params: { id: patient.id }, body, headers }),
    };
  };
  return { clinic, patient, admin: await editor('admin'), clinician: await editor('clinician') };
}

const regularEnd = [{ key: 'THERAPY_END_REASON', value: 'REGULAR_ENDING' }];

/** The old payload: every field as the form knows it. */
function whole(row: Record<string, unknown>, changed: object) {
  const { revision: _, ...old } = row;
  return { ...old, ...changed };
}

test('the end of a therapy that a clinician enters does not put back the birth date that an admin has corrected', async () => {
  const { admin, clinician } = await twoAtOnePatient();
  const [forAdmin, forClinician] = [await admin.open(), await clinician.open()];
  assert.equal((await admin.save(whole(forAdmin, { date_of_birth: '1992-02-02' }))).status, 200);
  const { status, problem } = await clinician.save(whole(forClinician, { labels: regularEnd }));
  assert.deepEqual([status, problem.code], [409, 'changed_meanwhile']);
  assert.deepEqual(problem.conflicts, [
    { field: 'date_of_birth', theirs: '1992-02-02', by: admin.name, at: new Date(now).toISOString() },
  ]);
  assert.equal((await admin.open()).date_of_birth, '1992-02-02');
});

test('a page that stood open for a minute does not put back a birth date, whatever it sends', async () => {
  const { admin, clinician } = await twoAtOnePatient();
  const known = await clinician.open();
  const { revision } = await admin.open();
  await admin.save({ revision, date_of_birth: '1993-03-03' });
  later(65 / 60);
  const count = { labels: [{ key: 'THERAPY_END_SESSION_COUNT', value: '24' }] };
  assert.equal((await clinician.save(whole(known, count))).status, 409);
  const named = await clinician.save({ revision: known.revision, ...count });
  assert.equal(named.status, 409);
  assert.equal(named.problem.conflicts?.[0]?.theirs, '1993-03-03');
  const again = await clinician.save({ revision: named.problem.revision, ...count });
  assert.equal(again.status, 200);
  const stored = await clinician.open();
  assert.deepEqual([stored.date_of_birth, stored.labels], ['1993-03-03', count.labels]);
});

test('two windows of one account do not overwrite each other', async () => {
  const { admin } = await twoAtOnePatient();
  const { revision } = await admin.open();
  assert.equal((await admin.save({ revision, gender: 'MALE' })).status, 200);
  const { status, problem } = await admin.save({ revision, discharge: '2026-11-30' });
  assert.equal(status, 409);
  assert.deepEqual(
    problem.conflicts?.map(({ field, theirs, by }) => [field, theirs, by]),
    [['gender', 'MALE', admin.name]],
  );
});

test('a refusal names each field that was changed since, labels and diagnoses as one each, and nothing else', async () => {
  const { admin, clinician } = await twoAtOnePatient();
  const { revision } = await clinician.open();
  await admin.save({ revision, diagnoses: [{ id: 'F41.1' }, { id: 'F32.1' }] });
  later(5);
  const next = (await admin.open()).revision;
  await admin.save({ revision: next, labels: regularEnd, admission: '2026-01-20' });
  const { problem } = await clinician.save({ revision, gender: 'DIVERSE' });
  const by = admin.name;
  const { diagnoses } = await admin.open();
  assert.equal(diagnoses[0].description.length > 3, true);
  assert.deepEqual(problem.conflicts, [
    { field: 'diagnoses', theirs: diagnoses, by, at: at(5) },
    { field: 'admission', theirs: '2026-01-20', by, at: at(0) },
    { field: 'labels', theirs: regularEnd, by, at: at(0) },
  ]);
  const { problem: newer } = await clinician.save({ revision: next, gender: 'DIVERSE' });
  assert.deepEqual(
    newer.conflicts?.map(({ field }) => field),
    ['admission', 'labels'],
    'what the form of the second revision showed is no news',
  );
});

test('a write with a revision changes the fields that it names and leaves all others', async () => {
  const { admin } = await twoAtOnePatient();
  const before = await admin.open();
  assert.equal((await admin.save({ revision: before.revision, gender: 'MALE' })).status, 200);
  const after = await admin.open();
  assert.notEqual(after.revision, before.revision);
  assert.deepEqual(after, { ...before, gender: 'MALE', revision: after.revision });
});

test('a write that changes nothing makes no new revision', async () => {
  const { admin } = await twoAtOnePatient();
  const before = await admin.open();
  const labels = [
    { key: 'CLUSTER', value: 'S-1' },
    { key: 'CLUSTER', value: 'S-2' },
  ];
  await admin.save({ revision: before.revision, labels });
  const { revision } = await admin.open();
  assert.equal((await admin.save(whole(before, { labels: labels.toReversed() }))).status, 200);
  assert.equal((await admin.open()).revision, revision);
});

test('a write without a revision is taken an hour after the change of another account, and from the same account at once', async () => {
  const { admin, clinician } = await twoAtOnePatient();
  const known = await clinician.open();
  await admin.save(whole(known, { gender: 'MALE' }));
  assert.equal((await admin.save(whole(known, { gender: 'DIVERSE' }))).status, 200);
  later(59);
  assert.equal((await clinician.save(whole(known, {}))).status, 409);
  later(2);
  assert.equal((await clinician.save(whole(known, {}))).status, 200);
  assert.equal((await admin.open()).gender, 'FEMALE');
});

test('a write without a revision is taken where another account changed other fields', async () => {
  const { admin, clinician } = await twoAtOnePatient();
  await admin.save(whole(await admin.open(), { gender: 'MALE' }));
  assert.equal((await clinician.save(whole(await clinician.open(), { labels: regularEnd }))).status, 200);
});

test('a write without a revision names every field', async () => {
  const { admin } = await twoAtOnePatient();
  const { admission: _, ...incomplete } = whole(await admin.open(), {});
  const { status, problem } = await admin.save(incomplete);
  assert.deepEqual([status, problem.errors?.map(({ path }) => path)], [400, ['admission']]);
});

test('a repeated write with the same key succeeds once, although its revision is the older one by then', async () => {
  const { admin } = await twoAtOnePatient();
  const { revision } = await admin.open();
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const body = { revision, gender: 'MALE' };
  assert.equal((await admin.save(body, headers)).status, 200);
  assert.equal((await admin.save(body, headers)).status, 200);
  assert.equal((await admin.save(body)).status, 409);
});

test('of two writes at the same moment one is refused', async () => {
  const { admin, clinician } = await twoAtOnePatient();
  const { revision } = await admin.open();
  const answers = await Promise.all([
    admin.save({ revision, date_of_birth: '1991-01-01' }),
    clinician.save({ revision, date_of_birth: '1992-02-02' }),
  ]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
});
