/** The population that T = 50 and a standard deviation of 10 refer to, in the metric of theta or of the score. */
export type NormSet = {
  readonly id: string;
  readonly mean: number;
  readonly sd: number;
  /** The source of mean and sd. */
  readonly source: string;
};

/** A T-score with its standard error, its interval and the norm set it refers to. */
export type TScore = {
  t: number;
  se: number;
  lower: number;
  upper: number;
  norm_set: string;
};

/** Two-sided 95 % quantile of the standard normal distribution. */
export const Z_95 = 1.959963984540054;

/**
 * T = 50 + 10 (theta - mean) / sd, SE_T = 10 SE / sd, interval T ± z SE_T (z = 1.96 for 95 %).
 * Throws if the norm set's standard deviation is not above 0.
 */
export function tScore(
  { theta, se }: { theta: number; se: number },
  norms: NormSet,
  z: number = Z_95,
): TScore {
  if (!(norms.sd > 0)) throw new Error(`The norm set "${norms.id}" needs a standard deviation above 0.`);
  const t = linearT(theta, norms);
  const seT = (10 * se) / norms.sd;
  return { t, se: seT, lower: t - z * seT, upper: t + z * seT, norm_set: norms.id };
}

/** T = 50 + 10 (score - mean) / sd (McCall 1922). */
export function linearT(score: number, { mean, sd }: Pick<NormSet, 'mean' | 'sd'>): number {
  return 50 + (10 * (score - mean)) / sd;
}

/** The theta that has this T-score in the norm set. */
export function thetaOfT(t: number, norms: NormSet): number {
  return norms.mean + ((t - 50) / 10) * norms.sd;
}
