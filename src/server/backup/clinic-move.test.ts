import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import {
  aClinic,
  aClinician,
  anAdmin,
  aPatient,
  inClinic,
  signIn,
  type TestUser,
} from '../../../test/builders.ts';
import { call } from '../../../test/call.ts';
import { aCrisisEvent, aCrisisReminder } from '../../../test/crisis-rows.ts';
import { aFolder, exported, exportScene } from '../../../test/export-scene.ts';
import { blocksOf } from '../../../test/guide/blocks.ts';
import { leaveAddress } from '../../../test/mail-scene.ts';
import { servicesOn } from '../../../test/backup-scene.ts';
import { testDatabase } from '../../../test/database.ts';
import { manage, type OperatorScene, rowsOf } from '../../../test/operator.ts';
import { answersTo, answerSurvey, getPage, saveDraft } from '../../../test/survey-calls.ts';
import { buildApp } from '../app.ts';
import { publishHeads, sealAudit } from '../audit/sealer.ts';
import { asOwner as onConnection } from '../database/copy.ts';
import { ownedTables } from '../database/catalogue.ts';
import type { AccessExport } from '../subject-rights/access-export.ts';
import { readIdentity } from '../operator/backup-commands.ts';
import { planMails } from '../mail/plan.ts';
import { restoreBackup } from './restore.ts';

const CLINIC = 'Ambulanz Beispiel';
type Installation = OperatorScene & { app: FastifyInstance };
let [old, other]: [Installation, Installation] = [] as never;
let [clinicId, staff, patients]: [string, TestUser, TestUser[]] = [] as never;
const safe = aFolder();

/** A row that a command prints. */
type Printed = Record<string, string | number>;

async function anInstallation(): Promise<Installation> {
  const scene = await exportScene();
  return { ...scene, app: await buildApp(scene.services) };
}

before(async () => {
  [old, other] = [await anInstallation(), await anInstallation()];
  // Both installations have another clinic, with the same codes of patients.
  for (const { services } of [old, other])
    await aPatient(services, (await aClinic(services)).id, { code: 'P1' });
  const { services, app } = old;
  ({ id: clinicId } = await aClinic(services, { name: CLINIC }));
  await anAdmin(services, clinicId, { username: 'verwaltung' });
  staff = await aClinician(services, clinicId, { username: 'behandlung' });
  patients = [];
  for (const code of ['P1', 'P2', 'P3']) patients.push(await aFilledPatient(code));
  await planMails(services);
  await call(app, 'setReminderAddress', {
    as: await signIn(services, staff),
    body: { address: 'ich@ambulanz.example' },
  });
});

/** A patient with a survey, its report, an event with a note, a waiting reminder, a mail address and, at the end, a draft. */
async function aFilledPatient(code: string): Promise<TestUser> {
  const { services, app } = old;
  const patient = await aPatient(services, clinicId, {
    code,
    clinicianId: staff.id,
    birthDate: `1987-03-0${code.slice(1)}`,
    labels: [{ key: 'CLUSTER', value: `Familie\\\\${code}` }],
  });
  await leaveAddress(services, patient, 'PRE');
  const as = await signIn(services, patient);
  const { survey_session_id: session } = await getPage(app, as);
  await answerSurvey(app, as, code === 'P3' ? { pages: 3 } : {});
  if (code === 'P3') await saveDraft(app, as, answersTo(await getPage(app, as)));
  const note = `Notiz\tzu ${code}`;
  const event = await aCrisisEvent(services, patient, session, {
    itemId: 'kept',
    ...(code === 'P1' && { acknowledged: { by: staff, note } }),
  });
  await aCrisisReminder(services, patient, event);
  const report = { as: await signIn(services, staff), params: { id: session } };
  assert.equal((await call(app, 'getClinicianReport', report)).status, code === 'P3' ? 404 : 200);
  return patient;
}

