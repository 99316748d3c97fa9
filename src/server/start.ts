import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { harmlessAddress, refuseLostSettings } from './database/login.ts';
import { awaitDatabase, findPrimary } from './database/client.ts';
import { createPool, serveCalls, START_PATIENCE_MS } from './database/pool.ts';
import { startEmbeddedDatabase } from './trial-database/embedded.ts';
import { migrate, refuseUnmigrated } from './database/migrate.ts';
import * as queries from './database/queries.ts';
import { onOwnConnection, withoutTenant, type Db } from './database/transaction.ts';
import { buildApp, type RoutesPart } from './app.ts';
import { readConfig, type Config, type SettingsPart } from './settings/config.ts';
import { registerConsent } from './consent/register.ts';
import { deriveKey, fingerprint, type Keys } from './keys/keys.ts';
import { hasKeyFile, loadKeys } from './keys/key-file.ts';
import { type Connections, defaultConnections, refuseOpenNetwork } from './settings/environment.ts';
import { explainDatabaseError } from './settings/errors-at-start.ts';
import { startJobs } from './jobs.ts';
import { createLog, gatherLines } from './observe/log.ts';
import { createMetrics } from './observe/metrics.ts';
import { hashQueueSizes } from './login/password-hash.ts';
import { serveMetrics } from './observe/serve.ts';
import { openTransport } from './mail/transport.ts';
import { placeholdersOf } from './demo/placeholders.ts';
import { prepareTypesetting } from './print/print-pdf.ts';
import { demoConfig, offerDemo, type OtherDemo } from './demo/offer-demo.ts';
import type { Log } from './observe/log.ts';
import type { Services, SurveysPart } from './services.ts';
import { StartError } from './settings/start-error.ts';
import { loadRegistry } from './instruments/registry.ts';
import { program } from './settings/version.ts';
import { dayOfClock } from '../domain/today.ts';
import { randomSeed } from './surveys/survey-session.ts';

/** What an extension brings to a server or a command that runs. */
export type ServerPart = SettingsPart & RoutesPart & SurveysPart;

export type Settings = {
  extensions: readonly ServerPart[];
  host: string;
  port: number;
  databaseUrl: string | undefined;
  dataDir: string;
  configFile: string | undefined;
  instrumentsDir: string | undefined;
  smtpUrl: string | undefined;
  /** Where Prometheus asks: [host:]port, or the path of a socket. */
  metricsAddress?: string | undefined;
  publicOrigin: string | undefined;
  requireAppHeader: boolean;
  demo: boolean;
  /** Makes the data of an extension in place of the demo data. */
  otherDemo?: OtherDemo | undefined;
  /** `npm run serve`: refuses what is fit for trying out only. */
  isProduction: boolean;
  connections?: Connections;
  /** Refuses to start with demonstration instruments or other placeholders. */
  requiresReal?: boolean;
  /** The time limit of a statement in milliseconds; without one, that of the server. */
  statementTimeout?: string;
  /** How many seconds it waits for a database that does not answer yet. */
  waitSeconds?: number;
  /** Whether it may bring the database up to date and make the key file of an empty one. */
  prepares: boolean;
};

type Database = { url: string; stop(): Promise<void> };
export type RunningServer = { address: string; stop(): Promise<void> };

const gatheredLines = gatherLines((lines) => process.stdout.write(lines));
// Output to a file or pipe is written before the process ends, even here.
process.on('exit', () => gatheredLines.flush());

const say = (line: string) => gatheredLines(`${line}\n`, true);

/**
 * Starts everything in order: configuration, database, migrations, keys, instruments, demo data, listener. If
 * `interrupted` fires, the next step does not begin.
 */
