import { strict as assert } from 'node:assert';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { aClinic, aClinician, aPatient, inClinic, signIn } from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import { aCrisisEvent, aCrisisReminder } from '../../../test/crisis-rows.ts';
import { testServices } from '../../../test/services.ts';
import { answersTo, answerSurvey, getPage, saveDraft } from '../../../test/survey-calls.ts';
import { explanations, SECRET, STAFF_NOTE } from '../../text/access-export.ts';
import { buildApp } from '../app.ts';
import { cellPlace } from '../keys/cells.ts';
import { readCatalogue, wayToPatient } from '../database/catalogue.ts';
import { withoutTenant } from '../database/transaction.ts';
import { encryptField } from '../keys/keys.ts';
import { runCommand } from '../operator/run-command.ts';
import type { Services } from '../services.ts';
import { shownName, type AccessExport } from './access-export.ts';

const folder = mkdtempSync(join(tmpdir(), 'resonanz-access-'));
let services: Services;
let app: FastifyInstance;

before(async () => {
  services = await testServices();
  app = await buildApp(services);
});

after(() => rmSync(folder, { recursive: true }));

async function manage(...words: string[]) {
  const notes: string[] = [];
  const terminal = {
    dataDir: folder,
    services: async () => services,
    databaseUrl: async () => services.pool.options.connectionString!,
    extensions: [],
    note: (line: string) => void notes.push(line),
    write: () => {},
  };
  return { code: await runCommand(words, terminal), notes: notes.join('\n') };
}

test('a patient gets all stored data, readable and explained, in a file that others cannot read', async () => {
  const clinic = await aClinic(services);
  const staff = await aClinician(services, clinic.id);
  const patient = await aPatient(services, clinic.id, {
    code: 'AUSKUNFT1',
    clinicianId: staff.id,
    birthDate: '1961-11-30',
    labels: [{ key: 'CLUSTER', value: 'S-9' }],
  });
  const other = await aPatient(services, clinic.id, { code: 'ANDERE2', clinicianId: staff.id });
  const as = await signIn(services, patient);
  const pages = await answerSurvey(app, as, { pages: 3 });
  await saveDraft(app, as, answersTo(await getPage(app, as)));
  await signIn(services, other);
  const place = { clinicId: clinic.id, patientId: patient.id };
  const address = encryptField(
    services.keys,
    'ich@post.example',
    cellPlace('mail_addresses|address_encrypted', { ...place, kind: 'POST' }),
  );
  await inClinic(services, clinic.id, (db) =>
    sql`INSERT INTO mail_addresses (clinic_id, patient_id, kind, address_encrypted)
      VALUES (${clinic.id}, ${patient.id}, 'POST', ${address})`.execute(db),
  );
  await call(app, 'listOwnPatients', { as: await signIn(services, staff) });
  const { survey_session_id: session } = await getPage(app, as);
  const acknowledged = { by: staff, note: 'Wir haben telefoniert.' };
  const event = await aCrisisEvent(services, patient, session, { acknowledged });
  await aCrisisReminder(services, patient, event);

  const to = join(folder, 'auskunft.json');
  const { code, notes } = await manage('patient', 'export', clinic.name, 'auskunft1', '--to', to);
  assert.equal(code, 0, notes);
  assert.equal(statSync(to).mode & 0o777, 0o600);
  const text = readFileSync(to, 'utf8');
  const told: AccessExport = JSON.parse(text);
  const rows = (table: string) => told.data.find((one) => one.table === table)?.rows ?? [];

  assert.equal(rows('patients')[0]?.['birth_date'], '1961-11-30');
  assert.equal(rows('patients')[0]?.['secret_hash'], SECRET);
  assert.deepEqual(rows('patients')[0]?.['labels'], [{ key: 'CLUSTER', value: 'S-9' }]);
  assert.match(String(rows('patients')[0]?.['diagnoses']), /epressi/);
  assert.equal(rows('mail_addresses')[0]?.['address'], 'ich@post.example');
  assert.equal(rows('survey_sessions').length, 1);
  const given = pages.flatMap(({ answers }) => answers);
  assert.equal(rows('answers').length, given.length);
  for (const answer of rows('answers')) assert.ok(String(answer['question']).length > 3);
  assert.ok(Array.isArray(rows('drafts')[0]?.['answers']));
  const [raised] = rows('crisis_events');
  assert.deepEqual(
    [raised?.['level'], raised?.['answer'], raised?.['acknowledged_by'], raised?.['note_encrypted']],
    ['urgent', 'oft', staff.id, STAFF_NOTE],
  );
  assert.ok(String(raised?.['question']).length > 3);
  assert.deepEqual([rows('crisis_reminders').length, rows('crisis_reminders')[0]?.['event_id']], [1, event]);
  assert.ok(rows('audit').some(({ action }) => action === 'survey_started'));
  for (const foreign of ['Wir haben telefoniert.', other.id, other.name, '"type": "Buffer"'])
    assert.ok(!text.includes(foreign), foreign);
  for (const { table, fields, rows: list } of told.data)
    for (const row of list)
      for (const field of Object.keys(row)) assert.ok(fields[field], `${table}.${field} is not explained`);

  const trail = await inClinic(services, clinic.id, (db) =>
    db.selectFrom('audit').select(['action', 'role']).where('patient_id', '=', patient.id).execute(),
  );
  assert.ok(trail.some(({ action, role }) => action === 'patient_exported' && role === 'operator'));
  for (const place of [to, join(folder, 'nirgends', 'auskunft.json')])
    assert.equal((await manage('patient', 'export', clinic.name, 'AUSKUNFT1', '--to', place)).code, 1);
  const exports = await inClinic(services, clinic.id, (db) =>
    db.selectFrom('audit').select('id').where('action', '=', 'patient_exported').execute(),
  );
  assert.equal(exports.length, 1, 'the trail tells of the one export that there was');
  assert.match(
    (await manage('patient', 'export', clinic.name, 'X', '--to', `${to}2`)).notes,
    /no patient "X"/,
  );
  assert.equal((await manage('patient', 'export', clinic.name, 'AUSKUNFT1')).code, 2);
});

test('exactly the tables with rows of patients and their columns are explained', async () => {
  const catalogue = await withoutTenant(services.pool, readCatalogue);
  const tables = [...catalogue.columns].filter(([name]) => wayToPatient(name, catalogue));
  assert.deepEqual(Object.keys(explanations).sort(), [...tables.map(([name]) => name), 'audit'].sort());
  const inWords: Record<string, string[]> = {
    answers: ['question', 'value', 'label'],
    crisis_events: ['question'],
    patients: ['diagnoses', 'diagnosis_ids', 'labels'],
  };
  for (const [table, columns] of tables) {
    const fields = [...columns.map((column) => shownName(table, column)), ...(inWords[table] ?? [])];
    assert.deepEqual(Object.keys(explanations[table]?.fields ?? {}).sort(), fields.sort(), table);
  }
});
