import { entry } from './numeric.ts';
import { bestItem, rankedItems } from './item-selection.ts';
import type { Knowledge } from './outcomes.ts';
import type { Choice, PreparedTest } from './prepared-test.ts';
import type { RandomSource } from './random.ts';
import { itemPosition } from './response-functions.ts';
import type { ExposureControl } from './test-config.ts';
import type { TestState } from './test-state.ts';

/** Marks items that may not be given: answered items, and all items of an enemy set with an answered item. */
function closedItems({ bank, enemies }: PreparedTest, state: TestState): Uint8Array {
  const given = new Uint8Array(bank.items.length);
  for (const id of state.items) given[itemPosition(bank, id)] = 1;
  if (enemies.length === 0) return given;
  const closed = given.slice();
  for (const set of enemies) {
    if (set.some((position) => given[position] === 1)) set.forEach((position) => (closed[position] = 1));
  }
  return closed;
}

/** The items of the group that is furthest below its target share; ties to the first group. */
function ofNeediestGroup({ bank, content }: PreparedTest, state: TestState, items: number[]): number[] {
  if (content === null) return items;
  const { groupOf, shares } = content;
  const given = shares.map(() => 0);
  for (const id of state.items) {
    const group = entry(groupOf, itemPosition(bank, id));
    given[group] = entry(given, group) + 1;
  }
  const answered = Math.max(state.items.length, 1);
  let [chosen, largest] = [-1, -Infinity];
  shares.forEach((share, group) => {
    const gap = share - entry(given, group) / answered;
    if (gap > largest && items.some((position) => groupOf[position] === group))
      [chosen, largest] = [group, gap];
  });
  return items.filter((position) => groupOf[position] === chosen);
}

/** Positions that may be given now. Items that were set aside are included only if no other is left. */
export function eligibleItems(test: PreparedTest, state: TestState): number[] {
  const closed = closedItems(test, state);
  const left: number[] = [];
  for (let position = 0; position < closed.length; position++) {
    if (closed[position] === 0) left.push(position);
  }
  if (state.set_aside.length === 0) return ofNeediestGroup(test, state, left);
  const aside = new Set(state.set_aside.map((id) => itemPosition(test.bank, id)));
  const fresh = left.filter((position) => !aside.has(position));
  return ofNeediestGroup(test, state, fresh.length > 0 ? fresh : left);
}

type Step = { test: PreparedTest; known: Knowledge; state: TestState; random: RandomSource };

/** Number floor(u * min(size, items left)) of the items, best first. */
function chooseRandomesque({ test, known, state, random }: Step, size: number): Choice | null {
  const ranked = rankedItems(test.config.criterion, known, eligibleItems(test, state));
  const place = Math.floor(random(state.random_counter) * Math.min(size, ranked.length));
  const chosen = ranked[place];
  return chosen === undefined ? null : { ...chosen, draws: 1, setAside: [] };
}

/** Walks the items from best to worst; each is given with its own probability, else set aside for this person. */
function chooseSympsonHetter(step: Step, parameters: Readonly<Record<string, number>>): Choice | null {
  const { test, known, state, random } = step;
  const setAside: number[] = [];
  const aside = new Set(state.set_aside);
  const fresh = eligibleItems(test, state).filter((position) => !aside.has(idAt(test, position)));
  for (const { position, value } of rankedItems(test.config.criterion, known, fresh)) {
    const u = random(state.random_counter + setAside.length);
    if (u <= (parameters[idAt(test, position)] ?? 1)) {
      return { position, value, draws: setAside.length + 1, setAside };
    }
    setAside.push(position);
  }
  // All items are set aside, so the best of those not yet given follows.
  const best = bestItem(test.config.criterion, known, eligibleItems(test, { ...state, set_aside: [] }));
  return best === null ? null : { ...best, draws: setAside.length, setAside };
}

/** Id of the item at a bank position. */
export function idAt({ bank }: PreparedTest, position: number): string {
  const item = bank.items[position];
  if (item === undefined) throw new Error(`The bank "${bank.id}" has changed after its first use.`);
  return item.id;
}

/** Choices after at most so many answers are kept. */
const REMEMBERED = 2;

function findBest({ test, known, state }: Step): Choice | null {
  const best = bestItem(test.config.criterion, known, eligibleItems(test, state));
  return best === null ? null : { ...best, draws: 0, setAside: [] };
}

/** Without exposure control the same answers to the same items lead to the same item. */
function chooseBest(step: Step): Choice | null {
  const { items, categories, set_aside } = step.state;
  if (items.length > REMEMBERED || set_aside.length > 0) return findBest(step);
  const choices = step.test.firstChoices;
  const key = JSON.stringify([items, categories]);
  const known = choices.get(key);
  if (known !== undefined) return known;
  const choice = findBest(step);
  choices.set(key, choice);
  return choice;
}

/** The item to give next, or null if none may be given. */
export function chooseItem(step: Step): Choice | null {
  const exposure: ExposureControl | undefined = step.test.config.exposure;
  if (exposure === undefined) return chooseBest(step);
  return exposure.kind === 'randomesque'
    ? chooseRandomesque(step, exposure.size)
    : chooseSympsonHetter(step, exposure.parameters);
}
