import { strict as assert } from 'node:assert';
import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { Client } from 'pg';
import {
  aBackup,
  aBackupScene,
  everyRow,
  restoreInto,
  servicesOn,
  tablesNaming,
} from '../../../test/backup-scene.ts';
import {
  aClinic,
  aClinician,
  anAdmin,
  aPatient,
  inClinic,
  signIn,
  type TestClinic,
  type TestUser,
} from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import { aCrisisEvent, aCrisisReminder } from '../../../test/crisis-rows.ts';
import { testDatabase } from '../../../test/database.ts';
import { manage } from '../../../test/operator.ts';
import { createDatabase, dropDatabase, withDatabase } from '../../../test/servers.ts';
import { answersTo, answerSurvey, getPage, saveDraft } from '../../../test/survey-calls.ts';
import { buildApp } from '../app.ts';
import { sealAudit } from '../audit/sealer.ts';
import { verifyAudit } from '../audit/verify.ts';
import { withCopySnapshot } from '../database/copy.ts';
import { migrate, migrationFiles } from '../database/migrate.ts';
import type { Keys } from '../keys/keys.ts';
import { erasePatient } from '../subject-rights/erase.ts';
import type { Services } from '../services.ts';
import { keysOfPatients, withoutErased } from './backup-keys.ts';
import { leftOut } from './table-queries.ts';
import { operator, terminal } from '../audit/operator.ts';

let url: string;
let services: Services;
let app: FastifyInstance;
let clinic: TestClinic;
let clinician: TestUser;
let patients: [TestUser, TestUser, TestUser];

const scene = aBackupScene(async (filled) => {
  ({ url, services } = filled);
  app = await buildApp(services);
  clinic = await aClinic(services);
  await aPatient(services, (await aClinic(services)).id);
  await anAdmin(services, clinic.id);
  clinician = await aClinician(services, clinic.id);
  const build = (code: string) =>
    aPatient(services, clinic.id, {
      code,
      clinicianId: clinician.id,
      birthDate: '1987-03-09',
      labels: [{ key: 'CLUSTER', value: `Familie von\t${code}\n\\.` }],
    });
  patients = [await build('BLEIBT1'), await build('GEHT2'), await build('NEU3')];
  for (const patient of patients.slice(0, 2)) {
    const as = await signIn(services, patient);
    const { survey_session_id: session } = await getPage(app, as);
    await answerSurvey(app, as);
    const acknowledged = { by: clinician, note: `Notiz zu ${patient.name}` };
    const event = await aCrisisEvent(services, patient, session, { itemId: 'kept', acknowledged });
    await aCrisisReminder(services, patient, event);
  }
  await nameDeputy();
  const staff = await signIn(services, clinician);
  for (const id of await finishedSessions())
    assert.equal((await call(app, 'getClinicianReport', { as: staff, params: { id } })).status, 200);
  const as = await signIn(services, patients[2]);
  await saveDraft(app, as, answersTo(await getPage(app, as)));
  await sealAudit(services.pool);
});

after(() => app.close());

/** A deputy and an address for reminders, which belong to staff. */
/** Erases a patient of the clinic, as the operator does. */
const eraseForGood = ({ id, name: code }: TestUser) =>
  inClinic(services, clinic.id, (db) =>
    erasePatient(
      db,
      services.keys,
      { clinicId: clinic.id, id, code },
      { role: operator.role, requestId: terminal.id },
    ),
  );

async function nameDeputy(): Promise<void> {
  const as = await signIn(services, clinician);
  const { id } = await aClinician(services, clinic.id);
  const today = services.today();
  const body = { deputy_id: id, from: today, until: today };
  assert.equal((await call(app, 'setDeputy', { as, body })).status, 200);
  const address = { address: 'ich@ambulanz.example' };
  assert.equal((await call(app, 'setReminderAddress', { as, body: address })).status, 200);
}

async function finishedSessions(): Promise<string[]> {
  const rows = await inClinic(services, clinic.id, (db) =>
    db.selectFrom('survey_sessions').select('id').where('clinic_id', '=', clinic.id).execute(),
  );
  return rows.map(({ id }) => id);
}

/** Every key, foreign key and index, and whether it counts. */
async function checksOf(address: string): Promise<string[]> {
  const client = new Client({ connectionString: address });
  await client.connect();
  const { rows } =
    await client.query(`SELECT conrelid::regclass || ' ' || conname || ' ' || convalidated || ' ' ||
      pg_get_constraintdef(oid) AS one FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT pg_get_indexdef(indexrelid) || indisvalid FROM pg_index WHERE indrelid::regclass::text !~ '^pg_' ORDER BY 1`);
  await client.end();
  return rows.map(({ one }) => one);
}

const restoredTables = (content: Map<string, string[]>) =>
  [...content].filter(([name]) => !(leftOut as readonly string[]).includes(name));

