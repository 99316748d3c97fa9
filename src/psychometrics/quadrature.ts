/** Equally spaced nodes on [lo, hi], both ends included; the trapezoid rule gives the ends half the weight. */
export interface Quadrature {
  readonly lo: number;
  readonly hi: number;
  readonly n: number;
}

/** Normal distribution of theta before the first answer. */
export interface NormalPrior {
  readonly mean: number;
  readonly sd: number;
}

/** 61 nodes on [-6, 6]. */
export const STANDARD_QUADRATURE: Quadrature = { lo: -6, hi: 6, n: 61 };
export const STANDARD_NORMAL: NormalPrior = { mean: 0, sd: 1 };

/** Throws unless the quadrature has at least two nodes on a finite, rising interval. */
export function assertQuadrature({ lo, hi, n }: Quadrature): void {
  if (Number.isFinite(lo) && Number.isFinite(hi) && lo < hi && Number.isInteger(n) && n >= 2) return;
  throw new Error(`A quadrature needs lo < hi and at least 2 nodes, not lo ${lo}, hi ${hi}, n ${n}.`);
}

/** Throws unless the prior has a finite mean and a finite standard deviation above 0. */
export function assertPrior({ mean, sd }: NormalPrior): void {
  if (Number.isFinite(mean) && Number.isFinite(sd) && sd > 0) return;
  throw new Error(`A prior needs a finite mean and a standard deviation above 0, not ${mean} and ${sd}.`);
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
