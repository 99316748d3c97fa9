import { log1mexp } from './numeric.ts';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** GRM: graded response model (Samejima 1969). GPCM: generalised partial credit model (Muraki 1992). */
export type ItemModel = 'GRM' | 'GPCM';

/**
 * One item in the logistic metric (D = 1). `a` is the slope; `b` holds the m thresholds (GRM) or step values
 * (GPCM) of an item with m + 1 categories, which count from 0.
 */
export type Item = {
  readonly id: string;
  readonly a: number;
  readonly b: readonly number[];
};

/** Calibrated items of one dimension. Never changed after it has been handed to a function of this folder. */
export type ItemBank = {
  readonly id: string;
  readonly model: ItemModel;
  readonly items: readonly Item[];
};

/** One thing that is wrong, with the place of it (`items[3].b[1]`) and an English sentence. */
export type Problem = {
  path: string;
  message: string;
};

const MODELS: readonly unknown[] = ['GRM', 'GPCM'] satisfies ItemModel[];

/** Beyond it sums of log-probabilities lose the digits the tolerances promise; real parameters are below 100. */
const LARGEST = 1e4;

/** Answer categories of an item: one more than its thresholds or steps. */
export function categoryCount(item: Item): number {
  return item.b.length + 1;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function isParameter(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= LARGEST;
}

function shown(value: unknown): string {
  return value === undefined ? 'missing' : typeof value === 'number' ? String(value) : JSON.stringify(value);
}

function slopeProblems(a: unknown, path: string): Problem[] {
  if (isParameter(a) && a > 0) return [];
  return [
    { path, message: `The slope must be a number above 0 and at most ${LARGEST}, but is ${shown(a)}.` },
  ];
}

function thresholdProblems(b: unknown, model: unknown, path: string): Problem[] {
  if (!Array.isArray(b) || b.length === 0) {
    return [{ path, message: 'An item needs a list of at least one threshold or step value.' }];
  }
  const values: unknown[] = b;
  return values.flatMap((value, k) => {
    const here = `${path}[${k}]`;
    if (!isParameter(value)) {
      const range = `between -${LARGEST} and ${LARGEST}`;
      return [{ path: here, message: `A threshold must be a number ${range}, but is ${shown(value)}.` }];
    }
    const before = values[k - 1];
    if (model !== 'GRM' || !isParameter(before) || value > before) return [];
    return [{ path: here, message: `Thresholds must rise strictly, but ${value} follows ${before}.` }];
  });
}

function itemProblems(item: unknown, model: unknown, path: string): Problem[] {
  if (!isRecord(item)) return [{ path, message: 'An item must be an object with id, a and b.' }];
  const id = isId(item['id'])
    ? []
    : [{ path: `${path}.id`, message: 'An item needs an id that is not empty.' }];
  return [
    ...id,
    ...slopeProblems(item['a'], `${path}.a`),
    ...thresholdProblems(item['b'], model, `${path}.b`),
  ];
}

function repeatedIds(items: readonly unknown[]): Problem[] {
  const first = new Map<string, number>();
  return items.flatMap((item, i) => {
    const id = isRecord(item) ? item['id'] : undefined;
    if (!isId(id)) return [];
    const earlier = first.get(id);
    if (earlier === undefined) first.set(id, i);
    const message = `The id "${id}" is already used by items[${earlier}].`;
    return earlier === undefined ? [] : [{ path: `items[${i}].id`, message }];
  });
}

/** Everything that is wrong with an item bank, in reading order; empty when it can be used. Never throws. */
export function itemBankProblems(bank: unknown): Problem[] {
  if (!isRecord(bank))
    return [{ path: '', message: 'An item bank must be an object with id, model and items.' }];
  const { id, model, items } = bank;
  const problems: Problem[] = [];
  if (!isId(id)) problems.push({ path: 'id', message: 'An item bank needs an id that is not empty.' });
  if (!MODELS.includes(model)) {
    problems.push({ path: 'model', message: `The model must be "GRM" or "GPCM", but is ${shown(model)}.` });
  }
  if (!Array.isArray(items) || items.length === 0) {
    return [...problems, { path: 'items', message: 'An item bank needs a list of at least one item.' }];
  }
  const each = items.flatMap((item: unknown, i) => itemProblems(item, model, `items[${i}]`));
  return [...problems, ...each, ...repeatedIds(items)];
}

/** Problems as one readable text, a line each. */
export function problemText(problems: readonly Problem[]): string {
  return problems.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('\n');
}

/** Throws an error that lists every problem of the bank. */
export function assertItemBank(bank: unknown): asserts bank is ItemBank {
  const problems = itemBankProblems(bank);
  if (problems.length > 0) throw new Error(`The item bank cannot be used.\n${problemText(problems)}`);
}

/**
 * Fingerprint of all that decides the numbers: SHA-256 (hexadecimal) of the JSON text
 * `["GRM",[["item id",a,[b…]],…]]`. Equal for banks with equal model, item ids, order and parameters.
 */
export function parameterHash(bank: ItemBank): string {
  const text = JSON.stringify([bank.model, bank.items.map(({ id, a, b }) => [id, a, b])]);
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** An item's parameters with the constants its formulas need, computed once. */
export type PreparedItem = {
  readonly a: number;
  /** Thresholds or step values, m of them. */
  readonly b: Float64Array;
  /** GRM: c_x = 1 - exp(-a (b_{x+1} - b_x)) for the m - 1 inner categories x = 1 … m - 1, and its logarithm. */
  readonly width: Float64Array;
  readonly logWidth: Float64Array;
  /** Room for the m + 1 category values of a calculation that is finished before the next one starts. */
  readonly room: Float64Array;
};

/** The prepared form of an item. The tables of a bank keep those of its items. */
export function preparedItem({ a, b }: Item): PreparedItem {
  const gaps = b.slice(1).map((upper, k) => a * (upper - (b[k] ?? upper)));
  return {
    a,
    b: Float64Array.from(b),
    // Two thresholds can lie closer than a double can tell: the category keeps a probability above 0,
    // so that its logarithm stays finite.
    width: Float64Array.from(gaps, (gap) => Math.max(-Math.expm1(-gap), Number.MIN_VALUE)),
    logWidth: Float64Array.from(gaps, (gap) => Math.max(log1mexp(gap), -745)),
    room: new Float64Array(b.length + 1),
  };
}
