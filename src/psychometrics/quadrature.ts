/** Equally spaced nodes on [lo, hi], both ends included; the trapezoid rule gives the ends half the weight. */
export type Quadrature = {
  readonly lo: number;
  readonly hi: number;
  readonly n: number;
};

/** Normal distribution of theta before the first answer. */
export type NormalPrior = {
  readonly mean: number;
  readonly sd: number;
};

/** 61 nodes on [-6, 6]. */
export const STANDARD_QUADRATURE: Quadrature = { lo: -6, hi: 6, n: 61 };
export const STANDARD_NORMAL: NormalPrior = { mean: 0, sd: 1 };

/** Limits that keep every product and logarithm finite; no test in use comes near them. */
const FARTHEST = 1e4;
const NARROWEST = 1e-6;
const MOST_NODES = 1e5;

/** Throws unless the quadrature has 2 to 100,000 nodes on a rising interval within ±10,000. */
export function assertQuadrature({ lo, hi, n }: Quadrature): void {
  if (lo >= -FARTHEST && lo < hi && hi <= FARTHEST && Number.isInteger(n) && n >= 2 && n <= MOST_NODES)
    return;
  throw new Error(
    `A quadrature needs lo < hi within ±${FARTHEST} and 2 to ${MOST_NODES} nodes, not lo ${lo}, hi ${hi}, n ${n}.`,
  );
}

/** Throws unless the prior's mean lies within ±10,000 and its standard deviation is at least 0.000001. */
export function assertPrior({ mean, sd }: NormalPrior): void {
  if (Math.abs(mean) <= FARTHEST && sd >= NARROWEST && sd < Infinity) return;
  throw new Error(
    `A prior needs a mean within ±${FARTHEST} and a standard deviation above 0, not ${mean}, ${sd}.`,
  );
}

/** The nodes, ascending. */
export function quadratureNodes({ lo, hi, n }: Quadrature): Float64Array {
  return Float64Array.from({ length: n }, (_, q) => lo + ((hi - lo) * q) / (n - 1));
}

/** Logarithm of trapezoid weight times prior density at each node, up to a constant; the largest is 0. */
export function logPriorWeights(quadrature: Quadrature, { mean, sd }: NormalPrior): Float64Array {
  const logs = quadratureNodes(quadrature).map((theta, q) => {
    const halved = q === 0 || q === quadrature.n - 1 ? -Math.LN2 : 0;
    return halved - ((theta - mean) / sd) ** 2 / 2;
  });
  const largest = logs.reduce((a, b) => Math.max(a, b));
  return logs.map((value) => value - largest);
}
