import { randomBytes } from 'node:crypto';

const RANDOM_BYTES = 8;
const DIGITS = 2 * RANDOM_BYTES;
// Three hexadecimal digits count within a millisecond.
const COUNTED = 4096;

/**
 * Ascending ids (UUID version 7, RFC 9562): they begin with the millisecond, followed by a counter up to 4096. Neighbours
 * lie side by side in an index, while random ids would touch each of its pages. The ids reveal their time, so only rows
 * whose id never leaves the database get one; every other id is random (R21).
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
