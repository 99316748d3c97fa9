import { createHmac } from 'node:crypto';
import type { UserType } from '../../contract/accounts.ts';
import type { IsoDate } from '../../domain/iso-date.ts';
import { lookAlikeKey, typedNameKey } from '../../domain/patient-code.ts';
import { limitedNetwork } from '../http/address.ts';
import { deriveKey, type Keys } from '../keys/keys.ts';

// A typed name may be a password, and an address is personal. The counters therefore hold keyed hashes only.
function hash(keys: Keys, ...parts: string[]): string {
  const key = deriveKey(keys, 'limits', Math.min(...keys.roots.keys()));
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');
}

/**
 * One user name of one clinic and role, with or without an account (R51). All codes that a typed code of a patient may stand for
 * are one name, so that none of them is another try (record 266).
 */
export function accountKey(keys: Keys, clinicId: string, role: UserType, username: string): string {
  const key = typedNameKey(username);
  return hash(keys, 'account', clinicId, role, role === 'patient' ? lookAlikeKey(key) : key);
}

export function addressKey(keys: Keys, address: string): string {
  return hash(keys, 'address', limitedNetwork(address));
}

/** One birth date that was tried in one clinic (R49). */
export function dateKey(keys: Keys, clinicId: string, date: IsoDate): string {
  return hash(keys, 'date', clinicId, date);
}

/** One signed-in account (R53). */
export function userKey(keys: Keys, clinicId: string, userId: string): string {
  return hash(keys, 'user', clinicId, userId);
}
