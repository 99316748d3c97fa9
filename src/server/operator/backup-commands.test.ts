import { strict as assert } from 'node:assert';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { aBackupScene, manage as manageIn } from '../../../test/backup-scene.ts';
import { aClinic, aPatient } from '../../../test/builders.ts';

const scene = aBackupScene(async ({ services }) => {
  await aPatient(services, (await aClinic(services)).id);
});
const manage = (...words: string[]) => manageIn(scene, ...words);

describe('the operator', () => {
  test('the operator makes a key, writes a backup for it and checks it; nothing is written unencrypted', async () => {
    const key = join(scene.folder, 'operator.key');
    const made = await manage('backup', 'key', '--to', key);
    assert.equal(statSync(key).mode & 0o777, 0o400);
    assert.match(
      (await manage('backup', 'key', '--to', key)).notes,
      /there is a file \S+operator.key already/,
    );
    const nowhere = join(scene.folder, 'none', 'a.key');
    assert.match(
      (await manage('backup', 'key', '--to', nowhere)).notes,
      /identity cannot be written: there is no folder \S+none; make it first/,
    );
    const to = join(scene.folder, 'operator.backup');
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
});
