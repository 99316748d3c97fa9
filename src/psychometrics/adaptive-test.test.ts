import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { rankItems, recordAnswer, replayTest, selectItem, startTest } from './adaptive-test.ts';
import type { ItemBank } from './item-bank.ts';
import type { Criterion } from './item-selection.ts';
import { randomSource } from './random.ts';
import { itemInformation, itemOf, testInformation } from './response-functions.ts';
import type { StopRule } from './stop-rules.ts';
import type { TestConfig } from './test-config.ts';
import type { TestState } from './test-state.ts';

const source = randomSource('bank');

/** Twenty items of five categories with varied parameters. */
const BANK: ItemBank = {
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
const CRITERIA = ['MFI', 'MPWI', 'MEI', 'MEPV', 'MEPV_PP'] satisfies Criterion[];
const random = randomSource('patient');

function aConfig(changes: Partial<TestConfig> = {}): TestConfig {
  return { criterion: 'MFI', stop: [{ kind: 'max_items', items: 8 }], ...changes };
}

/** Runs a test; the answer to item m4 is category answer(4, number of items before). */
function run(config: TestConfig, answer: (item: number, step: number) => number, seed = random): TestState {
  let state = startTest(BANK, config, seed);
  while (state.next !== null) {
    const category = answer(Number(state.next.slice(1)), state.items.length);
    state = recordAnswer(BANK, config, state, category, seed);
  }
  return state;
}

function varied(item: number, step: number): number {
  return (item * 3 + step) % 5;
}

for (const criterion of CRITERIA) {
  test(`${criterion}: no item is given twice, and each answer has an estimate`, () => {
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

test('answers of persons in turn do not disturb each other', () => {
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

test('maximum information gives the item with the largest information at the estimate, as looking at all shows', () => {
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

test('of items that are equal the first in the bank is given', () => {
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

test('the start item is given first, the next one is chosen by the criterion', () => {
  const state = run(aConfig({ start_item: 'm13' }), varied);
  assert.equal(state.items[0], 'm13');
  assert.notEqual(state.items[1], 'm13');
});

test('a prior at another mean starts the test there', () => {
  const config = aConfig({ prior: { mean: 1.5, sd: 0.5 } });
  const first = startTest(BANK, config, random).next;
  const best = BANK.items.toSorted(
    (x, y) => itemInformation('GRM', y, 1.5) - itemInformation('GRM', x, 1.5),
  )[0];
  assert.equal(first, best?.id);
});

const STOPS: [string, StopRule[], string, (state: TestState) => boolean][] = [
  [
    'at the first SE below the limit',
    [{ kind: 'se_below', se: 0.4 }],
    'se_below',
    ({ se }) => se.at(-1)! < 0.4 && se.at(-2)! >= 0.4,
  ],
  [
    'when the SE hardly changes',
    [{ kind: 'se_change_below', change: 0.02 }],
    'se_change_below',
    ({ se }) => se.at(-2)! - se.at(-1)! < 0.02,
  ],
  [
    'at the maximum of items',
    [{ kind: 'max_items', items: 3 }],
    'max_items',
    ({ items }) => items.length === 3,
  ],
  [
    'not before the minimum of items',
    [
      {
        kind: 'all',
        rules: [
          { kind: 'min_items', items: 6 },
          { kind: 'se_below', se: 0.9 },
        ],
      },
    ],
    'se_below',
    ({ items }) => items.length === 6,
  ],
  [
    'when theta is clearly on one side of the cut',
    [{ kind: 'classified', cut: -1, z: 1.96 }],
    'classified',
    ({ theta, se }) => theta.at(-1)! - 1.96 * se.at(-1)! > -1,
  ],
  [
    'for the first rule of the list that holds',
    [
      { kind: 'max_items', items: 1 },
      { kind: 'se_below', se: 5 },
    ],
    'max_items',
    ({ items }) => items.length === 1,
  ],
];

for (const [when, stop, reason, isRight] of STOPS) {
  test(`a test stops ${when}`, () => {
    const state = run(aConfig({ stop }), () => 2);
    assert.equal(state.stop, reason);
    assert.equal(state.next, null);
    assert.ok(isRight(state), JSON.stringify(state));
  });
}

test('the healthiest answers to the first items end the test, one other answer does not', () => {
  const lowest: StopRule[] = [
    { kind: 'healthiest', items: 4, category: 'lowest' },
    { kind: 'max_items', items: 10 },
  ];
  assert.deepEqual(run(aConfig({ stop: lowest }), () => 0).stop, 'healthiest');
  assert.equal(run(aConfig({ stop: lowest }), () => 0).items.length, 4);
  assert.equal(run(aConfig({ stop: lowest }), (_, i) => (i === 3 ? 1 : 0)).stop, 'max_items');
  const highest: StopRule[] = [{ kind: 'healthiest', items: 2, category: 'highest' }, ...lowest.slice(1)];
  assert.equal(run(aConfig({ stop: highest }), () => 4).items.length, 2);
});

test('of enemy items a person gets one at most, also where one item has several enemies', () => {
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

test('choosing an item looks at no stop rule and changes nothing', () => {
  const config = aConfig({ criterion: 'MEPV' });
  const state = run(config, varied);
  const copy = JSON.stringify(state);
  const selection = selectItem(BANK, config, state, random);
  assert.ok(selection !== null && !state.items.includes(selection.item));
  assert.equal(JSON.stringify(state), copy);
});

test('a test takes no answer after its end, to a wrong category or from another bank', () => {
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

test('every mistake of a configuration is listed', () => {
  const config = aConfig({
    stop: [
      { kind: 'se_below', se: 0 },
      { kind: 'max_items', items: 1.5 },
      { kind: 'all', rules: [] },
    ],
    start_item: 'x1',
    enemies: [['m1', 'x2']],
    prior: { mean: 0, sd: 0 },
    quadrature: { lo: 1, hi: 0, n: 61 },
    content: { targets: [{ group: 'a', share: 2 }], group_of: {} },
    exposure: { kind: 'sympson_hetter', parameters: { m1: 3 } },
  });
  const places = [
    'stop[0].se',
    'stop[1].items',
    'stop[2].rules',
    'start_item',
    'enemies[0]',
    'prior',
    'quadrature',
  ];
  const more = [
    'content.targets[0].share',
    'content.group_of',
    'exposure.parameters.m1',
    'exposure.parameters',
  ];
  assert.throws(
    () => startTest(BANK, config, random),
    (error: Error) => [...places, ...more].every((place) => error.message.includes(`${place}: `)),
  );
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

test('of two items with the same information the first in the bank is given, though the second may promise more nearby', () => {
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

test('the test says what it gives where an answer to something else is stored', () => {
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

test('the minimum of items names the reason only where it stands alone', () => {
  const least: StopRule = { kind: 'min_items', items: 2 };
  const stopOf = (...rules: StopRule[]) => run(aConfig({ stop: [{ kind: 'all', rules }] }), () => 2).stop;
  assert.equal(stopOf(least), 'min_items');
  assert.equal(stopOf(least, { kind: 'max_items', items: 1 }), 'max_items');
  assert.equal(run(aConfig({ stop: [least] }), () => 2).stop, 'min_items');
});

test('stop rules are strict: an error at the limit, or a cut z standard errors away, goes on', () => {
  const steps = run(aConfig(), () => 2);
  const [theta, se] = [steps.theta[1]!, steps.se[1]!];
  const stopped = (rule: StopRule) =>
    run(aConfig({ stop: [{ kind: 'all', rules: [{ kind: 'min_items', items: 2 }, rule] }] }), () => 2).items
      .length;
  assert.ok(stopped({ kind: 'se_below', se }) > 2);
  assert.equal(stopped({ kind: 'se_below', se: se + 1e-9 }), 2);
  assert.ok(stopped({ kind: 'classified', cut: theta - 2 * se, z: 2.0000001 }) > 2);
  assert.equal(stopped({ kind: 'classified', cut: theta - 2 * se, z: 1.9999999 }), 2);
  assert.equal(stopped({ kind: 'classified', cut: theta + 2 * se, z: 1.9999999 }), 2);
});

test('the healthiest category may be the highest of each item', () => {
  const stop: StopRule[] = [{ kind: 'healthiest', items: 3, category: 'highest' }];
  assert.equal(run(aConfig({ stop }), () => 4).items.length, 3);
  assert.ok(run(aConfig({ stop }), () => 0).items.length > 3);
  assert.ok(run(aConfig({ stop }), (_, step) => (step === 1 ? 3 : 4)).items.length > 3);
});

/** The same value for every item of the bank. */
const every = (value: unknown) => Object.fromEntries(BANK.items.map(({ id }) => [id, value]));

/** The places of the mistakes that a configuration is refused for; empty where it can be used. */
function mistakesOf(changes: object): readonly string[] {
  try {
    // What comes from a file may be anything.
    startTest(BANK, { ...aConfig(), ...changes } as TestConfig, random);
    return [];
  } catch (error) {
    const [, ...lines] = (error as Error).message.split('\n');
    return lines.map((line) => line.split(': ')[0]!);
  }
}

test('a configuration that cannot be used names the place of each mistake', () => {
  assert.deepEqual(mistakesOf({ criterion: 'BEST' }), ['criterion']);
  assert.deepEqual(mistakesOf({ start_theta: Infinity }), ['start_theta']);
  assert.deepEqual(mistakesOf({ stop: [{ kind: 'sudden' }] }), ['stop[0].kind']);
  assert.deepEqual(mistakesOf({ stop: [{ kind: 'healthiest', items: 1, category: 'middle' }] }), [
    'stop[0].category',
  ]);
  assert.deepEqual(mistakesOf({ stop: [{ kind: 'classified', cut: Number.NaN, z: 1 }] }), ['stop[0].cut']);
  assert.deepEqual(mistakesOf({ stop: [{ kind: 'classified', cut: 0, z: 0 }] }), ['stop[0].z']);
  assert.deepEqual(mistakesOf({ stop: [{ kind: 'se_change_below', change: -1 }] }), ['stop[0].change']);
  assert.deepEqual(mistakesOf({ stop: [{ kind: 'max_items', items: 0 }] }), ['stop[0].items']);
  assert.deepEqual(mistakesOf({ stop: [{ kind: 'se_below', se: Infinity }] }), ['stop[0].se']);
  assert.deepEqual(
    mistakesOf({
      stop: [
        {
          kind: 'all',
          rules: [
            { kind: 'min_items', items: 1 },
            { kind: 'se_below', se: 0 },
          ],
        },
      ],
    }),
    ['stop[0].rules[1].se'],
  );
  for (const size of [0, 1.5])
    assert.deepEqual(mistakesOf({ exposure: { kind: 'randomesque', size } }), ['exposure.size']);
  const parameters = (value: number) => ({
    exposure: { kind: 'sympson_hetter', parameters: { ...every(1), m1: value } },
  });
  for (const value of [-0.1, 1.1])
    assert.deepEqual(mistakesOf(parameters(value)), ['exposure.parameters.m1']);
  const targets = [{ group: 'a', share: 1 }];
  assert.deepEqual(mistakesOf({ content: { targets, group_of: { ...every('a'), m3: 'b' } } }), [
    'content.group_of.m3',
  ]);
});

test('the limits of a configuration can be used', () => {
  const usable = [
    { exposure: { kind: 'randomesque', size: 1 } },
    { exposure: { kind: 'sympson_hetter', parameters: { ...every(1), m1: 0 } } },
    {
      content: {
        targets: [
          { group: 'a', share: 1 },
          { group: 'b', share: 0 },
        ],
        group_of: every('a'),
      },
    },
    { stop: [{ kind: 'max_items', items: 1 }] },
  ];
  for (const changes of usable) assert.deepEqual(mistakesOf(changes), [], JSON.stringify(changes));
});
