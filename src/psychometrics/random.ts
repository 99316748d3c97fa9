import { sha256 } from '@noble/hashes/sha2.js';
import { createView, utf8ToBytes } from '@noble/hashes/utils.js';

/** A stream of random numbers that can be read at any place: number `counter` (0, 1, 2 …) of it, in [0, 1). */
export type RandomSource = (counter: number) => number;

type Block = {
  a: number;
  b: number;
  c: number;
  d: number;
};

/** Upper 32 bits of the product of two unsigned 32-bit numbers. */
function multiplyHigh(x: number, y: number): number {
  const [xl, xh, yl, yh] = [x & 0xffff, x >>> 16, y & 0xffff, y >>> 16];
  const low = xl * yl;
  const middle = xh * yl + (low >>> 16);
  const carry = (middle & 0xffff) + xl * yh;
  return (xh * yh + Math.floor(middle / 65536) + Math.floor(carry / 65536)) >>> 0;
}

/**
 * Philox4x32-10, the counter-based generator of Salmon, Moraes, Dror & Shaw (2011), "Parallel random numbers: as
 * easy as 1, 2, 3": a keyed mixing of a 128-bit counter that passes BigCrush.
 */
export function philox(counter: Block, key: readonly [number, number]): Block {
  let { a, b, c, d } = counter;
  let [k0, k1] = key;
  for (let round = 0; round < 10; round++) {
    const high0 = multiplyHigh(0xd2511f53, a);
    const high1 = multiplyHigh(0xcd9e8d57, c);
    const low0 = Math.imul(0xd2511f53, a) >>> 0;
    const low1 = Math.imul(0xcd9e8d57, c) >>> 0;
    a = (high1 ^ b ^ k0) >>> 0;
    b = low1;
    c = (high0 ^ d ^ k1) >>> 0;
    d = low0;
    k0 = (k0 + 0x9e3779b9) >>> 0;
    k1 = (k1 + 0xbb67ae85) >>> 0;
  }
  return { a, b, c, d };
}

/**
 * Random numbers that depend on the seed and the counter alone: Philox4x32-10 with key and upper counter words from
 * the SHA-256 of the seed; 53 bits each. The same seed and counter give the same number on every machine.
 */
export function randomSource(seed: string): RandomSource {
  const digest = createView(sha256(utf8ToBytes(seed)));
  const word = (i: number): number => digest.getUint32(4 * i);
  const [k0, k1, c, d] = [word(0), word(1), word(2), word(3)];
  return (counter) => {
    const block = philox({ a: counter >>> 0, b: Math.floor(counter / 2 ** 32) >>> 0, c, d }, [k0, k1]);
    return ((block.a >>> 5) * 2 ** 26 + (block.b >>> 6)) / 2 ** 53;
  };
}
