/** An interval whose ends have function values of different sign. */
export type Bracket = {
  readonly lo: number;
  readonly hi: number;
};

const TOLERANCE = 1e-14;
const MOST_STEPS = 200;

/** Where inverse quadratic interpolation would go between the newest point 0 and the bracket's other end 1. */
function interpolated(x: readonly [number, number, number], f: readonly [number, number, number]): number {
  const xi = (x[0] - x[1]) / (x[2] - x[1]);
  const phi = (f[0] - f[1]) / (f[2] - f[1]);
  const safe = phi * phi < xi && (1 - phi) * (1 - phi) < 1 - xi;
  if (!safe) return 0.5;
  const reach = (x[2] - x[0]) / (x[1] - x[0]);
  return (
    (f[0] / (f[1] - f[0])) * (f[2] / (f[1] - f[2])) + reach * (f[0] / (f[2] - f[0])) * (f[1] / (f[2] - f[1]))
  );
}

/**
 * Root of a continuous function between the ends of a bracket: Chandrupatla (1997), "A new hybrid
 * quadratic/bisection algorithm". `converged` is false if 200 steps were not enough.
 */
export function findRoot(
  f: (x: number) => number,
  { lo, hi }: Bracket,
): { root: number; converged: boolean } {
  let [a, b] = [hi, lo]; // a is the newest point, the root lies between a and b
  let [fa, fb] = [f(a), f(b)];
  let [c, fc] = [a, fa];
  let t = 0.5;
  for (let step = 0; step < MOST_STEPS; step++) {
    const x = a + t * (b - a);
    const fx = f(x);
    if (Math.sign(fx) === Math.sign(fa)) [c, fc] = [a, fa];
    else [c, fc, b, fb] = [b, fb, a, fa];
    [a, fa] = [x, fx];
    const [best, value] = Math.abs(fa) < Math.abs(fb) ? [a, fa] : [b, fb];
    const smallest = (2 * Number.EPSILON * Math.abs(best) + TOLERANCE) / Math.abs(b - a);
    if (value === 0 || smallest > 0.5) return { root: best, converged: true };
    t = Math.min(Math.max(interpolated([a, b, c], [fa, fb, fc]), smallest), 1 - smallest);
  }
  return { root: a, converged: false };
}
