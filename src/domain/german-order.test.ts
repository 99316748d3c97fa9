import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareGerman } from './german-order.ts';

test('names are sorted as in a German dictionary, and numbers in them by value', () => {
  const sorted = ['Zorn', 'P10', 'Ärger', 'apfel', 'P9', 'Arzt'].sort(compareGerman);
  assert.deepEqual(sorted, ['apfel', 'Ärger', 'Arzt', 'P9', 'P10', 'Zorn']);
});
