import assert from 'node:assert/strict';
import type { ItemBank, ItemModel } from '../../../src/psychometrics/item-bank.ts';
import { estimateEap } from '../../../src/psychometrics/posterior.ts';
import { quadratureNodes, type Quadrature } from '../../../src/psychometrics/quadrature.ts';
import * as response from '../../../src/psychometrics/response-functions.ts';
import { bankOf, compare, read, TAIL, VALUE } from './compare.ts';

/** item_functions.json */
export function itemFunctions(file: string): void {
  type Expected = { theta: number[]; banks: { id: string; items: unknown[] }[] };
  const { theta: thetas, banks } = read<Expected>(file);
  for (const { id, items: expected } of banks) {
    const { model, items } = bankOf(id);
    const actual = items.map((item) => ({
      P: thetas.map((theta) => response.categoryProbabilities(model, item, theta)),
      I: thetas.map((theta) => response.itemInformation(model, item, theta)),
    }));
    compare(actual, expected, `${file} ${id}`, () => VALUE);
  }
}

type Pattern = { kind: string; x: (number | null)[]; [key: string]: unknown };
type Estimates = { bank: string; quadrature: Record<string, Quadrature> };

function posteriors(
  bank: ItemBank,
  x: Pattern['x'],
  quadrature: Estimates['quadrature'],
): Record<string, number> {
  const answers = response.answersByPosition(bank, x);
  const suffixes = { q61: '61', q81: '81', fine: 'f' };
  const entries = Object.entries(suffixes).flatMap(([name, suffix]) => {
    const { theta, se } = estimateEap(bank, answers, { quadrature: quadrature[name] ?? assert.fail(name) });
    return [[`eap${suffix}`, theta] as const, [`se${suffix}`, se] as const];
  });
  return Object.fromEntries(entries);
}

/** estimates_<bank>.json */
export function estimates(file: string): void {
  const { patterns, ...rest } = read<Estimates & { patterns: Pattern[] }>(file);
  const bank = bankOf(rest.bank);
  patterns.forEach((pattern, i) => {
    const { kind, x, ...expected } = pattern;
    const ll0 = response.logLikelihood(bank, response.answersByPosition(bank, x), 0);
    const actual = { ...posteriors(bank, x, rest.quadrature), ll0 };
    compare(actual, expected, `${file}[${i}] ${kind}`, () => VALUE);
  });
}

type EdgeItem = { id: string; model: ItemModel; a: number; b: number[]; at: { theta: number }[] };
type EdgeCase = { repeat_bank: number; x: number[] };
type Edge = { items: EdgeItem[]; underflow: { bank: string; cases: EdgeCase[] } };

function edgeItem(file: string, { at, model, ...item }: EdgeItem): void {
  for (const { theta, ...expected } of at) {
    const actual = {
      P: response.categoryProbabilities(model, item, theta),
      logP: response.categoryLogProbabilities(model, item, theta),
      I: response.itemInformation(model, item, theta),
    };
    compare(actual, expected, `${file} ${item.id} at ${theta}`, () => TAIL);
  }
}

const UNDERFLOW_QUADRATURES = { q61: { lo: -6, hi: 6, n: 61 }, fine: { lo: -8, hi: 8, n: 1601 } };

/** The log posterior of these items rises to its largest value and falls after it, so that half of the nodes fall away each time. */
function largestLogPosterior(bank: ItemBank, answers: response.Answer[], quadrature: Quadrature): number {
  const nodes = quadratureNodes(quadrature);
  const logAt = (node: number) =>
    response.logLikelihood(bank, answers, nodes[node]!) - nodes[node]! ** 2 / 2;
  let [low, high] = [0, nodes.length - 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (logAt(middle) < logAt(middle + 1)) low = middle + 1;
    else high = middle;
  }
  return logAt(low);
}

function underflowCase(file: string, bank: ItemBank, { repeat_bank, x, ...expected }: EdgeCase): void {
  const ids = Array.from({ length: repeat_bank }, () => bank.items.map(({ id }) => id)).flat();
  const answers = ids.map((item, i) => ({ item, category: x[i] ?? assert.fail(`no answer ${i}`) }));
  const estimate = (quadrature: Quadrature): unknown => {
    const { theta, se } = estimateEap(bank, answers, { quadrature });
    const largest = largestLogPosterior(bank, answers, quadrature);
    return { eap: theta, se, max_loglik_plus_logprior_unnormalised: largest };
  };
  const { q61, fine } = UNDERFLOW_QUADRATURES;
  const actual = { q61: estimate(q61), fine: estimate(fine) };
  compare(actual, expected, `${file} underflow ${x.length}`, () => VALUE);
}

/** edge.json */
export function edge(file: string): void {
  const { items, underflow } = read<Edge>(file);
  for (const item of items) edgeItem(file, item);
  for (const expected of underflow.cases) underflowCase(file, bankOf(underflow.bank), expected);
}
