import process from 'node:process';
import { test, type TestContext } from 'node:test';

const { RUN_ALL, PROOF_RUNS, SEED } = process.env;

/** True in `npm run test:all`, which tries everything and demands everything that it needs. */
export const isWhole = RUN_ALL === '1';

/** How often a test repeats what chance decides, in `npm test` and in `npm run test:all`. `npm run proof` sets another number. */
export function amount({ usual, all }: { usual: number; all: number }): number {
  return Number(PROOF_RUNS ?? (isWhole ? all : usual));
}

/** What random draws begin with: the same in each run of the tests, another in each proof. SEED=… repeats a proof. */
export const seed = Number(SEED ?? (PROOF_RUNS === undefined ? 1 : Date.now() % 2 ** 31));

/** True where somebody repeats a failure. Only then a test takes the minutes to shorten it. */
export const repeats = SEED !== undefined;

/**
 * A test of a browser file that `npm test` leaves to `npm run test:all` (docs/testing.md). It also runs where its file is
 * named or runs alone.
 */
export function rare(name: string, work: (context: TestContext) => Promise<void>): void {
  if (process.env['RUN_SHORT'] !== '1') void test(name, work);
}
