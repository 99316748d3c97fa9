// The speed of the adaptive test, compared with the targets, with @bdelab/jscat where both compute the same, and with the
// exp calls of a direct calculation. jscat runs with EAP. It is installed without its Powell minimiser, which only its
// maximum likelihood needs.
import { Cat } from '@bdelab/jscat';
import { rankItems, recordAnswer, selectItem, startTest } from '../src/psychometrics/adaptive-test.ts';
import type { ItemBank } from '../src/psychometrics/item-bank.ts';
import type { Criterion } from '../src/psychometrics/item-selection.ts';
import { estimateEap } from '../src/psychometrics/posterior.ts';
import { randomSource } from '../src/psychometrics/random.ts';
import { categoryProbabilities, expectedInformation } from '../src/psychometrics/response-functions.ts';
import { simulate } from '../src/psychometrics/simulate.ts';
import type { TestConfig } from '../src/psychometrics/test-config.ts';
import type { TestState } from '../src/psychometrics/test-state.ts';

export const name = 'Adaptive test';

interface Row {
  what: string;
  value: string;
  target: string;
}

const random = randomSource('bench');

/** 100 items with slopes 0.8 to 3.3 and centres -2.5 to 2.5, five categories or two. */
function aBank(steps: readonly number[]): ItemBank {
  const items = Array.from({ length: 100 }, (_, i) => {
    const centre = -2.5 + 5 * random(2 * i);
    return { id: `i${i}`, a: 0.8 + 2.5 * random(2 * i + 1), b: steps.map((step) => centre + step) };
  });
  return { id: 'bench', model: 'GRM', items };
}

const BANK = aBank([-1, -0.3, 0.4, 1.2]);
const YES_NO_BANK = aBank([0]);
const ITEMS = 12;

function aConfig(criterion: Criterion): TestConfig {
  return { criterion, stop: [{ kind: 'max_items', items: ITEMS }] };
}

interface Timing {
  best: number;
  median: number;
}

/** Microseconds per call: the best and the median of batches, after a warm-up. */
function timed(call: () => void, calls: number, batches: number): Timing {
  for (let i = 0; i < calls * 10; i++) call();
  const times = Array.from({ length: batches }, () => {
    const start = performance.now();
    for (let i = 0; i < calls; i++) call();
    return ((performance.now() - start) * 1000) / calls;
  }).sort((a, b) => a - b);
  return { best: times[0] ?? Number.NaN, median: times[batches >> 1] ?? Number.NaN };
}

function micro({ best, median }: Timing): string {
  return `${best.toFixed(2)} µs (median ${median.toFixed(2)})`;
}

/** A person's answer to each item of a bank, drawn at theta. */
function responsesAt(bank: ItemBank, theta: number, person: number): Map<string, number> {
  const own = randomSource(`person ${person}`);
  return new Map(
    bank.items.map((item, i) => {
      const p = categoryProbabilities(bank.model, item, theta);
      let [category, left] = [0, own(i) - (p[0] ?? 1)];
      while (left >= 0 && category < item.b.length) left -= p[++category] ?? 1;
      return [item.id, category];
    }),
  );
}

/** The states of a test from its start to its end. */
function statesOf(bank: ItemBank, config: TestConfig, responses: ReadonlyMap<string, number>): TestState[] {
  const states = [startTest(bank, config, random)];
  for (let state = states[0]; state?.next != null; state = states.at(-1)) {
    states.push(recordAnswer(bank, config, state, responses.get(state.next) ?? 0, random));
  }
  return states;
}

function updateRow(): Row {
  const states = statesOf(BANK, aConfig('MFI'), responsesAt(BANK, 0.5, 1));
  const answers = states.map(({ items, categories }) =>
    items.map((item, i) => ({ item, category: categories[i] ?? 0 })),
  );
  let step = 0;
  const next = (): void => {
    step = (step % ITEMS) + 1;
    estimateEap(BANK, answers[step] ?? []);
  };
  return {
    what: 'EAP after one more answer (1 to 12), 61 nodes',
    value: micro(timed(next, 120, 400)),
    target: '≤ 1 µs',
  };
}