/** Everything stored on a patient, decrypted. */
async function everythingOn(at: Installation, { name }: TestUser): Promise<unknown> {
  const file = join(aFolder(), 'auskunft.json');
  assert.equal((await manage(at, 'patient', 'export', CLINIC, name, '--to', file)).code, 0);
  const { data }: AccessExport = JSON.parse(readFileSync(file, 'utf8'));
  // Each export adds a row to the trail, and sessions stay behind.
  const kept = data.filter(({ table }) => !['audit', 'login_sessions', 'patient_data_keys'].includes(table));
  assert.ok(kept.length > 8);
  return kept;
}

async function researchData(at: Installation): Promise<unknown> {
  const files = await exported(at, '--clinic', CLINIC);
  // It holds the moment of the export.
  files.delete('manifest.json');
  return [...files].map(([name, text]) => [name, text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'then')]);
}

const mailsOf = ({ services }: Installation) =>
  inClinic(services, clinicId, (db) =>
    db.selectFrom('outbox').selectAll().where('clinic_id', '=', clinicId).orderBy('id').execute(),
  );

async function reportsOf({ services, app }: Installation): Promise<unknown> {
  const as = await signIn(services, staff);
  const list = await call(app, 'listOwnPatients', { as });
  const events = await call(app, 'listCrisisEvents', { as });
  const sessions = await inClinic(services, clinicId, (db) =>
    db
      .selectFrom('survey_sessions')
      .select('id')
      .where('finished_at', 'is not', null)
      .orderBy('id')
      .execute(),
  );
  const reports = [];
  for (const { id } of sessions)
    reports.push((await call(app, 'getClinicianReport', { as, params: { id } })).body);
  assert.equal(reports.length, 2);
  return [list.body, events.body, reports];
}

async function contentOf(at: Installation): Promise<unknown> {
  const people = [];
  for (const patient of patients) people.push(await everythingOn(at, patient));
  const mails = await mailsOf(at);
  // Only one of them has not finished the survey.
  assert.equal(mails.length, 1);
  return [people, await researchData(at), mails, await reportsOf(at)];
}

const login = (user: TestUser) => ({
  body: { clinic_id: user.clinicId, username: user.name, password: user.secret },
});

