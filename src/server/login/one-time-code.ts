import { randomBytes } from 'node:crypto';
import { Secret as RandomBytes, TOTP } from 'otpauth';
import { asSecret, type Secret } from '../../domain/secret.ts';

// Every authenticator app understands these values (RFC 6238). Many ignore others.
const form = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const SECRET_BYTES = 20;
// One step before and after is accepted, for inexact clocks and for codes typed at the last moment.
const TOLERATED_STEPS = 1;

/** A new shared secret, in base32, which the apps expect. */
export function newSecret(): Secret {
  return asSecret(new RandomBytes({ buffer: new Uint8Array(randomBytes(SECRET_BYTES)).buffer }).base32);
}

/** The address in the QR code for an app. */
export function secretUri(secret: Secret, { issuer, label }: { issuer: string; label: string }): Secret {
  return asSecret(new TOTP({ ...form, issuer, label, secret: String(secret) }).toString());
}

/** The time step of a code, seen from `now` (epoch milliseconds); undefined if the code is wrong. */
export function stepOf(secret: string, digits: string, now: number): number | undefined {
  const totp = new TOTP({ ...form, secret });
  const delta = totp.validate({ token: digits, timestamp: now, window: TOLERATED_STEPS });
  return delta === null ? undefined : totp.counter({ timestamp: now }) + delta;
}
