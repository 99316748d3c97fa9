/** A whole number from 0 to below `limit` that nobody can foresee, each as likely as the others. */
export function randomInt(limit: number): number {
  const range = 2 ** 32;
  const fair = range - (range % limit);
  const [drawn] = crypto.getRandomValues(new Uint32Array(1));
  // The last numbers of the range would favour the small results: draw again.
  if (drawn === undefined || drawn >= fair) return randomInt(limit);
  return drawn % limit;
}
