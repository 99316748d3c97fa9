import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Change } from './changes.ts';
import { runFile, temporaryFolder } from './trial.ts';

type Range = { startOffset: number; endOffset: number; count: number };
type Report = { result: { url: string; functions: { ranges: Range[] }[] }[] };

/** A test file that passes, with its time and the parts of the sources that it runs. */
export type MeasuredTest = {
  readonly file: string;
  readonly milliseconds: number;
  /** By source file; several where the test starts several processes. */
  readonly parts: ReadonlyMap<string, readonly (readonly Range[])[]>;
};

const LIMIT_MS = 10 * 60_000;

/** Runs a test file once as it is. Undefined where it fails without any change: it can show nothing. */
export async function measure(
  copy: string,
  file: string,
  sources: ReadonlySet<string>,
): Promise<MeasuredTest | undefined> {
  const folder = temporaryFolder('coverage');
  const began = Date.now();
  const outcome = await runFile(copy, [file], LIMIT_MS, { NODE_V8_COVERAGE: folder });
  const milliseconds = Date.now() - began;
  if (outcome !== 'passed') return undefined;
  const parts = new Map<string, Range[][]>();
  for (const name of readdirSync(folder)) {
    for (const [source, ranges] of readReport(join(folder, name), copy)) {
      if (!sources.has(source)) continue;
      parts.set(source, [...(parts.get(source) ?? []), ranges]);
    }
  }
  return { file, milliseconds, parts };
}

function readReport(path: string, copy: string): [source: string, ranges: Range[]][] {
  // Node.js writes these files; a process that was killed leaves half of one.
  let report: Report;
  try {
    report = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return [];
  }
  return report.result
    .filter(({ url }) => url.startsWith('file:'))
    .map(({ url, functions }) => ({ path: fileURLToPath(url), functions }))
    .filter(({ path }) => path.startsWith(copy))
    .map(({ path, functions }) => [
      path.slice(copy.length + 1).replaceAll('\\', '/'),
      functions.flatMap(({ ranges }) => ranges),
    ]);
}

/** Whether the test runs the place of the change. */
function runs({ parts }: MeasuredTest, { file, begin }: Change): boolean {
  return (parts.get(file) ?? []).some((ranges) => countAt(ranges, begin) > 0);
}

// Ranges lie within each other; the smallest one says how often a place was run.
function countAt(ranges: readonly Range[], offset: number): number {
  let found: Range | undefined;
  for (const range of ranges) {
    if (range.startOffset > offset || range.endOffset <= offset) continue;
    if (!found || range.endOffset - range.startOffset < found.endOffset - found.startOffset) found = range;
  }
  return found?.count ?? 0;
}

/** The tests that run the place of the change: its file's own first, then those of its folder, the quick ones first. */
export function testsFor(change: Change, tests: readonly MeasuredTest[]): readonly MeasuredTest[] {
  return tests
    .filter((test) => runs(test, change))
    .sort(
      (one, other) =>
        distance(one.file, change.file) - distance(other.file, change.file) ||
        one.milliseconds - other.milliseconds,
    );
}

function distance(test: string, source: string): number {
  if (dirname(test) !== dirname(source)) return 2;
  return basename(test, '.test.ts') === basename(source, '.ts') ? 0 : 1;
}
