import { strict as assert } from 'node:assert';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { Client } from 'pg';
import {
  aBackup,
  aBackupScene,
  everyRow,
  manage,
  restoreInto,
  servicesOn,
} from '../../../test/backup-scene.ts';
import { aClinic, aPatient, type TestClinic, type TestUser } from '../../../test/builders.ts';
import { testDatabase } from '../../../test/database.ts';
import { createDatabase, dropDatabase, withDatabase } from '../../../test/servers.ts';
import { migrate } from '../database/migrate.ts';
import { keyListsIn } from './key-lists.ts';
import { checkBackup } from './restore.ts';

let clinic: TestClinic;
let patients: TestUser[];
const scene = aBackupScene(async ({ services }) => {
  clinic = await aClinic(services);
  patients = [];
  for (let n = 0; n < 5; n++) patients.push(await aPatient(services, clinic.id));
});
type Backup = Awaited<ReturnType<typeof aBackup>>;

/** The scene with a folder of its own. */
const inOwnFolder = () => ({ ...scene, folder: mkdtempSync(join(scene.folder, 'own-')) });

async function inIdentityFile(folder: string): Promise<string> {
  const path = join(folder, 'identity.key');
  writeFileSync(path, scene.identity);
  return path;
}

async function erase(patient: TestUser): Promise<void> {
  const { code, notes } = await manage(scene, 'erase', 'patient', clinic.name, patient.name, '--yes');
  assert.equal(code, 0, notes);
}

