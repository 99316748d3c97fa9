import process from 'node:process';
import { readConfig } from '../config.ts';
import { readInstruments, type InstrumentInForce } from '../instruments/instrument-files.ts';

/** The instruments in force, as the server finds them: INSTRUMENTS_DIR, else the folder of the configuration file. */
export function configuredInstruments(): Map<string, InstrumentInForce> {
  const config = readConfig(process.env['CONFIG_FILE'] || undefined);
  return readInstruments(process.env['INSTRUMENTS_DIR'] || config.instrumentsDir);
}
