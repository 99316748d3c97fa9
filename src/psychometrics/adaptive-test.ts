// An adaptive test as a pure reducer. The state is plain JSON; bank, configuration and random source are arguments, so
// that the same answers give the same state byte for byte whenever and wherever they are replayed.
import type { ItemBank } from './item-bank.ts';
import { chooseItem, eligibleItems, idAt } from './item-choice.ts';
import { rankedItems } from './item-selection.ts';
import { entry } from './numeric.ts';
import type { Knowledge } from './outcomes.ts';
import { answeredRow, momentsOf, posteriorAfter } from './posterior.ts';
import { preparedTest, type PreparedTest } from './prepared-test.ts';
import type { RandomSource } from './random.ts';
import { assertCategory, itemOf, type Answer } from './response-functions.ts';
import { stopReason, type StopReason } from './stop-rules.ts';
import type { TestConfig } from './test-config.ts';
import type { TestState } from './test-state.ts';

/** The item chosen next, with the random numbers that its choice used and the items that it set aside. */
export type Selection = {
  item: string;
  /** Value under the criterion; null for a start item, which is not chosen by it. */
  value: number | null;
  random_counter: number;
  set_aside: readonly string[];
};

/** The posterior after the answers, in the tables' room. */
function posteriorOf({ tables, prior }: PreparedTest, { items, categories }: TestState): Float64Array {
  const rows = items.map((id, i) => answeredRow(tables, id, entry(categories, i)));
  return posteriorAfter(tables, prior, rows);
}

function knowledgeOf(test: PreparedTest, state: TestState): Knowledge {
  const theta = state.theta.at(-1) ?? test.startTheta;
  return { tables: test.tables, weights: posteriorOf(test, state), theta };
}

function selectionFrom(
  test: PreparedTest,
  known: Knowledge,
  state: TestState,
  random: RandomSource,
): Selection | null {
  const { random_counter, set_aside } = state;
  const start = test.config.start_item;
  if (start !== undefined && state.items.length === 0)
    return { item: start, value: null, random_counter, set_aside };
  const choice = chooseItem({ test, known, state, random });
  if (choice === null) return null;
  return {
    item: idAt(test, choice.position),
    value: choice.value,
    random_counter: random_counter + choice.draws,
    set_aside: [...set_aside, ...choice.setAside.map((position) => idAt(test, position))],
  };
}

/**
 * The item that would be given after the answers of the state, or null if none is left. Does not look at stop rules
 * and changes nothing; `startTest` and `recordAnswer` call it and keep its result in the state.
 */
export function selectItem(
  bank: ItemBank,
  config: TestConfig,
  state: TestState,
  random: RandomSource,
): Selection | null {
  const test = testOf(bank, config, state);
  return selectionFrom(test, knowledgeOf(test, state), state, random);
}

/** All items that may be given after the answers of the state with their value under the criterion, best first. */
export function rankItems(
  bank: ItemBank,
  config: TestConfig,
  state: TestState,
): { item: string; value: number }[] {
  const test = testOf(bank, config, state);
  const ranked = rankedItems(config.criterion, knowledgeOf(test, state), eligibleItems(test, state));
  return ranked.map(({ position, value }) => ({ item: idAt(test, position), value }));
}

function testOf(bank: ItemBank, config: TestConfig, state: TestState): PreparedTest {
  const test = preparedTest(bank, config);
  if (test.hash === state.bank_hash) return test;
  throw new Error(`The test was started with other parameters than the bank "${bank.id}" has.`);
}

function ended(state: TestState, stop: StopReason): TestState {
  return { ...state, next: null, stop };
}

function withNext(state: TestState, selection: Selection | null): TestState {
  if (selection === null) return ended(state, 'no_item_left');
  const { item, random_counter, set_aside } = selection;
  return { ...state, next: item, random_counter, set_aside };
}

/** State before the first answer, with the first item to give. Throws if bank or configuration cannot be used. */
export function startTest(bank: ItemBank, config: TestConfig, random: RandomSource): TestState {
  const test = preparedTest(bank, config);
  const state: TestState = {
    bank_hash: test.hash,
    items: [],
    categories: [],
    theta: [],
    se: [],
    next: null,
    stop: null,
    random_counter: 0,
    set_aside: [],
  };
  return withNext(state, selectionFrom(test, knowledgeOf(test, state), state, random));
}

/**
 * State after the answer to `state.next`: new estimate (EAP), stop rules, next item. `category` counts from 0.
 * Throws if the test is over, if the item has no such category or if the bank is not the one of the start.
 */
export function recordAnswer(
  bank: ItemBank,
  config: TestConfig,
  state: TestState,
  category: number,
  random: RandomSource,
): TestState {
  const test = testOf(bank, config, state);
  if (state.next === null) throw new Error('The test is over and takes no further answer.');
  assertCategory(itemOf(bank, state.next), category);
  const answered = withAnswer(test, state, state.next, category);
  const highest = answered.items.map((id) => itemOf(bank, id).b.length);
  const stop = stopReason(config.stop, { ...answered, highest });
  if (stop !== null) return ended(answered, stop);
  const theta = answered.theta.at(-1) ?? test.startTheta;
  const known = { tables: test.tables, weights: test.tables.room.posterior, theta };
  return withNext(answered, selectionFrom(test, known, answered, random));
}

/** Adds the answer and the estimate after it; leaves the posterior in the tables' room. */
function withAnswer(test: PreparedTest, state: TestState, item: string, category: number): TestState {
  const items = [...state.items, item];
  const answered = { ...state, items, categories: [...state.categories, category] };
  const weights = posteriorOf(test, answered);
  const { theta, se } = momentsOf(test.tables.nodes, weights);
  return { ...answered, theta: [...state.theta, theta], se: [...state.se, se] };
}

/**
 * The state that stored answers lead to. Throws if one of them is to another item than the test would have given: then bank,
 * configuration or seed are not those the answers were collected with.
 */
export function replayTest(
  bank: ItemBank,
  config: TestConfig,
  random: RandomSource,
  answers: readonly Answer[],
): TestState {
  return answers.reduce(
    (state, { item, category }) => {
      if (state.next === item) return recordAnswer(bank, config, state, category, random);
      throw new Error(`The test gives ${state.next ?? 'no item'} where an answer to ${item} is stored.`);
    },
    startTest(bank, config, random),
  );
}