export async function start(
  settings: Settings,
  interrupted: AbortSignal = new AbortController().signal,
): Promise<RunningServer> {
  const config = demoConfig(settings, readConfig(settings.configFile, settings.extensions));
  if (settings.isProduction && isNameless(settings, config)) throw new StartError(NEEDS_ORIGIN);
  if (settings.isProduction && settings.databaseUrl) refuseOpenNetwork(settings.databaseUrl);
  const log = createLog(config.public.log_level, gatheredLines);
  if (config.unknown.length > 0)
    log.warn({ keys: config.unknown }, 'the program does not know these keys of CONFIG_FILE');
  const transport = openTransport(settings.smtpUrl, settings.dataDir, config.mailPerMinute);
  // In production each line of the log is JSON.
  const tell = settings.isProduction ? (line: string) => log.info({}, line) : say;
  await refuseTakenPort(settings);
  // The process that typesets becomes ready beside the database, so the first PDF costs what every other does.
  const typesetter = prepareTypesetting();
  const database = await openDatabase(settings, interrupted, tell);
  // Cutting the connections ends the running step.
  const cut = () => void database.stop();
  interrupted.addEventListener('abort', cut);
  let services: Services | undefined;
  try {
    interrupted.throwIfAborted();
    services = await createServices(settings, config, log, database.url, tell);
    const running = services;
    if (settings.isProduction) await refuseDemoData(services);
    judgePlaceholders(services, settings);
    await warnOfMissingClinics(services);
    if (settings.demo) await offerDemo(services, settings, say);
    interrupted.throwIfAborted();
    const app = await buildApp(services, settings);
    // It was ready long before in every start that was measured. A start does not wait for one that is not.
    await Promise.race([typesetter, setTimeout(TYPESETTER_MS, undefined, { ref: false })]);
    const address = await listen(app, settings);
    const jobs = startJobs(services, settings.dataDir, transport);
    running.lateJobs = jobs.late;
    const metrics = await serveMetrics({ ...services, hashes: hashQueueSizes }, settings.metricsAddress);
    if (isOnNetwork(settings) && isNameless(settings, config)) tell(NAMELESS);
    serveCalls(running.pool, running.loginPool);
    log.info({ ...program, node: process.version, address }, 'started');
    if (!settings.isProduction) say(`listening on ${address}`);
    return {
      address,
      stop: async () => {
        await app.close();
        await metrics.stop();
        await jobs.stop();
        await closePools(running);
        await database.stop();
      },
    };
  } catch (error) {
    // The pools close before the database stops, or it would log every connection that it cuts.
    if (services && !interrupted.aborted) await closePools(services);
    await database.stop();
    throw explainDatabaseError(error, settings.databaseUrl);
  } finally {
    interrupted.removeEventListener('abort', cut);
  }
}

const TYPESETTER_MS = 1000;

const NAMELESS =
  'PUBLIC_ORIGIN is not set: logins work only under http://HOST:PORT. Set it to the address that people type.';

const NEEDS_ORIGIN =
  'PUBLIC_ORIGIN is not set. Set it to the address that people type, like https://resonanz.klinik.example: cookies, mails and logins depend on it.';

/** True if the server does not know its public address (R39). */
function isNameless({ publicOrigin }: Settings, config: Config): boolean {
  return publicOrigin === undefined && config.public.base_url === '';
}

const isOnNetwork = ({ host }: Settings) => host === '0.0.0.0' || host === '::';

async function openDatabase(
  { databaseUrl, dataDir, waitSeconds = 0 }: Settings,
  interrupted: AbortSignal,
  tell: (line: string) => void,
): Promise<Database> {
  if (databaseUrl !== undefined) {
    await awaitDatabase(databaseUrl, waitSeconds, interrupted);
    return { url: databaseUrl, stop: async () => {} };
  }
  return startEmbeddedDatabase({ dataDir, log: tell, interrupted });
}

/** A taken port is named before the database is touched. */
async function refuseTakenPort({ host, port }: Settings): Promise<void> {
  const probe = createServer();
  const listening = once(probe, 'listening');
  probe.listen({ host, port });
  await listening.catch((error: unknown) => refuseToListen(error, { host, port }));
  probe.close();
  await once(probe, 'close');
}

function listen(app: Awaited<ReturnType<typeof buildApp>>, { host, port }: Settings): Promise<string> {
  return app.listen({ host, port }).catch((error: unknown) => refuseToListen(error, { host, port }));
}

function refuseToListen(error: unknown, { host, port }: Pick<Settings, 'host' | 'port'>): never {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    throw new StartError(
      `Port ${port} on ${host} is already in use. Stop the other program or set PORT to a free port.`,
    );
  throw new StartError(`Cannot listen on ${host}:${port}: ${message}`);
}

