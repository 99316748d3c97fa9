import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { StartError } from './start-error.ts';

const secret = v.pipe(v.string(), v.regex(/^[A-Za-z0-9+/]{43}=$/));
const keyFile = v.object({
  current: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(255)),
  versions: v.record(v.string(), secret),
});

/** The secrets outside the database: one 256-bit root per version, from which each use derives its own key. */
export type Keys = { current: number; roots: Map<number, Buffer> };

type Use =
  | 'pepper'
  | 'provisional'
  | 'field'
  | 'token'
  | 'device'
  | 'limits'
  | 'idempotency'
  | 'report'
  | 'fingerprint';

// Deriving costs more than decrypting a birth date with it, and a patient list decrypts 10,000 of them.
const derived = new WeakMap<Buffer, Map<Use, Buffer>>();

/** The key of one use, derived from the root of a version. */
export function deriveKey(keys: Keys, use: Use, version = keys.current): Buffer {
  const root = keys.roots.get(version);
  if (!root) throw new Error(`no key of version ${version}`);
  const known = derived.get(root) ?? new Map<Use, Buffer>();
  derived.set(root, known);
  const key = known.get(use) ?? createHmac('sha256', root).update(`resonanz/${use}`).digest();
  known.set(use, key);
  return key;
}

/** Reads the key file; where there is none yet and `mayCreate`, writes a new one (mode 0400). */
export function loadKeys(dataDir: string, { mayCreate }: { mayCreate: boolean }): Keys {
  const path = join(dataDir, 'keys', 'secrets.json');
  const content = readOrCreate(path, mayCreate);
  const parsed = v.safeParse(keyFile, content);
  if (!parsed.success)
    throw new StartError(
      `The key file ${path} is damaged. Restore it from your backup; it cannot be made again.`,
    );
  const roots = new Map(
    Object.entries(parsed.output.versions).map(([version, text]) => [
      Number(version),
      Buffer.from(text, 'base64'),
    ]),
  );
  if (!roots.has(parsed.output.current))
    throw new StartError(`The key file ${path} lacks its current version.`);
  return { current: parsed.output.current, roots };
}

function readOrCreate(path: string, mayCreate: boolean): unknown {
  try {
    return parseJson(readFileSync(path, 'utf8'));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') throw new StartError(`The key file ${path} cannot be read: ${message}`);
  }
  if (!mayCreate)
    throw new StartError(
      `The key file ${path} is missing, but the database was encrypted with one. Restore it from your backup.`,
    );
  const fresh = { current: 1, versions: { 1: randomBytes(32).toString('base64') } };
  try {
    mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 });
    writeFileSync(path, JSON.stringify(fresh), { flag: 'wx', mode: 0o400, flush: true });
  } catch (error) {
    throw new StartError(`The key file ${path} cannot be written: ${(error as Error).message}`);
  }
  return fresh;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const keyObjects = new WeakMap<Buffer, KeyObject>();

/** The key of one use, ready to work with: handing over the bytes each time costs five times as much as a short HMAC. */
export function deriveKeyObject(keys: Keys, use: Use, version = keys.current): KeyObject {
  const bytes = deriveKey(keys, use, version);
  const key = keyObjects.get(bytes) ?? createSecretKey(bytes);
  keyObjects.set(bytes, key);
  return key;
}

const NONCE = 12;
const TAG = 16;

/** AES-256-GCM. `place` (table|column|row id) is authenticated: a cell moved elsewhere does not decrypt (R63). */
export function encryptField(keys: Keys, plain: string, place: string): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', deriveKeyObject(keys, 'field'), nonce).setAAD(
    Buffer.from(place),
  );
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.of(keys.current), nonce, sealed, cipher.getAuthTag()]);
}

/** The text of an encrypted cell; throws where it was changed, moved, or its key version is gone. */
export function decryptField(keys: Keys, cell: Buffer, place: string): string {
  const key = deriveKeyObject(keys, 'field', cell[0]);
  const nonce = cell.subarray(1, 1 + NONCE);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG })
    .setAAD(Buffer.from(place))
    .setAuthTag(cell.subarray(-TAG));
  return decipher.update(cell.subarray(1 + NONCE, -TAG), undefined, 'utf8') + decipher.final('utf8');
}

/** What the database may know of a key version, to notice a server that was started with the wrong file. */
export function fingerprint(keys: Keys, version: number): string {
  return deriveKey(keys, 'fingerprint', version).toString('hex').slice(0, 32);
}
