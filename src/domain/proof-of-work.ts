import { sha256Words } from '../psychometrics/sha256.ts';

/**
 * The task a device solves before it may try to log in while a clinic is under attack (R50): find a number so that the
 * SHA-256 of challenge and number begins with `difficulty` zero bits. Each bit doubles the work; 16 take a phone a
 * second or two. Pure, for server and browser.
 */
export type LoginChallenge = { challenge: string; difficulty: number };

/** Whether `nonce` solves the task. */
export function isSolved({ challenge, difficulty }: LoginChallenge, nonce: string): boolean {
  return leadingZeroBits(sha256Words(`${challenge}.${nonce}`)) >= difficulty;
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

function leadingZeroBits(words: Int32Array): number {
  const first = words.findIndex((word) => word !== 0);
  return first === -1 ? words.length * 32 : first * 32 + Math.clz32(words[first] ?? 0);
}
