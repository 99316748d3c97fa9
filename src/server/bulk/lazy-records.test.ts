import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mapToLazyRecords } from './lazy-records.ts';

test('a field of a lazy record is computed whenever it is read, and never before', () => {
  const read: string[] = [];
  const [first, second] = mapToLazyRecords(['a', 'b'], {
    id: (item) => item,
    length: (item) => read.push(item),
  });
  assert.deepEqual(read, []);
  assert.deepEqual([first?.id, second?.id], ['a', 'b']);
  assert.deepEqual([second?.length, second?.length], [1, 2]);
  assert.deepEqual(read, ['b', 'b']);
});
