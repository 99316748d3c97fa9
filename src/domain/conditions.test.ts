import assert from 'node:assert/strict';
import test from 'node:test';
import * as v from 'valibot';
import { ConditionSchema, holds, type Condition, type Known } from './conditions.ts';

const known = new Map<string, Known>([
  ['three', 3],
  ['word', 'partner'],
  ['ticked', [1, 2]],
  ['empty', null],
]);
const standing = { known, isComing: (item: string) => item === 'later' };
const result = (condition: Condition) => holds(condition, standing);
const one = (clause: object) => result(v.parse(ConditionSchema, { all: [clause] }));

test('each operator compares the answer of one item', () => {
  const cases: readonly (readonly [object, boolean])[] = [
    [{ item: 'three', is: 3 }, true],
    [{ item: 'three', is: '3' }, false],
    [{ item: 'three', is_not: 3 }, false],
    [{ item: 'three', is_not: 2 }, true],
    [{ item: 'three', at_least: 3 }, true],
    [{ item: 'three', at_least: 4 }, false],
    [{ item: 'three', at_most: 3 }, true],
    [{ item: 'three', at_most: 2 }, false],
    [{ item: 'three', answered: true }, true],
    [{ item: 'three', answered: false }, false],
    [{ item: 'word', is: 'partner' }, true],
    [{ item: 'ticked', is: 2 }, true],
    [{ item: 'ticked', is: 3 }, false],
    [{ item: 'ticked', is_not: 3 }, true],
    [{ item: 'ticked', is_not: 1 }, false],
  ];
  for (const [clause, expected] of cases) assert.equal(one(clause), expected, JSON.stringify(clause));
});

test('without an answer every comparison is false, and only "answered: false" is true', () => {
  for (const item of ['empty', 'unknown']) {
    for (const clause of [{ is: 0 }, { is_not: 0 }, { at_least: 0 }, { at_most: 0 }, { answered: true }])
      assert.equal(one({ item, ...clause }), false, JSON.stringify(clause));
    assert.equal(one({ item, answered: false }), true);
  }
});

test('"all" needs every entry and "any" needs one', () => {
  const yes = { item: 'three', is: 3 };
  const no = { item: 'three', is: 1 };
  assert.equal(result({ all: [yes, yes] }), true);
  assert.equal(result({ all: [yes, no] }), false);
  assert.equal(result({ any: [no, yes] }), true);
  assert.equal(result({ any: [no, no] }), false);
});

test('a condition on an item that comes later is open unless the other entries decide it', () => {
  const open = { item: 'later', is: 1 };
  assert.equal(result({ all: [open] }), undefined);
  assert.equal(result({ all: [open, { item: 'three', is: 1 }] }), false);
  assert.equal(result({ any: [open, { item: 'three', is: 3 }] }), true);
  assert.equal(result({ any: [open, { item: 'three', is: 1 }] }), undefined);
});
