import { log1mexp } from './numeric.ts';
import type { Item } from './item-bank.ts';

/** An item's parameters with the constants its formulas need, computed once. */
export type PreparedItem = {
  readonly a: number;
  /** Thresholds or step values, m of them. */
  readonly b: Float64Array;
  /** GRM: c_x = 1 - exp(-a (b_{x+1} - b_x)) for the m - 1 inner categories x = 1 … m - 1, and its logarithm. */
  readonly width: Float64Array;
  readonly logWidth: Float64Array;
  /** Room for the m + 1 category values of a calculation that is finished before the next one starts. */
  readonly room: Float64Array;
};

function prepare({ a, b }: Item): PreparedItem {
  const gaps = b.slice(1).map((upper, k) => a * (upper - (b[k] ?? upper)));
  return {
    a,
    b: Float64Array.from(b),
    // Two thresholds can lie closer than a double can tell: the category keeps a probability above 0,
    // so that its logarithm stays finite.
    width: Float64Array.from(gaps, (gap) => Math.max(-Math.expm1(-gap), Number.MIN_VALUE)),
    logWidth: Float64Array.from(gaps, (gap) => Math.max(log1mexp(gap), -745)),
    room: new Float64Array(b.length + 1),
  };
}

const prepared = new WeakMap<Item, PreparedItem>();

/** The prepared form of an item, made at the first call and kept as long as the item. */
export function preparedItem(item: Item): PreparedItem {
  const known = prepared.get(item);
  if (known !== undefined) return known;
  const made = prepare(item);
  prepared.set(item, made);
  return made;
}
