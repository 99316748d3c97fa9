// Generalised partial credit model (Muraki 1992): P_x is proportional to exp(t_x), t_x = sum_{v<=x} a (theta - b_v).
// All sums are taken relative to the modal category, so that nothing overflows and moments keep their digits
// where one category has almost all the probability.
import { element } from './numeric.ts';
import type { PreparedItem } from './item-bank.ts';

const at = element; // see numeric.ts

/** Writes t_0 … t_m to the item's room and returns the modal category. */
function exponents(item: PreparedItem, theta: number): number {
  const { a, b, room } = item;
  let mode = 0;
  let largest = 0;
  let sum = 0;
  room[0] = 0;
  for (let x = 1; x <= b.length; x++) {
    sum += a * (theta - at(b, x - 1));
    room[x] = sum;
    if (sum > largest) [mode, largest] = [x, sum];
  }
  return mode;
}

/** Replaces t_x by exp(t_x - t_mode) in the item's room; returns the sum over all x except the mode. */
function relativeWeights(item: PreparedItem, mode: number): number {
  const { room } = item;
  const largest = at(room, mode);
  let others = 0;
  for (let x = 0; x < room.length; x++) {
    const weight = x === mode ? 1 : Math.exp(at(room, x) - largest);
    room[x] = weight;
    if (x !== mode) others += weight;
  }
  return others;
}

/** Writes P_0 … P_m to `out[offset + x * stride]`. */
export function creditProbabilities(
  item: PreparedItem,
  theta: number,
  out: Float64Array,
  offset: number,
  stride: number,
): void {
  const { room } = item;
  const total = 1 + relativeWeights(item, exponents(item, theta));
  for (let x = 0; x < room.length; x++) out[offset + x * stride] = at(room, x) / total;
}

/** Writes log P_0 … log P_m to `out[offset + x * stride]`. */
export function creditLogProbabilities(
  item: PreparedItem,
  theta: number,
  out: Float64Array,
  offset: number,
  stride: number,
): void {
  const { room } = item;
  const mode = exponents(item, theta);
  const largest = at(room, mode);
  let others = 0;
  for (let x = 0; x < room.length; x++) others += x === mode ? 0 : Math.exp(at(room, x) - largest);
  const logTotal = Math.log1p(others);
  for (let x = 0; x < room.length; x++) out[offset + x * stride] = at(room, x) - largest - logTotal;
}

/** Mean of the category relative to the mode, from the weights in the item's room. */
function meanFromMode(item: PreparedItem, mode: number, total: number): number {
  let sum = 0;
  for (let x = 0; x < item.room.length; x++) sum += at(item.room, x) * (x - mode);
  return sum / total;
}

/** Variance of the category. */
function variance(item: PreparedItem, theta: number): number {
  const mode = exponents(item, theta);
  const total = 1 + relativeWeights(item, mode);
  const mean = meanFromMode(item, mode, total);
  let sum = 0;
  for (let x = 0; x < item.room.length; x++) {
    const d = x - mode - mean;
    sum += at(item.room, x) * (d * d);
  }
  return sum / total;
}

/** Fisher information a² Var(x). */
export function creditInformation(item: PreparedItem, theta: number): number {
  return variance(item, theta) * item.a * item.a;
}
