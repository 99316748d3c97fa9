// Graded response model (Samejima 1969). s is the logistic function, z_k = a (theta - b_k), P*_k = s(z_k),
// v_k = P*_k (1 - P*_k); beyond the ends P*_0 = 1, P*_{m+1} = 0, v = 0.
// Products instead of the differences P*_x - P*_{x+1}, so that no digit is lost in the tails:
//   P_x = s(z_x) s(-z_{x+1}) c_x,  c_x = 1 - exp(-a (b_{x+1} - b_x))
import { element, logLogistic } from './numeric.ts';
import type { PreparedItem } from './item-bank.ts';

const at = element; // see numeric.ts

function z(item: PreparedItem, k: number, theta: number): number {
  return item.a * (theta - at(item.b, k - 1));
}

/** Writes P_0 … P_m to `out[offset + x * stride]`. */
export function gradedProbabilities(
  item: PreparedItem,
  theta: number,
  out: Float64Array,
  offset: number,
  stride: number,
): void {
  const m = item.b.length;
  let lower = 1; // s(z_x)
  for (let x = 0; x < m; x++) {
    const zNext = item.a * (theta - at(item.b, x));
    const t = Math.exp(-Math.abs(zNext));
    const small = t / (1 + t);
    const large = 1 / (1 + t);
    const width = x === 0 ? 1 : at(item.width, x - 1);
    out[offset + x * stride] = lower * (zNext >= 0 ? small : large) * width;
    lower = zNext >= 0 ? large : small;
  }
  out[offset + m * stride] = lower;
}

/** Writes log P_0 … log P_m to `out[offset + x * stride]`. */
export function gradedLogProbabilities(
  item: PreparedItem,
  theta: number,
  out: Float64Array,
  offset: number,
  stride: number,
): void {
  const m = item.b.length;
  for (let x = 0; x <= m; x++) {
    const below = x === 0 ? 0 : logLogistic(z(item, x, theta));
    const above = x === m ? 0 : logLogistic(-z(item, x + 1, theta));
    const width = x === 0 || x === m ? 0 : at(item.logWidth, x - 1);
    out[offset + x * stride] = below + above + width;
  }
}

/** Fisher information a² sum_x P_x (v_x + v_{x+1}). */
export function gradedInformation(item: PreparedItem, theta: number): number {
  const { a, b, width } = item;
  const m = b.length;
  let lower = 1; // P*_x
  let lowerSlope = 0; // v_x
  let sum = 0;
  for (let x = 0; x < m; x++) {
    const zNext = a * (theta - at(b, x));
    const t = Math.exp(-Math.abs(zNext));
    const large = 1 / (1 + t);
    const small = t * large;
    const slope = small * large;
    const p = lower * (zNext >= 0 ? small : large) * (x === 0 ? 1 : at(width, x - 1));
    sum += p * (lowerSlope + slope);
    lower = zNext >= 0 ? large : small;
    lowerSlope = slope;
  }
  return (sum + lower * lowerSlope) * a * a;
}
