import { element, entry, indexAt } from './numeric.ts';
import { bankTables, logTable, priorWeights, type BankTables } from './bank-tables.ts';
import type { ItemBank } from './item-bank.ts';
import { momentsOf, type EapOptions } from './posterior.ts';
import { STANDARD_NORMAL, STANDARD_QUADRATURE } from './quadrature.ts';
import { itemPosition } from './response-functions.ts';

/** The estimate of theta for a sum score. */
export type SumScoreRow = {
  score: number;
  /** Probability of the score in the population of the prior. */
  probability: number;
  theta: number;
  se: number;
};

/** How probabilities are multiplied and added: as they are, or as logarithms where they would underflow. */
type Arithmetic = {
  table(tables: BankTables): Float64Array;
  one: number;
  zero: number;
  times(x: number, y: number): number;
  plus(x: number, y: number): number;
  /** Likelihood of one score at the nodes, as numbers whose largest is at most 1, and the logarithm of the factor taken out. */
  plain(values: Float64Array): { values: Float64Array; logFactor: number };
};

function logSum(x: number, y: number): number {
  const larger = Math.max(x, y);
  return larger === -Infinity ? larger : larger + Math.log1p(Math.exp(Math.min(x, y) - larger));
}

const DIRECT: Arithmetic = {
  table: ({ probabilities }) => probabilities,
  one: 1,
  zero: 0,
  times: (x, y) => x * y,
  plus: (x, y) => x + y,
  plain: (values) => ({ values, logFactor: 0 }),
};

const LOGARITHMIC: Arithmetic = {
  table: logTable,
  one: 0,
  zero: -Infinity,
  times: (x, y) => x + y,
  plus: logSum,
  plain: (values) => {
    const logFactor = values.reduce((a, b) => Math.max(a, b));
    return { values: values.map((value) => Math.exp(value - logFactor)), logFactor };
  },
};

/** Adds one item to the likelihood of each score (score s, node q at s * n + q). */
function withItem(
  tables: BankTables,
  position: number,
  before: Float64Array,
  math: Arithmetic,
): Float64Array {
  const n = tables.nodes.length;
  const table = math.table(tables);
  const first = indexAt(tables.firstRow, position);
  const highest = entry(tables.items, position).b.length;
  const after = new Float64Array(before.length + highest * n).fill(math.zero);
  for (let x = 0; x <= highest; x++) {
    for (let i = 0; i < before.length; i++) {
      const p = element(table, (first + x) * n + (i % n));
      after[i + x * n] = math.plus(element(after, i + x * n), math.times(element(before, i), p));
    }
  }
  return after;
}

function rowOf(
  score: number,
  likelihood: Float64Array,
  tables: BankTables,
  prior: Float64Array,
  math: Arithmetic,
): SumScoreRow {
  const n = tables.nodes.length;
  const { values, logFactor } = math.plain(likelihood.subarray(score * n, (score + 1) * n));
  const weights = prior.map((weight, q) => weight * element(values, q));
  const mass = weights.reduce((a, b) => a + b);
  const posterior = weights.map((weight) => weight / mass);
  return { score, probability: mass * Math.exp(logFactor), ...momentsOf(tables.nodes, posterior) };
}

function tableWith(
  tables: BankTables,
  positions: readonly number[],
  prior: Float64Array,
  math: Arithmetic,
): SumScoreRow[] {
  const start: Float64Array = new Float64Array(tables.nodes.length).fill(math.one);
  const likelihood = positions.reduce((before, position) => withItem(tables, position, before, math), start);
  const scores = likelihood.length / tables.nodes.length;
  return Array.from({ length: scores }, (_, score) => rowOf(score, likelihood, tables, prior, math));
}

/**
 * EAP of theta for each sum score 0 … highest of the given items (all of the bank if none are named), answered
 * completely: the recursion of Lord & Wingersky (1984), posterior moments as in Thissen, Pommerich, Billeaud & Williams
 * (1995). Throws if the bank lacks one of the items.
 */
export function sumScoreTable(
  bank: ItemBank,
  items: readonly string[] = bank.items.map(({ id }) => id),
  options: EapOptions = {},
): SumScoreRow[] {
  const tables = bankTables(bank, options.quadrature ?? STANDARD_QUADRATURE);
  const { weights } = priorWeights(tables, options.prior ?? STANDARD_NORMAL);
  const total = weights.reduce((a, b) => a + b);
  const prior = weights.map((weight) => weight / total);
  const positions = items.map((id) => itemPosition(bank, id));
  const rows = tableWith(tables, positions, prior, DIRECT);
  // Below this, likelihoods have lost digits to underflow.
  return rows.every(({ probability }) => probability > 1e-200)
    ? rows
    : tableWith(tables, positions, prior, LOGARITHMIC);
}
