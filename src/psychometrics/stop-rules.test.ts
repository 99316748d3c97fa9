import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aConfig, run } from '../../test/adaptive-sample.ts';
import type { StopRule } from './stop-rules.ts';
import type { TestState } from './test-state.ts';

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

test('the test ends after the healthiest answers to all first items, and goes on after one other answer', () => {
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

const stopOf = (...rules: StopRule[]) => run(aConfig({ stop: [{ kind: 'all', rules }] }), () => 2).stop;

test('the minimum of items is the reason for the end only if it is the only rule', () => {
  const least: StopRule = { kind: 'min_items', items: 2 };
  assert.equal(stopOf(least), 'min_items');
  assert.equal(stopOf(least, { kind: 'max_items', items: 1 }), 'max_items');
  assert.equal(run(aConfig({ stop: [least] }), () => 2).stop, 'min_items');
});

const stopped = (rule: StopRule) =>
  run(aConfig({ stop: [{ kind: 'all', rules: [{ kind: 'min_items', items: 2 }, rule] }] }), () => 2).items
    .length;

test('the test goes on at exactly the limit of the standard error or of the distance to the cut', () => {
  const steps = run(aConfig(), () => 2);
  const [theta, se] = [steps.theta[1]!, steps.se[1]!];
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
