// The commands that need the owner of the tables, with the logins of the guide and with services that are opened as the
// program opens them: these work with a login that may do less than that of DATABASE_URL.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import process from 'node:process';
import { after, before, describe, test } from 'node:test';
import { Client } from 'pg';
import { eventually } from '../../../test/eventually.ts';
import { aFolder } from '../../../test/export-scene.ts';
import { startBareServer, withDatabase } from '../../../test/servers.ts';
import { asOwner } from '../database/copy.ts';
import { openServices } from './open-services.ts';
import { runCommand } from './run-command.ts';

const CLINIC = 'Ambulanz';
const folder = aFolder();
const settings = new Map<string, { DATABASE_URL: string; DATA_DIR: string }>();
let server: string;

async function asAdministrator(statement: string) {
  const client = new Client({ connectionString: server });
  await client.connect();
  const { rows } = await client.query(statement).finally(() => client.end());
  return rows;
}

function withLogin(database: string, login: string): string {
  const address = new URL(withDatabase(server, database));
  [address.username, address.password] = [login, 'first-secret'];
  return address.href;
}

/** Runs a command as the program does, with the settings of this name. */
async function program(at: string, words: string) {
  Object.assign(process.env, settings.get(at));
  const [out, notes]: [string[], string[]] = [[], []];
  const note = (line: string) => void notes.push(line);
  const { services, databaseUrl, close } = openServices(note, []);
  const dataDir = settings.get(at)!.DATA_DIR;
  const write = (text: string) => void out.push(text);
  const terminal = { dataDir, services, databaseUrl, extensions: [], note, write };
  const code = await runCommand(words.split(' '), terminal);
  await close();
  return { code, out: out.join(''), notes: notes.join('\n') };
}

/** The row that a command prints. */
async function rowOf(at: string, words: string): Promise<Record<string, string | number>> {
  const { code, out, notes } = await program(at, `${words} --json`);
  assert.equal(code, 0, notes);
  return JSON.parse(out)[0];
}

before(async () => {
  server = await startBareServer();
  await asAdministrator(`CREATE ROLE resonanz_admin LOGIN CREATEROLE PASSWORD 'first-secret'`);
  for (const name of ['old', 'other']) {
    await asAdministrator(`CREATE DATABASE ${name} OWNER resonanz_admin`);
    settings.set(name, { DATABASE_URL: withLogin(name, 'resonanz_admin'), DATA_DIR: join(folder, name) });
    for (const words of ['migrate', 'keys create']) await rowOf(name, words);
  }
  await asAdministrator(`CREATE ROLE resonanz_server LOGIN PASSWORD 'first-secret' IN ROLE resonanz_app`);
});

after(async () => {
  // A connection that was left open would keep this process alive.
  await asAdministrator(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename IS NOT NULL AND pid <> pg_backend_pid()',
  );
  for (const name of ['DATABASE_URL', 'DATA_DIR']) delete process.env[name];
});

describe('with the login that migrates', () => {
  test('a clinic is exported, imported elsewhere and erased', async () => {
    const [file, key] = [join(folder, 'move.age'), join(folder, 'move.key')];
    const { recipient } = await rowOf('old', `backup key --to ${key}`);
    await rowOf('old', `clinic add ${CLINIC}`);
    await rowOf('old', `clinic suspend ${CLINIC} --yes`);
    const written = await rowOf('old', `clinic export ${CLINIC} --to ${file} --recipient ${recipient}`);
    const imported = await rowOf('other', `clinic import --from ${file} --identity ${key}`);
    assert.equal(imported['checksum'], written['checksum']);
    const erased = await rowOf('old', `clinic erase ${CLINIC} --yes`);
    assert.ok(Number(erased['rows_deleted']) > 0);
    assert.equal((await program('old', 'clinic list --json')).out, '[]\n');
  });

  test('a superuser erases as well', async () => {
    settings.set('superuser', { ...settings.get('other')!, DATABASE_URL: withDatabase(server, 'other') });
    assert.ok(Number((await rowOf('superuser', `clinic erase ${CLINIC} --yes`))['rows_deleted']) > 0);
  });
});

test('a login that may not become the owner is refused, and its connection ends', async () => {
  const address = withLogin('old', 'resonanz_server');
  await assert.rejects(
    asOwner(address, async () => {}),
    { code: '42501' },
  );
  await eventually(async () => {
    const left = await asAdministrator(
      `SELECT pid FROM pg_stat_activity WHERE usename = 'resonanz_server' AND pid <> pg_backend_pid()`,
    );
    assert.deepEqual(left, []);
  });
  settings.set('weak', { ...settings.get('old')!, DATABASE_URL: address });
  await rowOf('weak', 'clinic add Nord');
  await rowOf('weak', 'clinic suspend Nord --yes');
  const { code, notes } = await program('weak', 'clinic erase Nord --yes');
  assert.equal(code, 1);
  assert.match(notes, /only the login that migrates the database may do this: set DATABASE_URL to it/);
});
