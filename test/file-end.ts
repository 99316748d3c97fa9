import { after, afterEach } from 'node:test';

// What helpers of tests clear away. Their files stand in one process with several test files (run-groups.ts), so that a hook of
// their own would belong to the first of them only.

type Work = () => unknown;

const afterTests: Work[] = [];
const afterFiles: Work[] = [];

/** Has the work done after each test. */
export function atTestEnd(work: Work): void {
  afterTests.push(work);
}

/** Has the work done when the tests of a file have ended, in the order of these calls. */
export function atFileEnd(work: Work): void {
  afterFiles.push(work);
}

/** Clears away after a test file. */
export async function endFile(): Promise<void> {
  for (const work of afterFiles) await work();
}

afterEach(async () => {
  for (const work of afterTests) await work();
});
after(endFile);
