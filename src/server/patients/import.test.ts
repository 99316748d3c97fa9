import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { aClinic, aClinician, anAdmin, aPatient, inClinic, signIn } from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import { testServices } from '../../../test/services.ts';
import { buildApp } from '../app.ts';
import type { Services } from '../services.ts';
import { rehashAll } from './rehash-patients.ts';

let services: Services;
let app: FastifyInstance;

before(async () => {
  services = await testServices();
  app = await buildApp(services);
});

const HEADER = 'code;birth_date;gender;diagnosis_id;employee;admission;discharge;labels';
const csv = (...rows: string[]) => [HEADER, ...rows].join('\r\n');
const good = (code: string) => `${code};1990-02-28;Weiblich;F32.1;Weber;2026-01-01;2026-12-01;S-1|S-2`;

async function aClinicWithAdmin() {
  const clinic = await aClinic(services);
  const weber = await aClinician(services, clinic.id, { username: 'Weber' });
  const as = await signIn(services, await anAdmin(services, clinic.id));
  return { clinic, weber, as };
}

const check = (as: Record<string, string>, file: string | Buffer) => call(app, 'validateCsv', { as, file });
const importFile = (as: Record<string, string>, file: string | Buffer, headers = {}) =>
  call(app, 'importCsv', { as, file, headers });

const patientsOf = (clinicId: string) =>
  inClinic(services, clinicId, (db) => db.selectFrom('patients').selectAll().orderBy('code_key').execute());

type Cell = { value: string; valid: boolean; message: string };
const invalid = (body: { patients: { items: Cell[] }[] }) =>
  body.patients.map(({ items }) =>
    items.flatMap(({ valid, message }, index) => (valid ? [] : `${index}: ${message}`)),
  );

test('the check of a file returns every cell and changes nothing', async () => {
  const { clinic, as } = await aClinicWithAdmin();
  const { status, body } = await check(as, csv(good('K7M2XP4Q'), good('Q4PX2M7K')));
  assert.equal(status, 200);
  assert.equal(body.valid, true);
  assert.deepEqual(
    body.patients[0].items.map(({ value }: Cell) => value),
    ['K7M2XP4Q', '1990-02-28', 'Weiblich', 'F32.1', 'Weber', '2026-01-01', '2026-12-01', 'S-1|S-2'],
  );
  assert.deepEqual(await patientsOf(clinic.id), []);
});

test('the check of a file marks each wrong cell with a German reason', async () => {
  const { clinic, as } = await aClinicWithAdmin();
  await aPatient(services, clinic.id, { code: 'SCHONDA1' });
  await aClinician(services, clinic.id, { username: 'Fort', enabled: false });
  const { body } = await check(
    as,
    csv(
      good('schonda1'),
      good('DOPPELT1'),
      good('doppelt1'),
      'ABCD2345;1990-02-30;X;Z99;Nobody;2026-01-01;2026-01-01;',
      'ABCD2346;1990-02-01;MALE;f32.1;Fort;01.01.2026;2026-12-01;',
    ),
  );
  assert.equal(body.valid, false);
  assert.deepEqual(invalid(body), [
    ['0: Der Patientencode ist schon vergeben.'],
    ['0: Diese ID steht mehrfach in der Datei.'],
    ['0: Diese ID steht mehrfach in der Datei.'],
    [
      '1: Dieses Datum gibt es nicht.',
      '2: Das Geschlecht muss Weiblich, Männlich oder Divers sein (oder FEMALE, MALE, DIVERSE).',
      '3: Diese Diagnose gibt es nicht.',
      '4: Diese*n Mitarbeitende*n gibt es nicht.',
      '6: Das Entlassdatum muss nach dem Aufnahmedatum liegen.',
    ],
    [
      '4: Das Konto dieser*s Mitarbeitenden ist deaktiviert.',
      '5: Bitte geben Sie das Datum im Format JJJJ-MM-TT an.',
    ],
  ]);
});

test('an import file of the wrong kind, encoding or size is refused as a whole', async () => {
  const { as } = await aClinicWithAdmin();
  const text = csv(good('K7M2XP4Q'));
  const files: [string | Buffer, number, string][] = [
    [Buffer.from(text.replace('Weber', 'Müller'), 'latin1'), 400, 'csv_not_utf8'],
    [`\uFEFF${text}`, 406, 'csv_has_bom'],
    [Buffer.from('PK\u0003\u0004 workbook'), 415, 'csv_wrong_format'],
    ['name;birthday\r\nx;y', 415, 'csv_wrong_format'],
    ['', 415, 'csv_wrong_format'],
    [csv(...Array.from({ length: 10_001 }, (_, index) => good(`C${index}X`))), 413, 'too_large'],
    [Buffer.alloc(5 * 1024 * 1024 + 1, 'a'), 413, 'too_large'],
  ];
  for (const [file, status, code] of files) {
    for (const answer of [await check(as, file), await importFile(as, file)])
      assert.deepEqual([answer.status, answer.problem.code], [status, code]);
  }
});

