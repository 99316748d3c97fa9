import assert from 'node:assert/strict';
import { recordAnswer, startTest } from '../src/psychometrics/adaptive-test.ts';
import type { Item, ItemBank, ItemModel } from '../src/psychometrics/item-bank.ts';
import { randomSource } from '../src/psychometrics/random.ts';
import type { TestConfig } from '../src/psychometrics/test-config.ts';
import type { TestState } from '../src/psychometrics/test-state.ts';

const source = randomSource('bank');

/** Twenty items of five categories with varied parameters. */
export const BANK: ItemBank = {
  id: 'mood',
  model: 'GRM',
  items: Array.from({ length: 20 }, (_, i) => {
    const centre = -1.5 + 3 * source(2 * i);
    return {
      id: `m${i}`,
      a: 1 + 2 * source(2 * i + 1),
      b: [-1, -0.3, 0.4, 1.2].map((step) => centre + step),
    };
  }),
};
export const random = randomSource('patient');

export function aConfig(changes: Partial<TestConfig> = {}): TestConfig {
  return { criterion: 'MFI', stop: [{ kind: 'max_items', items: 8 }], ...changes };
}

/** Runs a test; the answer to item m4 is category answer(4, number of items before). */
export function run(
  config: TestConfig,
  answer: (item: number, step: number) => number,
  seed = random,
): TestState {
  let state = startTest(BANK, config, seed);
  while (state.next !== null) {
    const category = answer(Number(state.next.slice(1)), state.items.length);
    state = recordAnswer(BANK, config, state, category, seed);
  }
  return state;
}

/** A bank whose items are called i0, i1, i2 and so on. */
export function aBank(model: ItemModel, items: readonly Omit<Item, 'id'>[]): ItemBank {
  return { id: 'bank', model, items: items.map((item, i) => ({ id: `i${i}`, ...item })) };
}

export function isClose(actual: number, expected: number, tolerance: number): void {
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected}`);
}
