import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { addTallies, reportFailure, reportStep, type Tally } from './run-report.ts';

const steps = [
  { name: 'types of the pure rooms', tool: ['typescript', 'tsc'], args: ['-p', 'tsconfig.pure.json'] },
  { name: 'types of server and tests', tool: ['typescript', 'tsc'], args: ['-p', '.'] },
  { name: 'types of the web pages', tool: ['typescript', 'tsc'], args: ['-p', 'src/web'] },
  { name: 'types of the browser tests', tool: ['typescript', 'tsc'], args: ['-p', 'test/browser'] },
  { name: 'lint', tool: ['oxlint', 'oxlint'], args: [] },
  { name: 'unused files, exports and packages', tool: ['knip', 'knip'], args: ['--no-progress'] },
  { name: 'format', tool: ['oxfmt', 'oxfmt'], args: ['--check', '.'] },
  {
    name: 'migrations',
    tool: ['squawk-cli', 'squawk'],
    args: ['migrations/*.sql', 'src/extensions/*/migrations/*.sql'],
  },
  {
    name: 'no secrets',
    tool: ['secretlint', 'secretlint'],
    args: ['--secretlintignore', '.gitignore', '**/*'],
  },
  {
    name: 'lock file',
    tool: ['lockfile-lint', 'lockfile-lint'],
    args: ['--path', 'package-lock.json', '--type', 'npm', '--validate-integrity', '--allowed-hosts', 'npm'],
  },
] as const;

type Step = (typeof steps)[number];

/** Types, lint, format, migrations, secrets in the files, and where packages come from; each counts as one test. */
export async function checkSources(): Promise<Tally> {
  console.log('sources');
  const tallies: Tally[] = [];
  for (const step of steps) tallies.push(await runStep(step));
  return addTallies(...tallies);
}

async function runStep({ name, tool: [packageName, program], args }: Step): Promise<Tally> {
  const began = Date.now();
  const child = spawn(process.execPath, [programOf(packageName, program), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => output.push(text));
  const [code] = await once(child, 'close');
  if (code === 0) {
    reportStep(name, 1, Date.now() - began);
    return { passed: 1, failed: 0 };
  }
  reportFailure(name, output.join(''));
  return { passed: 0, failed: 1 };
}

// The program's own file, because node_modules/.bin holds another kind of file on every system.
function programOf(packageName: string, program: string): string {
  const manifest = findPackageJSON(packageName, import.meta.url);
  if (manifest === undefined) throw new Error(`the package ${packageName} is not installed`);
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8'));
  return join(dirname(manifest), typeof bin === 'string' ? bin : bin[program]);
}
