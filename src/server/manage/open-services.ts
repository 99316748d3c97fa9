import { resolve } from 'node:path';
import process from 'node:process';
import { readConfig } from '../config.ts';
import { startEmbeddedDatabase } from '../db/embedded.ts';
import { createLog } from '../log.ts';
import type { Services } from '../services.ts';
import { closePools, createServices } from '../start.ts';

const { env } = process;

/** The services of a command, opened when first asked for: beside a running server, or on a database of its own. */
export function openServices(note: (line: string) => void) {
  let opened: Promise<{ services: Services; stop(): Promise<void> }> | undefined;
  return {
    services: async () => (await (opened ??= open(note))).services,
    close: async () => {
      // A database that could not be opened has told why already.
      const open = await opened?.catch(() => undefined);
      if (!open) return;
      await closePools(open.services);
      await open.stop();
    },
  };
}

async function open(note: (line: string) => void) {
  const dataDir = resolve(env.DATA_DIR ?? './data');
  const config = readConfig(env.CONFIG_FILE || undefined);
  const log = createLog('warn', note);
  const database = env.DATABASE_URL
    ? { url: env.DATABASE_URL, stop: async () => {} }
    : await startEmbeddedDatabase({ dataDir, log: note, whenOwned: 'join' });
  try {
    const settings = {
      host: '127.0.0.1',
      port: 8080,
      databaseUrl: database.url,
      dataDir,
      configFile: env.CONFIG_FILE || undefined,
      instrumentsDir: env.INSTRUMENTS_DIR || undefined,
      smtpUrl: env.SMTP_URL || undefined,
      publicOrigin: env.PUBLIC_ORIGIN || undefined,
      requireAppHeader: false,
      demo: false,
    };
    return { services: await createServices(settings, config, log, database.url, note), stop: database.stop };
  } catch (error) {
    await database.stop();
    throw error;
  }
}
