import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderedIds } from './ordered-ids.ts';

test('ordered ids are different, ascending UUIDs of version 7', () => {
  const ids = orderedIds(4096);
  for (const id of ids) assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.equal(new Set(ids).size, 4096);
  assert.deepEqual(ids.toSorted(), ids);
});

test('ordered ids stay different when their counter starts again', () => {
  assert.equal(new Set(orderedIds(10_000)).size, 10_000);
  assert.deepEqual(orderedIds(0), []);
});

test('an ordered id contains the moment at which it was made', () => {
  const before = Date.now();
  const [id = ''] = orderedIds(1);
  const made = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
  assert.ok(made >= before && made <= Date.now());
});
