import { at } from './numeric.ts';
import { bankTables, logTable, priorWeights, type BankTables, type PriorWeights } from './bank-tables.ts';
import type { Estimate } from './estimate.ts';
import type { ItemBank } from './item-bank.ts';
import { STANDARD_NORMAL, STANDARD_QUADRATURE, type NormalPrior, type Quadrature } from './quadrature.ts';
import { assertCategory, itemOf, itemPosition, type Answer } from './response-functions.ts';

/** Below this sum a node may have been lost to underflow that later answers would bring back: use logarithms. */
const SMALLEST_SUM = 1e-200;

/** Rows of the answered categories in the tables. */
export function answeredRows(tables: BankTables, answers: readonly Answer[]): number[] {
  return answers.map(({ item, category }) => {
    assertCategory(itemOf(tables.bank, item), category);
    return (tables.firstRow[itemPosition(tables.bank, item)] ?? 0) + category;
  });
}

function multiplied(
  tables: BankTables,
  prior: PriorWeights,
  rows: readonly number[],
  out: Float64Array,
): number {
  const n = out.length;
  const { probabilities } = tables;
  out.set(prior.weights);
  for (const row of rows) {
    const offset = row * n;
    for (let q = 0; q < n; q++) out[q] = at(out, q) * at(probabilities, offset + q);
  }
  let sum = 0;
  for (let q = 0; q < n; q++) sum += at(out, q);
  return sum;
}

function fromLogs(
  tables: BankTables,
  prior: PriorWeights,
  rows: readonly number[],
  out: Float64Array,
): number {
  const n = out.length;
  const logs = logTable(tables);
  out.set(prior.logs);
  for (const row of rows) {
    for (let q = 0; q < n; q++) out[q] = at(out, q) + at(logs, row * n + q);
  }
  const largest = out.reduce((a, b) => Math.max(a, b));
  let sum = 0;
  for (let q = 0; q < n; q++) sum += out[q] = Math.exp(at(out, q) - largest);
  return sum;
}

/**
 * Writes the normalised posterior at the nodes to `out`: prior times the answered categories' probabilities.
 * The product is taken directly where that is exact and by logarithms where it would underflow.
 */
export function writePosterior(
  tables: BankTables,
  prior: PriorWeights,
  rows: readonly number[],
  out: Float64Array,
): void {
  const direct = multiplied(tables, prior, rows, out);
  const sum = direct > SMALLEST_SUM ? direct : fromLogs(tables, prior, rows, out);
  for (let q = 0; q < out.length; q++) out[q] = at(out, q) / sum;
}

/** Mean of a normalised distribution over the nodes. */
export function meanOf(nodes: Float64Array, weights: Float64Array): number {
  let sum = 0;
  for (let q = 0; q < nodes.length; q++) sum += at(weights, q) * at(nodes, q);
  return sum;
}

/** Standard deviation about a known mean; two passes, so that no digit is lost when it is small. */
export function sdOf(nodes: Float64Array, weights: Float64Array, mean: number): number {
  let sum = 0;
  for (let q = 0; q < nodes.length; q++) {
    const d = at(nodes, q) - mean;
    sum += at(weights, q) * d * d;
  }
  return Math.sqrt(sum);
}

/** How EAP estimates: a normal prior (standard normal if not given) on a quadrature (61 nodes on [-6, 6]). */
export interface EapOptions {
  readonly prior?: NormalPrior;
  readonly quadrature?: Quadrature;
}

/**
 * Expected a posteriori estimate: mean and standard deviation of the posterior over equally spaced nodes, trapezoid
 * rule (Bock & Mislevy 1982). Without answers it is the prior. Throws if an item or category is not in the bank.
 */
export function estimateEap(bank: ItemBank, answers: readonly Answer[], options: EapOptions = {}): Estimate {
  const tables = bankTables(bank, options.quadrature ?? STANDARD_QUADRATURE);
  const weights = tables.room.posterior;
  const prior = priorWeights(tables, options.prior ?? STANDARD_NORMAL);
  writePosterior(tables, prior, answeredRows(tables, answers), weights);
  const theta = meanOf(tables.nodes, weights);
  const se = sdOf(tables.nodes, weights, theta);
  return { method: 'EAP', theta, se, se_kind: 'posterior_sd', bound: 'none', converged: true };
}
