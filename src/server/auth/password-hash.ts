import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { AppError } from '../http/app-error.ts';
import { deriveKey, type Keys } from '../keys.ts';

// R43: OWASP's minimum for argon2id.
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
const MOST_RUNNING = 4;
const MOST_WAITING = 200;

let running = 0;
const waiting: (() => void)[] = [];

// A flood of logins must not stop the surveys (R72): few hashes at a time, and a full queue refuses.
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MOST_RUNNING) {
    if (waiting.length >= MOST_WAITING) throw new AppError('unavailable', { retryAfter: 2 });
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

function derive(keys: Keys, version: number, secret: string, salt: Buffer): Promise<Buffer> {
  const parameters = { ...cost, message: secret, nonce: salt, secret: deriveKey(keys, 'pepper', version) };
  return inTurn(
    () =>
      new Promise((resolve, reject) => {
        argon2('argon2id', parameters, (error, tag) => (error ? reject(error) : resolve(tag)));
      }),
  );
}

/** argon2id over the secret with a pepper that lies outside the database (R42, R43), as PHC text. */
export async function hashSecret(keys: Keys, secret: string): Promise<string> {
  const salt = randomBytes(16);
  const tag = await derive(keys, keys.current, secret.normalize('NFC'), salt);
  const parameters = `m=${cost.memory},t=${cost.passes},p=${cost.parallelism},keyid=${keys.current}`;
  return `$argon2id$v=19$${parameters}$${salt.toString('base64')}$${tag.toString('base64')}`;
}

// Looked up where there is no account, so that unknown and known names take the same time (R40).
const nobody = `$argon2id$v=19$m=19456,t=2,p=1,keyid=0$${Buffer.alloc(16).toString('base64')}$${Buffer.alloc(32).toString('base64')}`;

/** Whether `secret` is the hashed one; without a hash the same work is done and the answer is false. */
export async function verifySecret(keys: Keys, secret: string, stored: string | undefined): Promise<boolean> {
  const [, , , parameters = '', salt = '', tag = ''] = (stored ?? nobody).split('$');
  const version = Number(/keyid=(\d+)/.exec(parameters)?.[1]) || keys.current;
  const expected = Buffer.from(tag, 'base64');
  const actual = await derive(keys, version, secret.normalize('NFC'), Buffer.from(salt, 'base64'));
  return stored !== undefined && timingSafeEqual(actual, expected);
}
