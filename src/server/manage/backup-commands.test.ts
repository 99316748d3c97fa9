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
    assert.equal((await manage('backup', 'key', '--to', key)).code, 1);
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

  test('the operator sets how long a clinic keeps patients, and confirms if some are due at once', async () => {
    const { name } = await aClinic(scene.services);
    const retention = (...words: string[]) => manage('clinic', 'retention', name, ...words);
    assert.deepEqual((await retention()).rows, [{ clinic: name, months: null, due_now: 0 }]);
    assert.equal((await retention('--months', '120')).rows[0].months, 120);
    const { id } = (await manage('clinic', 'list')).rows.find((one: { name: string }) => one.name === name);
    await aPatient(scene.services, id, { admission: '1990-01-01', discharge: '1991-01-01' });
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
