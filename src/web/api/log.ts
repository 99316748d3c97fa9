import type { PublicConfig } from '../../contract/config.ts';
import { config } from './config.ts';
import { isNetworkFailure } from './failure.ts';

type Level = PublicConfig['log_level'];

const rank = { trace: 0, debug: 1, info: 2, warn: 3, error: 4, silent: 5 } as const satisfies Record<
  Level,
  number
>;

/** Writes to the browser's console from the configured level on. Never pass the entries of a patient. */
export function log(level: Exclude<Level, 'silent'>, message: string, cause?: unknown): void {
  if (rank[level] < rank[config().log_level]) return;
  // oxlint-disable-next-line no-console
  console[level](message, ...(cause === undefined ? [] : [cause]));
}

/** Writes why a call failed. Without a connection, and where the page was left meanwhile, the program did nothing wrong. */
export function logFailedCall(message: string, error: unknown): void {
  log(isNetworkFailure(error) ? 'debug' : 'error', message, error);
}
