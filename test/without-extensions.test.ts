// The product without any extension: what a part brings must not be missed anywhere else.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import process from 'node:process';
import { after, before, test } from 'node:test';
import { testDatabase } from './database.ts';
import { startServer } from './faults/server-process.ts';

const project = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(realpathSync(tmpdir()), 'resonanz-core-'));
const core = join(folder, 'core');
const emptyList = `import type { Extension } from './extension.ts';

export const extensions: readonly Extension[] = [];
`;
const emptyWeb = `import type { ClinicianPart } from '../web/features/patients/clinician-part.ts';
import type { FurtherPages } from '../web/further-pages.ts';

export const clinicianParts: readonly ClinicianPart[] = [];
export const furtherPages: FurtherPages = {};
`;

// The migrations of extensions stay: a database has their tables whatever the list says (record 310).
const isLeftOut = (path: string) =>
  /^(node_modules|dist|data|\.git)(\/|$)|^src\/extensions\/(?!(?:list|extension|web)\.ts$|[^/.]+$|[^/]+\/migrations(\/|$))/.test(
    relative(project, path),
  );

before(() => {
  cpSync(project, core, { recursive: true, filter: (path) => !isLeftOut(path) });
  symlinkSync(join(project, 'node_modules'), join(core, 'node_modules'), 'junction');
  writeFileSync(join(core, 'src', 'extensions', 'list.ts'), emptyList);
  writeFileSync(join(core, 'src', 'extensions', 'web.ts'), emptyWeb);
});
after(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a program of the core to its end. Fails with its output. */
async function runInCore(...words: string[]): Promise<string> {
  // A test file that finds the runner's mark reports to it instead of printing.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const child = spawn(process.execPath, words, { cwd: core, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => output.push(text));
  const [code] = await once(child, 'close');
  assert.equal(code, 0, `${words.join(' ')}:\n${output.join('')}`);
  return output.join('');
}

test('the core compiles without extensions, its tests among it', async () => {
  const programs = globSync('**/*.{ts,tsx}', { cwd: join(core, 'src', 'extensions') });
  assert.deepEqual(programs.sort(), ['extension.ts', 'list.ts', 'web.ts']);
  for (const part of ['tsconfig.pure.json', '.', 'src/web', 'test/browser'])
    await runInCore('node_modules/typescript/bin/tsc', '-p', part);
});

test('the pages are built without extensions', async () => {
  await runInCore('node_modules/vite/bin/vite.js', 'build', '--outDir', 'dist/web', '--logLevel', 'warn');
  assert.ok(readdirSync(join(core, 'dist', 'web')).includes('index.html'));
});

test('the server starts without extensions, and its commands are those of the core', async () => {
  const { url } = await testDatabase();
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  const server = await startServer({ dataDir, databaseUrl: url, folder: core });
  try {
    assert.equal((await fetch(`${server.origin}/readyz`)).status, 200);
    assert.equal((await fetch(`${server.origin}/api/clinics`)).status, 200);
  } finally {
    await server.kill('SIGTERM');
  }
  const help = await runInCore('src/server/operator/main.ts', 'help');
  assert.match(help, /^ {2}instruments check /m);
  assert.match(help, /^ {2}instruments import /m);
  assert.doesNotMatch(help, /FHIR/);
  assert.match(
    await runInCore('src/server/operator/main.ts', 'export', '--help'),
    /--format is csv \(the default\)/,
  );
});

test('tests of the core pass without extensions', async () => {
  for (const file of ['research/resume', 'operator/commands', 'http/table'])
    await runInCore(`src/server/${file}.test.ts`);
});
