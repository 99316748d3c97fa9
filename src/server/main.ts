import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import process from 'node:process';
import { type RunningServer, type Settings, start } from './start.ts';
import { StartError } from './start-error.ts';

// The one place that reads the environment (besides manage/).
const { env } = process;

function isOn(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}

function port(text: string | undefined): number {
  const number = Number(text ?? 8080);
  if (!Number.isInteger(number) || number < 0 || number > 65_535) {
    throw new StartError(`PORT must be a number from 0 to 65535, not "${text}".`);
  }
  return number;
}

function dataDirectory(path: string): string {
  try {
    mkdirSync(path, { recursive: true });
    return path;
  } catch (error) {
    throw new StartError(
      `The data folder ${path} cannot be used: ${(error as Error).message}. Set DATA_DIR to a writable folder.`,
    );
  }
}

function settings(): Settings {
  return {
    host: env.HOST ?? '127.0.0.1',
    port: port(env.PORT),
    databaseUrl: env.DATABASE_URL || undefined,
    dataDir: dataDirectory(resolve(env.DATA_DIR ?? './data')),
    configFile: env.CONFIG_FILE || undefined,
    instrumentsDir: env.INSTRUMENTS_DIR || undefined,
    smtpUrl: env.SMTP_URL || undefined,
    publicOrigin: env.PUBLIC_ORIGIN || undefined,
    requireAppHeader: isOn(env.REQUIRE_APP_HEADER),
    demo: isOn(env.DEMO),
  };
}

function main(): void {
  const interruption = new AbortController();
  // Begins after the listeners below: a start that is interrupted must not leave the database running.
  const starting = Promise.resolve().then(() => start(settings(), interruption.signal));
  const stop = () => {
    if (interruption.signal.aborted) return;
    interruption.abort();
    // A start that was broken off has cleaned up behind itself.
    void starting.then(finish, () => {}).then(() => process.exit(0), fail);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  // The program that started this one was killed, before or after this line.
  process.on('disconnect', stop);
  if (process.connected === false) stop();
  // Nobody may be left to read what is written.
  process.stdout.on('error', () => {});
  starting.catch((error: unknown) => {
    if (!interruption.signal.aborted) fail(error);
  });
}

// R69: finish what runs, 10 seconds at most, then go.
function finish(server: RunningServer): Promise<void> {
  setTimeout(() => process.exit(0), 10_000).unref();
  return server.stop();
}

function fail(error: unknown): never {
  if (error instanceof StartError) console.error(`\nResonanz cannot start: ${error.message}`);
  else console.error(error);
  process.exit(1);
}

process.on('unhandledRejection', fail);
process.on('uncaughtException', fail);
main();
