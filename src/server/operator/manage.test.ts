import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { aClinic, anAdmin, aPatient, inClinic } from '../../../test/builders.ts';
import { manage as run, rowsOf as rows } from '../../../test/operator.ts';
import { testServices } from '../../../test/services.ts';
import type { Services } from '../services.ts';
import { runCommand } from './run-command.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'resonanz-manage-'));
let services: Services;

before(async () => {
  services = await testServices();
});

after(() => rmSync(dataDir, { recursive: true }));

const manage = (...words: string[]) => run({ services, dataDir }, ...words);
const rowsOf = (...words: string[]) => rows({ services, dataDir }, ...words);

test('the operator gets the list of commands, and the help of each one', async () => {
  const overview = await manage('help');
  assert.equal(overview.code, 0);
  assert.match(overview.out, /clinic add <name>/);
  const help = await manage('erase', 'patient', '--help');
  assert.equal(help.code, 0);
  assert.match(help.out, /asks for --yes/);
});

test('an unknown command, a missing word and an unknown option are wrong calls', async () => {
  for (const words of [
    ['clinics'],
    ['clinic', 'add'],
    ['clinic', 'add', ' '],
    ['clinic', 'add', 'Ambulanz\nNord'],
    ['clinic', 'add', 'x'.repeat(201)],
    ['clinic', 'rename', 'Ambulanz', 'Eine\tandere'],
    ['clinic', 'list', 'all'],
    ['clinic', 'list', '--colour'],
  ]) {
    const { code, out, notes } = await manage(...words);
    assert.equal(code, 2, words.join(' '));
    assert.equal(out, '');
    assert.match(notes, /^manage: .*help$/m);
  }
});

test('a command says in one sentence that the disk of the database is full', async () => {
  const full = Object.assign(new Error('could not extend file'), { code: '53100' });
  const notes: string[] = [];
  const note = (line: string) => void notes.push(line);
  const refused = async () => Promise.reject(full);
  assert.equal(
    await runCommand(['clinic', 'list'], {
      dataDir,
      services: refused,
      databaseUrl: refused,
      extensions: [],
      note,
      write() {},
    }),
    1,
  );
  assert.deepEqual(notes.length, 1);
  assert.match(notes[0]!, /^manage: The \S+ ?database.* cannot be used: its disk is full\.$/);
});

test('the operator adds, lists and renames a clinic, and no two clinics have the same name', async () => {
  const [added] = await rowsOf('clinic', 'add', 'Ambulanz Nord', '--contact', 'nord@ambulanz.example');
  assert.equal(added.name, 'Ambulanz Nord');
  const again = await manage('clinic', 'add', 'AMBULANZ NORD');
  assert.equal(again.code, 1);
  assert.match(again.notes, /exists already/);
  await rowsOf('clinic', 'rename', added.id, 'Ambulanz Süd');
  const listed = await rowsOf('clinic', 'list');
  const clinic = listed.find(({ id }: { id: string }) => id === added.id);
  assert.deepEqual([clinic.name, clinic.contact], ['Ambulanz Süd', 'nord@ambulanz.example']);
});

test('every command refuses a clinic that does not exist', async () => {
  for (const words of [
    ['clinic', 'rename', 'Nirgendwo', 'Neu'],
    ['admin', 'activate', 'Nirgendwo'],
    ['audit', 'verify', '--clinic', 'Nirgendwo'],
    ['erase', 'patient', 'Nirgendwo', 'P1', '--yes'],
  ]) {
    const { code, notes } = await manage(...words);
    assert.equal(code, 1, words.join(' '));
    assert.match(notes, /there is no clinic "Nirgendwo"/);
  }
});

test('the operator activates the registered admin of a clinic, and the trail holds a row of it', async () => {
  const clinic = await aClinic(services);
  const none = await manage('admin', 'activate', clinic.name);
  assert.equal(none.code, 1);
  const admin = await anAdmin(services, clinic.id, { activated: false });
  const [activated] = await rowsOf('admin', 'activate', clinic.name);
  assert.equal(activated.username, admin.name);
  const listed = await rowsOf('admin', 'list');
  const row = listed.find(({ username }: { username: string }) => username === admin.name);
  assert.notEqual(row.activated_at, null);
  const [entry] = await rowsOf('audit', 'show', '--clinic', clinic.name);
  assert.equal(entry.action, 'admin_activated');
});

test('an unchanged audit trail verifies without findings', async () => {
  const clinic = await aClinic(services);
  await anAdmin(services, clinic.id, { activated: false });
  await rowsOf('admin', 'activate', clinic.name);
  const [verified] = await rowsOf('audit', 'verify', '--clinic', clinic.name);
  assert.deepEqual([verified.rows, verified.findings], [1, 0]);
});

/** How many rows of each table with patients still name this one. */
async function rowsNaming(clinicId: string, patientId: string): Promise<Record<string, number>> {
  return inClinic(services, clinicId, async (db) => {
    const { rows: tables } = await sql<{ name: string; column: string }>`
      SELECT table_name AS name, column_name AS column FROM information_schema.columns
      WHERE table_schema = 'public' AND (column_name = 'patient_id' OR (table_name, column_name) = ('patients', 'id'))`.execute(
      db,
    );
    const counts: Record<string, number> = {};
    for (const { name, column } of tables) {
      const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM ${sql.table(name)}
        WHERE ${sql.ref(column)} = ${patientId}`.execute(db);
      const count = rows[0]?.count ?? 0;
      if (count > 0) counts[name] = count;
    }
    return counts;
  });
}

test('erasing a patient asks for --yes and leaves only the row in the audit trail', async () => {
  const clinic = await aClinic(services);
  const patient = await aPatient(services, clinic.id, { code: 'ERASE1' });
  const kept = await aPatient(services, clinic.id, { clinicianId: patient.clinicianId });
  const unconfirmed = await manage('erase', 'patient', clinic.name, 'ERASE1');
  assert.equal(unconfirmed.code, 2);
  assert.equal((await rowsNaming(clinic.id, patient.id))['patients'], 1);
  const { code, out, notes } = await manage('erase', 'patient', clinic.name, 'ERASE1', '--yes', '--json');
  assert.equal(code, 0, notes);
  assert.deepEqual(JSON.parse(out), [{ clinic: clinic.name, erased: true }]);
  assert.deepEqual(await rowsNaming(clinic.id, patient.id), { audit: 1 });
  assert.equal((await rowsNaming(clinic.id, kept.id))['patients'], 1);
});
