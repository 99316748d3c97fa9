import { argon2, createHmac, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto';
import { deriveKey, deriveKeyObject, type Keys } from '../keys/keys.ts';
import { createQueue } from '../work/queue.ts';

// OWASP's minimum for argon2id (R43).
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const TAG = 32;

// A flood of logins must not stop the surveys (R72).
const inTurn = createQueue({ mostRunning: 4, mostWaiting: 200 });

/** How many hashes are computed and wait in this process. */
export const hashQueueSizes = inTurn.sizes;

type Cost = Pick<Argon2Parameters, 'memory' | 'passes' | 'parallelism'>;

function deriveTag(keys: Keys, version: number, secret: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  const pepper = deriveKey(keys, 'pepper', version);
  const parameters = {
    ...cost,
    tagLength: TAG,
    message: secret.normalize('NFC'),
    nonce: salt,
    secret: pepper,
  };
  return inTurn(
    () =>
      new Promise((resolve, reject) => {
        argon2('argon2id', parameters, (error, tag) => (error ? reject(error) : resolve(tag)));
      }),
  );
}

/** The argon2id hash of a secret as PHC text, with a pepper that is stored outside the database (R42, R43). */
export async function hashSecret(keys: Keys, secret: string): Promise<string> {
  const salt = randomBytes(16);
  const tag = await deriveTag(keys, keys.current, secret, salt, cost);
  return `${prefix(keys.current)}$${salt.toString('base64')}$${tag.toString('base64')}`;
}

function prefix(version: number): string {
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism},keyid=${version}`;
}

const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+),keyid=(\d+)\$([A-Za-z0-9+/=]+)\$([A-Za-z0-9+/=]+)$/;

function parseHash(stored: string) {
  const [, memory, passes, parallelism, version, salt = '', tag = ''] = form.exec(stored) ?? [];
  if (memory === undefined) throw new Error('a stored password hash is damaged');
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    version: Number(version),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

/** Whether `secret` is the hashed one. Without a hash it does the same work and returns false (R40). */
export async function verifySecret(keys: Keys, secret: string, stored: string | undefined): Promise<boolean> {
  const nobody = { cost, version: keys.current, salt: Buffer.alloc(16), tag: Buffer.alloc(TAG) };
  const known = stored === undefined || isProvisional(stored) ? nobody : parseHash(stored);
  const actual = await deriveTag(keys, known.version, secret, known.salt, known.cost);
  if (stored !== undefined && isProvisional(stored)) return isProvisionalOf(keys, secret, stored);
  return timingSafeEqual(actual, known.tag) && stored !== undefined;
}

const PROVISIONAL = '$hmac-sha256$';

/**
 * A keyed hash that takes microseconds, for the birth dates of an import. argon2id replaces it at the first login or
 * soon after the import (record 012). Without the pepper it reveals as little as argon2id.
 */
export function provisionalHash(keys: Keys, secret: string): string {
  const salt = randomBytes(16);
  const tag = quickTag(keys, keys.current, secret, salt);
  return `${PROVISIONAL}keyid=${keys.current}$${salt.toString('base64')}$${tag.toString('base64')}`;
}

function quickTag(keys: Keys, version: number, secret: string, salt: Buffer): Buffer {
  const pepper = deriveKeyObject(keys, 'provisional', version);
  return createHmac('sha256', pepper).update(salt).update(secret.normalize('NFC')).digest();
}

function isProvisional(stored: string): boolean {
  return stored.startsWith(PROVISIONAL);
}

const provisionalForm = /^\$hmac-sha256\$keyid=(\d+)\$([A-Za-z0-9+/=]+)\$([A-Za-z0-9+/=]+)$/;

function isProvisionalOf(keys: Keys, secret: string, stored: string): boolean {
  const [, version, salt = '', tag = ''] = provisionalForm.exec(stored) ?? [];
  if (version === undefined) throw new Error('a stored password hash is damaged');
  const actual = quickTag(keys, Number(version), secret, Buffer.from(salt, 'base64'));
  return timingSafeEqual(actual, Buffer.from(tag, 'base64'));
}

/** Whether a new hash would use another key or another cost. */
export function isOutdated(keys: Keys, stored: string): boolean {
  return !stored.startsWith(`${prefix(keys.current)}$`);
}
