import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { deriveKey, type Keys } from '../keys/keys.ts';

/** A browser stays a known device for so many days after the last login in it (R47). */
export const DEVICE_DAYS = 180;

// A browser that more users share is a tablet of the clinic and known for none of them (product 12.3).
const MOST_USERS = 5;

/** A browser with a device cookie of this server. `users` is the number of users that have logged in with it. */
export type Device = { version: number; name: string; users: number };

// The number of users stands in the cookie, because the database does not know which users share a browser. It is left
// out for one user.
const pattern = /^(\d{1,3})\.([A-Za-z0-9_-]{22})(?:\.(\d))?\.([A-Za-z0-9_-]{43})$/;

export function newDevice(keys: Keys): Device {
  return { version: keys.current, name: randomBytes(16).toString('base64url'), users: 1 };
}

/** The device of a cookie; undefined for a text that this server did not sign. */
export function parseDevice(keys: Keys, cookie: string | undefined): Device | undefined {
  const [, version, name, users = '1', proof] = pattern.exec(cookie ?? '') ?? [];
  if (!version || !name || !proof || !keys.roots.has(Number(version))) return undefined;
  const device = { version: Number(version), name, users: Number(users) };
  return timingSafeEqual(Buffer.from(signCookie(keys, device)), Buffer.from(proof)) ? device : undefined;
}

export function deviceCookie(keys: Keys, device: Device): string {
  const users = device.users === 1 ? '' : `${device.users}.`;
  return `${device.version}.${device.name}.${users}${signCookie(keys, device)}`;
}

function signCookie(keys: Keys, device: Device): string {
  return signDevice(keys, device, device.users === 1 ? 'cookie' : `cookie ${device.users}`);
}

/** True if so many users share this browser that it is a known device of none of them. */
export function isShared({ users }: Device): boolean {
  return users > MOST_USERS;
}

/** The browser after the login of a user that it did not know. */
export function withOneUserMore(device: Device): Device {
  return { ...device, users: Math.min(device.users, MOST_USERS) + 1 };
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
