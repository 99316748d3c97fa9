import { element, entry } from './numeric.ts';
import type { BankTables, InformationBounds } from './bank-tables.ts';

const at = element; // see numeric.ts

const WIDTH = 0.05;
const MOST_CELLS = 400;

function rateOf({ bank, items }: BankTables, j: number): number {
  const { a, b } = entry(items, j);
  return a * (bank.model === 'GRM' ? 2 : b.length);
}

function makeBounds(tables: BankTables): InformationBounds {
  const { lo, hi } = tables.quadrature;
  const cells = Math.min(Math.ceil((hi - lo) / WIDTH), MOST_CELLS);
  const width = (hi - lo) / cells;
  const growth = Float64Array.from(tables.items, (_, j) => Math.exp((rateOf(tables, j) * width) / 2));
  const values = new Float64Array(cells * tables.items.length);
  for (let cell = 0; cell < cells; cell++) {
    const middle = lo + (cell + 0.5) * width;
    tables.items.forEach((item, j) => {
      const bound = tables.model.information(item, middle) * element(growth, j);
      // Rounding, underflow to 0 and 0 * Infinity must not make a bound too small.
      values[cell * tables.items.length + j] = Number.isNaN(bound) ? Infinity : bound * (1 + 1e-9) + 1e-300;
    });
  }
  return { lo, width, cells, values };
}

function boundsOf(tables: BankTables): InformationBounds {
  tables.lazy.bounds ??= makeBounds(tables);
  return tables.lazy.bounds;
}

function largestBound(values: Float64Array, start: number, candidates: readonly number[]): number {
  let best = -1;
  let largest = -Infinity;
  for (const j of candidates) {
    const bound = at(values, start + j);
    if (bound > largest) {
      best = j;
      largest = bound;
    }
  }
  return best;
}

function informationOf({ items, model }: BankTables, theta: number, j: number): number {
  return model.information(entry(items, j), theta);
}

/** Position of the most informative of the items at theta, the first in the bank if several are, and its information. */
export function mostInformative(
  tables: BankTables,
  theta: number,
  candidates: readonly number[],
): { position: number; value: number } | null {
  const { lo, width, cells, values } = boundsOf(tables);
  const cell = Math.floor((theta - lo) / width);
  const inside = cell >= 0 && cell < cells;
  const start = cell * tables.items.length;
  let position = inside ? largestBound(values, start, candidates) : (candidates[0] ?? -1);
  if (position < 0) return null;
  let value = informationOf(tables, theta, position);
  for (const j of candidates) {
    if (j === position || (inside && at(values, start + j) < value)) continue;
    const information = informationOf(tables, theta, j);
    if (information > value || (information === value && j < position)) {
      position = j;
      value = information;
    }
  }
  return { position, value };
}
