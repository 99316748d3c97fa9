import { at } from './numeric.ts';
import type { BankTables } from './bank-tables.ts';

/** What is known of a person when the next item is to be chosen. */
export interface Knowledge {
  readonly tables: BankTables;
  /** Normalised posterior at the nodes. */
  readonly weights: Float64Array;
  /** Current estimate of theta. */
  readonly theta: number;
}

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
 * Puts what all items need in the tables' room: with d the distance of a node from the current estimate, the products
 * w d and w d², the sums of w, w d and w d², the nodes that matter and the one with most of the posterior.
 */
export function prepareOutcomes({ tables, weights, theta }: Knowledge): void {
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

/** The category that is likeliest at the node with most of the posterior. */
function likeliest({ probabilities, nodes, room }: BankTables, row: number, count: number): number {
  let best = 0;
  let largest = -1;
  for (let x = 0; x < count; x++) {
    const p = at(probabilities, (row + x) * nodes.length + room.peak);
    if (p > largest) {
      best = x;
      largest = p;
    }
  }
  return best;
}

/** The rows of an item in the tables: the first, how many, and the one (from 0) that is not added up. */
interface Rows {
  readonly first: number;
  readonly count: number;
  readonly rest: number;
}

/** Sums of w P and w d P over the nodes for each row but the rest, which gets what the others leave. */
function writeMeans({ tables, weights }: Knowledge, rows: Rows): void {
  const { probabilities, room } = tables;
  const { first, mass, sum, totals } = room;
  const { from, to } = room.support;
  let restMass = totals.mass;
  let restSum = totals.sum;
  for (let x = 0; x < rows.count; x++) {
    if (x === rows.rest) continue;
    const offset = (rows.first + x) * weights.length;
    let zeroth = 0;
    let linear = 0;
    for (let q = from; q < to; q++) {
      const p = at(probabilities, offset + q);
      zeroth += at(weights, q) * p;
      linear += at(first, q) * p;
    }
    mass[x] = zeroth;
    sum[x] = linear;
    restMass -= zeroth;
    restSum -= linear;
  }
  mass[rows.rest] = restMass;
  sum[rows.rest] = restSum;
}

/** The same with the sum of w d² P; written out twice because this is where an adaptive test spends its time. */
function writeMeansAndSquares({ tables, weights }: Knowledge, rows: Rows): void {
  const { probabilities, room } = tables;
  const { first, second, mass, sum, squares, totals } = room;
  const { from, to } = room.support;
  let restMass = totals.mass;
  let restSum = totals.sum;
  let restSquares = totals.squares;
  for (let x = 0; x < rows.count; x++) {
    if (x === rows.rest) continue;
    const offset = (rows.first + x) * weights.length;
    let zeroth = 0;
    let linear = 0;
    let square = 0;
    for (let q = from; q < to; q++) {
      const p = at(probabilities, offset + q);
      zeroth += at(weights, q) * p;
      linear += at(first, q) * p;
      square += at(second, q) * p;
    }
    mass[x] = zeroth;
    sum[x] = linear;
    squares[x] = square;
    restMass -= zeroth;
    restSum -= linear;
    restSquares -= square;
  }
  mass[rows.rest] = restMass;
  sum[rows.rest] = restSum;
  squares[rows.rest] = restSquares;
}

/**
 * Writes for each answer x to item j the sums over the nodes of w P_x, w d P_x and (if asked for) w d² P_x to the
 * tables' room: mass, sum and squares. Together the categories have all the posterior, so the likeliest one, whose
 * share is never small, is what the others leave.
 */
export function writeOutcomes(known: Knowledge, j: number, needed: 'means' | 'squares'): void {
  const { tables } = known;
  const first = tables.firstRow[j] ?? 0;
  const count = (tables.items[j]?.b.length ?? -1) + 1;
  const rows = { first, count, rest: likeliest(tables, first, count) };
  if (needed === 'squares') writeMeansAndSquares(known, rows);
  else writeMeans(known, rows);
}
