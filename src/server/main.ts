import { resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { extensions } from '../extensions/list.ts';
import {
  type Environment,
  makeDataDirectory,
  readEnvironment,
  readNumber,
  readSwitch,
} from './settings/environment.ts';
import { createLog } from './observe/log.ts';
import { type RunningServer, type Settings, start } from './start.ts';
import { StartError } from './settings/start-error.ts';

// Only this file and manage/ read the environment.
const env: Environment = process.env;

function settings(): Settings {
  const { values } = parseArgs({ options: { wait: { type: 'string' } } });
  return {
    ...readEnvironment(env),
    extensions,
    host: env.HOST || '127.0.0.1',
    databaseUrl: env.DATABASE_URL || undefined,
    dataDir: makeDataDirectory(resolve(env.DATA_DIR || './data')),
    configFile: env.CONFIG_FILE || undefined,
    instrumentsDir: env.INSTRUMENTS_DIR || undefined,
    metricsAddress: env.METRICS_ADDRESS || undefined,
    waitSeconds: readNumber('--wait', values.wait),
    // Beside a database of its own there may be other processes, also of the version before.
    prepares: !(env.DATABASE_URL && env.NODE_ENV === 'production'),
    isProduction: env.NODE_ENV === 'production',
    otherDemo: extensions
      .flatMap(({ otherDemo }) => otherDemo ?? [])
      .find(({ variable }) => readSwitch(variable, process.env[variable])),
  };
}

function main(): void {
  const interruption = new AbortController();
  // Starts after the listeners below are set, so an interrupted start stops the database, too.
  const starting = Promise.resolve().then(() => start(settings(), interruption.signal));
  const stop = () => {
    if (interruption.signal.aborted) return;
    interruption.abort();
    // A cancelled start has cleaned up.
    void starting.then(finish, () => {}).then(() => process.exit(0), fail);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  // The parent process was killed, before or after this line.
  process.on('disconnect', stop);
  if (process.connected === false) stop();
  // The reader of the output may be gone.
  process.stdout.on('error', () => {});
  starting.catch((error: unknown) => {
    if (!interruption.signal.aborted) fail(error);
  });
}

// R69: running requests get 10 seconds to finish.
function finish(server: RunningServer): Promise<void> {
  setTimeout(() => process.exit(0), 10_000).unref();
  return server.stop();
}

function fail(error: unknown): never {
  const reason = error instanceof StartError ? `Resonanz cannot start: ${error.message}` : undefined;
  if (env.NODE_ENV === 'production') logEnd(error, reason);
  else console.error(reason === undefined ? error : `\n${reason}`);
  process.exit(1);
}

/** The last line of a log whose lines are JSON. */
function logEnd(error: unknown, reason: string | undefined): void {
  const log = createLog('error', (line) => process.stderr.write(line));
  if (reason === undefined) log.error({ err: error }, 'Resonanz ends');
  else log.error({}, reason);
}

process.on('unhandledRejection', fail);
process.on('uncaughtException', fail);
main();
