import process from 'node:process';
import { readConfig } from '../config.ts';
import { readInstruments, type InstrumentInForce } from '../instruments/instrument-files.ts';

/** The instruments in force, from the same place as the server's: INSTRUMENTS_DIR, else the configured folder. */
export function configuredInstruments(): Map<string, InstrumentInForce> {
  const config = readConfig(process.env['CONFIG_FILE'] || undefined);
  return readInstruments(process.env['INSTRUMENTS_DIR'] || config.instrumentsDir);
}
