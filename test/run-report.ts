export type Tally = { passed: number; failed: number };

export const noTests: Tally = { passed: 0, failed: 0 };

export function addTallies(...tallies: Tally[]): Tally {
  return {
    passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
    failed: tallies.reduce((sum, { failed }) => sum + failed, 0),
  };
}

/** One line for a success: a step, or a file with its tests. */
export function reportStep(name: string, passed: number, milliseconds: number): void {
  console.log(`  ${String(passed).padStart(4)} passed  ${name} (${inSeconds(milliseconds)})`);
}

type File = { name: string; title: string; milliseconds: number };

let planned = 0;
const ended: File[] = [];

/** Says how many more files the run holds; fewer, if some cannot run here. */
export function planFiles(count: number): void {
  planned += count;
}

/** One line for a file that has ended, with its number among the files of the run. */
export function reportFile(file: File, passed: number): void {
  ended.push(file);
  const number = String(ended.length).padStart(String(planned).length);
  const tests = `${String(passed).padStart(4)} passed`;
  console.log(`  [${number}/${planned}] ${tests}  ${file.name} (${inSeconds(file.milliseconds)})`);
}

function inSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

const failures: string[] = [];

/** Shows a failure at once, and keeps its name for the list at the end. */
export function reportFailure(name: string, details: string): void {
  failures.push(name);
  const indented = details.trimEnd().replaceAll(/^/gm, '    ');
  console.log(`\n  FAILED  ${name}\n${indented}\n`);
}

const SLOWEST = 10;

/** The end of the output: the slowest files, the names of failed tests, and the line with the counts. */
export function reportEnd({ passed, failed }: Tally): void {
  if (ended.length > SLOWEST) reportNames(`The slowest ${SLOWEST} of ${ended.length} files:`, slowest());
  reportNames('Failed:', failures);
  console.log(`\n${passed} passed, ${failed} failed`);
}

function slowest(): string[] {
  return ended
    .toSorted((a, b) => b.milliseconds - a.milliseconds)
    .slice(0, SLOWEST)
    .map(({ name, title, milliseconds }) => `${inSeconds(milliseconds).padStart(8)}  ${name} (${title})`);
}

function reportNames(title: string, names: string[]): void {
  if (names.length > 0) console.log(`\n${title}\n${names.map((name) => `  ${name}`).join('\n')}`);
}
