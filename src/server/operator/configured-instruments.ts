import process from 'node:process';
import { readConfig } from '../settings/config.ts';
import type { Environment } from '../settings/environment.ts';
import { readInstruments, type InstrumentInForce } from '../instruments/instrument-files.ts';

/** The instruments in force, from the same place as the server's: INSTRUMENTS_DIR, else the configured folder. */
export function configuredInstruments(): Map<string, InstrumentInForce> {
  const env: Environment = process.env;
  const config = readConfig(env.CONFIG_FILE || undefined);
  return readInstruments(env.INSTRUMENTS_DIR || config.instrumentsDir);
}
