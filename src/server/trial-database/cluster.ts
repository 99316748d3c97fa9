import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  closeSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  accessSync,
  constants,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { StartError } from '../settings/start-error.ts';
import { chooseLauncher, launch, type Launcher } from './account.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { folderError, postgresError } from './errors.ts';
import { isAlive } from './pid-file.ts';

/** A database cluster on the disk, ready for a server. */
export type Cluster = { folder: string; password: string; binaries: Binaries; launcher: Launcher };

export type ClusterPlan = {
  dataDir: string;
  log: (line: string) => void;
  /** Cancels the creation of a new cluster. */
  interrupted?: AbortSignal | undefined;
  binaries?: Binaries;
};

const folderIn = (dataDir: string) => join(dataDir, 'postgres');

export const hasCluster = (dataDir: string): boolean => existsSync(folderIn(dataDir));

/** Finds the cluster below `dataDir` or creates it. Existing files are never changed. */
export async function prepareCluster({ dataDir, log, interrupted, ...plan }: ClusterPlan): Promise<Cluster> {
  const binaries = plan.binaries ?? findBinaries();
  const folder = folderIn(dataDir);
  prepareDataFolder(dataDir);
  const launcher = chooseLauncher(binaries.postgres, dataDir, folder);
  if (existsSync(folder)) checkCluster(folder, binaries.version);
  await removeAbandoned(dataDir);
  const password = readOrMakePassword(dataDir, existsSync(folder));
  const cluster = { folder, password, binaries, launcher };
  if (existsSync(folder)) return cluster;
  log('creating the database …');
  await makeCluster(dataDir, cluster, interrupted);
  return cluster;
}

// PostgreSQL accepts paths of 1023 bytes, and its own files add to this one.
const PATH_LIMIT = 900;

function prepareDataFolder(dataDir: string): void {
  if (Buffer.byteLength(dataDir) > PATH_LIMIT) throw folderError(dataDir, { code: 'ENAMETOOLONG' });
  try {
    // If we are root, the account of PostgreSQL must pass this folder. `keys` and `postgres` below it are closed.
    mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw folderError(dataDir, error);
  }
}

function checkCluster(folder: string, expected: string): void {
  const version = readVersion(folder);
  if (version === expected) return;
  if (/^\d+$/.test(version)) {
    throw new StartError(
      `The database in ${folder} was made by PostgreSQL ${version}, this program comes with PostgreSQL ${expected}. ` +
        'Nothing was changed; start it with the program version that made it.',
    );
  }
  throw new StartError(
    `The folder ${folder} holds no readable database (its file PG_VERSION is missing or broken). ` +
      'Nothing was changed; restore it from a backup, or move it away to start with an empty one.',
  );
}

function readVersion(folder: string): string {
  try {
    return readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return '';
    throw folderError(folder, error);
  }
}

function readOrMakePassword(dataDir: string, clusterExists: boolean): string {
  const file = join(dataDir, 'keys', 'postgres-password');
  try {
    if (!existsSync(file) && !clusterExists) writePassword(file);
    const password = readFileSync(file, 'utf8').trim();
    if (password !== '') return password;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw folderError(file, error);
  }
  throw new StartError(
    `The password of the database is missing: restore ${file} from a backup. Nothing was changed.`,
  );
}

// Creating a link is atomic, so two processes that start at once use the same password.
function writePassword(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
}

// The cluster is created in another folder and renamed in one step, so a killed start leaves no broken cluster.
async function makeCluster(dataDir: string, cluster: Cluster, interrupted?: AbortSignal): Promise<void> {
  const draft = join(dataDir, `postgres.new-${process.pid}`);
  try {
    makeDraft(draft, cluster);
    await runInitdb(draft, cluster, interrupted);
    moveIntoPlace(join(draft, 'cluster'), cluster.folder);
  } finally {
    await removeFolder(draft);
  }
}

const DRAFT_AGE_MS = 10 * 60_000;

async function removeAbandoned(dataDir: string): Promise<void> {
  for (const name of readdirSync(dataDir)) {
    const pid = Number(/^postgres\.new-(\d+)$/.exec(name)?.[1]);
    if (pid && isAbandoned(join(dataDir, name), pid)) await removeFolder(join(dataDir, name));
  }
}

// Process numbers are reused, in containers after every start. Creating a cluster takes seconds, so the age counts, too.
function isAbandoned(draft: string, pid: number): boolean {
  if (pid === process.pid || !isAlive(pid)) return true;
  const found = statSync(draft, { throwIfNoEntry: false });
  return found !== undefined && Date.now() - found.mtimeMs > DRAFT_AGE_MS;
}

const REMOVAL_PATIENCE_MS = 3000;

// The initdb of a killed process may still write or remove its files. Remaining files only take space, and the next
// start tries again.
async function removeFolder(path: string): Promise<void> {
  const deadline = performance.now() + REMOVAL_PATIENCE_MS;
  for (;;) {
    tryToRemove(path);
    if (!existsSync(path) || performance.now() > deadline) return;
    await wait(50);
  }
}

function tryToRemove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // The caller checks whether the folder is gone.
  }
}

function makeDraft(draft: string, { launcher, password }: Cluster): void {
  try {
    mkdirSync(draft, { mode: 0o700 });
    writeFileSync(join(draft, 'password'), password, { mode: 0o600 });
    if (launcher.kind === 'self') return;
    for (const path of [draft, join(draft, 'password')])
      chownSync(path, launcher.account.uid, launcher.account.gid);
  } catch (error) {
    throw folderError(draft, error);
  }
}

async function runInitdb(
  draft: string,
  { binaries, launcher }: Cluster,
  interrupted?: AbortSignal,
): Promise<void> {
  const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${join(draft, 'password')}`];
  const args = [
    ...access,
    ...binaries.locale,
    '--encoding=UTF8',
    '--data-checksums',
    '--no-instructions',
    `--pgdata=${join(draft, 'cluster')}`,
  ];
  const child = launch(launcher, binaries.initdb, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(interrupted && { signal: interrupted }),
  });
  let output = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.once('error', (error) => (output += `error: ${error.message}`));
  const [code] = await once(child, 'close');
  if (code !== 0) throw postgresError(dirname(draft), 'cannot be created', output);
}

function moveIntoPlace(from: string, to: string): void {
  try {
    renameSync(from, to);
    syncFolder(dirname(to));
  } catch (error) {
    // Another process created the cluster at the same moment. We use it.
    if (statSync(to, { throwIfNoEntry: false })) return;
    throw folderError(to, error);
  }
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
