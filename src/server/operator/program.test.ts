import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { Client } from 'pg';
import { testDatabase } from '../../../test/database.ts';
import { createDatabase, dropDatabase, withDatabase } from '../../../test/servers.ts';
import { migrationFiles } from '../database/migrate.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'resonanz-program-'));
after(() => rmSync(dataDir, { recursive: true }));

/** Runs `manage` as a process of its own. */
async function program(words: string[], url: string, more: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...words], {
    env: { PATH: process.env['PATH'], DATABASE_URL: url, DATA_DIR: dataDir, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [out, notes, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, out, notes };
}

test('manage writes results to standard output, all else to standard error, and ends with its exit code', async () => {
  const { url } = await testDatabase();
  const refused = await program(['clinic', 'list'], url);
  assert.deepEqual([refused.code, refused.out], [1, '']);
  assert.match(refused.notes, /no key file .* keys create/);
  assert.equal((await program(['keys', 'create'], url)).code, 0);
  assert.equal((await program(['keys', 'create'], url)).code, 1, 'a key file is never replaced');
  const added = await program(['clinic', 'add', 'Ambulanz Nord', '--json'], url);
  assert.equal(added.code, 0, added.notes);
  assert.equal(JSON.parse(added.out)[0].name, 'Ambulanz Nord');
  assert.ok(existsSync(join(dataDir, 'keys', 'secrets.json')));
  const again = await program(['clinic', 'add', 'Ambulanz Nord', '--json'], url);
  assert.deepEqual([again.code, again.out], [1, '']);
  assert.match(again.notes, /exists already/);
});

test('no key file is made beside a database that was encrypted with one', async () => {
  const { url } = await testDatabase();
  const more = { DATA_DIR: join(dataDir, 'lost') };
  const file = join(more.DATA_DIR, 'keys', 'secrets.json');
  assert.equal((await program(['keys', 'create'], url, more)).code, 0);
  assert.equal((await program(['clinic', 'list'], url, more)).code, 0);
  renameSync(file, `${file}.away`);
  const refused = await program(['keys', 'create'], url, more);
  assert.equal(refused.code, 1);
  assert.match(
    refused.notes,
    /secrets\.json is missing, but the database was encrypted with one\. Restore it/,
  );
  assert.equal(existsSync(file), false);
  const { out } = await program(['doctor', '--json'], url, more);
  const checks: { check: string; says: string }[] = JSON.parse(out);
  const { says } = checks.find(({ check }) => check === 'keys')!;
  assert.match(says, /was encrypted with one\. Restore it from your backup/);
  assert.doesNotMatch(out, /keys create/);
});

test('only migrate migrates, and it makes no key file', async () => {
  const server = withDatabase((await testDatabase()).url, 'postgres');
  const name = await createDatabase(server);
  const url = withDatabase(server, name);
  const more = { DATA_DIR: join(dataDir, 'elsewhere') };
  const refused = await program(['clinic', 'list'], url, more);
  assert.equal(refused.code, 1);
  assert.match(refused.notes, /lacks \d+ migrations of this program\. Call: npm run manage -- migrate/);
  const planned = JSON.parse((await program(['migrate', '--dry-run', '--json'], url, more)).out);
  assert.equal(planned.length, migrationFiles().length);
  assert.equal((await program(['clinic', 'list'], url, more)).code, 1, 'a dry run migrates nothing');
  const [state] = JSON.parse((await program(['migrate', '--json'], url, more)).out);
  assert.deepEqual(state, { migrations: migrationFiles().length, newest: migrationFiles().at(-1) });
  assert.match((await program(['migrate'], url, more)).notes, /the database is up to date/);
  assert.equal(existsSync(more.DATA_DIR), false);
  await dropDatabase(server, name);
});

test('keys are not changed in a database that a newer version migrated', async () => {
  const { url } = await testDatabase();
  const owner = new Client({ connectionString: url });
  await owner.connect();
  await owner.query(`INSERT INTO schema_migrations (name) VALUES ('999_newer.sql')`);
  await owner.end();
  const more = { DATA_DIR: join(dataDir, 'newer') };
  assert.equal((await program(['keys', 'create'], url, more)).code, 0);
  assert.equal((await program(['clinic', 'list'], url, more)).code, 0, 'other commands work');
  for (const words of [
    ['keys', 'rotate'],
    ['keys', 'retire', '1', '--yes'],
  ]) {
    const { code, notes } = await program(words, url, more);
    assert.equal(code, 1);
    assert.match(notes, /newer version of this program \(999_newer\.sql\)/);
  }
});

test('manage refuses an unreachable database with a sentence', async () => {
  const { code, out, notes } = await program(['clinic', 'list'], 'postgres://127.0.0.1:9/none');
  assert.deepEqual([code, out], [1, '']);
  assert.match(notes, /^manage: [^\n]+$/m);
  assert.doesNotMatch(notes, / at .*\.ts:/);
});

test('manage with a mistake in the configuration leaves no new database behind', async () => {
  const fresh = join(dataDir, 'fresh');
  const more = { DATA_DIR: fresh, CONFIG_FILE: join(dataDir, 'none.json') };
  const { code, notes } = await program(['clinic', 'list'], '', more);
  assert.equal(code, 1);
  assert.match(notes, /configuration file .*none\.json cannot be read/);
  assert.equal(existsSync(fresh), false);
});