const UUID_LENGTH = '(00000000-0000-0000-0000-000000000000'.length;

// A restore adds a row of its own to every trail.
const ownTables = ['audit', 'audit_unsealed'];

describe('a backup that is restored into an empty database', () => {
  test('a restored backup has every row of every table, an audit trail that verifies, and logins that work', async () => {
    const backup = await aBackup(scene);
    const { url: target } = await testDatabase();
    const result = await restoreInto(scene, target, backup);
    assert.deepEqual(
      [result.rows, result.erased_since, result.rows_left_out, result.audit_findings],
      [backup.rows, 0, 0, 0],
    );
    const checks = await checksOf(target);
    assert.ok(checks.length > 100);
    assert.deepEqual(checks, await checksOf(url));
    const [before_, after_] = [await everyRow(url), await everyRow(target)];
    for (const [name, rows] of restoredTables(before_))
      if (!ownTables.includes(name)) assert.deepEqual(after_.get(name), rows, name);
    assert.equal(after_.get('audit')?.length, (before_.get('audit')?.length ?? 0) + 2);
    const noted = after_.get('audit')?.filter((row) => row.includes(',backup_restored,')) ?? [];
    const trails = before_.get('clinics')?.map((row) => row.slice(0, UUID_LENGTH));
    assert.deepEqual(noted.map((row) => row.slice(0, UUID_LENGTH)).toSorted(), trails);
    assert.ok((after_.get('answers')?.length ?? 0) > 20);
    assert.ok((after_.get('reports')?.length ?? 0) > 0);
    const filled = ['drafts', 'crisis_events', 'crisis_reminders', 'deputies', 'reminder_addresses'];
    for (const name of filled) assert.ok((after_.get(name)?.length ?? 0) > 0, name);

    const restored = await servicesOn(target, services.keys);
    await sealAudit(restored.pool);
    assert.deepEqual((await verifyAudit(restored.pool, clinic.id, new Map())).findings, []);
    const other = await buildApp(restored);
    for (const user of [patients[0], clinician]) {
      const route = user.role === 'patient' ? 'loginPatient' : 'loginClinician';
      const body = { clinic_id: clinic.id, username: user.name, password: user.secret };
      assert.equal((await call(other, route, { body })).status, 200);
    }
    const old = await signIn(services, clinician);
    assert.equal((await call(other, 'listOwnPatients', { as: old })).status, 403);
    const as = await signIn(restored, patients[2]);
    assert.equal((await answerSurvey(other, as, { pages: 1 })).length, 1);
    await other.close();
  });

  test('a restore into a blank database creates the tables, and row-level security binds every role again', async () => {
    const backup = await aBackup(scene);
    const name = await createDatabase(url);
    const target = withDatabase(url, name);
    try {
      assert.equal((await restoreInto(scene, target, backup)).rows, backup.rows);
      const client = new Client({ connectionString: target });
      await client.connect();
      const { rows } =
        await client.query(`SELECT relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
        AND a.attname = 'clinic_id' WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
        AND NOT (relrowsecurity AND relforcerowsecurity)`);
      await client.end();
      assert.deepEqual(rows, []);
      await assert.rejects(restoreInto(scene, target, backup), /not empty/);
    } finally {
      await dropDatabase(url, name);
    }
  });

  test('a backup of an older version is loaded into its own tables and then migrated', async () => {
    const missing = migrationFiles().toSorted().at(-1)!;
    const [older, target] = [await createDatabase(url), await createDatabase(url)].map((name) => ({
      name,
      url: withDatabase(url, name),
    })) as [{ name: string; url: string }, { name: string; url: string }];
    await migrate(older.url, new Set(migrationFiles().filter((name) => name !== missing)));
    const old = await servicesOn(older.url, services.keys);
    try {
      await aPatient(old, (await aClinic(old)).id);
      const folder = mkdtempSync(join(scene.folder, 'older-'));
      const backup = await aBackup({ ...scene, folder }, old);
      await assert.rejects(restoreInto(scene, (await testDatabase()).url, backup), /another version/);
      assert.equal((await restoreInto(scene, target.url, backup)).rows, backup.rows);
      assert.ok((await everyRow(target.url)).get('schema_migrations')?.some((row) => row.includes(missing)));
    } finally {
      for (const { name } of [older, target]) await dropDatabase(url, name);
    }
  });

  test('a backup is one state of the database while patients are added and answer', async () => {
    const coming = Array.from({ length: 8 }, () =>
      aPatient(services, clinic.id, { clinicianId: clinician.id }),
    );
    const as = await signIn(services, patients[2]);
    const [backup] = await Promise.all([aBackup(scene), answerSurvey(app, as, { pages: 4 }), ...coming]);
    const { url: target } = await testDatabase();
    const result = await restoreInto(scene, target, backup);
    assert.deepEqual([result.rows, result.erased_since, result.audit_findings], [backup.rows, 0, 0]);
  });

  test('a restore with other field keys is refused, and the database stays empty', async () => {
    const backup = await aBackup(scene);
    const { url: target } = await testDatabase();
    const others: Keys = { current: 1, roots: new Map([[1, randomBytes(32)]]) };
    const untouched = await everyRow(target);
    await assert.rejects(restoreInto(scene, target, backup, others), /keys\/secrets\.json/);
    assert.deepEqual(await everyRow(target), untouched);
    assert.equal((await restoreInto(scene, target, backup)).rows, backup.rows);
  });
});

