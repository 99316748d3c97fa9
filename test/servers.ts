import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { Client } from 'pg';
import { type Binaries, findBinaries } from '../src/server/trial-database/binaries.ts';
import { type Cluster, prepareCluster } from '../src/server/trial-database/cluster.ts';
import { isAlive, isServerOf, readPidFile } from '../src/server/trial-database/pid-file.ts';
import { startServer } from '../src/server/trial-database/server.ts';
import { migrate } from '../src/server/database/migrate.ts';

/** A PostgreSQL for tests with a migrated database, which every test copies. */
export type TestServer = { name: string; url: string; template: string };

// Data of tests need not survive a power cut.
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' };
const prefix = 'resonanz-test-';

/** The project's own PostgreSQL. It ends with this process, also after a kill. */
export function startOwnServer(): Promise<TestServer> {
  return startTemporary('embedded PostgreSQL', findBinaries());
}

/** The newest supported PostgreSQL of this machine. Undefined if there is none. */
export async function startSystemServer(): Promise<TestServer | undefined> {
  const binaries = findSystemBinaries();
  return binaries && startTemporary(`PostgreSQL ${binaries.version} of this machine`, binaries);
}

/** A server that already runs. */
export async function useServer(url: string): Promise<TestServer> {
  await dropOldDatabases(url);
  return { name: 'PostgreSQL of TEST_DATABASE_URL', url, template: await createTemplate(url) };
}

const OLDEST_SUPPORTED = 15;

function findSystemBinaries(): Binaries | undefined {
  const folder = '/usr/lib/postgresql';
  const versions = existsSync(folder) ? readdirSync(folder).map(Number) : [];
  const usable = versions.filter(
    (version) => version >= OLDEST_SUPPORTED && existsSync(`${folder}/${version}/bin/initdb`),
  );
  const version = usable.toSorted((a, b) => b - a)[0];
  if (version === undefined) return undefined;
  const bin = `${folder}/${version}/bin`;
  return {
    version: String(version),
    initdb: `${bin}/initdb`,
    postgres: `${bin}/postgres`,
    locale: ['--locale=C.UTF-8'],
  };
}

async function startTemporary(name: string, binaries: Binaries): Promise<TestServer> {
  const url = await startBareServer(binaries);
  return { name, url, template: await createTemplate(url) };
}

/** A PostgreSQL that has never seen this program. Returns its address; it ends with this process. */
export async function startBareServer(binaries = findBinaries()): Promise<string> {
  removeAbandoned();
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
  // If we are root, the account of PostgreSQL must pass this folder.
  chmodSync(folder, 0o711);
  process.once('exit', () => removeServer(folder));
  for (const signal of ['SIGINT', 'SIGTERM', 'disconnect']) process.once(signal, () => process.exit(1));
  const cluster = await prepareCluster({ dataDir: folder, log: () => {}, binaries });
  return startOn(cluster);
}

async function startOn({ folder, binaries, launcher, password }: Cluster): Promise<string> {
  const plan = { cluster: folder, program: binaries.postgres, launcher, settings, log: () => {} };
  const { port } = await startServer(plan);
  return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
}

// Runs while the process ends, so it must be synchronous.
function removeServer(folder: string): void {
  const cluster = join(folder, 'postgres');
  const pid = readPidFile(cluster)?.pid ?? 0;
  if (isServerOf(cluster, pid)) process.kill(pid, 'SIGQUIT');
  const deadline = Date.now() + 5000;
  while (isServerOf(cluster, pid) && Date.now() < deadline) sleepBlocking(20);
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}

function sleepBlocking(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

// Killed test runs leave these behind.
function removeAbandoned(): void {
  for (const name of readdirSync(tmpdir())) {
    const folder = join(tmpdir(), name);
    const pid = Number(/^resonanz-test-(\d+)-/.exec(name)?.[1]);
    if (pid && !isAlive(pid) && isOurs(folder)) removeServer(folder);
  }
}

function isOurs(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.uid === process.getuid?.();
}

async function createTemplate(url: string): Promise<string> {
  const template = await createDatabase(url);
  await migrate(withDatabase(url, template));
  return template;
}

/** Creates a database, empty or as a copy. Returns its name. */
export async function createDatabase(url: string, template = 'template1'): Promise<string> {
  const name = `resonanz_test_${Date.now()}_${randomBytes(4).toString('hex')}`;
  await withClient(url, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`));
  return name;
}

/** The name of a database that all test files of a run copy. The first one makes it; the others wait for it. */
export async function sharedTemplate(
  { url, template }: TestServer,
  name: string,
  fill: (url: string) => Promise<void>,
): Promise<string> {
  await withClient(url, async (client) => {
    // The lock ends with the connection.
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [name]);
    const { rows } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rows.length > 0) return;
    const filled = await createDatabase(url, template);
    await fill(withDatabase(url, filled));
    await client.query(`ALTER DATABASE ${filled} RENAME TO ${name}`);
  });
  return name;
}

/** Removes a database, cuts its connections, and removes the logins that servers made for it. */
export async function dropDatabase(url: string, name: string): Promise<void> {
  await withClient(url, (client) => dropIn(client, name));
}

async function dropIn(client: Client, name: string): Promise<void> {
  const { rows } = await client.query(
    `SELECT rolname FROM pg_database d JOIN pg_roles r ON rolname LIKE 'resonanz\\_web\\_' || d.oid || '\\_v%'
     WHERE datname = $1`,
    [name],
  );
  await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  for (const { rolname } of rows) await client.query(`DROP ROLE ${rolname}`);
}

const HOUR_MS = 3_600_000;

// Killed test runs leave these behind on the other server.
async function dropOldDatabases(url: string): Promise<void> {
  await withClient(url, async (client) => {
    const { rows } = await client.query(
      `SELECT datname FROM pg_database WHERE datname ~ '^resonanz_test_\\d+_'`,
    );
    for (const { datname } of rows) {
      const age = Date.now() - Number(datname.split('_')[2]);
      if (age > HOUR_MS) await dropIn(client, datname);
    }
  });
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export function withDatabase(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}
