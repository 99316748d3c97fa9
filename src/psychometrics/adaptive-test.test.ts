import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { aConfig, BANK, random, run } from '../../test/adaptive-sample.ts';
import { rankItems, recordAnswer, replayTest, selectItem, startTest } from './adaptive-test.ts';
import type { ItemBank } from './item-bank.ts';
import type { Criterion } from './item-selection.ts';
import { randomSource } from './random.ts';
import { itemInformation, itemOf, testInformation } from './response-functions.ts';
import type { TestState } from './test-state.ts';

const CRITERIA = ['MFI', 'MPWI', 'MEI', 'MEPV', 'MEPV_PP'] satisfies Criterion[];

function varied(item: number, step: number): number {
  return (item * 3 + step) % 5;
}

for (const criterion of CRITERIA) {
  test(`${criterion}: the test gives no item twice, and each answer has an estimate`, () => {
    const state = run(aConfig({ criterion, stop: [] }), varied);
    assert.equal(new Set(state.items).size, BANK.items.length);
    assert.equal(state.stop, 'no_item_left');
    assert.equal(state.theta.length, BANK.items.length);
    assert.ok(state.se.every((se) => se > 0 && se < 1));
  });

  test(`${criterion}: replaying stored answers gives the same state byte for byte`, () => {
    const config = aConfig({ criterion, exposure: { kind: 'randomesque', size: 4 } });
    fc.assert(
      fc.property(fc.array(fc.nat(4), { minLength: 8, maxLength: 8 }), fc.string(), (categories, seed) => {
        const state = run(config, (_, step) => categories[step]!, randomSource(seed));
        const stored: TestState = JSON.parse(JSON.stringify(state));
        const answers = stored.items.map((item, i) => ({ item, category: stored.categories[i]! }));
        const bank: ItemBank = structuredClone(BANK);
        const again = replayTest(bank, structuredClone(config), randomSource(seed), answers);
        assert.equal(JSON.stringify(again), JSON.stringify(state));
      }),
      { numRuns: 25 },
    );
  });
}

test('a state is plain JSON and is never changed', () => {
  const config = aConfig();
  const before = startTest(BANK, config, random);
  const copy = JSON.stringify(before);
  const after = recordAnswer(BANK, config, before, 2, random);
  assert.equal(JSON.stringify(before), copy);
  assert.deepEqual(JSON.parse(JSON.stringify(after)), after);
  const resumed: TestState = JSON.parse(JSON.stringify(after));
  assert.deepEqual(
    recordAnswer(BANK, config, resumed, 0, random),
    recordAnswer(BANK, config, after, 0, random),
  );
});

test('tests of several persons that run in turn do not influence each other', () => {
  const config = aConfig({ criterion: 'MEPV' });
  const alone = [varied, () => 0, () => 4].map((answer) => run(config, answer));
  let together = alone.map(() => startTest(BANK, config, random));
  while (together.some(({ next }) => next !== null)) {
    together = together.map((state, person) => {
      if (state.next === null) return state;
      const answer = [varied, () => 0, () => 4][person]!;
      const category = answer(Number(state.next.slice(1)), state.items.length);
      return recordAnswer(BANK, config, state, category, random);
    });
  }
  assert.equal(JSON.stringify(together), JSON.stringify(alone));
});

test('maximum information gives the item with the largest information of all items at the estimate', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(4), { minLength: 1, maxLength: 12 }), (categories) => {
      const config = aConfig({ stop: [{ kind: 'max_items', items: 13 }] });
      let state = startTest(BANK, config, random);
      for (const category of categories) state = recordAnswer(BANK, config, state, category, random);
      const left = BANK.items.filter(({ id }) => !state.items.includes(id));
      const information = left.map((item) => itemInformation('GRM', item, state.theta.at(-1)!));
      const chosen = itemInformation('GRM', itemOf(BANK, state.next!), state.theta.at(-1)!);
      assert.equal(chosen, Math.max(...information));
      assert.equal(rankItems(BANK, config, state)[0]?.item, state.next);
    }),
  );
});

