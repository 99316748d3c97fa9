import { strict as assert } from 'node:assert';
import { randomBytes, randomUUID } from 'node:crypto';
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import type { FastifyInstance } from 'fastify';
import { Client } from 'pg';
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
import { testDatabase } from '../../../test/database.ts';
import { createDatabase, dropDatabase, withDatabase } from '../../../test/servers.ts';
import { testServices } from '../../../test/services.ts';
import { answersTo, answerSurvey, getPage, saveDraft } from '../../../test/survey-calls.ts';
import { buildApp } from '../app.ts';
import { sealAudit } from '../audit/sealer.ts';
import { verifyAudit } from '../audit/verify.ts';
import { withSnapshot } from '../db/copy.ts';
import { migrate, migrationFiles } from '../db/migrate.ts';
import { insertFingerprint } from '../db/queries.ts';
import { createPool } from '../db/pool.ts';
import { withoutTenant } from '../db/transaction.ts';
import { fingerprint, type Keys } from '../keys.ts';
import type { Services } from '../services.ts';
import { readEncrypted, writeEncrypted } from './backup-file.ts';
import { createMissingKeys, keyFileLines, readPatientKeys, withoutErased } from './backup-keys.ts';
import { KEYS_FILE, writeBackup } from './backup.ts';
import { leftOut, planTables } from './backup-tables.ts';
import { erasePatient } from '../retention/erase.ts';
import { operator, terminal } from './operator.ts';
import { runCommand } from './run-command.ts';
import { checkBackup, restoreBackup } from './restore.ts';

const folder = mkdtempSync(join(tmpdir(), 'resonanz-backup-'));
const note = () => {};
const onError = () => {};

let url: string;
let services: Services;
let app: FastifyInstance;
let clinic: TestClinic;
let clinician: TestUser;
let patients: [TestUser, TestUser, TestUser];
let identity: string;
let recipient: string;

before(async () => {
  ({ url } = await testDatabase());
  services = await onDatabase(url);
  await withoutTenant(services.pool, (db) => insertFingerprint(db, 1, fingerprint(services.keys, 1)));
  app = await buildApp(services);
  identity = await generateIdentity();
  recipient = await identityToRecipient(identity);
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
  patients = [await build('BLEIBT-1'), await build('GEHT-2'), await build('NEU-3')];
  for (const patient of patients.slice(0, 2)) {
    const as = await signIn(services, patient);
    await answerSurvey(app, as);
  }
  const staff = await signIn(services, clinician);
  for (const id of await finishedSessions())
    assert.equal((await call(app, 'getClinicianReport', { as: staff, params: { id } })).status, 200);
  const as = await signIn(services, patients[2]);
  await saveDraft(app, as, answersTo(await getPage(app, as)));
  await sealAudit(services.pool);
});

