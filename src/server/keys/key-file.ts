import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import * as v from 'valibot';
import type { Keys } from './keys.ts';
import { StartError } from '../settings/start-error.ts';
import { readTextFile, whyNot } from '../settings/file-refusal.ts';

const secret = v.pipe(v.string(), v.regex(/^[A-Za-z0-9+/]{43}=$/));
const MOST_VERSIONS = 255;
const version = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST_VERSIONS));
const keyFile = v.object({
  current: version,
  versions: v.record(v.pipe(v.string(), v.regex(/^\d{1,3}$/)), secret),
  /** The secret that study ids are derived from. It has no versions, because a new one would change every study id. */
  export: v.optional(secret),
  /** The same secrets of clinics that moved here, by their ids: their study ids stay as they were. */
  moved: v.optional(v.record(v.string(), secret)),
});
type KeyFile = v.InferOutput<typeof keyFile>;

const pathIn = (dataDir: string) => join(dataDir, 'keys', 'secrets.json');

export type LoadOptions = {
  /** Writes a new file if there is none. Allowed only for an empty database. */
  mayCreate: boolean;
  /** Accepts publicly known keys. Allowed only for demo data. */
  acceptSamples?: boolean;
};

/** Reads the key file of a data folder, or makes it (mode 0400). Throws a StartError where it must not be used. */
export function loadKeys(dataDir: string, { mayCreate, acceptSamples = false }: LoadOptions): Keys {
  const path = pathIn(dataDir);
  const file = readKeyFile(path) ?? createKeyFile(path, mayCreate);
  refuseOpenFile(path);
  const keys: Keys = { current: file.current, roots: rootsOf(file) };
  if (!acceptSamples) refuseSamples(path, keys);
  keys.reread = () => rereadInto(keys, path);
  return keys;
}