test('an import that is not sent as a file upload is refused', async () => {
  const { as } = await aClinicWithAdmin();
  const headers = { 'content-type': 'application/json' };
  const { status, problem } = await call(app, 'validateCsv', { as, headers });
  assert.deepEqual([status, problem.code], [415, 'unsupported_media_type']);
});

test('an import stores every patient with windows, labels and diagnosis', async () => {
  const { clinic, weber, as } = await aClinicWithAdmin();
  const { status, body } = await importFile(
    as,
    csv(good('K7M2XP4Q'), good('Q4PX2M7K').replace('S-1|S-2', '')),
  );
  assert.deepEqual([status, body], [200, { data: { imported: 2 } }]);
  const list = (await call(app, 'listClinicPatients', { as })).body.list_patient_dto;
  const [patient, other] = list;
  assert.deepEqual(
    [
      patient.code,
      patient.date_of_birth,
      patient.gender,
      patient.clinician_id,
      patient.admission,
      patient.discharge,
    ],
    ['K7M2XP4Q', '1990-02-28', 'FEMALE', weber.id, '2026-01-01', '2026-12-01'],
  );
  assert.deepEqual(patient.labels, [
    { key: 'CLUSTER', value: 'S-1' },
    { key: 'CLUSTER', value: 'S-2' },
  ]);
  assert.deepEqual(other.labels, []);
  assert.deepEqual(
    patient.diagnoses.map(({ id }: { id: string }) => id),
    ['F32.1'],
  );
  assert.deepEqual(
    patient.survey_time_windows.map(({ type }: { type: string }) => type),
    [
      'PRE',
      'INTERMEDIATE',
      'INTERMEDIATE',
      'INTERMEDIATE',
      'POST',
      'FOLLOW_UP_1',
      'FOLLOW_UP_2',
      'FOLLOW_UP_3',
    ],
  );
  const [trail, stored] = await inClinic(services, clinic.id, async (db) => [
    await db.selectFrom('audit').selectAll().where('action', '=', 'patients_imported').execute(),
    await db.selectFrom('patients').select('id').execute(),
  ]);
  assert.deepEqual(
    trail.map((row) => row.object_id),
    ['2', '2'],
  );
  assert.deepEqual(trail.map((row) => row.patient_id).toSorted(), stored.map(({ id }) => id).toSorted());
});

test('ids of imported patients and of their windows are random', async () => {
  const { clinic, as } = await aClinicWithAdmin();
  assert.equal((await importFile(as, csv(good('K7M2XP4Q')))).status, 200);
  const windows = await inClinic(services, clinic.id, (db) =>
    db.selectFrom('survey_windows').select('id').execute(),
  );
  const ids = [...(await patientsOf(clinic.id)), ...windows].map(({ id }) => id);
  // Version 4 of RFC 9562.
  assert.deepEqual(
    ids.filter((id) => !/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab]/.test(id)),
    [],
  );
  assert.ok(windows.length > 1);
});

test('an import with one wrong row stores no patient', async () => {
  const { clinic, as } = await aClinicWithAdmin();
  const { status, problem } = await importFile(
    as,
    csv(good('K7M2XP4Q'), good('Q4PX2M7K').replace('F32.1', 'Z1')),
  );
  assert.deepEqual([status, problem.code], [409, 'csv_invalid']);
  assert.equal((await importFile(as, HEADER)).status, 409, 'a file with nothing but a header is refused');
  assert.deepEqual(await patientsOf(clinic.id), []);
});

test('one wrong row at the end of a large import takes back every row before it', async () => {
  const { clinic, as } = await aClinicWithAdmin();
  const rows = Array.from({ length: 1000 }, (_, index) => good(`REIHE${index}X`));
  const { status, problem } = await importFile(as, csv(...rows, good('Q4PX2M7K').replace('F32.1', 'Z1')));
  assert.deepEqual([status, problem.code], [409, 'csv_invalid']);
  assert.deepEqual(await patientsOf(clinic.id), []);
});

test('the import checks a file again and refuses a code that was taken after the check', async () => {
  const { clinic, as } = await aClinicWithAdmin();
  const file = csv(good('K7M2XP4Q'), good('Q4PX2M7K'));
  assert.equal((await check(as, file)).body.valid, true);
  await aPatient(services, clinic.id, { code: 'Q4PX2M7K' });
  assert.equal((await importFile(as, file)).problem.code, 'csv_invalid');
  assert.equal((await patientsOf(clinic.id)).length, 1);
});

