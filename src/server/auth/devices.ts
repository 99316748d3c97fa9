import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { deriveKey, type Keys } from '../keys/keys.ts';

/** A browser stays a known device for so many days after the last login in it (R47). */
export const DEVICE_DAYS = 180;

/** A browser with a device cookie of this server. */
export type Device = { version: number; name: string };

const pattern = /^(\d{1,3})\.([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

export function newDevice(keys: Keys): Device {
  return { version: keys.current, name: randomBytes(16).toString('base64url') };
}

/** The device of a cookie; undefined for a text that this server did not sign. */
export function parseDevice(keys: Keys, cookie: string | undefined): Device | undefined {
  const [, version, name, proof] = pattern.exec(cookie ?? '') ?? [];
  if (!version || !name || !proof || !keys.roots.has(Number(version))) return undefined;
  const device = { version: Number(version), name };
  return timingSafeEqual(Buffer.from(signDevice(keys, device, 'cookie')), Buffer.from(proof))
    ? device
    : undefined;
}

export function deviceCookie(keys: Keys, device: Device): string {
  return `${device.version}.${device.name}.${signDevice(keys, device, 'cookie')}`;
}

/**
 * The id of this browser for one user in the database. It depends on the user, so that the table does not reveal
 * which users share a browser.
 */
export function deviceId(keys: Keys, device: Device, userId: string): string {
  return signDevice(keys, device, `user ${userId}`);
}

function signDevice(keys: Keys, { version, name }: Device, use: string): string {
  return createHmac('sha256', deriveKey(keys, 'device', version))
    .update(`${use}|${name}`)
    .digest('base64url');
}
