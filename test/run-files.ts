import { readdirSync } from 'node:fs';
import process from 'node:process';
import { relative, resolve } from 'node:path';
import { run } from 'node:test';
import { inspect } from 'node:util';
import { addTallies, reportFailure, reportFile, reportSecondRun, type Tally } from './run-report.ts';

const CONCURRENCY = 2;
const FILE_LIMIT_MS = 10 * 60_000;

/** The test files below the folders. */
export function findTestFiles(folders: string[]): string[] {
  return folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
    )
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.test.ts'))
    .sort();
}

/** Runs test files, each in a process of its own, two at a time. */
export async function runFiles(title: string, files: string[]): Promise<Tally> {
  return sumOf(await runOnce(title, files));
}

// More is no accident.
const MOST_ACCIDENTS = 3;

/** As `runFiles`; a file that fails is run a second time, and what failed only once is told at the end (record 038). */
export async function runUnsteadyFiles(title: string, files: string[]): Promise<Tally> {
  const first = await runOnce(title, files);
  const failed = [...first].filter(([, { failures }]) => failures.length > 0);
  if (failed.length === 0 || failed.length > MOST_ACCIDENTS) return sumOf(first);
  const second = await runOnce(
    `${title}, the failed files once more`,
    failed.map(([file]) => file),
  );
  for (const [file, { failures }] of failed) {
    reportSecondRun(failures, second.get(file)?.failures.length === 0);
  }
  return sumOf(new Map([...first, ...second]));
}

/** What became of a file: how many of its tests passed, and the names of those that failed. */
type FileResult = { passed: number; failures: string[] };
type Results = ReadonlyMap<string, FileResult>;

function sumOf(results: Results): Tally {
  return addTallies(
    ...[...results.values()].map(({ passed, failures }) => ({ passed, failed: failures.length })),
  );
}

async function runOnce(title: string, files: string[]): Promise<Results> {
  if (files.length === 0) return new Map();
  console.log(`\n${title}`);
  // Absolute, as they are in what the stream tells about them.
  const paths = files.map((file) => resolve(file));
  const record = recordOf(title, paths);
  const stream = run({ files: paths, concurrency: CONCURRENCY, timeout: FILE_LIMIT_MS });
  stream.on('test:stdout', ({ file, message }) => record.keepOutput(file, message));
  stream.on('test:stderr', ({ file, message }) => record.keepOutput(file, message));
  stream.on('test:pass', record.pass);
  stream.on('test:fail', record.fail);
  stream.on('test:summary', ({ file, counts, duration_ms }) => {
    if (file !== undefined) reportFile(shorten(file), counts.passed, duration_ms);
  });
  // The stream ends when it was read to its end.
  for await (const _ of stream);
  return record.results;
}

type Outcome = { name: string; file?: string; skip?: string | boolean; todo?: string | boolean };
type Details = { type?: string; error?: Error };

function recordOf(title: string, paths: string[]) {
  const results = new Map(paths.map((path): [string, FileResult] => [path, { passed: 0, failures: [] }]));
  const outputs = new Map<string, string>();

  function keepOutput(file: string, message: string): void {
    outputs.set(file, (outputs.get(file) ?? '') + message);
  }

  function resultOf(file: string): FileResult {
    const result = results.get(file) ?? { passed: 0, failures: [] };
    results.set(file, result);
    return result;
  }

  function refuse(outcome: Outcome, reason: string): void {
    const file = outcome.file ?? '';
    const test = outcome.name === file ? shorten(file) : `${shorten(file)}: ${outcome.name}`;
    const name = `${test} (${title})`;
    resultOf(file).failures.push(name);
    reportFailure(name, `${reason}\n${outputs.get(file) ?? ''}`);
    outputs.delete(file);
  }

  function pass(outcome: Outcome & { details: Details }): void {
    if (outcome.details.type === 'suite') return;
    // A test that was not run has shown nothing, and a file without a test is a mistake.
    if (outcome.skip || outcome.todo) refuse(outcome, 'was skipped');
    else if (outcome.name === outcome.file) refuse(outcome, 'holds no test');
    else resultOf(outcome.file ?? '').passed += 1;
  }

  function fail(outcome: Outcome & { details: Details }): void {
    const { error } = outcome.details;
    // Those below were reported themselves.
    if (error && 'failureType' in error && error.failureType === 'subtestsFailed') return;
    refuse(outcome, describe(error));
  }

  return { results, keepOutput, pass, fail };
}

// A file that ended badly as a whole says why in its output; here is only how.
function describe(error: Error | undefined): string {
  if (error?.cause !== 'test failed') return inspect(error?.cause ?? error);
  const { exitCode, signal } = error as { exitCode?: number; signal?: string };
  return `the file ended with ${signal ?? `code ${exitCode}`}`;
}

function shorten(file: string): string {
  return relative(process.cwd(), file).replaceAll('\\', '/');
}
