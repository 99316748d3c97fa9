import { element, entry } from './numeric.ts';
import { bankTables, logTable, priorWeights, type BankTables, type PriorWeights } from './bank-tables.ts';
import type { ItemBank } from './item-bank.ts';
import { STANDARD_NORMAL, STANDARD_QUADRATURE, type NormalPrior, type Quadrature } from './quadrature.ts';
import type { Answer } from './response-functions.ts';

const at = element; // see numeric.ts

/** Below this sum a node may have underflowed to 0 although later answers could raise it again. Logarithms keep it. */
const SMALLEST_SUM = 1e-200;

/** Row of an answer in the tables. Throws if the bank lacks the item or the item the category. */
export function answeredRow(
  { bank, positions, items, firstRow }: BankTables,
  id: string,
  category: number,
): number {
  const position = positions.get(id) ?? -1;
  const item = items[position];
  const row = firstRow[position];
  if (item === undefined || row === undefined) throw new Error(`The bank "${bank.id}" has no item "${id}".`);
  if (category >= 0 && category <= item.b.length && Number.isInteger(category)) return row + category;
  throw new Error(`Item "${id}" has the categories 0 to ${item.b.length}, not ${category}.`);
}

/** How many of the rows the product in the tables' room already contains: all it contains, or none. */
function rowsContained({ room }: BankTables, prior: PriorWeights, rows: readonly number[]): number {
  const { rows: known } = room.product;
  if (room.product.prior !== prior || known.length > rows.length) return 0;
  for (let i = 0; i < known.length; i++) {
    if (known[i] !== rows[i]) return 0;
  }
  return known.length;
}

/**
 * Prior times the answered categories' probabilities, in the tables' room. An answer more than the last time costs one
 * row; the order of multiplication is the same either way, and with it every bit of the result.
 */
function multiplied(tables: BankTables, prior: PriorWeights, rows: readonly number[]): Float64Array {
  const { probabilities, room } = tables;
  const out = room.product.values;
  const n = out.length;
  const contained = rowsContained(tables, prior, rows);
  if (contained === 0) out.set(prior.weights);
  for (let i = contained; i < rows.length; i++) {
    const offset = entry(rows, i) * n;
    for (let q = 0; q < n; q++) out[q] = at(out, q) * at(probabilities, offset + q);
  }
  room.product = { values: out, prior, rows };
  return out;
}

/** The same up to a factor, by logarithms: the largest value is 1. */
function fromLogs(tables: BankTables, prior: PriorWeights, rows: readonly number[]): Float64Array {
  const n = tables.nodes.length;
  const logs = logTable(tables);
  const out = prior.logs.slice();
  for (const row of rows) {
    for (let q = 0; q < n; q++) out[q] = at(out, q) + at(logs, row * n + q);
  }
  const largest = out.reduce((a, b) => Math.max(a, b));
  return out.map((value) => Math.exp(value - largest));
}

function sumOf(values: Float64Array): number {
  let sum = 0;
  for (let q = 0; q < values.length; q++) sum += at(values, q);
  return sum;
}

/**
 * The normalised posterior at the nodes, in the tables' room: prior times the probabilities of the answered rows.
 * The product is taken directly as long as it is exact, and by logarithms before it underflows.
 */
export function posteriorAfter(
  tables: BankTables,
  prior: PriorWeights,
  rows: readonly number[],
): Float64Array {
  const direct = multiplied(tables, prior, rows);
  const directSum = sumOf(direct);
  const values = directSum > SMALLEST_SUM ? direct : fromLogs(tables, prior, rows);
  const factor = 1 / (values === direct ? directSum : sumOf(values));
  const out = tables.room.posterior;
  for (let q = 0; q < out.length; q++) out[q] = at(values, q) * factor;
  return out;
}

/** An estimate of theta with its standard error. */
export type Estimate = { theta: number; se: number };

/** Mean and standard deviation of a normalised distribution over the nodes. */
export function momentsOf(nodes: Float64Array, weights: Float64Array): Estimate {
  let mean = 0;
  for (let q = 0; q < nodes.length; q++) mean += at(weights, q) * at(nodes, q);
  let variance = 0; // in a second pass, so that no digit is lost when it is small
  for (let q = 0; q < nodes.length; q++) {
    const d = at(nodes, q) - mean;
    variance += at(weights, q) * d * d;
  }
  return { theta: mean, se: Math.sqrt(variance) };
}

/** How EAP estimates: a normal prior (standard normal if not given) on a quadrature (61 nodes on [-6, 6]). */
export type EapOptions = {
  readonly prior?: NormalPrior;
  readonly quadrature?: Quadrature;
};

/**
 * Expected a posteriori estimate: mean and standard deviation of the posterior over equally spaced nodes, trapezoid
 * rule (Bock & Mislevy 1982). Without answers it is the prior. Throws if an item or category is not in the bank.
 */
export function estimateEap(bank: ItemBank, answers: readonly Answer[], options: EapOptions = {}): Estimate {
  const tables = bankTables(bank, options.quadrature ?? STANDARD_QUADRATURE);
  const prior = priorWeights(tables, options.prior ?? STANDARD_NORMAL);
  const rows = answers.map(({ item, category }) => answeredRow(tables, item, category));
  return momentsOf(tables.nodes, posteriorAfter(tables, prior, rows));
}
