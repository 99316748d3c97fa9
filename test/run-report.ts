export type Tally = { passed: number; failed: number };

export const noTests: Tally = { passed: 0, failed: 0 };

export function addTallies(...tallies: Tally[]): Tally {
  return {
    passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
    failed: tallies.reduce((sum, { failed }) => sum + failed, 0),
  };
}

/** One line for a success: a step, or a file with its tests. */
export function reportFile(name: string, passed: number, milliseconds: number): void {
  console.log(`  ${String(passed).padStart(4)} passed  ${name} (${(milliseconds / 1000).toFixed(1)} s)`);
}

const failures: string[] = [];

/** Shows a failure at once, and keeps its name for the list at the end. */
export function reportFailure(name: string, details: string): void {
  failures.push(name);
  const indented = details.trimEnd().replaceAll(/^/gm, '    ');
  console.log(`\n  FAILED  ${name}\n${indented}\n`);
}

/** The end of the output: the names of failed tests, and the line with the counts. */
export function reportEnd({ passed, failed }: Tally): void {
  reportNames('Failed:', failures);
  console.log(`\n${passed} passed, ${failed} failed`);
}

function reportNames(title: string, names: string[]): void {
  if (names.length > 0) console.log(`\n${title}\n${names.map((name) => `  ${name}`).join('\n')}`);
}
