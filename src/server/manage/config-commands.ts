import process from 'node:process';
import { readConfig } from '../config.ts';
import { type Environment, readEnvironment, readSmtpUrl, refuseOpenNetwork } from '../environment.ts';
import { program } from '../version.ts';
import { configSchema, settingsReference } from '../settings-reference.ts';
import { StartError } from '../start-error.ts';
import { sampleSettings } from '../placeholders.ts';
import { readInstruments } from '../instruments/instrument-files.ts';
import { readProtocols } from '../instruments/registry.ts';
import { wayTo } from '../mail/transport.ts';
import { placeOf } from '../observe/serve.ts';
import { migrationFiles } from '../db/migrate.ts';
import type { Command, CommandContext } from './command.ts';

const env: Environment = process.env;

/** Reads all settings and the files that they name, without a database. Throws a StartError for the first that is wrong. */
export function readSettings() {
  const config = readConfig(env.CONFIG_FILE || undefined);
  const origin = readEnvironment(env).publicOrigin ?? config.public.base_url;
  if (env.DATABASE_URL) refuseOpenNetwork(env.DATABASE_URL);
  if (config.unknown.length > 0)
    throw new StartError(`The configuration file has keys that nothing reads: ${config.unknown.join(', ')}`);
  const smtpUrl = readSmtpUrl(env);
  if (smtpUrl !== undefined) wayTo(smtpUrl);
  if (env.METRICS_ADDRESS) placeOf(env.METRICS_ADDRESS);
  const instruments = readInstruments(env.INSTRUMENTS_DIR || config.instrumentsDir);
  readProtocols(config.protocol, config.clinics, instruments);
  return { config, origin, smtpUrl, instruments };
}

function check({ note, print }: CommandContext): void {
  const { config, origin, smtpUrl, instruments } = readSettings();
  const open = [
    ...(origin ? [] : ['PUBLIC_ORIGIN']),
    ...(smtpUrl ? [] : ['SMTP_URL']),
    ...sampleSettings(config),
  ];
  print([
    {
      file: env.CONFIG_FILE || null,
      public_origin: origin || null,
      instruments: instruments.size,
      placeholders: open.join(', '),
    },
  ]);
  for (const name of open)
    note(`${name} has its default, which is a placeholder: set it before the first patient`);
}

export const configCommands: Command[] = [
  {
    words: 'config check',
    summary: 'Check the environment and CONFIG_FILE without a database, and name what is still a placeholder',
    run: async (context) => check(context),
  },
  {
    words: 'config reference',
    summary:
      'Print every setting of environment, CONFIG_FILE and protocol with its values and defaults (docs/settings.md)',
    run: async ({ write }) => write(settingsReference()),
  },
  {
    words: 'config schema',
    summary: 'Print the JSON Schema of CONFIG_FILE',
    run: async ({ write }) => write(`${JSON.stringify(configSchema(), null, 2)}\n`),
  },
  {
    words: 'version',
    summary: 'Print the version of the program, the commit it was packed from, and its newest migration',
    run: async ({ print }) => print([{ ...program, newest_migration: migrationFiles().at(-1) ?? null }]),
  },
];
