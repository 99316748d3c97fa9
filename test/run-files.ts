import { readdirSync } from 'node:fs';
import process from 'node:process';
import { relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { run } from 'node:test';
import { inspect } from 'node:util';
import { type Group, groupsOf } from './run-groups.ts';
import { noTests, reportFailure, reportFile, type Tally } from './run-report.ts';

const FILE_LIMIT_MS = 10 * 60_000;

/** Has the processes of a run compute cheap password hashes, and the programs that its tests start. */
export function quickenHashes(): void {
  process.env['NODE_OPTIONS'] = `--import=${pathToFileURL(resolve('test/quick-hashes.mjs')).href}`;
}

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

type How = {
  /** How many processes run at the same time. */
  processes?: number;
  /** How many test files share a process, and which do not. */
  together?: number;
  isAlone?: (file: string) => boolean;
  /** The files may take hours. Others that hang are ended. */
  endless?: boolean;
};

/** Runs test files, some of them in one process, and some processes at the same time. */
export async function runFiles(title: string, files: string[], how: How = {}): Promise<Tally> {
  if (files.length === 0) return noTests;
  const { processes = 2, together = 1, isAlone = () => together === 1, endless = false } = how;
  console.log(`\n${title}: ${files.length} files`);
  const groups = groupsOf(files, together, isAlone);
  const record = recordOf(title, groups);
  const timeout = endless ? Number.POSITIVE_INFINITY : FILE_LIMIT_MS * together;
  quickenHashes();
  const stream = run({ files: groups.map(({ path }) => path), concurrency: processes, timeout });
  stream.on('test:start', record.begin);
  stream.on('test:stdout', ({ file, message }) => record.keepOutput(file, message));
  stream.on('test:stderr', ({ file, message }) => record.keepOutput(file, message));
  // What a test measured, or could not do on this machine. Node.js sends counts of its own without a file.
  stream.on('test:diagnostic', ({ file, message }) => {
    if (file !== undefined) console.log(`       says  ${record.fileOf(file)}: ${message}`);
  });
  stream.on('test:pass', record.pass);
  stream.on('test:fail', record.fail);
  stream.on('test:summary', record.summarize);
  // Reading the stream to its end makes it end.
  for await (const _ of stream);
  return record.tally;
}

type Outcome = {
  name: string;
  file?: string;
  /** What the process was started with. `file` may be a helper that defines tests. */
  entryFile?: string;
  nesting: number;
  skip?: string | boolean;
  todo?: string | boolean;
};
type Details = { type?: string; error?: Error; duration_ms: number };
type Event = Outcome & { details: Details };
type Summary = { file: string | undefined; duration_ms: number };

function recordOf(title: string, groups: readonly Group[]) {
  const tally = { passed: 0, failed: 0 };
  const groupAt = new Map(groups.map((group) => [group.path, group]));
  const shared = groups.filter(({ files }) => files.length > 1);
  const groupOf = new Map(shared.flatMap((group) => group.files.map((file) => [file, group] as const)));
  /** The file of a group whose tests run. */
  const running = new Map<string, string>();
  const outputs = new Map<string, string>();
  const passed = new Map<string, number>();
  const ended = new Set<string>();

  const fileOf = (path: string) => running.get(path) ?? shorten(path);

  /** Whether it is the suite that stands for a file of a group. */
  const isFile = ({ name, nesting }: Outcome) => nesting === 0 && groupOf.has(name);

  function begin({ name, nesting }: Outcome): void {
    const group = nesting === 0 ? groupOf.get(name) : undefined;
    if (group) running.set(group.path, name);
  }

  function end(file: string, milliseconds: number): void {
    if (ended.has(file)) return;
    ended.add(file);
    reportFile({ name: file, title, milliseconds }, passed.get(file) ?? 0);
  }

  function keepOutput(path: string, message: string): void {
    const file = fileOf(path);
    outputs.set(file, (outputs.get(file) ?? '') + message);
  }

  function refuse(file: string, test: string | undefined, reason: string): void {
    tally.failed += 1;
    const name = test === undefined ? file : `${file}: ${test}`;
    reportFailure(`${name} (${title})`, `${reason}\n${outputs.get(file) ?? ''}`);
    outputs.delete(file);
  }

  function pass(event: Event): void {
    const { name, file: path = '', details } = event;
    if (isFile(event)) return endOfFile(name, details);
    if (details.type === 'suite') return;
    const file = fileOf(event.entryFile ?? path);
    // A skipped test proves nothing, and a file without a test is a mistake.
    if (event.skip || event.todo) return refuse(file, name, 'was skipped');
    if (name === path) return refuse(file, undefined, 'holds no test');
    tally.passed += 1;
    passed.set(file, (passed.get(file) ?? 0) + 1);
  }

  function endOfFile(file: string, { duration_ms }: Details): void {
    if (!passed.has(file) && !ended.has(file)) refuse(file, undefined, 'holds no test');
    end(file, duration_ms);
  }

  function fail(event: Event): void {
    const { name, file: path = '', details } = event;
    // Tests inside this one were reported themselves.
    const { error } = details;
    const byOthers = error && 'failureType' in error && error.failureType === 'subtestsFailed';
    if (isFile(event)) {
      if (!byOthers) refuse(name, undefined, describe(error));
      return end(name, details.duration_ms);
    }
    if (byOthers) return;
    if (name !== path) return refuse(fileOf(event.entryFile ?? path), name, describe(error));
    // A process that ended before its tests sends no summary.
    for (const file of groupAt.get(path)?.files ?? []) {
      if (ended.has(file)) continue;
      refuse(file, undefined, describe(error));
      end(file, details.duration_ms);
    }
  }

  function summarize({ file, duration_ms }: Summary): void {
    if (file !== undefined && groupAt.get(file)?.files.length === 1) end(shorten(file), duration_ms);
  }

  return { tally, fileOf, begin, keepOutput, pass, fail, summarize };
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
