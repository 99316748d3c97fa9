// The archive for production is complete: what an operator unpacks starts without tools, tests and another Node.js.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { testDatabase } from './database.ts';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'resonanz-pack-'));
const root = new URL('..', import.meta.url).pathname;
after(() => rmSync(folder, { recursive: true, force: true }));

const MOST_MEGABYTES = 250;

test('the packed archive holds at most 250 MB, and starts with its own Node.js on an own PostgreSQL', async () => {
  await run(process.execPath, ['scripts/bootstrap.mjs', 'pack', folder], { cwd: root });
  const [archive] = readdirSync(folder);
  await run('tar', ['-C', folder, '-xzf', join(folder, archive!)]);
  const place = join(folder, archive!.replace('.tar.gz', ''));
  const { stdout: size } = await run('du', ['-sm', place]);
  assert.ok(Number.parseInt(size, 10) <= MOST_MEGABYTES, size);
  for (const absent of ['src/web', 'test', 'bench', 'node_modules/vite', 'node_modules/playwright-core'])
    assert.ok(!existsSync(join(place, absent)), absent);

  const { url } = await testDatabase();
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    PORT: '0',
    PUBLIC_ORIGIN: 'https://resonanz.example',
  };
  const node = join(place, `node_modules/node-${process.platform}-${process.arch}/bin/node`);
  const bootstrap = join(place, 'scripts/bootstrap.mjs');
  await run(node, [bootstrap, 'manage', 'keys', 'create'], { env });
  const server = spawn(node, [bootstrap, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  server.stdout.setEncoding('utf8').on('data', (part: string) => (output += part));
  while (!output.includes('listening on ')) {
    assert.equal(server.exitCode, null, output);
    await Promise.race([once(server.stdout, 'data'), once(server, 'close')]);
  }
  const address = /listening on (\S+)/.exec(output)![1]!;
  const ready = await fetch(`${address}/readyz`);
  const page = await (await fetch(`${address}/`)).text();
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1];
  const answer = await fetch(`${address}${script}`);
  server.kill('SIGTERM');
  await once(server, 'close');
  assert.deepEqual(await ready.json(), { status: 'ok', database: 'ok' });
  assert.match(answer.headers.get('content-type') ?? '', /javascript/);
});
