import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { StartError } from '../settings/start-error.ts';
import type { CommandContext } from './command.ts';
import { manualCommand } from './manual-command.ts';

async function write(positionals: string[], out: string) {
  const printed: object[] = [];
  const context: CommandContext = {
    values: { out },
    positionals,
    dataDir: out,
    services: () => Promise.reject(new Error('a manual needs no database')),
    databaseUrl: () => Promise.reject(new Error('no database is needed')),
    extensions: [],
    note: () => {},
    write: () => {},
    print: (rows) => printed.push(...rows),
  };
  await manualCommand.run(context);
  return printed;
}

const aFolder = () => join(mkdtempSync(join(tmpdir(), 'resonanz-manual-')), 'new');

test('the operator gets the manuals of the named instruments as HTML and PDF, with an overview', async () => {
  const folder = aFolder();
  const printed = await write(['wai', 'eq5d'], folder);
  const files = ['wai', 'eq5d'].flatMap((id) => [`testmanual-${id}.html`, `testmanual-${id}.pdf`]);
  assert.deepEqual(new Set(readdirSync(folder)), new Set([...files, 'testmanual.html', 'documents.css']));
  assert.equal(printed.length, 2);
  const html = readFileSync(join(folder, 'testmanual-wai.html'), 'utf8');
  assert.match(html, /Nur zur Demonstration/);
  assert.equal(readFileSync(join(folder, 'testmanual-wai.pdf')).subarray(0, 5).toString(), '%PDF-');
});

test('the manual of an unknown instrument is refused by name, and no file is written', async () => {
  const folder = aFolder();
  await assert.rejects(write(['wai', 'phq'], folder), (error) => {
    return error instanceof StartError && error.message.includes('"phq"');
  });
  assert.throws(() => readdirSync(folder));
});