test('the test gives the first of several equal items in the bank', () => {
  const [item] = BANK.items;
  assert.ok(item !== undefined);
  const twins: ItemBank = { ...BANK, items: ['a', 'b', 'c'].map((id) => ({ ...item, id })) };
  for (const criterion of CRITERIA) {
    const config = aConfig({ criterion, stop: [] });
    let state = startTest(twins, config, random);
    while (state.next !== null) state = recordAnswer(twins, config, state, 1, random);
    assert.deepEqual(state.items, ['a', 'b', 'c']);
  }
});

test('the test gives the start item first and chooses the next one by the criterion', () => {
  const state = run(aConfig({ start_item: 'm13' }), varied);
  assert.equal(state.items[0], 'm13');
  assert.notEqual(state.items[1], 'm13');
});

test('a test starts at the mean of its prior', () => {
  const config = aConfig({ prior: { mean: 1.5, sd: 0.5 } });
  const first = startTest(BANK, config, random).next;
  const best = BANK.items.toSorted(
    (x, y) => itemInformation('GRM', y, 1.5) - itemInformation('GRM', x, 1.5),
  )[0];
  assert.equal(first, best?.id);
});

test('a person gets at most one item of each enemy set, even if an item is in several sets', () => {
  const enemies = [
    ['m0', 'm1', 'm2', 'm3', 'm4'],
    ['m4', 'm5', 'm6'],
  ];
  const { items } = run(aConfig({ stop: [], enemies }), varied);
  for (const set of enemies) assert.ok(set.filter((id) => items.includes(id)).length <= 1, items.join());
  assert.ok(items.length >= 14);
});

test('content balancing keeps the groups at their shares', () => {
  const group_of = Object.fromEntries(BANK.items.map(({ id }, i) => [id, i % 2 === 0 ? 'body' : 'mind']));
  const targets = [
    { group: 'body', share: 0.25 },
    { group: 'mind', share: 0.75 },
  ];
  const { items } = run(aConfig({ content: { group_of, targets } }), varied);
  assert.equal(items.filter((id) => group_of[id] === 'body').length, 2);
  const all = run(aConfig({ stop: [], content: { group_of, targets } }), varied);
  assert.equal(all.items.length, 20); // a group without items left does not end the test
});

test('randomesque gives each of the five best items to about a fifth of the persons', () => {
  const config = aConfig({ exposure: { kind: 'randomesque', size: 5 } });
  const best = rankItems(BANK, config, startTest(BANK, config, random)).slice(0, 5);
  const firsts = Array.from({ length: 2000 }, (_, i) => startTest(BANK, config, randomSource(`p${i}`)).next);
  for (const { item } of best) {
    const share = firsts.filter((first) => first === item).length / firsts.length;
    assert.ok(Math.abs(share - 0.2) < 0.04, `${item} ${share}`);
  }
});

test('Sympson-Hetter gives no item more often than its parameter allows, unless nothing else is left', () => {
  const parameters = Object.fromEntries(BANK.items.map(({ id }) => [id, 0.3]));
  const config = aConfig({ exposure: { kind: 'sympson_hetter', parameters } });
  const firsts = Array.from({ length: 1000 }, (_, i) => startTest(BANK, config, randomSource(`p${i}`)).next);
  for (const { id } of BANK.items) {
    assert.ok(firsts.filter((first) => first === id).length / firsts.length < 0.36);
  }
  const never = Object.fromEntries(BANK.items.map(({ id }) => [id, 0]));
  const closed = aConfig({ stop: [], exposure: { kind: 'sympson_hetter', parameters: never } });
  const state = run(closed, varied);
  assert.equal(state.items.length, 20);
  assert.equal(state.set_aside.length, 20);
  assert.equal(new Set(state.set_aside).size, 20);
});

test('choosing an item ignores stop rules and changes no state', () => {
  const config = aConfig({ criterion: 'MEPV' });
  const state = run(config, varied);
  const copy = JSON.stringify(state);
  const selection = selectItem(BANK, config, state, random);
  assert.ok(selection !== null && !state.items.includes(selection.item));
  assert.equal(JSON.stringify(state), copy);
});

