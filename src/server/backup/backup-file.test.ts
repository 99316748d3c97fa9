import { strict as assert } from 'node:assert';
import { randomBytes, randomUUID } from 'node:crypto';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, test } from 'node:test';
import { generateIdentity } from 'age-encryption';
import { aBackup, aBackupScene, everyRow, note, restoreInto } from '../../../test/backup-scene.ts';
import { aClinic, aPatient } from '../../../test/builders.ts';
import { testDatabase } from '../../../test/database.ts';
import { withCopySnapshot } from '../database/copy.ts';
import { readEncrypted, writeEncrypted } from './backup-file.ts';
import { keyListText, readDataKeys, type DataKeys } from './backup-keys.ts';
import { leftOut, planTables } from './table-queries.ts';
import { writeBackup } from './backup.ts';
import { checkBackup } from './restore.ts';

const scene = aBackupScene(async ({ services }) => {
  await aPatient(services, (await aClinic(services)).id);
});

describe('a backup', () => {
  test('a backup that was cut or changed at any place is refused before the database changes', async () => {
    const backup = await aBackup(scene);
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
      const from = join(scene.folder, 'broken.backup');
      writeFileSync(from, content);
      await assert.rejects(
        restoreInto(scene, target, { ...backup, from }),
        { name: 'Error', message: /backup/ },
        String(index),
      );
    }
    assert.deepEqual((await everyRow(target)).get('clinics'), []);
  });

  test('a backup that an attacker assembled for the same recipient is refused: its end or its digest is missing', async () => {
    const backup = await aBackup(scene);
    const pieces: Uint8Array[] = [];
    for await (const piece of readEncrypted(backup.from, scene.identity)) pieces.push(piece);
    const plain = Buffer.concat(pieces);
    const from = join(scene.folder, 'again.backup');
    const changed = Array.from({ length: 10 }, (_, index) => {
      const at = Math.floor(plain.length * (0.5 + index / 25));
      return plain.map((byte, place) => (place === at ? byte ^ 1 : byte));
    });
    for (const content of [plain.subarray(0, -200), Buffer.concat([plain, plain]), ...changed]) {
      const again = async function* () {
        yield content;
      };
      await writeEncrypted(from, again(), [scene.recipient]);
      await assert.rejects(checkBackup({ ...backup, from }), /no whole and unchanged backup/);
    }
  });

  test('only its identity opens a backup, and writing one leaves no other file behind', async () => {
    const backup = await aBackup(scene);
    await assert.rejects(checkBackup({ ...backup, identity: await generateIdentity() }), /does not open/);
    assert.ok(!readdirSync(scene.folder).some((name) => name.endsWith('.partial')));
    assert.equal(statSync(backup.from).mode & 0o077, 0);
    await assert.rejects(
      writeBackup(scene.services, { to: join(scene.folder, 'x'), recipients: ['age1wrong'], note }),
      /no age recipient/,
    );
    await assert.rejects(
      writeBackup(scene.services, { to: join(scene.folder, 'x'), recipients: ['age1...'], note }),
      /BACKUP_RECIPIENT still holds the example; write the recipient that `backup key` showed/,
    );
    const { services, folder, recipient } = scene;
    const wrong = { recipients: [recipient], note } as const;
    await assert.rejects(writeBackup(services, { ...wrong, to: backup.keys_file }), /list of patient keys/);
    const taken = mkdtempSync(join(folder, 'taken-'));
    await assert.rejects(writeBackup(services, { ...wrong, to: taken }), {
      message: /directory/,
      name: 'Error',
    });
    assert.ok(!readdirSync(scene.folder).some((name) => name.endsWith('.partial')));
    const nowhere = join(scene.folder, 'nowhere', 'x');
    await assert.rejects(
      writeBackup(scene.services, { to: nowhere, recipients: [scene.recipient], note }),
      /nowhere/,
    );
  });

  test('a backup is not restored with an older list of keys, because newer patients would be lost', async () => {
    const first = await aBackup(scene);
    const old = join(scene.folder, 'old-keys.age');
    copyFileSync(first.keys_file, old);
    const second = await aBackup(scene);
    await assert.rejects(checkBackup({ ...second, keysFile: old }), /is older than the backup/);
    assert.equal((await checkBackup(first)).erased, 0);
  });

  test('two backups do not run at once, and the list of another installation does not open a backup', async () => {
    // A running backup holds this lock.
    await withCopySnapshot(scene.services.pool, async (client) => {
      await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('backup', 0))`);
      await assert.rejects(aBackup(scene), /another backup is running/);
    });
    const backup = await aBackup(scene);
    const keysFile = join(scene.folder, 'others.age');
    const list = keyListText(new Map(), {
      at: '2999-01-01',
      clinics: [randomUUID()],
      erased: [],
      erased_patients: {},
    });
    await writeEncrypted(keysFile, list, [scene.recipient]);
    await assert.rejects(checkBackup({ ...backup, keysFile }), /other clinics/);
  });

  test('a restore with a wrong key for one patient leaves the database empty', async () => {
    const backup = await aBackup(scene);
    const { url: target } = await testDatabase();
    const { patientKeys, ...of } = await readDataKeys(readEncrypted(backup.keysFile, scene.identity));
    const wrong: DataKeys = new Map([...patientKeys].map(([id]) => [id, randomBytes(32)]));
    const keysFile = join(scene.folder, 'wrong.age');
    await writeEncrypted(keysFile, keyListText(wrong, of), [scene.recipient]);
    const untouched = await everyRow(target);
    await assert.rejects(restoreInto(scene, target, { ...backup, keysFile }), /do not decrypt/);
    assert.deepEqual(await everyRow(target), untouched);
    assert.equal((await restoreInto(scene, target, backup)).rows, backup.rows);
  });

  test('a file of another format is refused with one sentence', async () => {
    const backup = await aBackup(scene);
    const from = join(scene.folder, 'older.backup');
    const text = Buffer.from(JSON.stringify({ kind: 'header', format: 1 }));
    const lengths = Buffer.alloc(8);
    lengths.writeUInt32BE(text.length);
    await writeEncrypted(from, Readable.from([Buffer.concat([lengths, text])]), [scene.recipient]);
    await assert.rejects(checkBackup({ ...backup, from }), /has format 1; this program reads format 2 only/);
  });

  test('a backup holds every table or leaves it out by name, and rows of patients are under the patients’ keys', async () => {
    const plans = await planTables(scene.services.pool, 'installation');
    const names = plans.map(({ name }) => name.replaceAll('"', ''));
    assert.deepEqual([...names, ...leftOut].sort(), [...(await everyRow(scene.url)).keys()].sort());
    const ofPatients = plans.filter((plan) => plan.ofPatients).map(({ name }) => name.replaceAll('"', ''));
    for (const name of [
      'patients',
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
