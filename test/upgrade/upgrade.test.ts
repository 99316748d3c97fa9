// What 0.2.0 stored is read by this version, and after a migration that comes next.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { after, before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { Client } from 'pg';
import { buildApp } from '../../src/server/app.ts';
import { verifyAudit } from '../../src/server/audit/verify.ts';
import { writeLines } from '../../src/server/database/copy.ts';
import { migrate, migrationFiles, refuseUnmigrated } from '../../src/server/database/migrate.ts';
import { listCells } from '../../src/server/keys/rotation-queries.ts';
import { CELLS, placeOf, type EncryptedColumn } from '../../src/server/keys/cells.ts';
import { decryptField } from '../../src/server/keys/keys.ts';
import { openContent } from '../../src/server/keys/patient-cells.ts';
import { openScore } from '../../src/server/keys/score-cells.ts';
import type { Services } from '../../src/server/services.ts';
import { inClinic, PASSWORD, signIn } from '../builders.ts';
import { call } from '../call.ts';
import { testDatabase } from '../database.ts';
import { openedAnswers } from '../opened-answers.ts';
import { createDatabase, dropDatabase, withDatabase } from '../servers.ts';
import { aPool, testServices } from '../services.ts';
import { answerSurvey, getPage } from '../survey-calls.ts';
import { dataFile, first, firstUser, schemaFile } from './first-data.ts';
import { addMigration, copyProgram, MADE_UP, released, schemaOfRelease } from './newer-program.ts';

const newer = mkdtempSync(join(tmpdir(), 'resonanz-newer-'));
let server: string;
let name: string;
let url: string;
let services: Services;
let app: FastifyInstance;

/** Loads the data set as the administrator, whom row-level security does not bind. */
async function loadData(): Promise<void> {
  const client = await new Client(url).connect();
  await client.query('DELETE FROM installation');
  const tables = readFileSync(dataFile, 'utf8')
    .split(/^\\\.\n/m)
    .filter(Boolean);
  assert.ok(tables.length > 20);
  for (const table of tables) {
    const [, name, columns] = /^COPY ("\w+") \((.+)\)$/m.exec(table)!;
    const writer = writeLines(client, name!, columns!.split(', '));
    await writer.write(Buffer.from(table.slice(table.indexOf('\n') + 1)));
    await writer.end();
  }
  // As a restore does, so that new rows come after the loaded ones.
  await client.query(`SELECT setval(pg_get_serial_sequence('audit', 'id'), max(id)) FROM audit`);
  await client.end();
}

/** Runs the migrations of the next release. */
function migrateFurther(): void {
  copyProgram(newer);
  addMigration(newer);
  execFileSync(process.execPath, ['src/server/operator/main.ts', 'migrate'], {
    cwd: newer,
    env: { ...process.env, DATABASE_URL: url, DATA_DIR: newer },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

// The passwords of the release are hashed at their full cost.
process.env['REAL_HASHES'] = '1';

before(async () => {
  server = withDatabase((await testDatabase()).url, 'postgres');
  name = await createDatabase(server);
  url = withDatabase(server, name);
  await migrate(url, new Set(released));
  await loadData();
  await migrate(url);
  migrateFurther();
  const at = Date.parse(first.moment);
  const pools = { pool: aPool(url, 5), loginPool: aPool(url, 2) };
  services = await testServices({ ...pools, keys: first.keys, now: () => at, today: () => first.day });
  app = await buildApp(services);
});

after(async () => {
  rmSync(newer, { recursive: true });
  await dropDatabase(server, name);
});

const inFirst = <T>(look: Parameters<typeof inClinic<T>>[2]) => inClinic(services, first.clinicId, look);

const patientOf = (code: string) =>
  inFirst((db) => db.selectFrom('patients').selectAll().where('code', '=', code).executeTakeFirstOrThrow());

test('the migrations of the release stay as they were', () => {
  assert.deepEqual(migrationFiles().slice(0, released.length), released);
  assert.equal(schemaOfRelease(), readFileSync(schemaFile, 'utf8'));
});

test('this version starts beside a migration that takes away what it does not use', async () => {
  await refuseUnmigrated(url);
  assert.deepEqual(await migrate(url), []);
  const { rows } = await services.pool.query('SELECT name FROM schema_migrations ORDER BY name');
  assert.deepEqual(
    rows.map(({ name }) => name),
    [...migrationFiles(), MADE_UP],
  );
});

test('every encrypted cell is read', async () => {
  for (const column of Object.keys(CELLS) as EncryptedColumn[]) {
    if (CELLS[column].renewal === 'expires') continue;
    const cells = await inFirst((db) =>
      listCells(db, first.clinicId, column, { after: undefined, most: 1000 }),
    );
    assert.ok(cells.length > 0, `there is no ${column}`);
    for (const { key, cell } of cells) decryptField(services.keys, cell, placeOf(column, key));
  }
});

test('patients, answers and scores say what was stored', async () => {
  const { birthDate, labels } = first.finished;
  const patient = await patientOf(first.finished.code);
  assert.deepEqual(openContent(services.keys, patient), {
    birthDate,
    labels: [...labels],
    diagnosisIds: ['F41.1', 'F32.1'],
  });
  const answers = await openedAnswers(services, first.clinicId);
  assert.ok(answers.length > 15);
  assert.ok(answers.some(({ value, item_id: item }) => item === 'socio-11' && value === first.begun.text));
  const scores = await inFirst((db) => db.selectFrom('scores').selectAll().execute());
  assert.ok(scores.length > 0);
  for (const row of scores) {
    const key = { clinicId: first.clinicId, sessionId: row.session_id };
    assert.equal(openScore(services.keys, key, row).scale, row.scale);
  }
});

test('the trail is whole', async () => {
  const { sealed, findings } = await verifyAudit(services.pool, first.clinicId, new Map());
  assert.ok(sealed > 3);
  assert.deepEqual(findings, []);
});

test('people log in as before, a patient goes on with the survey, and the report of a finished one opens', async () => {
  const { begun, clinicId, finished } = first;
  const [, username] = first.staff;
  const logIn = (name: 'loginPatient' | 'loginClinician', body: object) =>
    call(app, name, { body: { clinic_id: clinicId, ...body } });
  assert.equal((await logIn('loginClinician', { username, password: PASSWORD })).status, 200);
  assert.equal(
    (await logIn('loginPatient', { username: begun.code, password: begun.birthDate })).status,
    200,
  );
  assert.equal(
    (await logIn('loginPatient', { username: begun.code, password: finished.birthDate })).status,
    401,
  );
  const patient = await patientOf(begun.code);
  const as = await signIn(services, firstUser('patient', patient.id));
  const page = await getPage(app, as);
  assert.ok(!page.items.some(({ id }) => id === 'socio-11'));
  await answerSurvey(app, as);
  const done = await patientOf(finished.code);
  const asClinician = await signIn(services, firstUser('clinician', done.clinician_id));
  const session = await inFirst((db) =>
    db.selectFrom('survey_sessions').select('id').where('patient_id', '=', done.id).executeTakeFirstOrThrow(),
  );
  const { status, body } = await call(app, 'getClinicianReport', {
    as: asClinician,
    params: { id: session.id },
  });
  assert.equal(status, 200);
  assert.match(body, /FERTIG22/);
  assert.match(body, new RegExp(first.notes[0]!));
});
