import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { after, test } from 'node:test';
import { whyNot } from './file-refusal.ts';

const folder = mkdtempSync(join(tmpdir(), 'refusal-'));
chmodSync(folder, 0o755);
after(() => rmSync(folder, { recursive: true }));

const [closed, inner, file] = [
  join(folder, 'data', 'closed'),
  join(folder, 'data', 'closed', 'key'),
  join(folder, 'file'),
];
mkdirSync(join(folder, 'data'), { mode: 0o755 });
mkdirSync(closed, { mode: 0o700 });
writeFileSync(file, '', { mode: 0o600 });

// No file is closed to the administrator. In a process of another user this code asks for the sentence.
const asOther = { skip: process.getuid?.() !== 0 && 'only an administrator can become another user' };
const NOBODY = 65_534;

function sentenceOf(way: 'read' | 'write', path: string): string {
  const code = `process.setgroups([]); process.setgid(${NOBODY}); process.setuid(${NOBODY});
    console.log(whyNot({ code: 'EACCES', message: '' }, '${way}', ${JSON.stringify(path)}));`;
  const imported = `import { whyNot } from ${JSON.stringify(join(import.meta.dirname, 'file-refusal.ts'))};`;
  const args = ['--input-type=module', '--eval', imported + code];
  return spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout.trim();
}

test(
  'a file that is closed to the user is refused with the name of the user and the way to open it',
  asOther,
  () => {
    assert.equal(
      sentenceOf('read', file),
      `the user nobody may not read ${file}; call: chown nobody ${file}`,
    );
    const enter = `the user nobody may not enter the folder ${closed}; name another one, or call: chown nobody ${closed}`;
    assert.equal(sentenceOf('read', inner), enter);
    assert.equal(sentenceOf('write', inner), enter);
  },
);

test('a folder that takes no new file of the user is named', asOther, () => {
  const fresh = join(folder, 'data', 'new', 'key');
  assert.match(
    sentenceOf('write', fresh),
    new RegExp(`^the user nobody may not write into the folder ${folder}/data; .*chown nobody`),
  );
});

test('the sentence never proposes to give away a folder of the system', asOther, () => {
  assert.equal(
    sentenceOf('write', '/etc/backup.key'),
    'the user nobody may not write into the folder /etc; name another one',
  );
});

test('an error of another kind keeps its words', () => {
  assert.equal(whyNot(new Error('no JSON'), 'read', file), 'no JSON');
});