const SELECTION_TARGETS = {
  MFI: '≤ 15 µs',
  MPWI: '',
  MEI: '',
  MEPV: '≤ 100 µs',
  MEPV_PP: '',
} satisfies Record<Criterion, string>;

function selectionRow(criterion: Criterion, target: string): Row {
  const config = aConfig(criterion);
  // After three answers choices are not cached, so each call computes.
  const states = statesOf(BANK, config, responsesAt(BANK, 0.5, 1)).slice(3, ITEMS);
  let step = 0;
  const next = (): void => {
    const state = states[step++ % states.length];
    if (state !== undefined) selectItem(BANK, config, state, random);
  };
  const value = micro(timed(next, states.length * 2, 150));
  return { what: `next item by ${criterion}, 100 items, 61 nodes`, value, target };
}

/** The posterior is widest before the first answer. Ranking all items caches nothing. */
function widestRow(criterion: Criterion, target: string): Row {
  const config = aConfig(criterion);
  const state = startTest(BANK, config, random);
  const value = micro(timed(() => void rankItems(BANK, config, state), 10, 300));
  return { what: `ranking of all 100 items by ${criterion} before the first answer`, value, target };
}

/** CPU time, because other work on the machine disturbs it least. */
function simulationRow(criterion: Criterion, target: string): Row {
  const config: TestConfig = {
    criterion,
    stop: [
      { kind: 'se_below', se: 0.32 },
      { kind: 'max_items', items: ITEMS },
    ],
  };
  const population = { kind: 'normal', persons: 1000, mean: 0, sd: 1 } as const;
  let items = 0;
  const times = Array.from({ length: 9 }, () => {
    const { user } = process.cpuUsage();
    items = simulate(BANK, config, { seed: 'bench', population }).length.mean;
    return (process.cpuUsage().user - user) / 1e6;
  }).sort((a, b) => a - b);
  const [best = Number.NaN] = times;
  const median = times[times.length >> 1] ?? Number.NaN;
  const value = `${best.toFixed(3)} s of CPU (median ${median.toFixed(3)}), ${items.toFixed(1)} items each`;
  return { what: `1,000 simulated persons, ${criterion}, SE 0.32`, value, target };
}

/** Microseconds from an answer to the next item: recording, EAP, stop rules and uncached selection. */
function stepTime(bank: ItemBank, config: TestConfig, responses: ReadonlyMap<string, number>): number {
  const states = statesOf(bank, config, responses).slice(2, ITEMS - 1);
  const answerAll = (): void => {
    for (const state of states) {
      recordAnswer(bank, config, state, responses.get(state.next ?? '') ?? 0, random);
    }
  };
  return timed(answerAll, 5, 300).best / states.length;
}

/** exp calls of one step without tables: each boundary of each remaining item, and two boundaries at each of 61 nodes. */
function expRow(): Row {
  const config = aConfig('MFI');
  const responses = responsesAt(BANK, 0.5, 1);
  const calls = BANK.items.reduce((sum, { b }) => sum + b.length, 0) + 2 * 61;
  let sink = 0;
  const exps = timed(
    () => {
      for (let i = 0; i < calls; i++) sink += Math.exp(-i * 0.01);
    },
    50,
    200,
  );
  const step = stepTime(BANK, config, responses);
  if (Number.isNaN(sink)) throw new Error('unreachable, keeps the loop from being removed');
  const value = `${(step / exps.best).toFixed(2)} times (${step.toFixed(2)} µs, exp ${exps.best.toFixed(2)} µs)`;
  return { what: `whole step with MFI against its ${calls} exp calls`, value, target: '≤ 1 times' };
}

/** An item for jscat. jscat renames a … d, so they are kept a second time. */
interface Stimulus {
  a: number;
  b: number;
  c: number;
  d: number;
  item: string;
  zeta: { a: number; b: number; c: number; d: number };
}

interface Step {
  item: string;
  theta: number;
  se: number;
}