/** False only where there is none. A file in a folder that is closed to this user is there, and reading it says so. */
export function hasKeyFile(dataDir: string): boolean {
  try {
    return statSync(pathIn(dataDir), { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

/**
 * Makes the key file of a new installation, in its data folder or at `to`; gives its path. Throws a StartError if there is one,
 * and if the database was encrypted with another.
 */
export async function createKeys(
  dataDir: string,
  { to = pathIn(dataDir), isEncrypted }: { to?: string | undefined; isEncrypted(): Promise<boolean> },
): Promise<string> {
  if (existsSync(to)) throw new StartError(`There is a key file already: ${to}`);
  createKeyFile(to, !(await isEncrypted()));
  return to;
}

/** Adds a new version to the key file without using it yet; gives its number. */
export function addKeyVersion(dataDir: string): number {
  return changeKeyFile(dataDir, (file) => {
    const added = Math.max(...Object.keys(file.versions).map(Number)) + 1;
    if (added > MOST_VERSIONS) throw new StartError('There are no more version numbers for keys.');
    return { file: { ...file, versions: { ...file.versions, [added]: freshSecret() } }, answer: added };
  });
}

/** Makes a version that every process knows the one to write with. */
export function useKeyVersion(dataDir: string, current: number): void {
  changeKeyFile(dataDir, (file) => {
    if (!(current in file.versions)) throw new StartError(`The key file holds no version ${current}.`);
    return { file: { ...file, current }, answer: undefined };
  });
}

/** Removes a version for good: cells that were encrypted with it can never be read again. */
export function removeKeyVersion(dataDir: string, removed: number): void {
  changeKeyFile(dataDir, (file) => {
    if (removed === file.current) throw new StartError(`Version ${removed} is the one in use.`);
    const versions = Object.fromEntries(
      Object.entries(file.versions).filter(([name]) => Number(name) !== removed),
    );
    return { file: { ...file, versions }, answer: undefined };
  });
}

/** The secret that the study ids of a clinic are derived from; undefined before the first export. */
export function readExportSecret(dataDir: string, clinicId: string): Buffer | undefined {
  const file = readKeyFile(pathIn(dataDir));
  const text = file?.moved?.[clinicId] ?? file?.export;
  return text === undefined ? undefined : Buffer.from(text, 'base64');
}

/** Keeps the secret of a clinic that moves here. False if it is this installation's own. */
export function keepExportSecret(dataDir: string, clinicId: string, secret: Buffer): boolean {
  if (readExportSecret(dataDir, clinicId)?.equals(secret)) return false;
  return changeKeyFile(dataDir, (file) => {
    const moved = { ...file.moved, [clinicId]: secret.toString('base64') };
    return { file: { ...file, moved }, answer: true };
  });
}

/** Adds the secret that the study ids of this installation are derived from, once and for all. */
export function addExportSecret(dataDir: string): Buffer {
  return changeKeyFile(dataDir, (file) => {
    const text = file.export ?? freshSecret();
    return { file: { ...file, export: text }, answer: Buffer.from(text, 'base64') };
  });
}

function changeKeyFile<T>(dataDir: string, change: (file: KeyFile) => { file: KeyFile; answer: T }): T {
  const path = pathIn(dataDir);
  const present = readKeyFile(path);
  if (!present) throw new StartError(`There is no key file ${path}.`);
  const { file, answer } = change(present);
  replaceKeyFile(path, file);
  return answer;
}

const freshSecret = () => randomBytes(32).toString('base64');

function readKeyFile(path: string): KeyFile | undefined {
  const text = readText(path);
  if (text === undefined) return undefined;
  const parsed = v.safeParse(keyFile, parseJson(text));
  if (!parsed.success)
    throw new StartError(
      `The key file ${path} is damaged. Restore it from your backup; it cannot be made again.`,
    );
  if (!(parsed.output.current in parsed.output.versions))
    throw new StartError(`The key file ${path} lacks its current version.`);
  return parsed.output;
}

function readText(path: string): string | undefined {
  try {
    return readTextFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new StartError(`The key file ${path} cannot be read: ${whyNot(error, 'read', path)}`);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function createKeyFile(path: string, mayCreate: boolean): KeyFile {
  if (!mayCreate)
    throw new StartError(
      `The key file ${path} is missing, but the database was encrypted with one. Restore it from your backup.`,
    );
  const file = { current: 1, versions: { 1: freshSecret() } };
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, JSON.stringify(file), { flag: 'wx', mode: 0o400, flush: true });
  } catch (error) {
    throw new StartError(`The key file ${path} cannot be written: ${whyNot(error, 'write', path)}`);
  }
  return file;
}

// Writes a second file and renames it. A killed process leaves the old file or the new one.
function replaceKeyFile(path: string, file: KeyFile): void {
  const next = `${path}.next`;
  try {
    writeFileSync(next, JSON.stringify(file), { mode: 0o600, flush: true });
    chmodSync(next, 0o400);
    renameSync(next, path);
    syncFolder(dirname(path));
  } catch (error) {
    throw new StartError(`The key file ${path} cannot be written: ${whyNot(error, 'write', next)}`);
  }
}

// Windows cannot open a folder and does not need to.
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

function rootsOf({ versions }: KeyFile): Map<number, Buffer> {
  return new Map(Object.entries(versions).map(([name, text]) => [Number(name), Buffer.from(text, 'base64')]));
}

// Changes the object in place, so that every part of the server that holds it sees the new keys.
function rereadInto(keys: Keys, path: string): void {
  const file = readKeyFile(path);
  if (!file) return;
  for (const [name, root] of rootsOf(file)) if (!keys.roots.has(name)) keys.roots.set(name, root);
  keys.current = file.current;
}

const READABLE_BY_OTHERS = 0o027;

function refuseOpenFile(path: string): void {
  if (process.platform === 'win32' || (statSync(path).mode & READABLE_BY_OTHERS) === 0) return;
  throw new StartError(`The key file ${path} can be read by others. Close it: chmod 400 ${path}`);
}

function refuseSamples(path: string, { roots }: Keys): void {
  const sample = [...roots].find(([, root]) => isSample(root));
  if (sample)
    throw new StartError(
      `Version ${sample[0]} in the key file ${path} is no random key but one that somebody made up. ` +
        'Remove the file before the first start, and a key is made.',
    );
}

/** Do the bytes look typed, repeated or copied from an example? 32 random bytes practically never look like that. */
function isSample(root: Buffer): boolean {
  return new Set(root).size < 16 || root.every((byte) => byte >= 0x20 && byte < 0x7f);
}
