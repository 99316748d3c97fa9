import { element, entry, indexAt } from './numeric.ts';
import { bankTables, priorWeights, type BankTables } from './bank-tables.ts';
import type { ItemBank } from './item-bank.ts';
import { momentsOf, type EapOptions, type Estimate } from './posterior.ts';
import { STANDARD_NORMAL, STANDARD_QUADRATURE } from './quadrature.ts';

const at = element; // see numeric.ts

/** The estimate that belongs to a sum of categories, and how often the sum occurs in the population of the prior. */
export type SumEstimate = Estimate & { readonly sum: number; readonly share: number };

/**
 * At every node the probability of each sum, times `start`. One item more moves each sum up by each category
 * (Lord & Wingersky 1984), so that no pattern of answers is ever listed.
 */
function sumsAtNodes({ items, firstRow, probabilities }: BankTables, start: Float64Array): Float64Array[] {
  const n = start.length;
  return items.reduce(
    (sums, { b }, j) => {
      const longer = Array.from({ length: sums.length + b.length }, () => new Float64Array(n));
      sums.forEach((before, sum) => {
        for (let x = 0; x <= b.length; x++) {
          const after = entry(longer, sum + x);
          const offset = (indexAt(firstRow, j) + x) * n;
          for (let q = 0; q < n; q++) after[q] = at(after, q) + at(before, q) * at(probabilities, offset + q);
        }
      });
      return longer;
    },
    [start],
  );
}

/**
 * Expected a posteriori estimate for each sum of the categories of all items of a bank, from 0 up (Thissen, Pommerich,
 * Billeaud & Williams 1995): the mean of the estimates of all patterns with that sum, weighted by their probabilities.
 */
export function summedScoreEap(bank: ItemBank, options: EapOptions = {}): SumEstimate[] {
  const tables = bankTables(bank, options.quadrature ?? STANDARD_QUADRATURE);
  const { weights } = priorWeights(tables, options.prior ?? STANDARD_NORMAL);
  const all = weights.reduce((a, b) => a + b);
  return sumsAtNodes(tables, weights).map((values, sum) => {
    const mass = values.reduce((a, b) => a + b);
    const posterior = values.map((value) => value / mass);
    return { sum, ...momentsOf(tables.nodes, posterior), share: mass / all };
  });
}
