import assert from 'node:assert/strict';
import type { Estimate } from '../../../src/psychometrics/estimate.ts';
import type { ItemBank, ItemModel } from '../../../src/psychometrics/item-bank.ts';
import { estimateMap, estimateMl, estimateWle } from '../../../src/psychometrics/maximum.ts';
import { estimateEap } from '../../../src/psychometrics/posterior.ts';
import { quadratureNodes, type Quadrature } from '../../../src/psychometrics/quadrature.ts';
import * as response from '../../../src/psychometrics/response-functions.ts';
import { sumScoreTable } from '../../../src/psychometrics/sum-score.ts';
import { tScore } from '../../../src/psychometrics/t-scores.ts';
import { AT_BOUND, bankOf, compare, EXACT, MODE, read, TAIL, TAIL_SLOPE, VALUE } from './compare.ts';
import type { Tolerance } from './compare.ts';

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

const BOUNDS = { none: 0, lower: -1, upper: 1 } satisfies Record<Estimate['bound'], number>;

type Pattern = { kind: string; x: (number | null)[]; [key: string]: unknown };
type Estimates = { bank: string; quadrature: Record<string, Quadrature>; search_range: [number, number] };

function maxima(bank: ItemBank, x: Pattern['x'], [lo, hi]: [number, number]): Record<string, number> {
  const answers = response.answersByPosition(bank, x);
  const methods = { map: estimateMap, ml: estimateMl, wle: estimateWle };
  const entries = Object.entries(methods).flatMap(([name, method]) => {
    const options = { range: { lo, hi } };
    const estimate = method(bank, answers, options);
    assert.ok(estimate.converged, `${name} did not converge`);
    const observed = method(bank, answers, { ...options, information: 'observed' });
    return [
      [name, estimate.theta],
      [`${name}_se`, estimate.se],
      [`${name}_bound`, BOUNDS[estimate.bound]],
      [`${name}_se_obs`, observed.se],
    ] as const;
  });
  return Object.fromEntries([...entries, ['ll0', response.logLikelihood(bank, answers, 0)]]);
}

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

function estimateTolerance(pattern: Pattern): (key: string) => Tolerance {
  return (key) => {
    if (key.endsWith('_bound')) return EXACT;
    if (key === 'map' || key === 'ml' || key === 'wle') return MODE;
    const bound = pattern[`${key.split('_')[0]}_bound`];
    return key.includes('_se') && bound !== 0 ? AT_BOUND : VALUE;
  };
}

/** estimates_<bank>.json */
export function estimates(file: string): void {
  const { patterns, ...rest } = read<Estimates & { patterns: Pattern[] }>(file);
  const bank = bankOf(rest.bank);
  patterns.forEach((pattern, i) => {
    const { kind, x, ...expected } = pattern;
    const modes = x.every((category) => category === null) ? {} : maxima(bank, x, rest.search_range);
    const actual = { ...posteriors(bank, x, rest.quadrature), ...modes };
    compare(actual, expected, `${file}[${i}] ${kind}`, estimateTolerance(pattern));
  });
}

type SumTables = { quadrature: Quadrature; tables: { bank: string; items: number[] }[] };

/** eap_sum.json */
export function sumScores(file: string): void {
  const { quadrature, tables } = read<SumTables>(file);
  for (const { bank: id, items, ...expected } of tables) {
    const bank = bankOf(id);
    const ids = items.map((i) => bank.items[i]?.id ?? assert.fail(`no item ${i}`));
    const rows = sumScoreTable(bank, ids, { quadrature });
    const scores = rows.map((row) => tScore(row, { id: 'reference', mean: 0, sd: 1, source: 'README' }));
    const actual = {
      score: rows.map(({ score }) => score),
      p: rows.map(({ probability }) => probability),
      eap: rows.map(({ theta }) => theta),
      se: rows.map(({ se }) => se),
      T: scores.map(({ t }) => t),
      T_se: scores.map(({ se }) => se),
    };
    compare(actual, expected, `${file} ${bank.id}`, (key) => (key === 'score' ? EXACT : VALUE));
  }
}

type EdgeItem = { id: string; model: ItemModel; a: number; b: number[]; at: { theta: number }[] };
type EdgeCase = { repeat_bank: number; x: number[] };
type Edge = { items: EdgeItem[]; underflow: { bank: string; cases: EdgeCase[] } };

const EDGE_SLOPES = ['dlogP', 'd2logP', 'J'];

function edgeItem(file: string, { at, model, ...item }: EdgeItem): void {
  for (const { theta, ...expected } of at) {
    const actual = {
      P: response.categoryProbabilities(model, item, theta),
      logP: response.categoryLogProbabilities(model, item, theta),
      dlogP: response.categoryLogSlopes(model, item, theta),
      d2logP: response.categoryLogCurvatures(model, item, theta),
      I: response.itemInformation(model, item, theta),
      J: response.itemInformationSlope(model, item, theta),
    };
    const tolerance = (key: string): Tolerance => (EDGE_SLOPES.includes(key) ? TAIL_SLOPE : TAIL);
    compare(actual, expected, `${file} ${item.id} at ${theta}`, tolerance);
  }
}

const UNDERFLOW_QUADRATURES = { q61: { lo: -6, hi: 6, n: 61 }, fine: { lo: -8, hi: 8, n: 1601 } };

function largestLogPosterior(bank: ItemBank, answers: response.Answer[], quadrature: Quadrature): number {
  const logs = quadratureNodes(quadrature).map(
    (theta) => response.logLikelihood(bank, answers, theta) - theta ** 2 / 2,
  );
  return Math.max(...logs);
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
