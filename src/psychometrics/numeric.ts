/**
 * Element `i` of an array whose bounds the caller's loop guarantees. Only these three functions trust an index: a default
 * value would turn a mistake into a wrong score. There is one for each kind of array, because a function that reads
 * several kinds is slower.
 *
 * Where the loop matters it is bound to a constant of the module first, `const at = element;`: an imported name is
 * looked up anew at every call, which doubles the time of such a loop (measured with Node 24).
 */
export function element(values: Float64Array, i: number): number {
  return values[i] as number; // inside the bounds, see above
}

/** As `element`, for row numbers and other indices. */
export function indexAt(values: Int32Array, i: number): number {
  return values[i] as number; // inside the bounds, see above
}

/** As `element`, for items and other objects. */
export function entry<T>(values: readonly T[], i: number): T {
  return values[i] as T; // inside the bounds, see above
}

/** log(1 / (1 + exp(-z))), finite for every finite z. */
export function logLogistic(z: number): number {
  return z >= 0 ? -Math.log1p(Math.exp(-z)) : z - Math.log1p(Math.exp(z));
}

/** log(1 - exp(-d)) for d > 0 (Mächler 2012, "Accurately computing log(1 - exp(-|a|))"). */
export function log1mexp(d: number): number {
  return d > Math.LN2 ? Math.log1p(-Math.exp(-d)) : Math.log(-Math.expm1(-d));
}
