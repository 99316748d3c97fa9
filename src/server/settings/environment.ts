import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';
import { Client } from 'pg';
import { eachHost } from './database-hosts.ts';
import { refuseNoAddress } from './errors-at-start.ts';
import { readTextFile, whyNot } from './file-refusal.ts';
import { StartError } from './start-error.ts';

// The meaning of the environment variables, which `main.ts` and the operator's commands read. A wrong value stops the
// start, because a silent switch or an unreachable address is noticed too late.

/** Every variable that the program reads: its default, and its meaning for docs/settings.md. */
export const variables = {
  PORT: ['8080', 'where it listens'],
  HOST: ['127.0.0.1', 'the address where it listens'],
  DATABASE_URL: [
    'the embedded one',
    'PostgreSQL 15 or newer; on another machine with `sslmode=verify-full`, or `sslmode=disable` on a network of your own; several hosts with commas are tried for the primary ([a second machine](install.md#a-second-machine-for-the-database)). `PGPASSWORD` or a file in `PGPASSFILE` may hold the password',
  ],
  DATA_DIR: ['`./data`', 'embedded database, keys, outgoing mail, audit heads'],
  CONFIG_FILE: ['built-in', 'the [configuration file](#configuration-file)'],
  INSTRUMENTS_DIR: ['none', 'licensed instruments, outside the repository'],
  SMTP_URL: ['none', 'where mail is sent; without it, `.eml` files in `DATA_DIR/outbox`'],
  SMTP_URL_FILE: ['none', 'a file that holds SMTP_URL, in its place: a secret of a container or of systemd'],
  PUBLIC_ORIGIN: [
    '`http://HOST:PORT`',
    'the address that people type, such as `https://resonanz.klinik.example`; over plain HTTP logins work under this address only',
  ],
  METRICS_ADDRESS: ['off', 'where Prometheus asks: port, `host:port` or the path of a socket'],
  REQUIRE_APP_HEADER: ['off', '`1`: reading calls need `X-Requested-With: resonanz`, too'],
  DB_POOL: [
    '20',
    'the most connections of a process to the database for calls; with those for logins, and one at the start, the sum over all processes must stay below `max_connections` of PostgreSQL (97 of 100 by default: three processes)',
  ],
  DB_LOGIN_POOL: ['5', 'the most connections of a process to the database for logins'],
  REQUIRE_REAL: [
    'off',
    '`1`: no start with demonstration instruments, sample settings (imprint, address, links, logos, senders, PUBLIC_ORIGIN; also an address that ends in `.example`) or the delivered consent text. Without it `npm run serve` names them in the log',
  ],
  DEMO: ['off', '`1`: demo data in an empty database; `npm run serve` never makes any'],
  NODE_ENV: [
    'not set',
    '`production`, set by `npm run serve`: a database with demo data, a start without `PUBLIC_ORIGIN`, and a database on another machine without a word on encryption are refused. Set it where you start `src/server/main.ts` yourself',
  ],
} as const satisfies Record<string, readonly [standard: string, meaning: string]>;

/** The environment, with the known names only. */
export type Environment = { readonly [name in keyof typeof variables]?: string | undefined };

/** The variables and options that are whole numbers: least, most, and the value where none is set. */
const numbers = {
  PORT: [0, 65_535, 8080],
  DB_POOL: [2, 500, 20],
  DB_LOGIN_POOL: [1, 100, 5],
  '--wait': [0, 3600, 0],
} as const;

export function readNumber(name: keyof typeof numbers, text: string | undefined): number {
  const [least, most, fallback] = numbers[name];
  if (!text) return fallback;
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= least && number <= most) return number;
  throw new StartError(`${name} must be a number from ${least} to ${most}, not "${text}".`);
}

/** The settings of the environment whose values can be wrong. `main.ts` starts with them, and `manage config check` reads them. */
export function readEnvironment(env: Environment) {
  return {
    port: readNumber('PORT', env.PORT),
    connections: connectionsOf(env),
    publicOrigin: readPublicOrigin(env.PUBLIC_ORIGIN),
    smtpUrl: readSmtpUrl(env),
    requireAppHeader: readSwitch('REQUIRE_APP_HEADER', env.REQUIRE_APP_HEADER),
    requiresReal: readSwitch('REQUIRE_REAL', env.REQUIRE_REAL),
    demo: readSwitch('DEMO', env.DEMO),
  };
}

