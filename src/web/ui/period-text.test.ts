import assert from 'node:assert/strict';
import { test } from 'node:test';
import { periodAfterInput } from './table-rows.ts';

function typeInFilter(keys: string): string {
  let text = '';
  for (const key of keys) text = periodAfterInput(text, text + key);
  return text;
}

test('digits typed into a filter become a year, a month or a date, as they go on', () => {
  assert.equal(typeInFilter('2026'), '2026');
  assert.equal(typeInFilter('03.2026'), '03.2026');
  assert.equal(typeInFilter('3/2026'), '3.2026');
  assert.equal(typeInFilter('20122026'), '20.12.2026');
  assert.equal(typeInFilter('05032026'), '05.03.2026');
  assert.equal(typeInFilter('2026-03-05'), '05.03.2026');
});
