import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aConfig, BANK, random } from '../../test/adaptive-sample.ts';
import { startTest } from './adaptive-test.ts';
import type { TestConfig } from './test-config.ts';

test('all mistakes of a test configuration are listed', () => {
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

/** The same value for every item of the bank. */
const every = (value: unknown) => Object.fromEntries(BANK.items.map(({ id }) => [id, value]));

/** The places of the mistakes of a configuration; empty for a usable one. */
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

test('a refused test configuration names the place of each mistake', () => {
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

test('a test configuration may use all values up to their limits', () => {
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

const startWith = (stop: TestConfig['stop']) => () => startTest(BANK, aConfig({ stop }), random);

test('a wrong number in a stop rule is refused with the kind of number that is needed', () => {
  assert.throws(
    startWith([{ kind: 'max_items', items: 0 }]),
    /stop\[0\]\.items: This must be a whole number of at least 1\./,
  );
  assert.throws(startWith([{ kind: 'se_below', se: 0 }]), /stop\[0\]\.se: This must be a number above 0\./);
});
