import { writeFileSync } from 'node:fs';
import os from 'node:os';
import process from 'node:process';
import { installationCounts, listRuns } from '../database/across-queries.ts';
import { appliedMigrations, describeServer } from '../database/queries.ts';
import { withoutTenant } from '../database/transaction.ts';
import { type Environment, variables } from '../settings/environment.ts';
import { readConfig, type SettingsPart } from '../settings/config.ts';
import { whyNot } from '../settings/file-refusal.ts';
import { StartError } from '../settings/start-error.ts';
import { program } from '../settings/version.ts';
import type { Services } from '../services.ts';
import { namesIn, withoutAddresses } from './support-mask.ts';

// An address may hold a password, so the file says only that it is set.
const isSecret = (name: string) => name.endsWith('_URL');

/** What helps to understand an installation from afar: no password, no key, no address of a person, no text of a clinic. */
export async function describeForSupport(
  services: Services | undefined,
  env: Environment,
  extensions: readonly SettingsPart[],
) {
  const names = [
    ...Object.keys(variables),
    ...extensions.flatMap(({ switches = {} }) => Object.keys(switches)),
  ];
  const settings = names.flatMap((name) => {
    const value = env[name as keyof Environment];
    return value ? [[name, isSecret(name) ? 'is set' : value] as const] : [];
  });
  return {
    at: new Date().toISOString(),
    program: { ...program, node: process.version },
    machine: {
      system: `${os.type()} ${os.release()} ${os.arch()}`,
      cores: os.availableParallelism(),
      memory: os.totalmem(),
    },
    environment: Object.fromEntries(settings),
    configuration: describeConfig(env, extensions),
    database: services && (await describeDatabaseOf(services)),
  };
}

function describeConfig({ CONFIG_FILE: file }: Environment, extensions: readonly SettingsPart[]) {
  try {
    const config = readConfig(file || undefined, extensions);
    const { time_zone, log_level } = config.public;
    const { sessions, protocol, mailPerMinute, trustedProxies, proofOfWorkBits, unknown } = config;
    const lists = Object.entries(config.ofExtensions).map(([key, value]) => [
      key,
      Array.isArray(value) ? value.length : 'is read',
    ]);
    const own = { clinics: config.clinics.size, ...Object.fromEntries(lists) };
    return {
      time_zone,
      log_level,
      sessions,
      protocol,
      mailPerMinute,
      trustedProxies,
      proofOfWorkBits,
      unknown,
      ...own,
    };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

async function describeDatabaseOf({ pool, registry }: Services) {
  return withoutTenant(pool, async (db) => ({
    ...(await describeServer(db)),
    migrations: await appliedMigrations(db),
    counts: Object.fromEntries(await installationCounts(db)),
    jobs: await listRuns(db),
    instruments: [...registry.instruments.values()].map(({ id, version }) => `${id} ${version}`),
  }));
}

/** Writes the file without the addresses of persons and machines, closed to others; it never replaces one. */
export function writeSupportFile(path: string, content: object, env: Environment): void {
  const { DATABASE_URL, SMTP_URL, PUBLIC_ORIGIN } = env;
  const names = [...namesIn([DATABASE_URL, SMTP_URL, PUBLIC_ORIGIN]), os.hostname()];
  const text = JSON.stringify(withoutAddresses(content, names), null, 2);
  try {
    writeFileSync(path, `${text}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    throw new StartError(`the file cannot be written: ${whyNot(error, 'write', path)}`);
  }
}
