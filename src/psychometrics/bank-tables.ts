import { element, entry, indexAt } from './numeric.ts';
import { assertItemBank, parameterHash, type ItemBank } from './item-bank.ts';
import { preparedItem, type PreparedItem } from './item-bank.ts';
import { assertPrior, assertQuadrature, logPriorWeights, quadratureNodes } from './quadrature.ts';
import type { NormalPrior, Quadrature } from './quadrature.ts';
import { RESPONSE_MODELS, type ResponseModel } from './response-functions.ts';

/** Prior at the nodes of a quadrature, trapezoid weights included, scaled so that the largest weight is 1. */
export type PriorWeights = {
  readonly prior: NormalPrior;
  readonly weights: Float64Array;
  readonly logs: Float64Array;
};

/**
 * Upper bounds of each item's information on small cells of theta, so that the most informative item can be found by
 * looking closely at a few. The logarithm of the information cannot change faster than a rate r:
 * GRM: I is a sum of products of four logistic factors at most, each term's |d log / d theta| <= 2 a, so r = 2 a;
 * GPCM: I' / I = a (third moment / variance) and |x - E(x)| <= m, so r = a m.
 * Hence I <= I(middle of the cell) exp(r width / 2).
 */
export type InformationBounds = {
  readonly lo: number;
  readonly width: number;
  readonly cells: number;
  /** Bound of item j in cell c at c * items + j. */
  readonly values: Float64Array;
};

/** The probabilities and information of a bank's items at each node of a quadrature, computed once. */
export type BankTables = {
  readonly bank: ItemBank;
  /** The parameter hash of the bank. */
  readonly hash: string;
  readonly model: ResponseModel;
  readonly items: readonly PreparedItem[];
  /** Position of each item in the bank by its id. */
  readonly positions: ReadonlyMap<string, number>;
  readonly quadrature: Quadrature;
  readonly nodes: Float64Array;
  /** Row of item j's category 0 in the tables below, category x is x rows further; after the last item the number of rows. */
  readonly firstRow: Int32Array;
  /** P of row r at node q stands at r * n + q. */
  readonly probabilities: Float64Array;
  /** Made when first needed: log-probabilities in the same order, item information (item j, node q at j * n + q) and its bounds. */
  readonly lazy: {
    logs?: Float64Array;
    information?: Float64Array;
    bounds?: InformationBounds;
    priors: PriorWeights[];
  };
  readonly room: Room;
};

/** Places for values of a calculation that is finished before the next one starts. */
export type Room = {
  /** Prior times the probabilities of the answers in these rows, not normalised. */
  product: { values: Float64Array; prior: PriorWeights | null; rows: readonly number[] };
  /** One value per node: posterior, and posterior times distance and squared distance from the estimate. */
  readonly posterior: Float64Array;
  readonly first: Float64Array;
  readonly second: Float64Array;
  /** Sums of the three; the nodes from … to that matter; the node with most of the posterior. */
  totals: { mass: number; sum: number; squares: number };
  support: { from: number; to: number };
  peak: number;
  /** One value per category of an item: its chance at the estimate. */
  readonly chances: Float64Array;
  /** One value per row of the tables: the three sums weighted by the row's probabilities. */
  readonly mass: Float64Array;
  readonly sum: Float64Array;
  readonly squares: Float64Array;
  /** Numbers of some of the rows, and of one row of each item. */
  readonly rows: Int32Array;
  readonly rest: Int32Array;
};

/** More different quadratures or priors than this are not kept, so that a long-running process cannot grow. */
const KEPT = 8;

function rowsOf(items: readonly PreparedItem[]): { firstRow: Int32Array; rows: number } {
  const firstRow = new Int32Array(items.length + 1);
  let rows = 0;
  items.forEach((item, j) => {
    firstRow[j] = rows;
    rows += item.b.length + 1;
  });
  firstRow[items.length] = rows;
  return { firstRow, rows };
}