/** Creates the services, and refuses keys that do not belong to the database. */
export async function createServices(
  settings: Settings,
  config: Config,
  log: Log,
  databaseUrl: string,
  tell: (line: string) => void = say,
): Promise<Services> {
  const prepare = async () => {
    await findPrimary(databaseUrl);
    await (settings.prepares ? migrateDatabase(databaseUrl, tell) : refuseUnmigrated(databaseUrl));
    await refuseLostSettings(databaseUrl);
  };
  await prepare().catch((error: unknown) => {
    throw explainDatabaseError(error, settings.databaseUrl);
  });
  const onError = (error: Error) => log.warn({ err: error }, 'an idle database connection was lost');
  const keys = await onOwnConnection(databaseUrl, (db) => openKeys(db, settings));
  const address = await harmlessAddress(databaseUrl, {
    version: keys.current,
    password: deriveKey(keys, 'database').toString('base64url'),
  });
  if (address !== databaseUrl && settings.databaseUrl !== undefined && settings.isProduction)
    log.warn({}, STRONG);
  const { statementTimeout, connections = defaultConnections } = settings;
  const limit = statementTimeout !== undefined && { settings: { statement_timeout: statementTimeout } };
  const common = { onError, patience: START_PATIENCE_MS };
  const pool = createPool(address, { ...common, max: connections.calls, ...limit });
  const loginPool = createPool(address, { ...common, max: connections.logins });
  try {
    const registry = await loadRegistry(pool, {
      protocolFile: config.protocol,
      instrumentsDir: settings.instrumentsDir ?? config.instrumentsDir,
      clinics: config.clinics,
    });
    await registerConsent(pool, { config, registry });
    return {
      pool,
      loginPool,
      keys,
      config,
      registry,
      extensions: settings.extensions,
      log,
      metrics: createMetrics(),
      lateJobs: () => [],
      drawSeed: randomSeed,
      publicOrigin:
        settings.publicOrigin ?? (config.public.base_url || `http://${settings.host}:${settings.port}`),
      requireAppHeader: settings.requireAppHeader,
      now: Date.now,
      today: dayOfClock(config.public.time_zone, Date.now),
    };
  } catch (error) {
    await Promise.all([pool.end(), loginPool.end()]);
    throw error;
  }
}

export async function closePools({ pool, loginPool }: Services): Promise<void> {
  await Promise.all([pool.end(), loginPool.end()]);
}

async function migrateDatabase(url: string, tell: (line: string) => void): Promise<void> {
  const done = await migrate(url);
  if (done.length > 0) tell(`database migrated: ${done.join(', ')}`);
}

const STRONG =
  'The login of DATABASE_URL has more rights than the server needs. The server uses a login that it made for itself. Give DATABASE_URL a login that is a member of resonanz_app only.';

const NEEDS_KEYS = (dataDir: string) =>
  `There is no key file in ${dataDir}. Copy the key file of this installation into it. For a new installation run: npm run manage -- keys create`;

// A database with data must never get a new key file, because its encrypted cells would be lost.
async function openKeys(db: Db, { dataDir, demo, prepares }: Settings): Promise<Keys> {
  const stored = await queries.storedFingerprints(db);
  if (stored.length === 0 && !prepares && !hasKeyFile(dataDir)) throw new StartError(NEEDS_KEYS(dataDir));
  const keys = loadKeys(dataDir, { mayCreate: stored.length === 0, acceptSamples: demo });
  for (const { version, fingerprint: expected } of stored) {
    if (keys.roots.has(version) && fingerprint(keys, version) === expected) continue;
    throw new StartError(
      `The key file in ${dataDir} does not belong to this database (key version ${version}). Restore keys/secrets.json from your backup.`,
    );
  }
  for (const version of keys.roots.keys())
    await queries.insertFingerprint(db, version, fingerprint(keys, version));
  return keys;
}

/** A mistyped id would leave the clinic with the protocol and the consent of all. */
async function warnOfMissingClinics({ pool, config, log }: Services): Promise<void> {
  const missing = await withoutTenant(pool, (db) => queries.missingClinics(db, [...config.clinics.keys()]));
  if (missing.length > 0)
    log.warn(
      { clinics: missing },
      'CONFIG_FILE has settings for clinics that do not exist; "clinic list" shows the ids',
    );
}

/** Texts and instruments made for trying out are easily forgotten. */
function judgePlaceholders(services: Services, { isProduction, requiresReal }: Settings): void {
  const placeholders = placeholdersOf(services);
  if (placeholders.length === 0) return;
  if (requiresReal)
    throw new StartError(
      `REQUIRE_REAL is set, but these still hold samples: ${placeholders.join(', ')}. Replace them in the environment, CONFIG_FILE and INSTRUMENTS_DIR.`,
    );
  if (isProduction) services.log.warn({ placeholders }, 'these hold samples, which are not for patients');
}

/** The passwords of the demo data are public. */
async function refuseDemoData({ pool }: Services): Promise<void> {
  if (!(await withoutTenant(pool, queries.hasDemoClinic))) return;
  throw new StartError(
    'This database holds the demo data, whose passwords are public. Start on another DATA_DIR or on an empty database.',
  );
}
