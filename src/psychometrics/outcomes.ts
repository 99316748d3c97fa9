import { element, indexAt } from './numeric.ts';
import type { BankTables } from './bank-tables.ts';

const at = element; // see numeric.ts

/** The knowledge about a person when the next item is chosen. */
export type Knowledge = {
  readonly tables: BankTables;
  /** Normalised posterior at the nodes. */
  readonly weights: Float64Array;
  /** Current estimate of theta. */
  readonly theta: number;
};

/** A node with less of the posterior than this changes no digit of a mean or variance. */
const NEGLIGIBLE = 1e-18;

/** First node, and the one after the last, that matter. */
export function support(weights: Float64Array): { from: number; to: number } {
  let from = 0;
  let to = weights.length;
  while (at(weights, from) < NEGLIGIBLE) from += 1;
  while (at(weights, to - 1) < NEGLIGIBLE) to -= 1;
  return { from, to };
}

function sumOf(values: Float64Array): number {
  let sum = 0;
  for (let q = 0; q < values.length; q++) sum += at(values, q);
  return sum;
}

function peakOf(weights: Float64Array): number {
  let peak = 0;
  for (let q = 1; q < weights.length; q++) {
    if (at(weights, q) > at(weights, peak)) peak = q;
  }
  return peak;
}

/**
 * Puts into the tables' room, with d the distance of a node from the current estimate: the products w d and w d², the
 * sums of w, w d and w d², the nodes that matter and the one with most of the posterior.
 */
function prepareNodes({ tables, weights, theta }: Knowledge): void {
  const { nodes, room } = tables;
  for (let q = 0; q < nodes.length; q++) {
    const d = at(nodes, q) - theta;
    const first = at(weights, q) * d;
    room.first[q] = first;
    room.second[q] = first * d;
  }
  room.support = support(weights);
  room.peak = peakOf(weights);
  room.totals = { mass: sumOf(weights), sum: sumOf(room.first), squares: sumOf(room.second) };
}

/** The row of item j that is likeliest at the node with most of the posterior. */
function likeliestRow({ probabilities, nodes, room, firstRow }: BankTables, j: number): number {
  const first = indexAt(firstRow, j);
  const end = indexAt(firstRow, j + 1);
  let best = first;
  for (let row = first + 1; row < end; row++) {
    const p = at(probabilities, row * nodes.length + room.peak);
    if (p > at(probabilities, best * nodes.length + room.peak)) best = row;
  }
  return best;
}

/** Rows of the candidates that are to be added up: all but the likeliest of each item, which is noted. */
function rowsToAdd(tables: BankTables, candidates: readonly number[]): Int32Array {
  const { room, firstRow } = tables;
  let count = 0;
  for (const j of candidates) {
    const rest = likeliestRow(tables, j);
    room.rest[j] = rest;
    const end = indexAt(firstRow, j + 1);
    for (let row = indexAt(firstRow, j); row < end; row++) {
      if (row !== rest) room.rows[count++] = row;
    }
  }
  return room.rows.subarray(0, count);
}

/** For each of the rows: sums over the nodes of w P and w d P. A loop of its own, because most of the time is spent here. */
function addMeans({ probabilities, room }: BankTables, weights: Float64Array, rows: Int32Array): void {
  const { first, mass, sum } = room;
  const { from, to } = room.support;
  for (let i = 0; i < rows.length; i++) {
    const row = indexAt(rows, i);
    const offset = row * weights.length;
    let zeroth = 0;
    let linear = 0;
    for (let q = from; q < to; q++) {
      const p = at(probabilities, offset + q);
      zeroth += at(weights, q) * p;
      linear += at(first, q) * p;
    }
    mass[row] = zeroth;
    sum[row] = linear;
  }
}

/** The same with the sums of w d² P. */
function addSquares({ probabilities, room }: BankTables, weights: Float64Array, rows: Int32Array): void {
  const { first, second, mass, sum, squares } = room;
  const { from, to } = room.support;
  for (let i = 0; i < rows.length; i++) {
    const row = indexAt(rows, i);
    const offset = row * weights.length;
    let zeroth = 0;
    let linear = 0;
    let square = 0;
    for (let q = from; q < to; q++) {
      const p = at(probabilities, offset + q);
      zeroth += at(weights, q) * p;
      linear += at(first, q) * p;
      square += at(second, q) * p;
    }
    mass[row] = zeroth;
    sum[row] = linear;
    squares[row] = square;
  }
}

/** Writes the likeliest row of each item: the totals minus its other rows. */
function addRest(tables: BankTables, candidates: readonly number[]): void {
  const { room, firstRow } = tables;
  const { mass, sum, squares, totals } = room;
  for (const j of candidates) {
    const rest = indexAt(room.rest, j);
    const end = indexAt(firstRow, j + 1);
    let [restMass, restSum, restSquares] = [totals.mass, totals.sum, totals.squares];
    for (let row = indexAt(firstRow, j); row < end; row++) {
      if (row === rest) continue;
      restMass -= at(mass, row);
      restSum -= at(sum, row);
      restSquares -= at(squares, row);
    }
    mass[rest] = restMass;
    sum[rest] = restSum;
    squares[rest] = restSquares;
  }
}

/**
 * Writes for each answer to each of the items (row of the tables) the sums over the nodes of w P, w d P and (if asked
 * for) w d² P to the tables' room: mass, sum and squares. An item's categories together have all the posterior, so the
 * likeliest one, whose share is never small, is the rest.
 */
export function prepareOutcomes(
  known: Knowledge,
  candidates: readonly number[],
  needed: 'means' | 'squares',
): void {
  prepareNodes(known);
  const rows = rowsToAdd(known.tables, candidates);
  if (needed === 'squares') addSquares(known.tables, known.weights, rows);
  else addMeans(known.tables, known.weights, rows);
  addRest(known.tables, candidates);
}
