/** When a scale with missing answers is still scored; the limits are included. */
export type MissingRule =
  | { readonly type: 'complete' }
  | { readonly type: 'max_missing'; readonly value: number }
  | { readonly type: 'min_valid_fraction'; readonly value: number };

/** Items of a scale with a common answer range. */
export type Scale = {
  readonly min: number;
  readonly max: number;
  /** One entry per item: true if a high answer means a low value on the scale. */
  readonly reversed: readonly boolean[];
  readonly rule: MissingRule;
};

/** Scores of one person; all null if too many answers are missing. */
export type ScaleScore = {
  n_valid: number;
  scorable: boolean;
  mean: number | null;
  /** Mean of the answered items times the number of items. */
  prorated_sum: number | null;
  /** Sum of the answers; null if one is missing. */
  raw_sum: number | null;
  /** Percent of maximum possible: 100 (mean - min) / (max - min) (Cohen, Cohen, Aiken & West 1999). */
  pomp: number | null;
};

const MISSING_RULES = {
  complete: (valid: number, items: number) => valid === items,
  max_missing: (valid: number, items: number, value: number) => items - valid <= value,
  min_valid_fraction: (valid: number, items: number, value: number) => valid / items >= value,
} satisfies Record<MissingRule['type'], (valid: number, items: number, value: number) => boolean>;

/** The answer turned round within its range: min + max - x. */
function reversedAnswer(x: number, { min, max }: Pick<Scale, 'min' | 'max'>): number {
  return min + max - x;
}

function isScorable({ rule, reversed }: Scale, valid: number): boolean {
  if (valid === 0) return false;
  return MISSING_RULES[rule.type](valid, reversed.length, rule.type === 'complete' ? 1 : rule.value);
}

function assertAnswers({ min, max, reversed }: Scale, responses: readonly (number | null)[]): void {
  if (!(min < max)) throw new Error(`The range of a scale must rise, not go from ${min} to ${max}.`);
  if (responses.length !== reversed.length) {
    throw new Error(`The scale has ${reversed.length} items, but there are ${responses.length} answers.`);
  }
  const outside = responses.find((x) => x !== null && !(x >= min && x <= max));
  if (outside !== undefined) throw new Error(`The answer ${outside} is outside the range ${min} to ${max}.`);
}

/**
 * Mean, sums and POMP of a scale; null stands for a missing answer. Throws if an answer is outside the range or if
 * there are more or fewer answers than items.
 */
export function scaleScore(scale: Scale, responses: readonly (number | null)[]): ScaleScore {
  assertAnswers(scale, responses);
  const { min, max, reversed } = scale;
  const valid = responses.flatMap((x, i) =>
    x === null ? [] : [reversed[i] === true ? reversedAnswer(x, scale) : x],
  );
  const n_valid = valid.length;
  if (!isScorable(scale, n_valid)) {
    return { n_valid, scorable: false, mean: null, prorated_sum: null, raw_sum: null, pomp: null };
  }
  const sum = valid.reduce((a, b) => a + b, 0);
  const mean = sum / n_valid;
  return {
    n_valid,
    scorable: true,
    mean,
    prorated_sum: mean * responses.length,
    raw_sum: n_valid === responses.length ? sum : null,
    pomp: (100 * (mean - min)) / (max - min),
  };
}

/**
 * Number of the severity band, counted from 0: how many cuts the score has reached. A cut is the first score of the
 * higher band; cuts rise strictly. Throws if they do not or if the score is not a number.
 */
export function severityBand(score: number, cuts: readonly number[]): number {
  if (Number.isNaN(score)) throw new Error('The score must be a number.');
  if (cuts.some((cut, i) => !(cut > (cuts[i - 1] ?? -Infinity))))
    throw new Error('The cuts must rise strictly.');
  return cuts.filter((cut) => score >= cut).length;
}

/** Decrements of each level (level 1 first, usually 0) by dimension, with their source. */
export type DecrementTable = {
  readonly source: string;
  readonly decrements: Readonly<Record<string, readonly number[]>>;
};

function decrement(table: DecrementTable, dimension: string, level: number): number {
  const value = table.decrements[dimension]?.[level - 1];
  if (value === undefined)
    throw new Error(`The value set has no level ${level} of the dimension "${dimension}".`);
  return value;
}

/**
 * Index of a health state: 1 minus the decrements of its levels (counted from 1), rounded to 0.001, as in the
 * EQ-5D-5L value sets (Ludwig, Graf von der Schulenburg & Greiner 2018 for Germany). Null if a level is missing.
 */
export function healthIndex(
  levels: Readonly<Record<string, number | null>>,
  table: DecrementTable,
): number | null {
  const known = Object.keys(table.decrements).map((dimension) => ({
    dimension,
    level: levels[dimension] ?? null,
  }));
  let sum = 0;
  for (const { dimension, level } of known) {
    if (level === null) return null;
    sum += decrement(table, dimension, level);
  }
  return Math.round((1 - sum) * 1000) / 1000;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0);
}

/**
 * Effort-reward ratio (E / R) (number of reward items / number of effort items), 7 / 3 in the short form; above 1
 * effort outweighs reward (Siegrist, Wege, Pühlhofer & Wahrendorf 2009). Items oriented: high is more effort, more reward.
 */
export function effortRewardRatio(effort: readonly number[], reward: readonly number[]): number {
  const received = sumOf(reward);
  if (effort.length === 0 || !(received > 0))
    throw new Error('The ratio needs effort items and a reward above 0.');
  return (sumOf(effort) / received) * (reward.length / effort.length);
}