after(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

async function finishedSessions(): Promise<string[]> {
  const rows = await inClinic(services, clinic.id, (db) =>
    db.selectFrom('survey_sessions').select('id').where('clinic_id', '=', clinic.id).execute(),
  );
  return rows.map(({ id }) => id);
}

function onDatabase(address: string, keys?: Keys): Promise<Services> {
  const pools = {
    pool: createPool(address, { onError }),
    loginPool: createPool(address, { max: 5, onError }),
  };
  return testServices({ ...pools, ...(keys && { keys }) });
}

let files = 0;

async function aBackup() {
  const to = join(folder, `${(files += 1)}.backup`);
  const result = await writeBackup(services, { to, recipients: [recipient], note });
  return { ...result, from: to, keysFile: result.keys_file, identity };
}

/** The rows of every table as the administrator sees them, as sorted texts. */
async function everyRow(address: string): Promise<Map<string, string[]>> {
  const client = new Client({ connectionString: address });
  client.on('error', onError);
  await client.connect();
  try {
    const { rows: tables } = await client.query(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1`,
    );
    const content = new Map<string, string[]>();
    for (const { name } of tables) {
      const { rows } = await client.query(`SELECT t::text AS row FROM ${name} t`);
      content.set(name, rows.map(({ row }) => row).sort());
    }
    return content;
  } finally {
    await client.end();
  }
}

const restoredTables = (content: Map<string, string[]>) =>
  [...content].filter(([name]) => !(leftOut as readonly string[]).includes(name));

// A restore writes itself into every trail.
const ownTables = ['audit', 'audit_unsealed'];

async function restoreInto(
  address: string,
  backup: Awaited<ReturnType<typeof aBackup>>,
  keys = services.keys,
) {
  const dataDir = mkdtempSync(join(folder, 'data-'));
  return restoreBackup(address, backup, { dataDir, note, loadKeys: () => keys });
}

/** Rows of any table that name the patient's id, code or birth date, or hold what was encrypted for them. */
async function tablesNaming(address: string, texts: readonly string[]): Promise<string[]> {
  const content = await everyRow(address);
  return [...content]
    .filter(([, rows]) => rows.some((row) => texts.some((text) => row.includes(text))))
    .map(([name]) => name);
}

describe('a backup that is restored into an empty database', () => {
  test('gives every row of every table again, an audit trail that verifies, and logins that work', async () => {
    const backup = await aBackup();
    const { url: target } = await testDatabase();
    const result = await restoreInto(target, backup);
    assert.deepEqual(
      [result.rows, result.erased_since, result.rows_left_out, result.audit_findings],
      [backup.rows, 0, 0, 0],
    );
    const [before_, after_] = [await everyRow(url), await everyRow(target)];
    for (const [name, rows] of restoredTables(before_))
      if (!ownTables.includes(name)) assert.deepEqual(after_.get(name), rows, name);
    assert.equal(after_.get('audit')?.length, (before_.get('audit')?.length ?? 0) + 2);
    assert.ok((after_.get('answers')?.length ?? 0) > 20);
    assert.ok((after_.get('reports')?.length ?? 0) > 0);
    assert.ok((after_.get('drafts')?.length ?? 0) > 0);

    const restored = await onDatabase(target, services.keys);
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

  test('brings the tables along where there are none yet, and row-level security binds everybody again', async () => {
    const backup = await aBackup();
    const name = await createDatabase(url);
    const target = withDatabase(url, name);
    try {
      assert.equal((await restoreInto(target, backup)).rows, backup.rows);
      const client = new Client({ connectionString: target });
      await client.connect();
      const { rows } =
        await client.query(`SELECT relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
        AND a.attname = 'clinic_id' WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
        AND NOT (relrowsecurity AND relforcerowsecurity)`);
      await client.end();
      assert.deepEqual(rows, []);
      await assert.rejects(restoreInto(target, backup), /not empty/);
    } finally {
      await dropDatabase(url, name);
    }
  });

  test('that an older version of the program made gets its own tables first and is then brought up to date', async () => {
    const missing = '026_erased_audit_rows.sql';
    const [older, target] = [await createDatabase(url), await createDatabase(url)].map((name) => ({
      name,
      url: withDatabase(url, name),
    })) as [{ name: string; url: string }, { name: string; url: string }];
    await migrate(older.url, new Set(migrationFiles().filter((name) => name !== missing)));
    const old = await onDatabase(older.url, services.keys);
    try {
      await aPatient(old, (await aClinic(old)).id);
      const to = join(folder, 'older.backup');
      const made = await writeBackup(old, { to, recipients: [recipient], note });
      const backup = { ...made, from: to, keysFile: made.keys_file, identity };
      await assert.rejects(restoreInto((await testDatabase()).url, backup), /another version/);
      assert.equal((await restoreInto(target.url, backup)).rows, made.rows);
      assert.ok((await everyRow(target.url)).get('schema_migrations')?.some((row) => row.includes(missing)));
    } finally {
      for (const { name } of [older, target]) await dropDatabase(url, name);
    }
  });

  test('is one state of the database, however busily patients come and answer meanwhile', async () => {
    const coming = Array.from({ length: 8 }, () =>
      aPatient(services, clinic.id, { clinicianId: clinician.id }),
    );
    const as = await signIn(services, patients[2]);
    const [backup] = await Promise.all([aBackup(), answerSurvey(app, as, { pages: 4 }), ...coming]);
    const { url: target } = await testDatabase();
    const result = await restoreInto(target, backup);
    assert.deepEqual([result.rows, result.erased_since, result.audit_findings], [backup.rows, 0, 0]);
  });

  test('is refused with other field keys, and the database stays empty', async () => {
    const backup = await aBackup();
    const { url: target } = await testDatabase();
    const others: Keys = { current: 1, roots: new Map([[1, randomBytes(32)]]) };
    await assert.rejects(restoreInto(target, backup, others), /keys\/secrets\.json/);
    assert.deepEqual((await everyRow(target)).get('clinics'), []);
    assert.equal((await restoreInto(target, backup)).rows, backup.rows);
  });
});

describe('a backup', () => {
  test('is refused before anything happens where it was cut or changed at any place', async () => {
    const backup = await aBackup();
    const { url: target } = await testDatabase();
    const whole = readFileSync(backup.from);
    const flipped = (at: number) => whole.map((byte, index) => (index === at ? byte ^ 1 : byte));
    const broken = [
      whole.subarray(0, -1),
      whole.subarray(0, whole.length / 2),
      whole.subarray(0, 40),
      Buffer.alloc(0),
      flipped(20),
      flipped(Math.floor(whole.length / 2)),
      flipped(whole.length - 1),
      Buffer.concat([whole, Buffer.from('x')]),
    ];
    for (const [index, content] of broken.entries()) {
      const from = join(folder, 'broken.backup');
      writeFileSync(from, content);
      await assert.rejects(
        restoreInto(target, { ...backup, from }),
        { name: 'Error', message: /backup/ },
        String(index),
      );
    }
    assert.deepEqual((await everyRow(target)).get('clinics'), []);
  });

  test('that was put together anew by somebody who can encrypt for the recipient lacks its end or its digest', async () => {
    const backup = await aBackup();
    const pieces: Uint8Array[] = [];
    for await (const piece of readEncrypted(backup.from, identity)) pieces.push(piece);
    const plain = Buffer.concat(pieces);
    const from = join(folder, 'again.backup');
    for (const content of [plain.subarray(0, -200), Buffer.concat([plain, plain])]) {
      const again = async function* () {
        yield content;
      };
      await (await writeEncrypted(from, again(), [recipient])).keep();
      await assert.rejects(checkBackup({ ...backup, from }), /no whole and unchanged backup/);
    }
  });

  test('is opened by its identity alone and leaves no other file behind', async () => {
    const backup = await aBackup();
    await assert.rejects(checkBackup({ ...backup, identity: await generateIdentity() }), /does not open/);
    assert.ok(!readdirSync(folder).some((name) => name.endsWith('.partial')));
    assert.equal(statSync(backup.from).mode & 0o077, 0);
    await assert.rejects(
      writeBackup(services, { to: join(folder, 'x'), recipients: ['age1wrong'], note }),
      /no age recipient/,
    );
    const nowhere = join(folder, 'nowhere', 'x');
    await assert.rejects(writeBackup(services, { to: nowhere, recipients: [recipient], note }), /nowhere/);
  });

  test('is not restored with an older list of keys, which would lose whoever came since', async () => {
    const first = await aBackup();
    const old = join(folder, 'old-keys.age');
    copyFileSync(join(folder, KEYS_FILE), old);
    const second = await aBackup();
    await assert.rejects(checkBackup({ ...second, keysFile: old }), /is older than the backup/);
    assert.equal((await checkBackup(first)).erased, 0);
  });

  test('does not run twice at once, and is not opened by the list of another installation', async () => {
    // What a backup holds as long as it runs.
    await withSnapshot(services.pool, async (client) => {
      await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('backup', 0))`);
      await assert.rejects(aBackup(), /another backup is running/);
    });
    const backup = await aBackup();
    const keysFile = join(folder, 'others.age');
    const list = keyFileLines(new Map(), { at: '2999-01-01', clinics: [randomUUID()] });
    await (await writeEncrypted(keysFile, list, [recipient])).keep();
    await assert.rejects(checkBackup({ ...backup, keysFile }), /other clinics/);
  });

  test('knows every table: each is in it or left out by name, and what belongs to patients is under their keys', async () => {
    const plans = await planTables(services.pool);
    const names = plans.map(({ name }) => name.replaceAll('"', ''));
    assert.deepEqual([...names, ...leftOut].sort(), [...(await everyRow(url)).keys()].sort());
    const ofPatients = plans.filter((plan) => plan.ofPatients).map(({ name }) => name.replaceAll('"', ''));
    for (const name of [
      'patients',
      'patient_labels',
      'patient_diagnoses',
      'survey_windows',
      'survey_sessions',
      'survey_pages',
      'answers',
      'drafts',
      'scores',
      'reports',
      'mail_addresses',
      'outbox',
      'known_devices',
    ])
      assert.ok(ofPatients.includes(name), name);
    for (const name of ['accounts', 'audit', 'clinics']) assert.ok(!ofPatients.includes(name), name);
  });
});

