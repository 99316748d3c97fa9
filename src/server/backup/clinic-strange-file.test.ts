// An archive of a clinic proves nothing about the person who made it: anybody may know the recipient.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { aClinic, anAdmin, aPatient, signIn, type TestClinic } from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import { aFolder, exportScene } from '../../../test/export-scene.ts';
import { manage, type OperatorScene, rowsOf } from '../../../test/operator.ts';
import { buildApp } from '../app.ts';
import { sealAudit } from '../audit/sealer.ts';
import { asOwner, enterClinicForCopy } from '../database/copy.ts';

let [strange, here]: [OperatorScene, OperatorScene] = [] as never;
const [folder, key] = [aFolder(), join(aFolder(), 'here.key')];
let recipient: string;

before(async () => {
  [strange, here] = [await exportScene(), await exportScene()];
  [{ recipient }] = await rowsOf(here, 'backup', 'key', '--to', key);
});

const inOwnerOf = ({ services }: OperatorScene, clinicId: string, statement: string) =>
  asOwner(services.pool.options.connectionString!, async (client) => {
    await enterClinicForCopy(client, clinicId);
    return (await client.query(statement)).rows;
  });

/** A suspended clinic of the strange installation with a sealed trail. */
async function aStrangeClinic(): Promise<TestClinic> {
  const clinic = await aClinic(strange.services);
  await aPatient(strange.services, clinic.id);
  await rowsOf(strange, 'clinic', 'suspend', clinic.name, '--yes');
  await sealAudit(strange.services.pool);
  return clinic;
}

async function importOf(clinic: TestClinic) {
  const file = join(folder, `${clinic.id}.age`);
  await rowsOf(strange, 'clinic', 'export', clinic.name, '--to', file, '--recipient', recipient);
  return manage(here, 'clinic', 'import', '--from', file, '--identity', key);
}

const isHere = async (clinic: TestClinic) =>
  (await rowsOf(here, 'clinic', 'list')).some(({ id }: { id: string }) => id === clinic.id);

const nextNumber = async (): Promise<number> => {
  const clinic = await aClinic(here.services);
  const sequence = `SELECT last_value::float8 AS last FROM audit_id_seq`;
  return (await inOwnerOf(here, clinic.id, sequence))[0].last;
};

test('a clinic whose trail was tampered with is not taken over', async () => {
  const clinic = await aStrangeClinic();
  await inOwnerOf(
    strange,
    clinic.id,
    `UPDATE audit SET role = 'admin' WHERE clinic_id = '${clinic.id}' AND action = 'clinic_suspended'`,
  );
  const { code, notes } = await importOf(clinic);
  assert.equal(code, 1);
  assert.match(notes, /edited at place/);
  assert.match(notes, /the audit trail in the file was tampered with: 1 finding\(s\)\. Nothing was loaded/);
  assert.equal(await isHere(clinic), false);
});

test('numbers of rows in a file do not use up those of the trails of all clinics, which are written on', async () => {
  for (const number of ['9223372036854775806', '1099511627777', '0', '-5']) {
    const clinic = await aStrangeClinic();
    await inOwnerOf(
      strange,
      clinic.id,
      `INSERT INTO audit (id, clinic_id, role, action, result, request_id, address_prefix)
         OVERRIDING SYSTEM VALUE VALUES (${number}, '${clinic.id}', 'operator', 'clinic_exported', 'done', '', '');
       INSERT INTO audit_unsealed (clinic, audit_id) VALUES ('${clinic.id}', ${number})`,
    );
    const numberBefore = await nextNumber();
    const { code, notes } = await importOf(clinic);
    assert.equal(code, 1);
    assert.match(notes, new RegExp(`a row of the number ${number}, which no installation reaches`));
    assert.equal(await isHere(clinic), false);
    assert.ok((await nextNumber()) - numberBefore < 100);
  }
  const { services } = here;
  const app = await buildApp(services);
  const as = await signIn(services, await anAdmin(services, (await aClinic(services)).id));
  assert.equal((await call(app, 'listClinicians', { as })).status, 200);
  await app.close();
});

test('an honest clinic of an installation with a longer trail is taken over, and the trails go on behind its rows', async () => {
  await inOwnerOf(strange, (await aClinic(strange.services)).id, `SELECT setval('audit_id_seq', 500000)`);
  const clinic = await aStrangeClinic();
  const { code, notes } = await importOf(clinic);
  assert.equal(code, 0, notes);
  assert.ok((await nextNumber()) > 500_000);
  await rowsOf(here, 'clinic', 'resume', clinic.name);
  assert.equal((await rowsOf(here, 'audit', 'verify', '--clinic', clinic.name))[0].findings, 0);
});
