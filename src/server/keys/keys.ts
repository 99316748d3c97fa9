import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import type { CellPlace } from './cells.ts';

/**
 * The secrets outside the database: one 256-bit root per version, from which each use derives its own key. The server
 * encrypts with the current version and still reads the others. `reread` takes over versions that were added to the key
 * file since.
 */
export type Keys = { current: number; roots: Map<number, Buffer>; reread?: () => void };

type Use =
  | 'pepper'
  | 'provisional'
  | 'field'
  | 'token'
  | 'device'
  | 'limits'
  | 'idempotency'
  | 'report'
  | 'fingerprint'
  | 'database';

type Derived = { readonly bytes: Buffer; readonly ready: KeyObject };
// Kept, because deriving a key is slower than decrypting a birth date, and a patient list decrypts 10,000 of them.
const derived = new WeakMap<Buffer, Map<Use, Derived>>();

/** The key of one use, derived from the root of a version. */
export function deriveKey(keys: Keys, use: Use, version = keys.current): Buffer {
  return derive(keys, use, version).bytes;
}

/** The same key, ready to work with: handing over the bytes each time costs five times as much as a short HMAC. */
export function deriveKeyObject(keys: Keys, use: Use, version = keys.current): KeyObject {
  return derive(keys, use, version).ready;
}

function derive(keys: Keys, use: Use, version: number): Derived {
  const root = keys.roots.get(version) ?? addedRoot(keys, version);
  const known = derived.get(root) ?? new Map<Use, Derived>();
  derived.set(root, known);
  const key = known.get(use) ?? deriveFrom(root, use);
  known.set(use, key);
  return key;
}

function deriveFrom(root: Buffer, use: Use): Derived {
  const bytes = createHmac('sha256', root).update(`resonanz/${use}`).digest();
  return { bytes, ready: createSecretKey(bytes) };
}

// Another process has changed the keys and already writes with the new ones.
function addedRoot(keys: Keys, version: number): Buffer {
  keys.reread?.();
  const root = keys.roots.get(version);
  if (!root) throw new Error(`no key of version ${version}`);
  return root;
}

const NONCE = 12;
const TAG = 16;

/** AES-256-GCM. `place` is authenticated: a cell that was moved elsewhere does not decrypt (R63). */
export function encryptField(keys: Keys, plain: string, place: CellPlace): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', deriveKeyObject(keys, 'field'), nonce).setAAD(
    Buffer.from(place),
  );
  const sealed = cipher.update(plain, 'utf8');
  return Buffer.concat([Buffer.of(keys.current), nonce, sealed, cipher.final(), cipher.getAuthTag()]);
}

/** The text of an encrypted cell; throws where it was changed, moved, or its key version is gone. */
export function decryptField(keys: Keys, cell: Buffer, place: string): string {
  const key = deriveKeyObject(keys, 'field', keyVersionOf(cell));
  const nonce = cell.subarray(1, 1 + NONCE);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG })
    .setAAD(Buffer.from(place))
    .setAuthTag(cell.subarray(-TAG));
  const plain = decipher.update(cell.subarray(1 + NONCE, -TAG));
  // Checks the tag and returns no more bytes.
  decipher.final();
  return plain.toString('utf8');
}

/** The version of the keys an encrypted cell was made with. */
export function keyVersionOf(cell: Buffer): number {
  return cell[0] ?? 0;
}

/** A fingerprint of a key version. The database keeps it, to notice a server that was started with the wrong key file. */
export function fingerprint(keys: Keys, version: number): string {
  return deriveKey(keys, 'fingerprint', version).toString('hex').slice(0, 32);
}