test('a test refuses an answer after its end, with a wrong category or from another bank', () => {
  const config = aConfig({ stop: [{ kind: 'max_items', items: 1 }] });
  const started = startTest(BANK, config, random);
  const over = recordAnswer(BANK, config, started, 1, random);
  assert.throws(() => recordAnswer(BANK, config, over, 1, random), /over/);
  for (const category of [5, -1, 1.5, Number.NaN]) {
    assert.throws(() => recordAnswer(BANK, config, started, category, random), /categories 0 to 4/);
  }
  const other: ItemBank = { ...BANK, items: BANK.items.map((item) => ({ ...item, a: item.a + 0.01 })) };
  assert.throws(() => recordAnswer(other, config, started, 1, random), /other parameters/);
  const [first] = over.items;
  const wrong = first === 'm0' ? 'm1' : 'm0';
  assert.throws(() => replayTest(BANK, config, random, [{ item: wrong, category: 1 }]), /where an answer to/);
});

test('steep items leave a posterior standard error near that of the test information', () => {
  const state = run(aConfig({ stop: [] }), () => 2);
  const information = testInformation(BANK, state.theta.at(-1)!);
  assert.ok(Math.abs(state.se.at(-1)! - 1 / Math.sqrt(information + 1)) < 0.02);
});

const mirrored = (first: number): ItemBank => ({
  id: 'mirrored',
  model: 'GRM',
  items: [
    { id: 'a', a: 2, b: [first] },
    { id: 'b', a: 2, b: [-first] },
  ],
});

test('the test gives the first of two items with equal information, although the second may have more nearby', () => {
  // At theta 0 both know the same; just above it, the item with the higher threshold knows more.
  for (const first of [-1, 1]) assert.equal(startTest(mirrored(first), aConfig(), random).next, 'a');
  assert.deepEqual(
    rankItems(mirrored(-1), aConfig(), startTest(mirrored(-1), aConfig(), random)).map(({ item }) => item),
    ['a', 'b'],
  );
});

test('items of equal value are ranked in the order of the bank', () => {
  const [item] = BANK.items;
  const ids = ['a', 'b', 'c', 'd'];
  const twins: ItemBank = { ...BANK, items: ids.map((id) => ({ ...item!, id })) };
  for (const criterion of CRITERIA) {
    const config = aConfig({ criterion });
    const ranked = rankItems(twins, config, startTest(twins, config, random)).map((one) => one.item);
    assert.deepEqual(ranked, ids, criterion);
  }
});

test('a test may start at a theta beyond its quadrature', () => {
  for (const theta of [-9, -6.01, 6, 6.01, 9]) {
    const best = BANK.items.toSorted(
      (x, y) => itemInformation('GRM', y, theta) - itemInformation('GRM', x, theta),
    )[0];
    assert.equal(startTest(BANK, aConfig({ start_theta: theta }), random).next, best?.id, String(theta));
  }
});

test('a test with an adaptive first item does not depend on the answers of earlier tests', () => {
  for (const criterion of CRITERIA) {
    const config = aConfig({ criterion, start_theta: 1 });
    const fresh = startTest(structuredClone(BANK), config, random);
    run(config, () => 3);
    assert.deepEqual(startTest(BANK, config, random), fresh);
  }
});

test('replaying an answer to a wrong item causes an error that names the item of the test', () => {
  const config = aConfig({ stop: [{ kind: 'max_items', items: 1 }] });
  const { next } = startTest(BANK, config, random);
  assert.ok(next !== null);
  const other = BANK.items.find(({ id }) => id !== next)!.id;
  assert.throws(
    () => replayTest(BANK, config, random, [{ item: other, category: 0 }]),
    new RegExp(`gives ${next} where an answer to ${other} is stored`),
  );
  const after = [next, other].map((item) => ({ item, category: 0 }));
  assert.throws(() => replayTest(BANK, config, random, after), /gives no item where an answer/);
});
