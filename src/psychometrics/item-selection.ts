import { element, entry, indexAt } from './numeric.ts';
import { informationTable } from './bank-tables.ts';
import { mostInformative } from './information-bounds.ts';
import { prepareOutcomes, support, type Knowledge } from './outcomes.ts';

const at = element; // see numeric.ts

/**
 * Criteria by which the next item is chosen; w_q is the posterior at node q, "after x" means after answer x to item j.
 * - MFI: largest I_j(theta) at the current estimate
 * - MPWI: largest sum_q w_q I_j(theta_q) (van der Linden 1998)
 * - MEI: largest sum_x P_jx(theta) I_j(theta after x)
 * - MEPV: smallest sum_x P_jx(theta) Var(theta | answers, x), category weights at the current estimate
 * - MEPV_PP: smallest sum_x p_jx Var(theta | answers, x) with p_jx = sum_q w_q P_jx(theta_q), the posterior-predictive form
 */
export type Criterion = 'MFI' | 'MPWI' | 'MEI' | 'MEPV' | 'MEPV_PP';

type Rule = {
  /** Whether a large or a small value is good. */
  better: 'larger' | 'smaller';
  /** Called once before the items are valued. */
  prepare(known: Knowledge, items: readonly number[]): void;
  value(known: Knowledge, item: number): number;
};

function nothing(): void {}

function fisherInformation({ tables, theta }: Knowledge, j: number): number {
  return tables.model.information(entry(tables.items, j), theta);
}

function weightedInformation({ tables, weights }: Knowledge, j: number): number {
  const information = informationTable(tables);
  const { from, to } = tables.room.support;
  const offset = j * weights.length;
  let sum = 0;
  for (let q = from; q < to; q++) sum += at(weights, q) * at(information, offset + q);
  return sum;
}

function prepareSupport({ tables, weights }: Knowledge): void {
  tables.room.support = support(weights);
}

function prepareMeans(known: Knowledge, items: readonly number[]): void {
  prepareOutcomes(known, items, 'means');
}

function prepareSquares(known: Knowledge, items: readonly number[]): void {
  prepareOutcomes(known, items, 'squares');
}

/** Writes the chances of the item's categories at the current estimate to the tables' room. */
function writeChances({ tables, theta }: Knowledge, j: number): void {
  tables.model.probabilities(entry(tables.items, j), theta, tables.room.chances, 0, 1);
}

function expectedInformationAfter(known: Knowledge, j: number): number {
  const { tables, theta } = known;
  const { chances, mass, sum } = tables.room;
  const item = entry(tables.items, j);
  const first = indexAt(tables.firstRow, j);
  writeChances(known, j);
  let expected = 0;
  for (let x = 0; x <= item.b.length; x++) {
    const row = first + x;
    const shift = at(mass, row) > 0 ? at(sum, row) / at(mass, row) : 0; // without mass no node allows this answer
    expected += at(chances, x) * tables.model.information(item, theta + shift);
  }
  return expected;
}

function plugInVariance(known: Knowledge, j: number): number {
  const { room, firstRow } = known.tables;
  const { chances, mass, sum, squares } = room;
  const first = indexAt(firstRow, j);
  const end = indexAt(firstRow, j + 1);
  writeChances(known, j);
  let expected = 0;
  for (let row = first; row < end; row++) {
    if (at(mass, row) <= 0) continue;
    const mean = at(sum, row) / at(mass, row);
    expected += at(chances, row - first) * (at(squares, row) / at(mass, row) - mean * mean);
  }
  return expected;
}

/** With predictive weights the masses cancel: sum of p_x Var_x = sum of w d² - sum over x of (sum of w d P_x)² / p_x. */
function predictiveVariance({ tables }: Knowledge, j: number): number {
  const { mass, sum, totals } = tables.room;
  const end = indexAt(tables.firstRow, j + 1);
  let explained = 0;
  for (let row = indexAt(tables.firstRow, j); row < end; row++) {
    if (at(mass, row) > 0) explained += (at(sum, row) * at(sum, row)) / at(mass, row);
  }
  return totals.squares - explained;
}

const RULES = {
  MFI: { better: 'larger', prepare: nothing, value: fisherInformation },
  MPWI: { better: 'larger', prepare: prepareSupport, value: weightedInformation },
  MEI: { better: 'larger', prepare: prepareMeans, value: expectedInformationAfter },
  MEPV: { better: 'smaller', prepare: prepareSquares, value: plugInVariance },
  MEPV_PP: { better: 'smaller', prepare: prepareMeans, value: predictiveVariance },
} satisfies Record<Criterion, Rule>;

export const CRITERIA: readonly string[] = Object.keys(RULES);

/** An item's bank position with its value under the criterion. */
export type ValuedItem = {
  position: number;
  value: number;
};

/** The best of the items; of equal ones the first in the bank. Null if there is none. */
export function bestItem(
  criterion: Criterion,
  known: Knowledge,
  candidates: readonly number[],
): ValuedItem | null {
  if (criterion === 'MFI') return mostInformative(known.tables, known.theta, candidates);
  const rule: Rule = RULES[criterion];
  rule.prepare(known, candidates);
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
  rule.prepare(known, candidates);
  const valued = candidates.map((position) => ({ position, value: rule.value(known, position) }));
  const sign = rule.better === 'larger' ? -1 : 1;
  return valued.sort((a, b) => sign * (a.value - b.value) || a.position - b.position);
}
