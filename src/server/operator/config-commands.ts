import process from 'node:process';
import { filesNamedBy, readConfig, readExtensionFiles, type SettingsPart } from '../settings/config.ts';
import {
  type Environment,
  readEnvironment,
  readPublicOrigin,
  readSmtpUrl,
  readSwitch,
  refuseOpenNetwork,
  variables,
} from '../settings/environment.ts';
import { program } from '../settings/version.ts';
import { configSchema, settingsReference } from '../settings/settings-reference.ts';
import { StartError } from '../settings/start-error.ts';
import { sampleSettings } from '../demo/placeholders.ts';
import { readInstruments, readProtocol, requireInstruments } from '../instruments/instrument-files.ts';
import { wayTo } from '../mail/transport.ts';
import { placeOf } from '../observe/serve.ts';
import { migrationFiles } from '../database/migrate.ts';
import type { Command, CommandContext } from './command.ts';

const env: Environment = process.env;

/** Reads all settings and the files that they name, without a database. Throws a StartError that names every mistake. */
export function readSettings(extensions: readonly SettingsPart[]) {
  const file = env.CONFIG_FILE || undefined;
  const mistakes = new Set<string>();
  const attempt = <T>(read: () => T): T | undefined => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      mistakes.add(error.message.replace(/\.?$/, '.'));
      return undefined;
    }
  };
  const config = attempt(() => readConfig(file, extensions));
  if (config && config.unknown.length > 0)
    mistakes.add(
      `The program does not know these keys of the configuration file: ${config.unknown.join(', ')}.`,
    );
  const smtpUrl = readVariables(attempt, extensions);
  attempt(() => readExtensionFiles(file, extensions));
  const instruments = readNamedFiles(attempt, file);
  const origin = attempt(() => readPublicOrigin(env.PUBLIC_ORIGIN)) ?? config?.public.base_url ?? '';
  if (mistakes.size > 0 || !config || !instruments) throw new StartError([...mistakes].join('\n'));
  return { config, origin, smtpUrl, instruments };
}

/** Calls a function. Notes the sentence of a StartError in place of throwing it. */
type Attempt = <T>(read: () => T) => T | undefined;

/** Reads the environment, each variable by itself. Returns SMTP_URL. */
function readVariables(attempt: Attempt, extensions: readonly SettingsPart[]): string | undefined {
  for (const name of Object.keys(variables) as (keyof Environment)[])
    attempt(() => readEnvironment({ [name]: env[name] }));
  for (const name of extensions.flatMap(({ switches = {} }) => Object.keys(switches)))
    attempt(() => readSwitch(name, process.env[name]));
  const { DATABASE_URL: databaseUrl, METRICS_ADDRESS: metricsAddress } = env;
  if (databaseUrl) attempt(() => refuseOpenNetwork(databaseUrl));
  const smtpUrl = attempt(() => readSmtpUrl(env));
  if (smtpUrl !== undefined) attempt(() => wayTo(smtpUrl));
  if (metricsAddress) attempt(() => placeOf(metricsAddress));
  return smtpUrl;
}

/** Reads the files that CONFIG_FILE names. Returns the instruments. */
function readNamedFiles(attempt: Attempt, file: string | undefined) {
  const named = attempt(() => filesNamedBy(file));
  const instruments = attempt(() => readInstruments(env.INSTRUMENTS_DIR || named?.instrumentsDir));
  if (!named) return instruments;
  for (const protocolFile of named.protocols)
    attempt(() => {
      const protocol = readProtocol(protocolFile);
      if (instruments) requireInstruments(protocol, instruments);
    });
  return instruments;
}

const notSet = {
  PUBLIC_ORIGIN: 'PUBLIC_ORIGIN is not set: mails and logins depend on it',
  SMTP_URL: 'SMTP_URL is not set: each mail becomes a file, and no mail reaches anybody',
};

function check({ note, print, extensions }: CommandContext): void {
  const { config, origin, smtpUrl, instruments } = readSettings(extensions);
  const samples = sampleSettings(config, origin);
  const missing = [...(origin ? [] : ['PUBLIC_ORIGIN' as const]), ...(smtpUrl ? [] : ['SMTP_URL' as const])];
  print([
    {
      file: env.CONFIG_FILE || null,
      public_origin: origin || null,
      instruments: instruments.size,
      placeholders: [...missing, ...samples].join(', '),
    },
  ]);
  for (const name of missing) note(notSet[name]);
  for (const name of samples) note(`${name} still holds a sample: set it before the first patient`);
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
    run: async ({ write, extensions }) => write(settingsReference(extensions)),
  },
  {
    words: 'config schema',
    summary: 'Print the JSON Schema of CONFIG_FILE',
    run: async ({ write, extensions }) => write(`${JSON.stringify(configSchema(extensions), null, 2)}\n`),
  },
  {
    words: 'version',
    summary: 'Print the version of the program, the commit it was packed from, and its newest migration',
    run: async ({ print }) => print([{ ...program, newest_migration: migrationFiles().at(-1) ?? null }]),
  },
];
