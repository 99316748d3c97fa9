import assert from 'node:assert/strict';
import test from 'node:test';
import { leadsToHelp } from './help-page.ts';

const after = [
  { item: 'wish', at_least: 1 },
  { item: 'plan', at_least: 3 },
];

const leads = (id: string, value: number | string) => leadsToHelp(after, [{ id, value }]);

test('help follows an answer from the least value of its own rule on, and no empty answer', () => {
  assert.deepEqual([leads('wish', 0), leads('wish', 1), leads('wish', 4)], [false, true, true]);
  assert.deepEqual([leads('plan', 2), leads('plan', 3)], [false, true]);
  assert.deepEqual([leads('mood', 4), leads('wish', '')], [false, false]);
  assert.equal(leadsToHelp([], [{ id: 'wish', value: 4 }]), false);
});
