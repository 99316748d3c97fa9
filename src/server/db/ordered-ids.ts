import { randomBytes } from 'node:crypto';

const RANDOM_BYTES = 8;
const DIGITS = 2 * RANDOM_BYTES;
// The bits that count within a millisecond.
const COUNTED = 4096;

/**
 * Ids that ascend from millisecond to millisecond and, up to 4096, within a call (UUID version 7, RFC 9562): their places in
 * an index lie side by side, where random ones would touch every page of it. They tell when they were made, so they are
 * for rows whose id stays in the database; what the outside sees has a random id (R21).
 */
export function orderedIds(count: number): string[] {
  const time = Date.now().toString(16).padStart(12, '0');
  const start = `${time.slice(0, 8)}-${time.slice(8)}-7`;
  const random = randomBytes(RANDOM_BYTES * count).toString('hex');
  return Array.from({ length: count }, (_, index) => {
    const counter = (index % COUNTED).toString(16).padStart(3, '0');
    const drawn = random.slice(DIGITS * index + 1, DIGITS * (index + 1));
    return `${start}${counter}-8${drawn.slice(0, 3)}-${drawn.slice(3)}`;
  });
}
