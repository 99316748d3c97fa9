import { at } from './numeric.ts';
import { informationTable, type BankTables } from './bank-tables.ts';

/**
 * Criteria by which the next item is chosen; w_q is the posterior at node q, "after x" means after answer x to item j.
 * - MFI: largest I_j(theta) at the current estimate
 * - MPWI: largest sum_q w_q I_j(theta_q) (van der Linden 1998)
 * - MEI: largest sum_x P_jx(theta) I_j(theta after x)
 * - MEPV: smallest sum_x P_jx(theta) Var(theta | answers, x), category weights at the current estimate
 * - MEPV_PP: smallest sum_x p_jx Var(theta | answers, x) with p_jx = sum_q w_q P_jx(theta_q), the posterior-predictive form
 */
export type Criterion = 'MFI' | 'MPWI' | 'MEI' | 'MEPV' | 'MEPV_PP';

/** What is known of a person when the next item is to be chosen. */
export interface Knowledge {
  readonly tables: BankTables;
  /** Normalised posterior at the nodes. */
  readonly weights: Float64Array;
  /** Current estimate of theta. */
  readonly theta: number;
}

interface Rule {
  /** Whether a large or a small value is good. */
  better: 'larger' | 'smaller';
  /** Called once before the items are valued. */
  prepare(known: Knowledge): void;
  value(known: Knowledge, item: number): number;
}

function nothing(): void {}

function fisherInformation({ tables, theta }: Knowledge, j: number): number {
  const item = tables.items[j];
  return item === undefined ? 0 : tables.model.information(item, theta);
}

function weightedInformation({ tables, weights }: Knowledge, j: number): number {
  const information = informationTable(tables);
  const n = weights.length;
  let sum = 0;
  for (let q = 0; q < n; q++) sum += at(weights, q) * at(information, j * n + q);
  return sum;
}

/** Puts w d and w d² in the tables' room, d the distance of a node from the current estimate. */
function prepareMoments({ tables, weights, theta }: Knowledge): void {
  const { nodes, room } = tables;
  for (let q = 0; q < nodes.length; q++) {
    const d = at(nodes, q) - theta;
    const first = at(weights, q) * d;
    room.first[q] = first;
    room.second[q] = first * d;
  }
}

/** Sum of `weights` times the probabilities of one category's row. */
function rowSum(weights: Float64Array, probabilities: Float64Array, offset: number): number {
  let sum = 0;
  for (let q = 0; q < weights.length; q++) sum += at(weights, q) * at(probabilities, offset + q);
  return sum;
}

function expectedInformationAfter({ tables, weights, theta }: Knowledge, j: number): number {
  const item = tables.items[j];
  if (item === undefined) return 0;
  tables.model.probabilities(item, theta, tables.room.chances, 0, 1);
  let sum = 0;
  for (let x = 0; x <= item.b.length; x++) {
    const offset = ((tables.firstRow[j] ?? 0) + x) * weights.length;
    const mass = rowSum(weights, tables.probabilities, offset);
    const shift = mass > 0 ? rowSum(tables.room.first, tables.probabilities, offset) / mass : 0;
    sum += at(tables.room.chances, x) * tables.model.information(item, theta + shift);
  }
  return sum;
}

/** Variance of theta after an answer in this row times `weight`, or times the row's predictive probability if null. */
function rowVariance({ tables, weights }: Knowledge, row: number, weight: number | null): number {
  const { probabilities, room } = tables;
  const { first, second } = room;
  const n = weights.length;
  const offset = row * n;
  let mass = 0;
  let sum = 0;
  let squares = 0;
  for (let q = 0; q < n; q++) {
    const p = at(probabilities, offset + q);
    mass += at(weights, q) * p;
    sum += at(first, q) * p;
    squares += at(second, q) * p;
  }
  if (mass === 0) return 0; // no node allows this answer
  const mean = sum / mass;
  return (weight ?? mass) * (squares / mass - mean * mean);
}

function plugInVariance(known: Knowledge, j: number): number {
  const { tables, theta } = known;
  const item = tables.items[j];
  if (item === undefined) return 0;
  tables.model.probabilities(item, theta, tables.room.chances, 0, 1);
  const row = tables.firstRow[j] ?? 0;
  let sum = 0;
  for (let x = 0; x <= item.b.length; x++) sum += rowVariance(known, row + x, at(tables.room.chances, x));
  return sum;
}

function predictiveVariance(known: Knowledge, j: number): number {
  const row = known.tables.firstRow[j] ?? 0;
  const last = known.tables.items[j]?.b.length ?? -1;
  let sum = 0;
  for (let x = 0; x <= last; x++) sum += rowVariance(known, row + x, null);
  return sum;
}

const RULES = {
  MFI: { better: 'larger', prepare: nothing, value: fisherInformation },
  MPWI: { better: 'larger', prepare: nothing, value: weightedInformation },
  MEI: { better: 'larger', prepare: prepareMoments, value: expectedInformationAfter },
  MEPV: { better: 'smaller', prepare: prepareMoments, value: plugInVariance },
  MEPV_PP: { better: 'smaller', prepare: prepareMoments, value: predictiveVariance },
} satisfies Record<Criterion, Rule>;

export const CRITERIA: readonly string[] = Object.keys(RULES);

/** An item's bank position with its value under the criterion. */
export interface ValuedItem {
  position: number;
  value: number;
}

/** The best of the items; of equal ones the first in the bank. Null if there is none. */
export function bestItem(
  criterion: Criterion,
  known: Knowledge,
  candidates: readonly number[],
): ValuedItem | null {
  const rule: Rule = RULES[criterion];
  rule.prepare(known);
  let best: ValuedItem | null = null;
  for (const position of candidates) {
    const value = rule.value(known, position);
    if (best === null || (rule.better === 'larger' ? value > best.value : value < best.value)) {
      best = { position, value };
    }
  }
  return best;
}

/** The items from best to worst; equal ones in bank order. */
export function rankedItems(
  criterion: Criterion,
  known: Knowledge,
  candidates: readonly number[],
): ValuedItem[] {
  const rule: Rule = RULES[criterion];
  rule.prepare(known);
  const valued = candidates.map((position) => ({ position, value: rule.value(known, position) }));
  const sign = rule.better === 'larger' ? -1 : 1;
  return valued.sort((a, b) => sign * (a.value - b.value) || a.position - b.position);
}
