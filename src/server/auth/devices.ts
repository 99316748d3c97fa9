import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { deriveKey, type Keys } from '../keys/keys.ts';

/** How long a browser stays known after the last login in it (R47). */
export const DEVICE_DAYS = 180;

/** A browser that was given a device cookie by this server. */
export type Device = { version: number; name: string };

const pattern = /^(\d{1,3})\.([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

export function newDevice(keys: Keys): Device {
  return { version: keys.current, name: randomBytes(16).toString('base64url') };
}

/** The device of a cookie that this server made; undefined for every other text. */
export function parseDevice(keys: Keys, cookie: string | undefined): Device | undefined {
  const [, version, name, proof] = pattern.exec(cookie ?? '') ?? [];
  if (!version || !name || !proof || !keys.roots.has(Number(version))) return undefined;
  const device = { version: Number(version), name };
  return timingSafeEqual(Buffer.from(sign(keys, device, 'cookie')), Buffer.from(proof)) ? device : undefined;
}

export function deviceCookie(keys: Keys, device: Device): string {
  return `${device.version}.${device.name}.${sign(keys, device, 'cookie')}`;
}

/**
 * Under what the database knows this browser for one user. Keyed by the user, so that the table does not tell which
 * people share a browser.
 */
export function deviceId(keys: Keys, device: Device, userId: string): string {
  return sign(keys, device, `user ${userId}`);
}

function sign(keys: Keys, { version, name }: Device, use: string): string {
  return createHmac('sha256', deriveKey(keys, 'device', version))
    .update(`${use}|${name}`)
    .digest('base64url');
}
