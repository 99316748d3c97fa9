import assert from 'node:assert/strict';
import { rankItems, recordAnswer, startTest } from '../../../src/psychometrics/adaptive-test.ts';
import type { ItemBank } from '../../../src/psychometrics/item-bank.ts';
import type { Criterion } from '../../../src/psychometrics/item-selection.ts';
import type { Quadrature } from '../../../src/psychometrics/quadrature.ts';
import type { RandomSource } from '../../../src/psychometrics/random.ts';
import { itemPosition } from '../../../src/psychometrics/response-functions.ts';
import type { StopReason, StopRule } from '../../../src/psychometrics/stop-rules.ts';
import type { TestConfig } from '../../../src/psychometrics/test-config.ts';
import { bankOf, compare, EXACT, read, totals, VALUE, type Tolerance } from './compare.ts';

type Trace = { person: number; items: number[]; u?: number[] };
type Stop = { se_below?: number; min_items?: number; max_items: number };
type Persons = { bank: string; responses: number[][] }[];

const STOPS: Partial<Record<StopReason, string>> = { se_below: 'se', max_items: 'max' };

function stopRules({ se_below, min_items = 1, max_items }: Stop): StopRule[] {
  const max: StopRule = { kind: 'max_items', items: max_items };
  if (se_below === undefined) return [max];
  const held: StopRule[] = [
    { kind: 'min_items', items: min_items },
    { kind: 'se_below', se: se_below },
  ];
  return [{ kind: 'all', rules: held }, max];
}

/** Runs a test with a person's answers and records the same values as the reference. */
function runTrace(bank: ItemBank, config: TestConfig, responses: readonly number[], random: RandomSource) {
  const steps: { items: number; resp: number; crit: number; item2: number; crit2: number }[] = [];
  let state = startTest(bank, config, random);
  while (state.next !== null) {
    const ranked = rankItems(bank, config, { ...state, set_aside: [] });
    const chosen = ranked.find(({ item }) => item === state.next) ?? assert.fail('chosen item not ranked');
    const second = ranked.find(({ item }) => item !== state.next) ?? { item: state.next, value: Number.NaN };
    const items = itemPosition(bank, state.next);
    const resp = responses[items] ?? assert.fail(`no response to item ${items}`);
    const item2 = itemPosition(bank, second.item);
    steps.push({ items, resp, crit: chosen.value, item2, crit2: second.value });
    state = recordAnswer(bank, config, state, resp, random);
  }
  totals.steps += steps.length;
  const column = (name: 'items' | 'resp' | 'crit' | 'item2' | 'crit2') => steps.map((step) => step[name]);
  const columns = {
    items: column('items'),
    resp: column('resp'),
    crit: column('crit'),
    item2: column('item2'),
  };
  const stop = STOPS[state.stop ?? 'no_item_left'];
  return {
    ...columns,
    crit2: column('crit2'),
    theta: state.theta,
    se: state.se,
    stop,
    u_used: state.random_counter,
  };
}

function responsesOf(bank: string, person: number): number[] {
  const persons = read<Persons>('cat_persons.json').find((entry) => entry.bank === bank);
  return persons?.responses[person] ?? assert.fail(`cat_persons.json has no person ${person} for ${bank}`);
}

function compareTrace(
  bank: ItemBank,
  config: TestConfig,
  trace: Trace,
  path: string,
  random: RandomSource,
): void {
  const { person, u: _, ...expected } = trace;
  const actual = runTrace(bank, config, responsesOf(bank.id, person), random);
  const exact = ['items', 'resp', 'item2', 'u_used'];
  const tolerance = (key: string): Tolerance => (exact.includes(key) ? EXACT : VALUE);
  compare(actual, expected, `${path} person ${person}`, tolerance);
}

type TraceFile = {
  bank: string;
  start_theta: number;
  stop: Stop;
  quadrature: Quadrature;
  runs: { criterion: Criterion; traces: Trace[] }[];
};

function noRandom(): never {
  return assert.fail('this test uses no random numbers');
}

/** cat_traces_<bank>.json and cat_long_<bank>.json */
export function traces(file: string): void {
  const { bank, runs, stop, quadrature, start_theta } = read<TraceFile>(file);
  for (const { criterion, traces } of runs) {
    const config: TestConfig = { criterion, stop: stopRules(stop), quadrature, start_theta };
    for (const trace of traces) compareTrace(bankOf(bank), config, trace, `${file} ${criterion}`, noRandom);
  }
}

type Run = { stop: Stop; traces: Trace[] };
type Constraints = Omit<TraceFile, 'runs' | 'stop'> & {
  criterion: Criterion;
  content_balancing: Run & { groups: number[]; target: number[] };
  randomesque: Run & { k: number };
  sympson_hetter: Run & { exposure: number[]; u: number[][] };
};

function perItem<T>(bank: ItemBank, values: readonly T[]): Record<string, T> {
  return Object.fromEntries(
    bank.items.map(({ id }, i) => [id, values[i] ?? assert.fail(`no value for ${id}`)]),
  );
}

/** cat_constraints.json */
export function constraints(file: string): void {
  const data = read<Constraints>(file);
  const { criterion, quadrature, start_theta, content_balancing, randomesque, sympson_hetter } = data;
  const bank = bankOf(data.bank);
  const groups = perItem(bank, content_balancing.groups.map(String));
  const targets = content_balancing.target.map((share, group) => ({ group: String(group), share }));
  const given = sympson_hetter.u;
  const runs: [Run, Partial<TestConfig>, (trace: Trace) => number[]][] = [
    [content_balancing, { content: { targets, group_of: groups } }, () => []],
    [randomesque, { exposure: { kind: 'randomesque', size: randomesque.k } }, ({ u }) => u ?? []],
    [
      sympson_hetter,
      { exposure: { kind: 'sympson_hetter', parameters: perItem(bank, sympson_hetter.exposure) } },
      ({ person }) => given[person] ?? [],
    ],
  ];
  for (const [{ stop, traces }, rule, draws] of runs) {
    const config: TestConfig = { criterion, quadrature, start_theta, stop: stopRules(stop), ...rule };
    for (const trace of traces) {
      const u = draws(trace);
      const random = (counter: number): number => u[counter] ?? assert.fail('more random numbers than given');
      compareTrace(bank, config, trace, `${file} ${Object.keys(rule).join()}`, random);
    }
  }
}
