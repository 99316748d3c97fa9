// npm run mutate: changes the code in one small place, over and over, and asks whether a test notices. docs/testing.md.
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { randomSource } from '../../src/psychometrics/random.ts';
import { findTestFiles, quickenHashes } from '../run-files.ts';
import { startOwnServer } from '../servers.ts';
import { type Change, changesOf } from './changes.ts';
import { type MeasuredTest, measure, testsFor } from './coverage.ts';
import { copyProject, runFile, withChange } from './trial.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '40' },
    seed: { type: 'string', default: randomBytes(4).toString('hex') },
    workers: { type: 'string', default: '2' },
    files: { type: 'string', default: '12' },
  },
});

const pureFolders = ['src/psychometrics', 'src/domain', 'src/contract', 'src/text'];
// These take minutes and look at the embedded server or at the API as a whole.
const tooSlow = /\/embedded[^/]*\.test\.ts$/;

const folders = positionals.length > 0 ? positionals : ['src/psychometrics', 'src/domain'];
const pure = folders.every((folder) => pureFolders.some((room) => folder.startsWith(room)));

const COMPILER = 'the compiler';
const COMPILER_LIMIT_MS = 5 * 60_000;
const project = pure ? 'tsconfig.pure.json' : 'tsconfig.json';

type Verdict = { change: Change; noticedBy: string | undefined; asked: number };

function sourcesIn(folder: string): string[] {
  if (statSync(folder).isFile()) return [folder];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`.replaceAll('\\', '/'))
    .filter((path) => /(?<!\.test|\.d)\.ts$/.test(path))
    .sort();
}

/** So many of the changes, drawn at random; the same seed draws the same from the same sources. */
function draw(changes: readonly Change[]): readonly Change[] {
  const random = randomSource(values.seed);
  return changes
    .map((change, i) => ({ change, place: random(i) }))
    .sort((one, other) => one.place - other.place)
    .slice(0, Number(values.sample))
    .map(({ change }) => change);
}

/** Works on the list with as many copies of the project as there are workers; answers in the order of the list. */
async function inCopies<T, R>(
  list: readonly T[],
  work: (copy: string, entry: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  async function worker(copy: string): Promise<void> {
    while (next < list.length) {
      const place = next++;
      const entry = list[place];
      if (entry !== undefined) results[place] = await work(copy, entry);
    }
  }
  await Promise.all(copies.map(worker));
  return results;
}

async function measureTests(sources: ReadonlySet<string>): Promise<readonly MeasuredTest[]> {
  const files = findTestFiles(pure ? pureFolders : ['src/server', 'src/domain', 'src/extensions']).filter(
    (file) => !tooSlow.test(file),
  );
  const tests = await inCopies(files, async (copy, file) => {
    const test = await measure(copy, file, sources);
    if (!test) console.log(`${file} fails without any change and is left out`);
    return test;
  });
  return tests.filter((test) => test !== undefined);
}

async function judge(copy: string, change: Change, tests: readonly MeasuredTest[]): Promise<Verdict> {
  const chosen = testsFor(change, tests).slice(0, Number(values.files));
  return withChange(copy, change, async () => {
    for (const { file, milliseconds } of chosen) {
      const outcome = await runFile(copy, [file], 4 * milliseconds + 10_000);
      if (outcome !== 'passed') return { change, noticedBy: `${file}, ${outcome}`, asked: chosen.length };
    }
    const types = await runFile(copy, ['node_modules/typescript/bin/tsc', '-p', project], COMPILER_LIMIT_MS);
    return { change, noticedBy: types === 'passed' ? undefined : COMPILER, asked: chosen.length };
  });
}

function print({ change: { file, line, what }, noticedBy, asked }: Verdict): void {
  const verdict = noticedBy === undefined ? 'SURVIVED' : 'noticed ';
  const by = noticedBy ?? (asked === 0 ? 'no test runs this place' : `${asked} test files passed`);
  console.log(`${verdict} ${file}:${line}  ${what}  (${by})`);
}

for (const folder of folders) {
  if (existsSync(folder)) continue;
  console.error(`There is no folder or file ${folder}.`);
  process.exit(1);
}
const sources = folders.flatMap(sourcesIn);
const copies = Array.from({ length: Number(values.workers) }, copyProject);
const all = sources.flatMap((file) => changesOf(file, readFileSync(`${copies[0]}/${file}`, 'utf8')));
const sample = draw(all);
console.log(`${sample.length} of ${all.length} changes in ${sources.length} files, seed ${values.seed}`);
quickenHashes();
if (!pure) process.env['RUN_DATABASE_SERVER'] = JSON.stringify(await startOwnServer());
const tests = await measureTests(new Set(sources));
console.log(`${tests.length} test files pass without a change`);
const verdicts = await inCopies(sample, async (copy, change) => {
  const verdict = await judge(copy, change, tests);
  print(verdict);
  return verdict;
});
const survived = verdicts.filter(({ noticedBy }) => noticedBy === undefined);
const byTypes = verdicts.filter(({ noticedBy }) => noticedBy === COMPILER).length;
const noticed = verdicts.length - survived.length;
const share = (part: number) =>
  `${part} of ${verdicts.length}, ${Math.round((100 * part) / verdicts.length)} %`;
console.log(`\nnoticed: ${share(noticed)}; by tests alone: ${share(noticed - byTypes)}`);
console.log(`seed: ${values.seed}`);
if (survived.length > 0) console.log('\nsurvived:');
survived.sort((one, other) => one.change.file.localeCompare(other.change.file)).forEach(print);
process.exit(0);
