import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { after, before, describe, test } from 'node:test';
import { Client, type QueryResult } from 'pg';
import { SCRAM_ONLY } from '../database/client.ts';
import { startEmbeddedDatabase } from './embedded.ts';
import { postgresError } from './errors.ts';
import { readPidFile } from './pid-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'resonanz-embedded-'));
after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));

const ownDatabase = new URL('../../../test/own-database.ts', import.meta.url);

type Message = { line?: string; url?: string; refusal?: string };
type Started = { child: ChildProcess } & Message;

/** Starts a program with a database in `dataDir` and waits until it is ready or refuses. */
async function startProgram(dataDir: string): Promise<Started> {
  const child = fork(ownDatabase, [dataDir]);
  return { child, ...(await untilMessage({ child }, ({ line }) => line === undefined)) };
}

// Several messages can arrive at once, and the exit event can come before the last message.
function untilMessage({ child }: Started, isWanted: (message: Message) => boolean): Promise<Message> {
  return new Promise((resolve, reject) => {
    child.on('message', (message: Message) => isWanted(message) && resolve(message));
    child.once('disconnect', () => reject(new Error('the program ended without a word')));
  });
}

async function stopProgram({ child }: Started): Promise<void> {
  child.disconnect();
  assert.deepEqual(await once(child, 'exit'), [0, null]);
}

async function killProgram({ child }: Started): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function query(url: string, text: string): Promise<QueryResult> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}

async function writeAnswer(url: string): Promise<void> {
  await query(url, `CREATE TABLE answers (answer text); INSERT INTO answers VALUES ('sehr häufig')`);
}

async function readAnswers(url: string): Promise<string[]> {
  const { rows } = await query(url, 'SELECT answer FROM answers');
  return rows.map(({ answer }) => answer);
}

function serverOf(dataDir: string): number {
  return readPidFile(join(dataDir, 'postgres'))!.pid;
}

/** The rights of a process beyond those of its account, as Linux shows them. */
function rightsOf(pid: number | 'self', set: 'CapEff' | 'CapBnd'): bigint {
  const status = existsSync('/proc') ? readFileSync(`/proc/${pid}/status`, 'utf8') : '';
  return BigInt(`0x${new RegExp(`${set}:\\s*(\\w+)`).exec(status)?.[1] ?? '0'}`);
}

/** Every file below the folder with its content, to compare before and after. */
function snapshot(dataDir: string): Map<string, string> {
  const entries = readdirSync(dataDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.log'));
  return new Map(
    files.map(({ parentPath, name }) => [
      join(parentPath, name),
      readFileSync(join(parentPath, name), 'latin1'),
    ]),
  );
}

describe('a database that holds an answer', () => {
  // A path with spaces and umlauts, in a folder that other accounts may not enter.
  const dataDir = join(folder, 'geschlossen', 'Überblick & "Daten"', 'd');
  let program: Started;

  before(async () => {
    mkdirSync(join(folder, 'geschlossen'), { mode: 0o700 });
    program = await startProgram(dataDir);
    await writeAnswer(program.url!);
  });

  after(() => stopProgram(program));

  test('an answer survives an orderly stop, which leaves no process behind', async () => {
    await stopProgram(program);
    assert.equal(readPidFile(join(dataDir, 'postgres')), undefined);
    program = await startProgram(dataDir);
    assert.deepEqual(await readAnswers(program.url!), ['sehr häufig']);
  });

  test('an answer survives a killed program: the next start takes over the running database', async () => {
    const server = serverOf(dataDir);
    await killProgram(program);
    program = await startProgram(dataDir);
    assert.equal(serverOf(dataDir), server);
    assert.deepEqual(await readAnswers(program.url!), ['sehr häufig']);
  });

  test('an answer survives when program and database are killed at once', async () => {
    const server = serverOf(dataDir);
    await killProgram(program);
    process.kill(server, 'SIGKILL');
    program = await startProgram(dataDir);
    assert.deepEqual(await readAnswers(program.url!), ['sehr häufig']);
  });

  test('a database killed under the running program comes back at the same address', async () => {
    const back = untilMessage(program, ({ line }) => line === 'the database is running again');
    process.kill(serverOf(dataDir), 'SIGKILL');
    await back;
    assert.deepEqual(await readAnswers(program.url!), ['sehr häufig']);
  });

  test('the database starts although another program has the process number in its files', async () => {
    await stopProgram(program);
    writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), `${process.pid}\nx\n1\n1\n\n\n\nready\n`);
    program = await startProgram(dataDir);
    assert.deepEqual(await readAnswers(program.url!), ['sehr häufig']);
  });

  test('a second program is refused by a sentence that names the first', async () => {
    const second = await startProgram(dataDir);
    assert.equal(
      second.refusal,
      `The data folder ${dataDir} is used by another process (pid ${program.child.pid}). Stop that one first.`,
    );
    assert.deepEqual(await readAnswers(program.url!), ['sehr häufig']);
  });

  test('a program waits for a database that another one is stopping, and opens it', async () => {
    const waiting = startEmbeddedDatabase({ dataDir, log: () => {} });
    const asked = `SELECT FROM pg_stat_activity WHERE application_name = 'resonanz owner ${process.pid}'
      AND query LIKE '%pg_try_advisory_lock%'`;
    while ((await query(program.url!, asked)).rowCount === 0);
    await stopProgram(program);
    const opened = await waiting;
    assert.deepEqual(await readAnswers(opened.url), ['sehr häufig']);
    await opened.stop();
    program = await startProgram(dataDir);
  });

  test("the operator's commands use the database beside the running program and leave it running", async () => {
    const joined = await startEmbeddedDatabase({ dataDir, log: () => {}, whenOwned: 'join' });
    await joined.stop();
    assert.deepEqual(await readAnswers(joined.url), ['sehr häufig']);
  });

  test('the database writes through to the disk before it confirms, and checks the pages that it reads', async () => {
    const names = ['fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums'];
    const { rows } = await query(
      program.url!,
      `SELECT ${names.map((name) => `current_setting('${name}') AS ${name}`)}`,
    );
    assert.deepEqual(rows, [Object.fromEntries(names.map((name) => [name, 'on']))]);
  });

  test('the database listens on this machine only and asks for its password', async () => {
    const { rows } = await query(program.url!, `SELECT current_setting('listen_addresses') AS addresses`);
    assert.deepEqual(rows, [{ addresses: '127.0.0.1' }]);
    assert.ok(program.url!.endsWith(SCRAM_ONLY));
    const wrong = new URL(program.url!);
    wrong.password = 'geraten';
    await assert.rejects(query(wrong.href, 'SELECT 1'), { code: '28P01' });
  });

  test('the database may change no file of another account, also below a closed folder', () => {
    const [changesAny, readsAny] = [1n << 1n, 1n << 2n];
    // A container may lack the smaller of the two rights.
    const isForced = process.getuid?.() === 0 && (rightsOf('self', 'CapBnd') & readsAny) === 0n;
    const rights = rightsOf(serverOf(dataDir), 'CapEff');
    assert.equal(rights & ~readsAny, isForced ? changesAny : 0n);
  });

  test('the log of the database holds no answer, not even after a failed statement', async () => {
    await assert.rejects(query(program.url!, `SELECT 'streng geheim'::integer`), { code: '22P02' });
    assert.doesNotMatch(readFileSync(join(dataDir, 'postgres.log'), 'utf8'), /geheim/);
  });
});

