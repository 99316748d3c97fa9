import { randomBytes } from 'node:crypto';
import { Secret as RandomBytes, TOTP } from 'otpauth';
import { asSecret, type Secret } from '../../contract/fields.ts';

// What every authenticator app understands (RFC 6238); many ignore other values.
const form = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const SECRET_BYTES = 20;
// One step before and after, for clocks that differ and codes typed at the last moment.
const TOLERATED_STEPS = 1;

/** A new shared secret, in base32 as apps take it. */
export function newSecret(): string {
  return new RandomBytes({ buffer: new Uint8Array(randomBytes(SECRET_BYTES)).buffer }).base32;
}

/** The address that a QR code hands to an app. */
export function secretUri(secret: Secret, { issuer, label }: { issuer: string; label: string }): Secret {
  return asSecret(new TOTP({ ...form, issuer, label, secret: String(secret) }).toString());
}

/** The time step whose code this is, seen from `now` (epoch milliseconds); undefined where the code is wrong. */
export function stepOf(secret: string, digits: string, now: number): number | undefined {
  const totp = new TOTP({ ...form, secret });
  const delta = totp.validate({ token: digits, timestamp: now, window: TOLERATED_STEPS });
  return delta === null ? undefined : totp.counter({ timestamp: now }) + delta;
}
