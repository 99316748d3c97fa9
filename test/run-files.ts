import { readdirSync } from 'node:fs';
import process from 'node:process';
import { relative, resolve } from 'node:path';
import { run } from 'node:test';
import { inspect } from 'node:util';
import { noTests, reportFailure, reportFile, type Tally } from './run-report.ts';

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

/** Runs test files, each in its own process, two at a time. A file that hangs is ended, unless it may take hours. */
export async function runFiles(title: string, files: string[], { endless = false } = {}): Promise<Tally> {
  if (files.length === 0) return noTests;
  console.log(`\n${title}: ${files.length} files`);
  // Absolute paths, like those in the events of the stream.
  const paths = files.map((file) => resolve(file));
  const record = recordOf(title);
  const timeout = endless ? Number.POSITIVE_INFINITY : FILE_LIMIT_MS;
  const stream = run({ files: paths, concurrency: CONCURRENCY, timeout });
  stream.on('test:stdout', ({ file, message }) => record.keepOutput(file, message));
  stream.on('test:stderr', ({ file, message }) => record.keepOutput(file, message));
  // What a test measured, or could not do on this machine. Node.js sends counts of its own without a file.
  stream.on('test:diagnostic', ({ file, message }) => {
    if (file !== undefined) console.log(`       says  ${shorten(file)}: ${message}`);
  });
  stream.on('test:pass', record.pass);
  stream.on('test:fail', record.fail);
  stream.on('test:summary', ({ file, counts, duration_ms }) => {
    if (file !== undefined) record.end(file, counts.passed, duration_ms);
  });
  // Reading the stream to its end makes it end.
  for await (const _ of stream);
  return record.tally;
}

type Outcome = { name: string; file?: string; skip?: string | boolean; todo?: string | boolean };
type Details = { type?: string; error?: Error; duration_ms: number };
type Event = Outcome & { details: Details };

function recordOf(title: string) {
  const tally = { passed: 0, failed: 0 };
  const outputs = new Map<string, string>();
  const ended = new Set<string>();

  function end(file: string, passed: number, milliseconds: number): void {
    if (ended.has(file)) return;
    ended.add(file);
    reportFile({ name: shorten(file), title, milliseconds }, passed);
  }

  function keepOutput(file: string, message: string): void {
    outputs.set(file, (outputs.get(file) ?? '') + message);
  }

  function refuse(outcome: Event, reason: string): void {
    const file = outcome.file ?? '';
    const test = outcome.name === file ? shorten(file) : `${shorten(file)}: ${outcome.name}`;
    const name = `${test} (${title})`;
    tally.failed += 1;
    reportFailure(name, `${reason}\n${outputs.get(file) ?? ''}`);
    outputs.delete(file);
    // A file that ended before its tests sends no summary.
    if (outcome.name === file) end(file, 0, outcome.details.duration_ms);
  }

  function pass(outcome: Event): void {
    if (outcome.details.type === 'suite') return;
    // A skipped test proves nothing, and a file without a test is a mistake.
    if (outcome.skip || outcome.todo) refuse(outcome, 'was skipped');
    else if (outcome.name === outcome.file) refuse(outcome, 'holds no test');
    else tally.passed += 1;
  }

  function fail(outcome: Event): void {
    const { error } = outcome.details;
    // Tests inside this one were reported themselves.
    if (error && 'failureType' in error && error.failureType === 'subtestsFailed') return;
    refuse(outcome, describe(error));
  }

  return { tally, keepOutput, pass, fail, end };
}

// The output of a file that failed as a whole says why. This says only how it ended.
function describe(error: Error | undefined): string {
  if (error?.cause !== 'test failed') return inspect(error?.cause ?? error);
  const { exitCode, signal } = error as { exitCode?: number; signal?: string };
  return `the file ended with ${signal ?? `code ${exitCode}`}`;
}

function shorten(file: string): string {
  return relative(process.cwd(), file).replaceAll('\\', '/');
}