test('a patient who is erased while a backup runs is not on its list of keys', async () => {
  const patient = await aPatient(services, clinic.id, { clinicianId: clinician.id });
  const { patientKeys } = await withCopySnapshot(services.pool, (client) => keysOfPatients(client, services));
  assert.ok(patientKeys.has(patient.id));
  await eraseForGood(patient);
  const kept = await withoutErased(services.pool, patientKeys);
  assert.deepEqual([kept.has(patient.id), kept.size], [false, patientKeys.size - 1]);
});

test('a patient who is erased after the snapshot of a backup, and had no key yet, gets none', async () => {
  const patient = await aPatient(services, clinic.id, { clinicianId: clinician.id });
  await withCopySnapshot(services.pool, async (client) => {
    await eraseForGood(patient);
    const { patientKeys, patientsOf } = await keysOfPatients(client, services);
    assert.equal(patientKeys.has(patient.id), false);
    const counted = [...patientsOf.values()].reduce((sum, count) => sum + count, 0);
    assert.equal(patientKeys.size, counted - 1);
  });
});

test('an erased patient is gone from older backups under the newest list of keys; all others are restored', async () => {
  const [kept, erased] = patients;
  const birthDate = '1987-03-09';
  const old = await aBackup(scene);
  const beforeErasure = await everyRow(url);
  await eraseForGood(erased);
  assert.deepEqual(await tablesNaming(url, [erased.id]), ['audit']);
  assert.deepEqual(await tablesNaming(url, [erased.name]), []);
  await sealAudit(services.pool);
  assert.deepEqual((await verifyAudit(services.pool, clinic.id, new Map())).findings, []);
  await aBackup(scene);

  const { url: target } = await testDatabase();
  const result = await restoreInto(scene, target, old);
  assert.deepEqual([result.erased_since, result.audit_findings], [1, 0]);
  assert.equal(result.rows + result.rows_left_out, old.rows);
  const restored = await everyRow(target);
  assert.ok((restored.get('crisis_reminders')?.length ?? 0) > 0);
  const of = (rows: string[]) => rows.filter((row) => row.includes(erased.id));
  for (const [name, rows] of restoredTables(beforeErasure)) {
    if (ownTables.includes(name)) continue;
    const left = new Set(restored.get(name));
    assert.ok(left.isSubsetOf(new Set(rows)), name);
    if (name !== 'audit' && of(rows).length > 0) assert.equal(left.size, rows.length - of(rows).length, name);
  }
  assert.deepEqual(await tablesNaming(target, [erased.id]), ['audit']);
  assert.deepEqual(await tablesNaming(target, [erased.name, birthDate]), []);
  const count = (content: Map<string, string[]>, table: string) =>
    content.get(table)?.filter((row) => row.includes(kept.id)).length;
  assert.equal(count(restored, 'survey_sessions'), count(beforeErasure, 'survey_sessions'));
  assert.ok((count(restored, 'survey_sessions') ?? 0) > 0);
});

test('an erased clinic leaves its tombstone only, and an older backup comes back without it', async () => {
  const gone = await aClinic(services);
  await anAdmin(services, gone.id);
  const patient = await aPatient(services, gone.id);
  const old = await aBackup(scene);
  const command = (...words: string[]) => manage({ services, dataDir: scene.folder }, 'clinic', ...words);
  const inUse = await command('erase', gone.name, '--yes');
  assert.deepEqual([inUse.code, inUse.notes.includes('is in use')], [1, true]);
  await command('suspend', gone.name, '--yes');
  const erased = await command('erase', gone.name, '--yes');
  assert.equal(erased.code, 0, erased.notes);
  assert.deepEqual(await tablesNaming(url, [gone.id]), ['erased_clinics']);
  assert.deepEqual(await tablesNaming(url, [patient.id, patient.name]), []);
  assert.deepEqual((await verifyAudit(services.pool, clinic.id, new Map())).findings, []);
  await aBackup(scene);

  const { url: target } = await testDatabase();
  const result = await restoreInto(scene, target, old);
  assert.deepEqual([result.clinics_erased_since, result.audit_findings], [1, 0]);
  assert.deepEqual(await tablesNaming(target, [gone.id]), ['erased_clinics']);
  assert.equal((await everyRow(target)).get('clinics')?.length, (await everyRow(url)).get('clinics')?.length);
});