describe('the first start', () => {
  test('of two programs that start for the first time at once, one gets the database', async () => {
    const dataDir = join(folder, 'zwei');
    const both = await Promise.all([startProgram(dataDir), startProgram(dataDir)]);
    const winners = both.filter(({ url }) => url !== undefined);
    assert.equal(winners.length, 1);
    await stopProgram(winners[0]!);
    assert.deepEqual(readdirSync(dataDir).toSorted(), ['keys', 'postgres', 'postgres.log']);
  });

  test('a first start that is killed half-way leaves nothing broken', async () => {
    const dataDir = join(folder, 'halb');
    const child = fork(ownDatabase, [dataDir]);
    // The database is being created at this moment.
    await once(child, 'message');
    await killProgram({ child });
    assert.equal(existsSync(join(dataDir, 'postgres')), false);
    const started = await startProgram(dataDir);
    await writeAnswer(started.url!);
    await stopProgram(started);
    assert.deepEqual(readdirSync(dataDir).toSorted(), ['keys', 'postgres', 'postgres.log']);
  });
});

describe('a database that cannot be used is left as it is, and the reason is one sentence', () => {
  const dataDir = join(folder, 'kaputt');
  const cluster = join(dataDir, 'postgres');

  before(async () => stopProgram(await startProgram(dataDir)));

  const damages = [
    [
      'one of another version',
      'PG_VERSION',
      '15\n',
      /made by PostgreSQL 15, this program comes with PostgreSQL 18/,
    ],
    ['a folder that holds something else', 'PG_VERSION', '', /holds no readable database/],
    [
      'one whose control file is damaged',
      'global/pg_control',
      'x'.repeat(8192),
      /does not start: .*incompatible/,
    ],
    ['one without its settings', 'postgresql.conf', undefined, /does not start: .*configuration file/],
    [
      'one whose password was lost',
      '../keys/postgres-password',
      undefined,
      /password of the database is missing/,
    ],
    ['one of another password', '../keys/postgres-password', 'falsch', /does not belong to this database/],
  ] as const;

  for (const [name, file, content, expected] of damages) {
    test(name, async () => {
      const path = join(cluster, file);
      const original = readFileSync(path);
      if (content === undefined) rmSync(path);
      else writeFileSync(path, content);
      const damaged = snapshot(dataDir);
      const { refusal } = await startProgram(dataDir);
      assert.match(refusal ?? '', expected);
      assert.equal(readPidFile(cluster), undefined);
      if (!expected.source.includes('belong')) assert.deepEqual(snapshot(dataDir), damaged);
      writeFileSync(path, original);
    });
  }

  test('a file where the folder should be', async () => {
    writeFileSync(join(folder, 'datei'), '');
    const { refusal } = await startProgram(join(folder, 'datei', 'd'));
    assert.match(refusal ?? '', /cannot be used: a part of the path is a file, not a folder\.$/);
  });

  test('a path longer than PostgreSQL takes', async () => {
    const { refusal } = await startProgram(
      join(folder, ...Array.from({ length: 10 }, () => 'p'.repeat(100))),
    );
    assert.match(refusal ?? '', /cannot be used: the path is too long\.$/);
  });

  test('a full disk', () => {
    const { message } = postgresError(
      '/daten',
      'does not start',
      'x [1] FATAL:  could not write: No space left on device',
    );
    assert.equal(
      message,
      'The disk of /daten is full. Nothing was changed; free some space and start again.',
    );
  });
});
