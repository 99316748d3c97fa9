import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { runCommand } from './run-command.ts';

test('a command says in a sentence that another program stopped its database', async () => {
  const broken = Object.assign(new Error('terminating connection due to administrator command'), {
    code: '57P01',
  });
  const notes: string[] = [];
  const code = await runCommand(['clinic', 'list'], {
    dataDir: tmpdir(),
    services: () => Promise.reject(broken),
    databaseUrl: () => Promise.reject(new Error('no database is needed')),
    extensions: [],
    note: (line) => notes.push(line),
    write: () => {},
  });
  assert.equal(code, 1);
  assert.match(notes.join(), /^manage: the database was stopped while the command worked\. Run it again/);
  assert.doesNotMatch(notes.join(), /\n/);
});
