// `npm start` comes up, and it leaves no process behind when it ends.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { after, afterEach, describe, test } from 'node:test';
import { eventually } from './eventually.ts';

const bootstrap = new URL('../scripts/bootstrap.mjs', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'resonanz-start-'));
const running = new Set<ChildProcess>();

after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));

afterEach(async () => {
  for (const child of running) {
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
  running.clear();
});

type Program = { child: ChildProcess; output: () => string };

function run(dataDir: string, env: NodeJS.ProcessEnv = {}): Program {
  const child = spawn(process.execPath, [bootstrap, 'start'], {
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: join(folder, dataDir),
      npm_lifecycle_event: undefined,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => (text += part));
  running.add(child);
  return { child, output: () => text };
}

/** Waits for words in the output. Returns the whole output. */
async function until({ child, output }: Program, words: string): Promise<string> {
  while (!output().includes(words)) {
    if (child.exitCode !== null) assert.fail(`ended without "${words}":\n${output()}`);
    await Promise.race([once(child.stdout!, 'data'), once(child.stderr!, 'data'), once(child, 'close')]);
  }
  return output();
}

async function untilListening(program: Program): Promise<string> {
  const [, address] = /listening on (\S+)/.exec(await until(program, 'listening on ')) ?? [];
  return address!;
}

async function refusalOf({ child, output }: Program): Promise<string> {
  const [code] = await once(child, 'close');
  assert.equal(code, 1, output());
  return output();
}

function hasDatabaseRunning(dataDir: string): boolean {
  return existsSync(join(folder, dataDir, 'postgres', 'postmaster.pid'));
}

/** True if a process below this one runs the file. */
function hasDescendant(pid: number, file: string): boolean {
  const children = readdirSync('/proc').filter((name) => parentOf(name) === pid);
  return children.some(
    (child) => processFile(child, 'cmdline').includes(file) || hasDescendant(Number(child), file),
  );
}

function parentOf(pid: string): number {
  const [, parent] = /^\d+ \(.*\) \S (\d+)/s.exec(processFile(pid, 'stat')) ?? [];
  return Number(parent);
}

/** Empty for what is no process, or no longer. */
function processFile(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

describe('npm start', () => {
  test('npm start creates everything in an empty folder, serves page and API, and stops at Ctrl-C', async () => {
    const program = run('a');
    const address = await untilListening(program);
    assert.equal((await fetch(`${address}/`)).status, 200);
    assert.equal((await fetch(`${address}/readyz`)).status, 200);
    program.child.kill('SIGINT');
    assert.deepEqual(await once(program.child, 'exit'), [0, null]);
    await assert.rejects(fetch(address));
    assert.equal(hasDatabaseRunning('a'), false);
  });

  test('a started server has the process that typesets ready before anybody asks for a PDF', async (context) => {
    if (!existsSync('/proc/self/stat')) return context.diagnostic('without /proc no process is looked for');
    const program = run('a');
    await untilListening(program);
    await eventually(async () => assert.ok(hasDescendant(program.child.pid!, 'pdf-process.ts')));
  });

  test('npm start is refused on a data folder in use, and the other server goes on', async () => {
    const first = run('a');
    const address = await untilListening(first);
    assert.match(await refusalOf(run('a')), /The data folder \S+ is used by another process \(pid \d+\)\./);
    assert.equal((await fetch(`${address}/readyz`)).status, 200);
  });

  test('npm start is refused on a taken port before it makes a database', async () => {
    const address = await untilListening(run('a'));
    const { port } = new URL(address);
    assert.match(
      await refusalOf(run('b', { PORT: port })),
      new RegExp(`Port ${port} on 127.0.0.1 is already in use`),
    );
    assert.equal(existsSync(join(folder, 'b', 'postgres')), false);
  });

  test('npm start is refused if no database answers at DATABASE_URL', async () => {
    const refusal = await refusalOf(run('c', { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' }));
    assert.match(refusal, /\(nobody@127\.0\.0\.1:1\/nothing\) cannot be used: no server answers there\./);
  });

  test('npm start leaves no database behind if it is stopped in the middle', async () => {
    const program = run('d');
    await until(program, 'creating the database');
    program.child.kill('SIGINT');
    assert.deepEqual(await once(program.child, 'exit'), [0, null]);
    assert.equal(hasDatabaseRunning('d'), false);
  });

  test('the database of a killed npm start ends by itself, and the next start works', async () => {
    const program = run('a');
    const address = await untilListening(program);
    program.child.kill('SIGKILL');
    await once(program.child, 'close');
    await assert.rejects(fetch(address));
    assert.equal(hasDatabaseRunning('a'), false);
    await untilListening(run('a'));
  });
});
