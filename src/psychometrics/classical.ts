/** When a scale with missing answers is still scored; the limits are included. */
export type MissingRule =
  | { readonly type: 'complete' }
  | { readonly type: 'max_missing'; readonly value: number }
  | { readonly type: 'min_valid_fraction'; readonly value: number };

/** Items of a scale. Each list has one entry per item. */
export type Scale = {
  /** The lowest and the highest answer. */
  readonly ranges: readonly (readonly [min: number, max: number])[];
  /** True if a high answer means a low value on the scale. */
  readonly reversed: readonly boolean[];
  /** How often the item counts; once where the list is missing. */
  readonly weights?: readonly number[] | undefined;
  readonly rule: MissingRule;
};

/** Scores of one person; all null if too many answers are missing. */
export type ScaleScore = {
  n_valid: number;
  scorable: boolean;
  /** Of the answers, weighted. */
  mean: number | null;
  /** Mean of the answered items times the number of items (the sum of their weights). */
  prorated_sum: number | null;
  /** Sum of the answers that there are: a missing one counts 0. */
  answered_sum: number | null;
  /** Sum of the answers; null if one is missing. */
  raw_sum: number | null;
  /**
   * Percent of maximum possible: 100 (mean - min) / (max - min) (Cohen, Cohen, Aiken & West 1999). Null if the ranges of the
   * items differ.
   */
  pomp: number | null;
};

const MISSING_RULES = {
  complete: (valid: number, items: number) => valid === items,
  max_missing: (valid: number, items: number, value: number) => items - valid <= value,
  min_valid_fraction: (valid: number, items: number, value: number) => valid / items >= value,
} satisfies Record<MissingRule['type'], (valid: number, items: number, value: number) => boolean>;

/** The answer turned round within its range: min + max - x. */
function reversedAnswer(x: number, [min, max]: readonly [number, number]): number {
  return min + max - x;
}

/** Are enough of so many answers there? Never if there is none. */
export function isScorable(rule: MissingRule, valid: number, items: number): boolean {
  return valid > 0 && MISSING_RULES[rule.type](valid, items, rule.type === 'complete' ? 1 : rule.value);
}

function assertAnswers({ ranges, weights, reversed }: Scale, responses: readonly (number | null)[]): void {
  const flat = ranges.find(([min, max]) => !(min < max));
  if (flat) throw new Error(`The range of an item must rise, not go from ${flat.join(' to ')}.`);
  for (const list of [responses, ranges, weights ?? responses])
    if (list.length !== reversed.length)
      throw new Error(`The scale has ${reversed.length} items, but there are ${list.length} answers.`);
  responses.forEach((x, i) => {
    const [min = 0, max = 0] = ranges[i] ?? [];
    if (x !== null && !(x >= min && x <= max))
      throw new Error(`The answer ${x} is outside the range ${min} to ${max}.`);
  });
}

/** The common range of all items; undefined if they differ. */
function commonRange([first, ...others]: Scale['ranges']): readonly [number, number] | undefined {
  return others.every((one) => one[0] === first?.[0] && one[1] === first[1]) ? first : undefined;
}

/**
 * Mean, sums and POMP of a scale; null stands for a missing answer. Throws if an answer is outside the range of its item or if
 * there are more or fewer answers, ranges or weights than items.
 */
export function scaleScore(scale: Scale, responses: readonly (number | null)[]): ScaleScore {
  assertAnswers(scale, responses);
  const { ranges, reversed, weights = responses.map(() => 1) } = scale;
  const valid = responses.flatMap((x, i) => {
    const [range = [0, 0] as const, weight = 1] = [ranges[i], weights[i]];
    return x === null ? [] : [{ weight, value: reversed[i] === true ? reversedAnswer(x, range) : x }];
  });
  const n_valid = valid.length;
  if (!isScorable(scale.rule, n_valid, responses.length)) {
    const none = { mean: null, prorated_sum: null, answered_sum: null, raw_sum: null, pomp: null };
    return { n_valid, scorable: false, ...none };
  }
  const answered_sum = sumOf(valid.map(({ weight, value }) => weight * value));
  const mean = answered_sum / sumOf(valid.map(({ weight }) => weight));
  const range = commonRange(ranges);
  return {
    n_valid,
    scorable: true,
    mean,
    prorated_sum: mean * sumOf(weights),
    answered_sum,
    raw_sum: n_valid === responses.length ? answered_sum : null,
    pomp: range ? (100 * (mean - range[0])) / (range[1] - range[0]) : null,
  };
}

// 2.345 times 100 is 234.49999999999997, and the manual means 2.35.
const ROUNDING = 1e-9;

/**
 * A score as its manual publishes it: multiplied by the factor and then rounded half up to so many decimals (0 to 3). Without
 * `decimals` nothing is rounded.
 */
export function publishedScore(
  score: number,
  { factor = 1, decimals }: { readonly factor?: number | undefined; readonly decimals?: number | undefined },
): number {
  const scaled = score * factor;
  if (decimals === undefined) return scaled;
  return Math.floor(scaled * 10 ** decimals + 0.5 + ROUNDING) / 10 ** decimals;
}

/**
 * The value of a score in a norm table: that of the last row whose score it reaches. Rows are `[score, value]`, scores rise. Null
 * below the first row.
 */
export function tableValue(table: readonly (readonly [number, number])[], score: number): number | null {
  return table.findLast(([from]) => score >= from - ROUNDING)?.[1] ?? null;
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
