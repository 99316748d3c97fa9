import { resolve } from 'node:path';
import process from 'node:process';
import { readConfig, type Config } from '../settings/config.ts';
import { hasCluster } from '../trial-database/cluster.ts';
import { startEmbeddedDatabase } from '../trial-database/embedded.ts';
import {
  type Environment,
  makeDataDirectory,
  readPublicOrigin,
  readSmtpUrl,
} from '../settings/environment.ts';
import { createLog } from '../observe/log.ts';
import type { Log } from '../observe/log.ts';
import type { Services } from '../services.ts';
import { closePools, createServices, type ServerPart } from '../start.ts';

const env: Environment = process.env;

/** Opens database and services of a command at the first call, beside a running server or without one. */
export function openServices(note: (line: string) => void, extensions: readonly ServerPart[]) {
  let database: ReturnType<typeof openDatabase> | undefined;
  let services: Promise<Services> | undefined;
  let closing = false;
  const openOnce = () => (database ??= openDatabase(note));
  // The embedded database breaks its connections when it stops. The log leaves that out.
  const log = createLog('warn', (line) => {
    if (!closing) note(line);
  });
  // The configuration is read first, because a mistake in it must not leave a new database behind.
  const openAll = async () => {
    const config = readConfig(env.CONFIG_FILE || undefined, extensions);
    return open(await openOnce(), { config, extensions }, note, log);
  };
  return {
    services: () => (services ??= openAll()),
    databaseUrl: async () => (await openOnce()).url,
    close: async () => {
      closing = true;
      // A failure to open was reported where it happened.
      const opened = await services?.catch(() => undefined);
      if (opened) await closePools(opened);
      await (await database?.catch(() => undefined))?.stop();
    },
  };
}

const dataDir = () => resolve(env.DATA_DIR || './data');

/** False before the first start of an embedded database. */
export const hasDatabase = () => Boolean(env.DATABASE_URL) || hasCluster(dataDir());

/** The database with the operator's login, migrated or not. */
async function openDatabase(note: (line: string) => void) {
  if (env.DATABASE_URL) return { url: env.DATABASE_URL, isOwned: false, stop: async () => {} };
  return startEmbeddedDatabase({ dataDir: makeDataDirectory(dataDir()), log: note, whenOwned: 'join' });
}

async function open(
  { url, isOwned }: Awaited<ReturnType<typeof openDatabase>>,
  { config, extensions }: { config: Config; extensions: readonly ServerPart[] },
  note: (line: string) => void,
  log: Log,
): Promise<Services> {
  const settings = {
    extensions,
    host: '127.0.0.1',
    port: 8080,
    databaseUrl: url,
    dataDir: dataDir(),
    configFile: env.CONFIG_FILE || undefined,
    instrumentsDir: env.INSTRUMENTS_DIR || undefined,
    smtpUrl: readSmtpUrl(env),
    publicOrigin: readPublicOrigin(env.PUBLIC_ORIGIN),
    requireAppHeader: false,
    demo: false,
    isProduction: false,
    // A step of an erasure or of a change of keys may read much beside a restore. No person waits for a page.
    statementTimeout: '600000',
    // Other processes may be at work on any other database, also processes of the version before.
    prepares: isOwned,
  };
  return createServices(settings, config, log, url, note);
}