type Layout = Pick<BankTables, 'items' | 'nodes' | 'firstRow'>;

function categoryTable(layout: Layout, rows: number, write: ResponseModel['probabilities']): Float64Array {
  const n = layout.nodes.length;
  const table = new Float64Array(rows * n);
  layout.items.forEach((item, j) => {
    const offset = indexAt(layout.firstRow, j) * n;
    layout.nodes.forEach((theta, q) => write(item, theta, table, offset + q, n));
  });
  return table;
}

function roomFor(n: number, rows: number, items: readonly PreparedItem[]): Room {
  const most = items.reduce((largest, { b }) => Math.max(largest, b.length + 1), 0);
  return {
    product: { values: new Float64Array(n), prior: null, rows: [] },
    posterior: new Float64Array(n),
    first: new Float64Array(n),
    second: new Float64Array(n),
    totals: { mass: 1, sum: 0, squares: 0 },
    support: { from: 0, to: n },
    peak: 0,
    chances: new Float64Array(most),
    mass: new Float64Array(rows),
    sum: new Float64Array(rows),
    squares: new Float64Array(rows),
    rows: new Int32Array(rows),
    rest: new Int32Array(items.length),
  };
}

function makeTables(bank: ItemBank, quadrature: Quadrature): BankTables {
  assertItemBank(bank);
  assertQuadrature(quadrature);
  const model = RESPONSE_MODELS[bank.model];
  const items = bank.items.map(preparedItem);
  const nodes = quadratureNodes(quadrature);
  const { firstRow, rows } = rowsOf(items);
  const n = nodes.length;
  return {
    bank,
    hash: parameterHash(bank),
    model,
    items,
    positions: new Map(bank.items.map(({ id }, j) => [id, j])),
    quadrature,
    nodes,
    firstRow,
    probabilities: categoryTable({ items, nodes, firstRow }, rows, model.probabilities),
    lazy: { priors: [] },
    room: roomFor(n, rows, items),
  };
}

const tables = new WeakMap<ItemBank, BankTables[]>();

function keep<T>(list: T[], made: T): T {
  if (list.length >= KEPT) list.shift();
  list.push(made);
  return made;
}

/** The tables of a bank at the nodes of a quadrature. Throws if the bank or the quadrature cannot be used. */
export function bankTables(bank: ItemBank, quadrature: Quadrature): BankTables {
  let kept = tables.get(bank);
  if (kept === undefined) tables.set(bank, (kept = []));
  const { lo, hi, n } = quadrature;
  const known = kept.find(({ quadrature: q }) => q.lo === lo && q.hi === hi && q.n === n);
  return known ?? keep(kept, makeTables(bank, quadrature));
}

/** The prior at the nodes of the tables. */
export function priorWeights({ lazy, quadrature }: BankTables, prior: NormalPrior): PriorWeights {
  const known = lazy.priors.find((kept) => kept.prior.mean === prior.mean && kept.prior.sd === prior.sd);
  if (known !== undefined) return known;
  assertPrior(prior);
  const logs = logPriorWeights(quadrature, prior);
  return keep(lazy.priors, { prior, logs, weights: logs.map((value) => Math.exp(value)) });
}

/** Log-probabilities in the order of `probabilities`. */
export function logTable(tables: BankTables): Float64Array {
  const rows = tables.probabilities.length / tables.nodes.length;
  tables.lazy.logs ??= categoryTable(tables, rows, tables.model.logProbabilities);
  return tables.lazy.logs;
}

/** Fisher information of item j at node q, at j * n + q. */
export function informationTable({ items, nodes, model, lazy }: BankTables): Float64Array {
  const n = nodes.length;
  lazy.information ??= Float64Array.from({ length: items.length * n }, (_, i) =>
    model.information(entry(items, Math.floor(i / n)), element(nodes, i % n)),
  );
  return lazy.information;
}
