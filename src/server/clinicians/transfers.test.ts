import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { Client } from 'pg';
import { aClinic, aClinician, anAdmin, aPatient, signIn, type TestUser } from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import { testDatabase } from '../../../test/database.ts';
import { aPool, testServices } from '../../../test/services.ts';
import { buildApp } from '../app.ts';
import type { Services } from '../services.ts';

let url: string;
let services: Services;
let app: FastifyInstance;

before(async () => {
  ({ url } = await testDatabase());
  services = await testServices({ pool: aPool(url), loginPool: aPool(url, 5) });
  app = await buildApp(services);
});

type As = Record<string, string>;
type Transfer = { clinician_id: string; patients: { code: string }[]; moved_on: number };

async function move(as: As, patient: TestUser | undefined, from: TestUser, to: TestUser): Promise<void> {
  const body = { patient_id: patient?.id ?? '', clinician_from: from.id, clinician_to: to.id };
  assert.equal((await call(app, 'assignPatient', { as, body })).status, 200);
}

/** A clinic with three clinicians, and patients of the first one. */
async function aScene(codes: readonly string[]) {
  const { id } = await aClinic(services);
  const from = await aClinician(services, id);
  const to = await aClinician(services, id);
  const third = await aClinician(services, id);
  const patients: TestUser[] = [];
  for (const code of codes) patients.push(await aPatient(services, id, { code, clinicianId: from.id }));
  const admin = await signIn(services, await anAdmin(services, id));
  const transfersOf = async (clinician: TestUser, as: As = admin) => {
    const { body } = await call(app, 'listTransfers', { as, params: { id: clinician.id } });
    return body.transfers.map(({ clinician_id: target, patients: still, moved_on: moved }: Transfer) => [
      target,
      still.map(({ code }) => code),
      moved,
    ]);
  };
  return { id, from, to, third, patients, admin, transfersOf };
}

test('the patients whom an admin transferred are listed by the clinician who got them, without those who came back', async () => {
  const { from, to, third, patients, admin, transfersOf } = await aScene(['A', 'B', 'C', 'D']);
  const [a, b, c, d] = patients;
  assert.deepEqual(await transfersOf(from), []);
  for (const patient of [a, b, c]) await move(admin, patient, from, to);
  await move(admin, d, from, third);
  await move(admin, c, to, from);
  const listed = await transfersOf(from);
  assert.equal(listed.length, 2);
  assert.deepEqual(
    listed.find(([target]: [string]) => target === to.id),
    [to.id, ['A', 'B'], 0],
  );
  assert.deepEqual(await transfersOf(to), [[from.id, ['C'], 0]], 'what came back was a transfer, too');
});

test('a patient who moved on is counted and not listed, and a transfer without patients left is gone', async () => {
  const { from, to, third, patients, admin, transfersOf } = await aScene(['A', 'B']);
  const [a, b] = patients;
  for (const patient of [a, b]) await move(admin, patient, from, to);
  await move(await signIn(services, to), a, to, third);
  assert.deepEqual(await transfersOf(from), [[to.id, ['B'], 1]]);
  await move(admin, b, to, third);
  assert.deepEqual(await transfersOf(from), []);
});

test('what a clinician assigned is not taken back by an admin, nor what lies 14 days back', async () => {
  const { id, from, to, patients, admin, transfersOf } = await aScene(['A', 'B']);
  const [a, b] = patients;
  await move(await signIn(services, from), a, from, to);
  assert.deepEqual(await transfersOf(from), []);
  await move(admin, b, from, to);
  assert.equal((await transfersOf(from)).length, 1);
  // The server may not change its trail.
  const owner = new Client(url);
  await owner.connect();
  await owner.query(`UPDATE audit SET at = at - interval '15 days' WHERE clinic_id = $1`, [id]);
  await owner.end();
  assert.deepEqual(await transfersOf(from), []);
});
