import process from 'node:process';
import { readConfig } from '../config.ts';
import { type Environment, readEnvironment, readSmtpUrl, refuseOpenNetwork } from '../environment.ts';
import { program } from '../version.ts';
import { configSchema, settingsReference } from '../settings-reference.ts';
import { StartError } from '../start-error.ts';
import { sampleSettings } from '../placeholders.ts';
import { readInstruments } from '../instruments/instrument-files.ts';
import { migrationFiles } from '../db/migrate.ts';
import type { Command, CommandContext } from './command.ts';

const env: Environment = process.env;

/** Reads all settings without a database. Throws a StartError for the first that is wrong. */
export function readSettings() {
  const config = readConfig(env.CONFIG_FILE || undefined);
  const origin = readEnvironment(env).publicOrigin ?? config.public.base_url;
  if (env.DATABASE_URL) refuseOpenNetwork(env.DATABASE_URL);
  if (config.unknown.length > 0)
    throw new StartError(`The configuration file has keys that nothing reads: ${config.unknown.join(', ')}`);
  const instruments = readInstruments(env.INSTRUMENTS_DIR || config.instrumentsDir);
  return { config, origin, instruments };
}

function check({ note, print }: CommandContext): void {
  const { config, origin, instruments } = readSettings();
  const open = [
    ...(origin ? [] : ['PUBLIC_ORIGIN']),
    ...(readSmtpUrl(env) ? [] : ['SMTP_URL']),
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
