import type { Pool } from 'pg';
import type { IsoDate } from '../domain/iso-date.ts';
import type { Config } from './config.ts';
import type { Keys } from './keys/keys.ts';
import type { SurveyRegistry } from './instruments/registry.ts';

export type Log = {
  info(fields: object, message?: string): void;
  warn(fields: object, message?: string): void;
  error(fields: object, message?: string): void;
};

/** What the server is made of; built once in main.ts (or by a test) and passed on. `now` is in epoch milliseconds. */
export type Services = {
  pool: Pool;
  /** A slice of its own for logins, so that a flood of them does not stop the surveys (R72). */
  loginPool: Pool;
  keys: Keys;
  config: Config;
  /** The instruments and the protocol in force, and every version a stored session was pinned to. */
  registry: SurveyRegistry;
  log: Log;
  publicOrigin: string;
  requireAppHeader: boolean;
  now(): number;
  today(): IsoDate;
};
