import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import {
  aClinic,
  aClinician,
  aPatient,
  inClinic,
  type TestClinic,
  type TestUser,
} from '../../../test/builders.ts';
import { manage, rowsOf } from '../../../test/operator.ts';
import { testServices } from '../../../test/services.ts';
import { sealAudit } from '../audit/sealer.ts';
import { verifyAudit } from '../audit/verify.ts';
import type { Services } from '../services.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'replay-'));
let services: Services;
let clinic: TestClinic;
let patients: [TestUser, TestUser];

before(async () => {
  services = await testServices();
  clinic = await aClinic(services);
  const clinicianId = (await aClinician(services, clinic.id)).id;
  patients = [
    await aPatient(services, clinic.id, { clinicianId }),
    await aPatient(services, clinic.id, { clinicianId }),
  ];
});

const scene = () => ({ services, dataDir });

const livingIds = () =>
  inClinic(services, clinic.id, async (db) => {
    const rows = await db.selectFrom('patients').select('id').where('clinic_id', '=', clinic.id).execute();
    return rows.map(({ id }) => id);
  });

/** The patient's row, and how a recovery brings it back after the erasure. */
async function rememberRow({ id }: TestUser): Promise<() => Promise<unknown>> {
  const { rows } = await inClinic(services, clinic.id, (db) =>
    sql<{ row: string }>`SELECT to_jsonb(p)::text AS row FROM patients p WHERE id = ${id}`.execute(db),
  );
  const row = rows[0]?.row;
  return () =>
    inClinic(services, clinic.id, (db) =>
      sql`INSERT INTO patients SELECT * FROM jsonb_populate_record(NULL::patients, ${row}::jsonb)`.execute(
        db,
      ),
    );
}

test('a patient whom a recovery brings back is erased again by the list, all others stay, and the trail verifies', async () => {
  const [erased, kept] = patients;
  const bringBack = await rememberRow(erased);
  assert.equal((await manage(scene(), 'erase', 'patient', clinic.name, erased.name, '--yes')).code, 0);
  const list = await rowsOf(scene(), 'erase', 'list');
  assert.deepEqual(
    list.map((row: Record<string, string>) => [row['clinic_id'], row['patient_id']]),
    [[clinic.id, erased.id]],
  );
  assert.ok(!JSON.stringify(list).includes(erased.name));
  const file = join(dataDir, 'erased.json');
  writeFileSync(file, JSON.stringify(list));
  await bringBack();
  assert.deepEqual(new Set(await livingIds()), new Set([erased.id, kept.id]));

  const words = ['erase', 'replay', '--from', file];
  assert.equal((await manage(scene(), ...words)).code, 2);
  const row = { clinic: clinic.name, listed: 1 };
  assert.deepEqual(await rowsOf(scene(), ...words, '--yes'), [{ ...row, erased_again: 1 }]);
  assert.deepEqual(await livingIds(), [kept.id]);
  assert.deepEqual(await rowsOf(scene(), ...words, '--yes'), [{ ...row, erased_again: 0 }]);
  await sealAudit(services.pool);
  assert.deepEqual((await verifyAudit(services.pool, clinic.id, new Map())).findings, []);
});

test('a file that is no list of erasures is refused, and every patient stays', async () => {
  const living = await livingIds();
  const file = join(dataDir, 'broken.json');
  for (const text of ['', '{}', '[{"clinic_id":"x","patient_id":"y"}]']) {
    writeFileSync(file, text);
    const { code, notes } = await manage(scene(), 'erase', 'replay', '--from', file, '--yes');
    assert.deepEqual([code, notes.includes('no list of "erase list --json"')], [1, true]);
  }
  assert.equal((await manage(scene(), 'erase', 'replay', '--from', 'missing', '--yes')).code, 1);
  assert.deepEqual(await livingIds(), living);
});