test('whoever is erased while a backup runs is not on its list of keys', async () => {
  const patient = await aPatient(services, clinic.id, { clinicianId: clinician.id });
  await createMissingKeys(services.pool, services.keys);
  const { patientKeys } = await withSnapshot(services.pool, (client) =>
    readPatientKeys(client, services.keys, [clinic.id]),
  );
  assert.ok(patientKeys.has(patient.id));
  await inClinic(services, clinic.id, (db) =>
    erasePatient(
      db,
      services.keys,
      { clinicId: clinic.id, id: patient.id, code: patient.name },
      { role: operator.role, requestId: terminal.id },
    ),
  );
  const kept = await withoutErased(services.pool, patientKeys);
  assert.deepEqual([kept.has(patient.id), kept.size], [false, patientKeys.size - 1]);
});

test('an erased patient is gone from older backups once the list of keys was replaced; all others are restored', async () => {
  const [kept, erased] = patients;
  const birthDate = '1987-03-09';
  const old = await aBackup();
  const beforeErasure = await everyRow(url);
  await inClinic(services, clinic.id, (db) =>
    erasePatient(
      db,
      services.keys,
      { clinicId: clinic.id, id: erased.id, code: erased.name },
      { role: operator.role, requestId: terminal.id },
    ),
  );
  assert.deepEqual(await tablesNaming(url, [erased.id]), ['audit']);
  assert.deepEqual(await tablesNaming(url, [erased.name]), []);
  await sealAudit(services.pool);
  assert.deepEqual((await verifyAudit(services.pool, clinic.id, new Map())).findings, []);
  await aBackup();

  const { url: target } = await testDatabase();
  const result = await restoreInto(target, old);
  assert.deepEqual([result.erased_since, result.audit_findings], [1, 0]);
  assert.equal(result.rows + result.rows_left_out, old.rows);
  const restored = await everyRow(target);
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

/** Runs a command as the operator's program does, on the database of this test. */
async function manage(...words: string[]) {
  const [out, notes]: [string[], string[]] = [[], []];
  const code = await runCommand([...words, '--json'], {
    dataDir: folder,
    services: async () => services,
    note: (line) => notes.push(line),
    write: (text) => out.push(text),
  });
  return { code, rows: code === 0 ? JSON.parse(out.join('')) : [], notes: notes.join('\n') };
}

describe('the operator', () => {
  test('makes a key, writes a backup for it and checks it; nothing is ever written unencrypted', async () => {
    const key = join(folder, 'operator.key');
    const made = await manage('backup', 'key', '--to', key);
    assert.equal(statSync(key).mode & 0o777, 0o400);
    assert.equal((await manage('backup', 'key', '--to', key)).code, 1);
    const to = join(folder, 'operator.backup');
    assert.match((await manage('backup', '--to', to)).notes, /never written unencrypted/);
    const written = await manage('backup', '--to', to, '--recipient', made.rows[0].recipient);
    assert.equal(written.code, 0, written.notes);
    assert.match(written.notes, /answers: \d+ rows/);
    const checked = await manage('backup', 'check', '--from', to, '--identity', key);
    assert.equal(checked.rows[0].rows, written.rows[0].rows);
    assert.match((await manage('backup', 'check', '--from', to, '--identity', to)).notes, /no age identity/);
    assert.equal((await manage('backup', 'check', '--from', `${to}x`, '--identity', key)).code, 1);
    assert.equal((await manage('backup', 'check', '--from', to)).code, 2);
  });

  test('sets how long a clinic keeps patients, and confirms where some are due at once', async () => {
    const { name } = await aClinic(services);
    const retention = (...words: string[]) => manage('clinic', 'retention', name, ...words);
    assert.deepEqual((await retention()).rows, [{ clinic: name, months: null, due_now: 0 }]);
    assert.equal((await retention('--months', '120')).rows[0].months, 120);
    const { id } = (await manage('clinic', 'list')).rows.find((one: { name: string }) => one.name === name);
    await aPatient(services, id, { admission: '1990-01-01', discharge: '1991-01-01' });
    assert.match((await retention('--months', '12')).notes, /1 patient\(s\) would be erased/);
    assert.equal((await retention()).rows[0].months, 120);
    assert.deepEqual((await retention('--months', '12', '--yes')).rows, [
      { clinic: name, months: 12, due_now: 1 },
    ]);
    assert.equal((await retention('--never')).rows[0].months, null);
    for (const words of [
      ['--months', '0'],
      ['--months', '1.5'],
      ['--months', '3', '--never'],
    ])
      assert.equal((await retention(...words)).code, 2);
  });
});
