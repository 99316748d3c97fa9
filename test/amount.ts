import process from 'node:process';

/** True in `npm run test:all`, which tries everything and demands everything that it needs. */
export const isWhole = process.env['RUN_ALL'] === '1';

/** How often a test repeats what chance decides, in `npm test` and in `npm run test:all`. FAULTS sets another number. */
export function amount({ usual, all }: { usual: number; all: number }): number {
  return Number(process.env['FAULTS'] ?? (isWhole ? all : usual));
}