/** What an administrator of the database does, past the product. */
async function asAdministrator(statement: string, address = scene.url): Promise<void> {
  const client = new Client({ connectionString: address });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** Runs `work` with the services of a new and empty database that has the same key file. */
async function onEmptyDatabase(work: (empty: typeof scene.services) => Promise<void>): Promise<void> {
  const name = await createDatabase(scene.url);
  try {
    const url = withDatabase(scene.url, name);
    await migrate(url);
    await work(await servicesOn(url, scene.services.keys));
  } finally {
    await dropDatabase(scene.url, name);
  }
}

/** The name of a list of keys, or of the file beside it. */
const nameAt = (moment: Date, ending: 'age' | 'json') =>
  `patient-keys-${moment.toISOString().slice(0, -1).replaceAll(':', '')}000Z.${ending}`;

/** The ids of the patients in a new database after a restore, and its address. */
async function restored(backup: Backup) {
  const { url } = await testDatabase();
  const result = await restoreInto(scene, url, backup);
  const rows = (await everyRow(url)).get('patients') ?? [];
  return {
    url,
    result,
    ids: patients.map(({ id }) => id).filter((id) => rows.some((row) => row.includes(id))),
  };
}

const idsOf = (some: readonly TestUser[]) => some.map(({ id }) => id);

test('a backup of an empty database does not enter the folder of another installation, whose backups still open', async () => {
  const own = inOwnFolder();
  const good = await aBackup(own);
  const files = readdirSync(own.folder).toSorted();
  await onEmptyDatabase(async (empty) => {
    await assert.rejects(aBackup(own, empty), /another installation/);
  });
  assert.deepEqual(readdirSync(own.folder).toSorted(), files);
  assert.equal((await checkBackup(good)).erased, 0);
  assert.deepEqual((await restored(good)).ids, idsOf(patients));
});

test('a backup is refused while the database of the installation is empty, and the older one brings all back', async () => {
  const own = inOwnFolder();
  const good = await aBackup(own);
  await onEmptyDatabase(async (empty) => {
    const { installation } = JSON.parse(readFileSync(good.keys_file.replace('.age', '.json'), 'utf8'));
    await asAdministrator(
      `UPDATE installation SET id = '${installation}'`,
      empty.pool.options.connectionString!,
    );
    await assert.rejects(aBackup(own, empty), /5 of 5 patients .* no trail records their erasure/);
  });
  assert.deepEqual((await restored(good)).ids, idsOf(patients));
});

test('a backup names its installation, clinics and number of patients in clear, and refuses a folder that lost this file', async () => {
  const own = inOwnFolder();
  const { keys_file, at } = await aBackup(own);
  const summary = keys_file.replace(/\.age$/, '.json');
  const told = JSON.parse(readFileSync(summary, 'utf8'));
  assert.deepEqual(told, {
    installation: told.installation,
    at,
    patients: 5,
    clinics: [{ id: clinic.id, patients: 5, erased: 0 }],
  });
  assert.match(told.installation, /^[0-9a-f-]{36}$/);
  rmSync(summary);
  await assert.rejects(aBackup(own), /is missing or damaged, so nothing says whose backups/);
});

test('a restored installation goes on in the folder of its backups', async () => {
  const own = inOwnFolder();
  const { url } = await restored(await aBackup(own));
  await aBackup(own, await servicesOn(url, scene.services.keys));
  assert.equal(keyListsIn(own.folder).length, 2);
});

test('lists of keys stay for 14 days', async () => {
  const own = inOwnFolder();
  const { keys_file } = await aBackup(own);
  const DAY = 86_400_000;
  const agedBy = (days: number) => new Date(Date.now() - days * DAY);
  const stay = [agedBy(13), agedBy(1)].map((moment) => nameAt(moment, 'age'));
  const go = [agedBy(15), agedBy(40)];
  for (const name of [...stay, ...go.map((moment) => nameAt(moment, 'age'))])
    cpSync(keys_file, join(own.folder, name));
  for (const moment of go) cpSync(keys_file, join(own.folder, nameAt(moment, 'json')));
  const second = await aBackup(own);
  const left = () => keyListsIn(own.folder).map(({ path }) => basename(path));
  const newest = [second.keys_file, keys_file].map((path) => basename(path));
  assert.deepEqual(new Set(left()), new Set([...newest, ...stay]));
  assert.equal(left()[0], newest[0]);
  assert.deepEqual(
    readdirSync(own.folder).filter((name) => go.some((moment) => name === nameAt(moment, 'json'))),
    [],
  );
});

test('an erased patient is explained to each later list, also after a restore of a backup from before the erasure', async () => {
  const own = inOwnFolder();
  const [before, between] = [await aBackup(own), await aBackup(own)];
  const [first, ...others] = patients as [TestUser, ...TestUser[]];
  await erase(first);
  await aBackup(own);
  const { ids, result, url } = await restored(between);
  assert.deepEqual([ids, result.erased_since, result.lost], [idsOf(others), 1, 0]);
  await aBackup(own, await servicesOn(url, scene.services.keys));
  const checked = await checkBackup(before);
  assert.deepEqual([checked.erased, checked.lost], [1, 0]);
  // For 14 days an older list still opens the patient: a mistake can be undone.
  const withFirst = await restored({ ...before, keysFile: before.keys_file });
  assert.deepEqual(withFirst.ids, idsOf(patients));
  patients = others;
});

test('a backup is refused where an administrator deleted patients, and the older backup brings them back', async () => {
  const own = inOwnFolder();
  const good = await aBackup(own);
  await erase(patients[0]!);
  patients = patients.slice(1);
  const gone = idsOf(patients.slice(0, 2));
  await asAdministrator(`DELETE FROM patients WHERE id IN ('${gone.join(`', '`)}')`);
  await aPatient(scene.services, clinic.id);
  await assert.rejects(aBackup(own), /2 of 4 patients .*--lost 2/s);
  await assert.rejects(aBackup(own, scene.services, { mayLose: 1 }), /2 of 4 patients/);
  const own2 = { ...good, keysFile: good.keys_file };
  const { ids } = await restored(own2);
  for (const id of gone) assert.ok(ids.includes(id));
});

test('where the loss was accepted, check and restore fail with the newest list and say what to do', async () => {
  const own = inOwnFolder();
  const good = await aBackup(own);
  const [gone] = patients.slice(2);
  await asAdministrator(`DELETE FROM patients WHERE id = '${gone!.id}'`);
  const to = join(own.folder, 'second.backup');
  const recipient = ['--recipient', scene.recipient];
  const run = (...words: string[]) => manage(own, ...words);
  assert.match((await run('backup', '--to', to, ...recipient)).notes, /1 of \d patients/);
  assert.equal((await run('backup', '--to', to, ...recipient, '--lost', '1')).code, 0);
  const identity = ['--identity', await inIdentityFile(own.folder)];
  const check = (...words: string[]) => run('backup', 'check', '--from', good.from, ...identity, ...words);
  const refused = await check();
  assert.equal(refused.code, 1);
  assert.match(
    refused.notes,
    /lacks 1 patient\(s\) of the backup, and nobody erased them\. Take an older list/,
  );
  assert.deepEqual((await check('--lost', '1')).rows[0].lost, 1);
  assert.deepEqual((await check('--keys', good.keys_file)).rows[0].lost, 0);
  await assert.rejects(restored(good), /lacks 1 patient/);
  assert.ok((await restored({ ...good, keysFile: good.keys_file })).ids.includes(gone!.id));
  // Folder and file name the same list.
  assert.equal((await check('--keys', own.folder)).code, 1);
});