/** The most connections of a process to the database, for calls and for logins. */
export type Connections = { calls: number; logins: number };

const connectionsOf = (env: Environment): Connections => ({
  calls: readNumber('DB_POOL', env.DB_POOL),
  logins: readNumber('DB_LOGIN_POOL', env.DB_LOGIN_POOL),
});

export const defaultConnections = connectionsOf({});

/** A switch is on with `1` or `true`, and off if it is unset, empty, `0` or `false`. */
export function readSwitch(name: string, text: string | undefined): boolean {
  if (text === '1' || text === 'true') return true;
  if (!text || text === '0' || text === 'false') return false;
  throw new StartError(`${name} must be 1 or 0, not "${text}".`);
}

/** The address of the mail server, from SMTP_URL or from the file that SMTP_URL_FILE names. */
export function readSmtpUrl({ SMTP_URL: url, SMTP_URL_FILE: file }: Environment): string | undefined {
  if (!file) return url || undefined;
  if (url) throw new StartError('SMTP_URL and SMTP_URL_FILE are both set. Remove one of them.');
  try {
    return readTextFile(file).trim() || undefined;
  } catch (error) {
    throw new StartError(`SMTP_URL_FILE cannot be read: ${whyNot(error, 'read', file)}`);
  }
}

/** The public origin without a slash at its end. Undefined if it is not set. */
export function readPublicOrigin(text: string | undefined): string | undefined {
  if (!text) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isOrigin = url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
  if (isOrigin) return url.origin;
  throw new StartError(
    `PUBLIC_ORIGIN must be an address without a path, like https://resonanz.klinik.example, not "${text}".`,
  );
}

const OPEN_NETWORK =
  'DATABASE_URL names another machine and says nothing of encryption. Add sslmode=verify-full to it (with sslrootcert=FILE ' +
  'for a certificate of your own), or sslmode=disable if the network between the two is yours alone.';

/** Throws a StartError for a text that is no address, and for a database on another machine, unless its address says how the way there is protected. */
export function refuseOpenNetwork(databaseUrl: string): void {
  refuseNoAddress(databaseUrl);
  for (const address of eachHost(databaseUrl)) refuseOpenWay(address);
}

function refuseOpenWay(databaseUrl: string): void {
  // A wrong address is refused by the first connection, in its own words.
  if (!URL.canParse(databaseUrl)) return;
  // pg also reads PGSSLMODE. A path is a socket of this machine.
  const { host, ssl } = new Client(databaseUrl);
  const isHere = host.startsWith('/') || isThisMachine(host);
  const isDecided = ssl || new URL(databaseUrl).searchParams.has('sslmode');
  if (!isHere && !isDecided) throw new StartError(OPEN_NETWORK);
}

/** True for a name or an address that leads to this machine only. */
export function isThisMachine(host: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(host);
}

// Only the owner may read the folder. If we are root, the account of PostgreSQL must pass it.
const FOLDER_MODE = process.getuid?.() === 0 ? 0o711 : 0o700;

/** Creates the folder if it is missing. */
export function makeDataDirectory(path: string): string {
  try {
    makeFolder(path);
    return path;
  } catch (error) {
    throw new StartError(
      `The data folder ${path} cannot be used: ${(error as Error).message}. Set DATA_DIR to a writable folder.`,
    );
  }
}

// Without `recursive`: below /proc Node.js would then never return, and no signal would stop it.
function makeFolder(path: string): void {
  const parent = dirname(path);
  if (parent !== path && !isFolder(parent)) makeFolder(parent);
  try {
    if (!isFolder(path)) mkdirSync(path, { mode: FOLDER_MODE });
  } catch (error) {
    // Another process may have created it a moment ago.
    if (!isFolder(path)) throw error;
  }
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