test('an import into a clinic with few patients does not read whole tables for its rows', async () => {
  const own = await testServices();
  own.pool.options.max = 1;
  const server = await buildApp(own);
  const clinic = await aClinic(own);
  await aClinician(own, clinic.id, { username: 'Weber' });
  const as = await signIn(own, await anAdmin(own, clinic.id));
  const imported = async (...rows: string[]) =>
    (await call(server, 'importCsv', { as, file: csv(...rows) })).body.data.imported;
  // From now on the planner believes that the table has one page, and plans the checks of its keys accordingly.
  assert.equal(await imported(good('ERSTE0X')), 1);
  await own.pool.query('SET ROLE resonanz_owner; ANALYZE patients; RESET ROLE');
  for (let index = 1; index < 8; index += 1) await aPatient(own, clinic.id, { code: `ERSTE${index}X` });
  const before = await readsOfWholeTables(own);
  assert.equal(await imported(...Array.from({ length: 1000 }, (_, index) => good(`REIHE${index}X`))), 1000);
  assert.ok((await readsOfWholeTables(own)) - before < 100);
  await server.close();
});

/** How often PostgreSQL has read a whole table of an import. The pool has one connection, whose counters it flushes. */
async function readsOfWholeTables({ pool }: Services): Promise<number> {
  await pool.query('SELECT pg_stat_force_next_flush()');
  const { rows } = await pool.query<{ reads: string }>(
    `SELECT sum(seq_scan) AS reads FROM pg_stat_user_tables WHERE relname IN ('patients', 'accounts', 'diagnoses')`,
  );
  return Number(rows[0]?.reads);
}

test('the codes and clinicians of another clinic do not count for an import', async () => {
  const { as } = await aClinicWithAdmin();
  const elsewhere = await aClinic(services);
  await aClinician(services, elsewhere.id, { username: 'Fremd' });
  await aPatient(services, elsewhere.id, { code: 'K7M2XP4Q' });
  assert.equal((await importFile(as, csv(good('Q4PX2M7K').replace('Weber', 'Fremd')))).status, 409);
  assert.equal((await importFile(as, csv(good('K7M2XP4Q')))).status, 200);
});

test('an import that is sent twice at once under one retry key is done once', async () => {
  const { clinic, as } = await aClinicWithAdmin();
  const file = csv(good('K7M2XP4Q'), good('Q4PX2M7K'));
  const headers = { 'idempotency-key': randomUUID() };
  const answers = await Promise.all([importFile(as, file, headers), importFile(as, file, headers)]);
  assert.deepEqual(
    answers.map(({ status, body }) => [status, body.data.imported]),
    [
      [200, 2],
      [200, 2],
    ],
  );
  assert.equal((await patientsOf(clinic.id)).length, 2);
});

test('one of two simultaneous imports of one code is done, and the other stores no patient', async () => {
  const { clinic, as } = await aClinicWithAdmin();
  const files = [csv(good('K7M2XP4Q'), good('EINS1111')), csv(good('K7M2XP4Q'), good('ZWEI2222'))];
  const answers = await Promise.all(files.map((file) => importFile(as, file)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
  assert.equal((await patientsOf(clinic.id)).length, 2);
});

test('an imported patient can log in at once, and the login replaces the quick hash by argon2id', async () => {
  const { clinic, as } = await aClinicWithAdmin();
  await importFile(as, csv(good('K7M2XP4Q')));
  const [imported] = await patientsOf(clinic.id);
  assert.match(imported?.secret_hash ?? '', /^\$hmac-sha256\$/);
  const login = (password: string) =>
    call(app, 'loginPatient', { body: { clinic_id: clinic.id, username: 'K7M2XP4Q', password } });
  assert.equal((await login('1990-02-27')).status, 401);
  assert.equal((await login('1990-02-28')).status, 200);
  const [known] = await patientsOf(clinic.id);
  assert.match(known?.secret_hash ?? '', /^\$argon2id\$/);
  assert.equal((await login('1990-02-28')).status, 200);
});

test('the background job replaces the quick hashes of imported patients by argon2id', async () => {
  const { clinic, as } = await aClinicWithAdmin();
  await rehashAll(services);
  await importFile(as, csv(...Array.from({ length: 12 }, (_, index) => good(`REIHE${index}X`))));
  const counts = await Promise.all([rehashAll(services), rehashAll(services)]);
  assert.equal(counts[0] + counts[1], 12, 'two processes share the work');
  const patients = await patientsOf(clinic.id);
  assert.ok(patients.every(({ secret_hash }) => secret_hash.startsWith('$argon2id$')));
  const body = { clinic_id: clinic.id, username: 'REIHE7X', password: '1990-02-28' };
  assert.equal((await call(app, 'loginPatient', { body })).status, 200);
});

test('a clinician may neither check nor import a file', async () => {
  const { weber } = await aClinicWithAdmin();
  const as = await signIn(services, weber);
  for (const answer of [await check(as, HEADER), await importFile(as, HEADER)])
    assert.deepEqual([answer.status, answer.problem.code], [403, 'forbidden']);
});
