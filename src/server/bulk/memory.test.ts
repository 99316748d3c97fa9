import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemory } from './memory.ts';

test('a memory keeps what is used and forgets the rest', () => {
  const memory = createMemory<number>(2);
  memory.set('a', 1);
  memory.set('b', 2);
  memory.set('c', 3);
  assert.equal(memory.get('a'), 1, 'it is still among the older ones');
  memory.set('d', 4);
  assert.deepEqual(['a', 'b', 'c', 'd'].map(memory.get), [1, undefined, 3, 4]);
});