/** The rows that a table holds of the clinic, for every table that has such rows. */
async function countsOf({ services }: Installation): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name, owner } of await ownedTables(services.pool))
    if (name !== '"audit_unsealed"')
      await inClinic(services, clinicId, async (db) => {
        const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM ${sql.raw(name)}
          WHERE ${sql.raw(owner)}::text = ${clinicId}`.execute(db);
        if (Number(rows[0]?.count) > 0) counts[name] = Number(rows[0]?.count);
      });
  return counts;
}

/** Runs the commands of a block of the guide where its first line says, and gives the rows of each. */
async function followGuide(
  text: string,
  words: Record<string, string>,
  at: OperatorScene = text.startsWith('# at the new') ? other : old,
): Promise<Printed[]> {
  const printed = [];
  for (const line of text.split('\n').filter((one) => /^([A-Z_]+=\S+ )*resonanz /.test(one))) {
    let command = line.slice(line.indexOf('resonanz ', line.lastIndexOf("' ") + 1) + 'resonanz '.length);
    for (const [word, real] of Object.entries(words)) command = command.replaceAll(word, real);
    const parts = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
    printed.push(...(await rowsOf(at, ...parts)));
  }
  return printed;
}

test('a clinic moves by the steps of the guide: everything arrives under other keys, and nothing stays behind', async () => {
  const atFirst = await contentOf(old);
  const counts = await countsOf(old);
  const blocks = blocksOf('run.md', '## Moving a clinic').map(({ text }) => text);
  assert.equal(blocks.length, 4);
  const words = { '/media/safe': safe, '/var/backups/resonanz': safe };
  const [identity] = await followGuide(blocks[0]!, words);
  const [, written] = await followGuide(blocks[1]!, { ...words, 'age1...': String(identity!['recipient']) });
  await refusesWhatDoesNotFit(join(safe, 'move.age'), join(safe, 'move.key'));
  const [imported, verified, reset] = await followGuide(blocks[2]!, words);
  for (const one of ['rows', 'patients', 'checksum']) assert.equal(imported![one], written![one], one);
  assert.equal(verified!['findings'] ?? 0, 0);

  const arrived = await countsOf(other);
  const left = [
    '"login_sessions"',
    '"mail_plans"',
    '"patient_data_keys"',
    '"mail_plan_requests"',
    '"idempotency_keys"',
  ];
  for (const [table, count] of Object.entries(counts))
    if (!left.includes(table) && !table.startsWith('"audit')) assert.equal(arrived[table], count, table);
  assert.deepEqual(await contentOf(other), atFirst);
  await everyoneLogsIn(String(reset!['password']));

  const again = await manage(
    other,
    'clinic',
    'import',
    '--from',
    join(safe, 'move.age'),
    '--identity',
    join(safe, 'move.key'),
  );
  assert.match(again.notes, /the clinic is here already/);
  await followGuide(blocks[3]!, words);
  assert.deepEqual(await countsOf(old), {});
});

async function everyoneLogsIn(adminPassword: string): Promise<void> {
  const { services, app } = other;
  for (const patient of patients) assert.equal((await call(app, 'loginPatient', login(patient))).status, 200);
  const body = { clinic_id: clinicId, username: 'verwaltung', password: adminPassword };
  assert.equal((await call(app, 'loginAdmin', { body })).status, 200);
  assert.equal((await call(app, 'loginClinician', login(staff))).status, 401);
  const as = await signIn(services, patients[2]!);
  assert.ok((await getPage(app, as)).draft);
  assert.equal((await answerSurvey(app, as, { pages: 1 })).length, 1);
}

function asOwner(statement: string): Promise<unknown> {
  return onConnection(other.services.pool.options.connectionString!, (client) => client.query(statement));
}

/** Each of these refusals leaves the installation as it is. */
async function refusesWhatDoesNotFit(file: string, key: string): Promise<void> {
  const refused = async (from: string, identity: string, why: RegExp) => {
    const { code, notes } = await manage(other, 'clinic', 'import', '--from', from, '--identity', identity);
    assert.equal(code, 1);
    assert.match(notes, why);
    assert.deepEqual(await countsOf(other), {});
  };
  const bytes = readFileSync(file);
  const cut = join(safe, 'cut.age');
  writeFileSync(cut, bytes.subarray(0, bytes.length - 100));
  await refused(cut, key, /no whole and unchanged backup/);
  const wrong = join(safe, 'wrong.key');
  await rowsOf(other, 'backup', 'key', '--to', wrong);
  await refused(file, wrong, /does not open/);
  const taken = await aClinic(other.services, { name: CLINIC.toUpperCase() });
  await refused(file, key, /another clinic has the name/);
  await asOwner(`DELETE FROM clinics WHERE id = '${taken.id}'`);
  await asOwner(`INSERT INTO schema_migrations (name) VALUES ('999_newer.sql')`);
  await refused(file, key, /the other installation lacks 999_newer.sql/);
  await asOwner(`DELETE FROM schema_migrations WHERE name = '999_newer.sql'`);
  for (const table of ['instrument_versions', 'protocol_versions']) {
    await asOwner(`UPDATE ${table} SET hash = 'x' || hash`);
    await refused(file, key, new RegExp(`${table}: .* has another content here`));
    // A stranger's file may say the same hash of another content.
    await asOwner(`UPDATE ${table} SET hash = substr(hash, 2), content = content || '{"other": 1}'`);
    await refused(file, key, new RegExp(`${table}: .* has another content here`));
    await asOwner(`UPDATE ${table} SET content = content - 'other'`);
  }
  // Something at work in this database changes a row while it is loaded.
  await asOwner(`CREATE FUNCTION change_row() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN NEW.contact := 'jemand anders'; RETURN NEW; END $$;
    CREATE TRIGGER changes BEFORE INSERT ON clinics FOR EACH ROW EXECUTE FUNCTION change_row()`);
  await refused(file, key, /the table "clinics" does not hold what was loaded into it/);
  await asOwner(`DROP TRIGGER changes ON clinics; DROP FUNCTION change_row()`);
}

test('a clinic in use is not exported, and an archive of a clinic is not restored as a backup', async () => {
  const { services } = old;
  const { name } = await aClinic(services);
  const [{ recipient }] = await rowsOf(old, 'backup', 'key', '--to', join(safe, 'second.key'));
  const to = join(safe, 'second.age');
  const attempt = () => manage(old, 'clinic', 'export', name, '--to', to, '--recipient', recipient);
  assert.match((await attempt()).notes, /is in use; first/);
  await rowsOf(old, 'clinic', 'suspend', name, '--yes');
  assert.equal((await attempt()).code, 0);
  assert.match((await attempt()).notes, /there is a file .* already/);
  const all = join(safe, 'all.age');
  const backup = await manage(old, 'backup', '--to', all, '--recipient', recipient);
  assert.equal(backup.code, 0);
  const identity = ['--identity', join(safe, 'second.key')];
  const check = await manage(old, 'backup', 'check', '--from', to, ...identity);
  assert.match(check.notes, /the archive of one clinic/);
  const imported = await manage(old, 'clinic', 'import', '--from', all, ...identity);
  assert.match(imported.notes, /a backup of a whole installation/);
});

test('one clinic comes back from a backup by the steps of the guide, and another clinic keeps what came since', async () => {
  const { services, dataDir } = other;
  const [atFirst, counts] = [await contentOf(other), await countsOf(other)];
  const [identity] = await rowsOf(other, 'backup', 'key', '--to', join(safe, 'resonanz-backup.key'));
  const { recipient } = identity;
  // Each installation has a folder of its own for its backups.
  const from = join(aFolder(), 'then.age');
  const written = await rowsOf(other, 'backup', '--to', from, '--recipient', recipient);
  const bystander = await aPatient(services, (await aClinic(services)).id);
  await asOwner(`SET LOCAL app.clinic_id = '${clinicId}';
    DELETE FROM survey_sessions WHERE clinic_id = '${clinicId}'`);
  // The trail grows after the backup, and its end is written down outside the database.
  await everythingOn(other, patients[0]!);
  await sealAudit(services.pool);
  const { log, now } = services;
  await publishHeads(services.pool, { log, dataDir, published: new Map(), now: now() });

  const [beside, inside] = blocksOf('when-it-breaks.md', '## One clinic from a backup').filter(
    ({ language }) => language === 'sh',
  );
  const { url } = await testDatabase();
  const files = {
    from,
    keysFile: written[0].keys_file,
    identity: readIdentity(join(safe, 'resonanz-backup.key')),
  };
  const aside = { dataDir: aFolder(), services: await servicesOn(url, services.keys) };
  await restoreBackup(url, files, { dataDir: aside.dataDir, note: () => {}, loadKeys: () => services.keys });
  const words = { '/media/safe': safe, '/var/backups/resonanz': safe, 'age1...': recipient };
  // This command needs the environment of the operator's program.
  await followGuide(beside!.text.replace(/^resonanz restore .*$/m, ''), words, aside);
  const [, , , verified] = await followGuide(inside!.text, words, other);
  assert.equal(verified!['findings'], 0);
  assert.deepEqual(await contentOf(other), atFirst);
  const again = await countsOf(other);
  for (const table of ['"patients"', '"answers"', '"reports"', '"outbox"'])
    assert.equal(again[table], counts[table], table);
  const body = { ...login(bystander).body };
  assert.equal((await call(other.app, 'loginPatient', { body })).status, 200);
});
