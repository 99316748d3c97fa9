import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { Client } from 'pg';
import { testDatabase } from '../../../test/database.ts';
import { createDatabase, dropDatabase, withDatabase } from '../../../test/servers.ts';
import { migrate, migrationFiles } from './migrate.ts';

// Migration 037 moves labels and diagnoses from their tables into the patient's row.

const older = new Set(migrationFiles().filter((name) => name < '037'));
const [clinicId, clinicianId] = [randomUUID(), randomUUID()];
const [withBoth, withNone] = [randomUUID(), randomUUID()];
let server: string;
let name: string;
let owner: Client;

before(async () => {
  server = withDatabase((await testDatabase()).url, 'postgres');
  name = await createDatabase(server);
  const url = withDatabase(server, name);
  await migrate(url, older);
  owner = await new Client({ connectionString: url }).connect();
  await owner.query(`INSERT INTO clinics (id, name, name_key) VALUES ($1, 'A', 'a')`, [clinicId]);
  await owner.query(
    `INSERT INTO accounts (clinic_id, id, role, username, username_key, password_hash)
     VALUES ($1, $2, 'clinician', 'w', 'w', '')`,
    [clinicId, clinicianId],
  );
  for (const id of [withBoth, withNone])
    await owner.query(
      `INSERT INTO patients (clinic_id, id, code, code_key, clinician_id, gender, admission, discharge,
         birth_date_encrypted, secret_hash)
       VALUES ($1, $2, $4, $4, $3, 'MALE', '2026-01-01', '2026-12-01', '', '')`,
      [clinicId, id, clinicianId, id],
    );
  await writeAsBefore(withBoth);
  await migrate(url);
});

after(async () => {
  await owner.end();
  await dropDatabase(server, name);
});

// The version before stored positions. The rows themselves have no order.
async function writeAsBefore(patientId: string): Promise<void> {
  await owner.query(
    `INSERT INTO patient_labels (clinic_id, patient_id, position, key, value)
     VALUES ($1, $2, 1, 'CLUSTER', 'S-a'), ($1, $2, 0, 'CLUSTER', 'S-b')`,
    [clinicId, patientId],
  );
  await owner.query(
    `INSERT INTO patient_diagnoses (clinic_id, patient_id, position, diagnosis_id)
     VALUES ($1, $2, 1, 'F32.1'), ($1, $2, 0, 'F41.1')`,
    [clinicId, patientId],
  );
}

async function stored(patientId: string) {
  const { rows } = await owner.query('SELECT labels, diagnosis_ids FROM patients WHERE id = $1', [patientId]);
  return rows[0];
}

const moved = {
  labels: [
    { key: 'CLUSTER', value: 'S-b' },
    { key: 'CLUSTER', value: 'S-a' },
  ],
  diagnosis_ids: ['F41.1', 'F32.1'],
};

describe('labels and diagnoses of the version before', () => {
  test('the migration moves labels and diagnoses into the row of their patient, in their order', async () => {
    assert.deepEqual(await stored(withBoth), moved);
    assert.deepEqual(await stored(withNone), { labels: [], diagnosis_ids: [] });
  });

  test('processes of the version before read, replace and refuse labels as before, until they are restarted', async () => {
    await owner.query(`SET ROLE resonanz_app`);
    await owner.query(`SELECT set_config('app.clinic_id', $1, false)`, [clinicId]);
    const { rows } = await owner.query(
      'SELECT position, key, value FROM patient_labels WHERE patient_id = $1 ORDER BY position',
      [withBoth],
    );
    assert.deepEqual(
      rows,
      moved.labels.map((label, position) => ({ position, ...label })),
    );
    for (const table of ['patient_labels', 'patient_diagnoses'])
      await owner.query(`DELETE FROM ${table} WHERE clinic_id = $1 AND patient_id = $2`, [
        clinicId,
        withBoth,
      ]);
    assert.deepEqual(await stored(withBoth), { labels: [], diagnosis_ids: [] });
    await owner.query(
      `INSERT INTO patient_labels (clinic_id, patient_id, position, key, value) VALUES ($1, $2, 0, 'CLUSTER', 'S-1')`,
      [clinicId, withBoth],
    );
    const diagnose = (patientId: string, id: string) =>
      owner.query(
        `INSERT INTO patient_diagnoses (clinic_id, patient_id, position, diagnosis_id) VALUES ($1, $2, 0, $3)`,
        [clinicId, patientId, id],
      );
    await diagnose(withBoth, 'F32.1');
    assert.deepEqual(await stored(withBoth), {
      labels: [{ key: 'CLUSTER', value: 'S-1' }],
      diagnosis_ids: ['F32.1'],
    });
    await assert.rejects(diagnose(withBoth, 'ZZ9'), { code: '23503' });
    await assert.rejects(diagnose(randomUUID(), 'F32.1'), { code: '23503' });
    await owner.query('RESET ROLE');
  });
});
