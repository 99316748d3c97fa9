// FIPS 180-4. Written out because this folder imports nothing and also runs in a browser, synchronously.

/** The first `count` primes; roots of them are the constants of the standard. */
function primes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) {
    if (found.every((p) => n % p !== 0)) found.push(n);
  }
  return found;
}

function fractionBits(x: number): number {
  return ((x - Math.floor(x)) * 2 ** 32) >>> 0;
}

const PRIMES = primes(64);
const ROUND = Int32Array.from(PRIMES, (p) => fractionBits(Math.cbrt(p)));
const INITIAL = Int32Array.from(PRIMES.slice(0, 8), (p) => fractionBits(Math.sqrt(p)));

function rotate(x: number, by: number): number {
  return (x >>> by) | (x << (32 - by));
}

function word(values: Int32Array, i: number): number {
  return values[i] as number; // the callers' loops stay inside the array
}

/** Message with its 1 bit, zeros and length, as big-endian 32-bit words. */
function padded(bytes: Uint8Array): Int32Array {
  const words = new Int32Array((((bytes.length + 8) >> 6) + 1) * 16);
  bytes.forEach((byte, i) => {
    words[i >> 2] = word(words, i >> 2) | (byte << (24 - (i % 4) * 8));
  });
  words[bytes.length >> 2] = word(words, bytes.length >> 2) | (0x80 << (24 - (bytes.length % 4) * 8));
  words[words.length - 2] = Math.floor(bytes.length / 2 ** 29);
  words[words.length - 1] = bytes.length << 3;
  return words;
}

/** The 64 words that one block of 16 is spread over. */
function schedule(block: Int32Array): Int32Array {
  const w = new Int32Array(64);
  w.set(block);
  for (let i = 16; i < 64; i++) {
    const early = word(w, i - 15);
    const late = word(w, i - 2);
    const s0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const s1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    w[i] = word(w, i - 16) + s0 + word(w, i - 7) + s1;
  }
  return w;
}

function compress(state: Int32Array, block: Int32Array): Int32Array {
  const w = schedule(block);
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i++) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + word(ROUND, i) + word(w, i)) | 0;
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  const added = Int32Array.of(a, b, c, d, e, f, g, h);
  return state.map((value, i) => value + word(added, i));
}

/** SHA-256 of the UTF-8 bytes of `text`, as eight 32-bit words. */
export function sha256Words(text: string): Int32Array {
  const message = padded(new TextEncoder().encode(text));
  let state: Int32Array = INITIAL;
  for (let i = 0; i < message.length; i += 16) state = compress(state, message.subarray(i, i + 16));
  return state;
}

/** SHA-256 of the UTF-8 bytes of `text`, as 64 hexadecimal digits. */
export function sha256(text: string): string {
  return Array.from(sha256Words(text), (value) => (value >>> 0).toString(16).padStart(8, '0')).join('');
}
