import { strict as assert } from 'node:assert';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { decryptField, encryptField, fingerprint, keyVersionOf, type Keys } from './keys.ts';
import { addKeyVersion, loadKeys, removeKeyVersion, useKeyVersion } from './key-file.ts';

const folders: string[] = [];
after(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

function aFolder(): { folder: string; path: string } {
  const folder = mkdtempSync(join(tmpdir(), 'resonanz-keys-'));
  folders.push(folder);
  return { folder, path: join(folder, 'keys', 'secrets.json') };
}

const randomKeys = (): Keys => ({ current: 1, roots: new Map([[1, randomBytes(32)]]) });

describe('an encrypted cell', () => {
  const place = 'patients|birth_date_encrypted|1';

  test('an encrypted cell is read at its own place and at no other', () => {
    const keys = randomKeys();
    const cell = encryptField(keys, '1990-01-01', place);
    assert.equal(decryptField(keys, cell, place), '1990-01-01');
    for (const other of ['patients|birth_date_encrypted|2', 'answers|birth_date_encrypted|1', ''])
      assert.throws(() => decryptField(keys, cell, other));
  });

  test('the same text encrypted twice gives two different cells', () => {
    const keys = randomKeys();
    const cells = Array.from({ length: 50 }, () => encryptField(keys, '1990-01-01', place).toString('hex'));
    assert.equal(new Set(cells).size, 50);
  });

  test('an encrypted cell with one changed bit is not read', () => {
    const keys = randomKeys();
    const cell = encryptField(keys, 'Grüße', place);
    for (let bit = 0; bit < cell.length * 8; bit++) {
      const changed = Buffer.from(cell);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      assert.throws(() => decryptField(keys, changed, place));
    }
    for (const length of [0, 1, 12, 28, cell.length - 1])
      assert.throws(() => decryptField(keys, cell.subarray(0, length), place));
  });

  test('an encrypted cell is read with the keys of its own version only', () => {
    const keys = randomKeys();
    const old = encryptField(keys, 'alt', place);
    assert.throws(() => decryptField(randomKeys(), old, place));
    const both = { current: 2, roots: new Map([...keys.roots, [2, randomBytes(32)] as const]) };
    const young = encryptField(both, 'neu', place);
    assert.deepEqual([keyVersionOf(old), keyVersionOf(young)], [1, 2]);
    assert.deepEqual([decryptField(both, old, place), decryptField(both, young, place)], ['alt', 'neu']);
  });
});

describe('the key file', () => {
  test('the key file is made once, only its owner can read it, and the next start reads it again', () => {
    const { folder, path } = aFolder();
    const made = loadKeys(folder, { mayCreate: true });
    assert.equal(statSync(path).mode & 0o777, 0o400);
    assert.equal(statSync(join(folder, 'keys')).mode & 0o777, 0o700);
    const read = loadKeys(folder, { mayCreate: false });
    assert.equal(fingerprint(read, 1), fingerprint(made, 1));
  });

  test('the key file is never made anew for a database that was used with keys before', () => {
    assert.throws(() => loadKeys(aFolder().folder, { mayCreate: false }), /is missing.*Restore it/);
  });

  test('a key file that is damaged, open to others or without its current version is refused in one sentence', () => {
    const good = { current: 1, versions: { 1: randomBytes(32).toString('base64') } };
    const cases: [string, number, RegExp][] = [
      ['{', 0o400, /damaged/],
      ['[]', 0o400, /damaged/],
      [JSON.stringify({ ...good, versions: { 1: 'c2hvcnQ=' } }), 0o400, /damaged/],
      [JSON.stringify({ ...good, current: 2 }), 0o400, /lacks its current version/],
      [JSON.stringify(good), 0o444, /can be read by others.*chmod 400/],
      [JSON.stringify(good), 0o640, /^$/],
    ];
    for (const [content, mode, message] of cases) {
      const { folder, path } = aFolder();
      loadKeys(folder, { mayCreate: true });
      chmodSync(path, 0o600);
      writeFileSync(path, content);
      chmodSync(path, mode);
      if (mode === 0o640) assert.equal(loadKeys(folder, { mayCreate: false }).current, 1);
      else assert.throws(() => loadKeys(folder, { mayCreate: false }), message);
    }
  });

  test('a key file with keys that are not random is refused, except for demo data', () => {
    const samples = [
      Buffer.alloc(32),
      Buffer.alloc(32, 7),
      Buffer.from('example-example-example-example-'),
      Buffer.from('0123456789abcdef'.repeat(2)),
    ];
    for (const sample of samples) {
      const { folder, path } = aFolder();
      loadKeys(folder, { mayCreate: true });
      chmodSync(path, 0o600);
      writeFileSync(path, JSON.stringify({ current: 1, versions: { 1: sample.toString('base64') } }));
      assert.throws(() => loadKeys(folder, { mayCreate: false }), /no random key/);
      assert.equal(loadKeys(folder, { mayCreate: false, acceptSamples: true }).current, 1);
    }
  });

  test('the key file can add, use and remove versions, and no step leaves a second file', () => {
    const { folder, path } = aFolder();
    const keys = loadKeys(folder, { mayCreate: true });
    assert.equal(addKeyVersion(folder), 2);
    assert.deepEqual([loadKeys(folder, { mayCreate: false }).current, keys.roots.size], [1, 1]);
    useKeyVersion(folder, 2);
    keys.reread?.();
    assert.deepEqual([keys.current, keys.roots.size], [2, 2]);
    assert.throws(() => useKeyVersion(folder, 7), /no version 7/);
    assert.throws(() => removeKeyVersion(folder, 2), /is the one in use/);
    removeKeyVersion(folder, 1);
    assert.deepEqual([...loadKeys(folder, { mayCreate: false }).roots.keys()], [2]);
    assert.equal(statSync(path).mode & 0o777, 0o400);
    assert.deepEqual(readdirSync(join(folder, 'keys')), ['secrets.json']);
    assert.equal(addKeyVersion(folder), 3);
  });

  test('a running server reads a key version that was added after its start', () => {
    const { folder } = aFolder();
    const running = loadKeys(folder, { mayCreate: true });
    useKeyVersion(folder, addKeyVersion(folder));
    const other = loadKeys(folder, { mayCreate: false });
    const cell = encryptField(other, 'neu', 'drafts|encrypted|c');
    assert.equal(decryptField(running, cell, 'drafts|encrypted|c'), 'neu');
    assert.throws(
      () => decryptField(running, Buffer.concat([Buffer.of(99), cell.subarray(1)]), 'drafts|encrypted|c'),
      /no key of version 99/,
    );
  });

  test('the key file holds only the version numbers and their secrets', () => {
    const { folder, path } = aFolder();
    loadKeys(folder, { mayCreate: true });
    const content = JSON.parse(readFileSync(path, 'utf8'));
    assert.deepEqual(Object.keys(content), ['current', 'versions']);
  });
});