/** jscat on the same items with two categories, its two-parameter model. Its costly deep copies are left out. */
function jscatSteps(stimuli: readonly Stimulus[], responses: ReadonlyMap<string, number>): Step[] {
  const cat = new Cat({ method: 'EAP', itemSelect: 'MFI', minTheta: -6, maxTheta: 6 });
  let left = [...stimuli];
  return Array.from({ length: ITEMS }, () => {
    const { nextStimulus, remainingStimuli } = cat.findNextItem(left, 'MFI', false);
    const { item, zeta } = nextStimulus as unknown as Stimulus; // what went in, with jscat's names added
    left = remainingStimuli as unknown as Stimulus[];
    cat.updateAbilityEstimate(zeta, responses.get(item) === 1 ? 1 : 0);
    return { item, theta: cat.theta, se: cat.seMeasurement };
  });
}

function oursSteps(config: TestConfig, responses: ReadonlyMap<string, number>): Step[] {
  const end = statesOf(YES_NO_BANK, config, responses).at(-1);
  if (end === undefined) return [];
  return end.items.map((item, i) => ({ item, theta: end.theta[i] ?? 0, se: end.se[i] ?? 0 }));
}

function errorOfTestInformation(
  steps: readonly Step[],
  end: number,
  responses: ReadonlyMap<string, number>,
): number {
  const answers = steps.slice(0, end + 1).map(({ item }) => ({ item, category: responses.get(item) ?? 0 }));
  return 1 / Math.sqrt(expectedInformation(YES_NO_BANK, answers, steps[end]?.theta ?? 0));
}

/** Largest differences over the steps; jscat's SE is that of the test information. Items must be the same. */
function difference(
  ours: readonly Step[],
  theirs: readonly Step[],
  responses: ReadonlyMap<string, number>,
): number {
  const differences = ours.map(({ item, theta }, i) => {
    const other = theirs[i];
    if (other?.item !== item)
      throw new Error(`jscat gives ${other?.item ?? 'nothing'} where we give ${item}`);
    const se = errorOfTestInformation(ours, i, responses);
    return Math.max(Math.abs(theta - other.theta), Math.abs(se - other.se));
  });
  return Math.max(...differences);
}

function jscatRows(): Row[] {
  const stimuli = YES_NO_BANK.items.map(({ id, a, b }) => {
    const zeta = { a, b: b[0] ?? 0, c: 0, d: 1 };
    return { ...zeta, item: id, zeta };
  });
  const config: TestConfig = { ...aConfig('MFI'), quadrature: { lo: -6, hi: 6, n: 121 } }; // jscat's nodes
  const persons = Array.from({ length: 100 }, (_, i) => responsesAt(YES_NO_BANK, -2.5 + i / 20, i));
  const differences = persons.map((person) =>
    difference(oursSteps(config, person), jscatSteps(stimuli, person), person),
  );
  const [person = new Map<string, number>()] = persons;
  const ours = stepTime(YES_NO_BANK, config, person);
  const theirs = timed(() => void jscatSteps(stimuli, person), 1, 25).best / ITEMS;
  return [
    {
      what: 'step with MFI against @bdelab/jscat (two categories, 121 nodes)',
      value: `${(theirs / ours).toFixed(0)} times faster (${ours.toFixed(2)} µs, jscat ${theirs.toFixed(0)} µs)`,
      target: '≥ 50 times',
    },
    {
      what: 'the same items, theta and SE as jscat in 1,200 steps (its grid gives the ends full weight)',
      value: `all items equal, largest difference ${Math.max(...differences).toExponential(1)}`,
      target: 'equal',
    },
  ];
}

/** Measures the rows of this benchmark's table. */
export async function run(): Promise<{ rows: Row[] }> {
  const selections = Object.entries(SELECTION_TARGETS) as [Criterion, string][]; // the table's own keys
  return {
    rows: [
      updateRow(),
      ...selections.map(([criterion, target]) => selectionRow(criterion, target)),
      widestRow('MEPV', '≤ 100 µs'),
      simulationRow('MFI', '≤ 0.1 s'),
      simulationRow('MEPV', '≤ 0.4 s'),
      expRow(),
      ...jscatRows(),
    ],
  };
}

if (import.meta.main) console.table((await run()).rows);
