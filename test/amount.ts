import process from 'node:process';
import { test, type TestContext } from 'node:test';

/** True in `npm run test:all`, which tries everything and demands everything that it needs. */
export const isWhole = process.env['RUN_ALL'] === '1';

/** How often a test repeats what chance decides, in `npm test` and in `npm run test:all`. FAULTS sets another number. */
export function amount({ usual, all }: { usual: number; all: number }): number {
  return Number(process.env['FAULTS'] ?? (isWhole ? all : usual));
}

/**
 * A test of a browser file that `npm test` leaves to `npm run test:all` (docs/testing.md). It also runs where its file is
 * named or runs alone.
 */
export function rare(name: string, work: (context: TestContext) => Promise<void>): void {
  if (process.env['RUN_SHORT'] !== '1') void test(name, work);
}
