import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * The task a device solves before it may try to log in while a clinic is under attack (R50): find a number so that the
 * SHA-256 of challenge and number begins with `difficulty` zero bits. Each bit doubles the work; 16 take a phone a
 * second or two. Pure, for server and browser.
 */
export type LoginChallenge = { challenge: string; difficulty: number };

/** Whether `nonce` solves the task. */
export function isSolved({ challenge, difficulty }: LoginChallenge, nonce: string): boolean {
  return leadingZeroBits(sha256(utf8ToBytes(`${challenge}.${nonce}`))) >= difficulty;
}

/**
 * Tries `count` numbers from `from` on and gives the first that solves the task as text, or undefined. The caller goes
 * on slice by slice, so that a page stays usable meanwhile.
 */
export function findNonce(task: LoginChallenge, from: number, count: number): string | undefined {
  for (let number = from; number < from + count; number++) {
    const nonce = String(number);
    if (isSolved(task, nonce)) return nonce;
  }
  return undefined;
}

function leadingZeroBits(digest: Uint8Array): number {
  const first = digest.findIndex((byte) => byte !== 0);
  // Math.clz32 counts in 32 bits, a byte has eight of them.
  return first === -1 ? digest.length * 8 : first * 8 + Math.clz32(digest[first] ?? 0) - 24;
}
