import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * The task that an unknown device must solve before a login while its clinic is under attack (R50) or the name waits
 * (R46): find a number so that the SHA-256 of challenge and number begins with `difficulty` zero bits. Each bit doubles
 * the work. A phone needs one or two seconds for 16 bits. For server and browser.
 */
export type LoginTask = { challenge: string; difficulty: number };

/** A solved task as the browser sends it. */
export type Proof = { challenge: string; nonce: string };

/** Does `nonce` solve the task? */
export function isSolved({ challenge, difficulty }: LoginTask, nonce: string): boolean {
  return leadingZeroBits(sha256(utf8ToBytes(`${challenge}.${nonce}`))) >= difficulty;
}

/**
 * Tries `count` numbers from `from` on. Returns the first solution as text, or undefined. The caller works slice by slice,
 * so that the page stays usable.
 */
export function findNonce(task: LoginTask, from: number, count: number): string | undefined {
  for (let number = from; number < from + count; number++) {
    const nonce = String(number);
    if (isSolved(task, nonce)) return nonce;
  }
  return undefined;
}

function leadingZeroBits(digest: Uint8Array): number {
  const first = digest.findIndex((byte) => byte !== 0);
  // Math.clz32 counts in 32 bits, but a byte has only eight.
  return first === -1 ? digest.length * 8 : first * 8 + Math.clz32(digest[first] ?? 0) - 24;
}
