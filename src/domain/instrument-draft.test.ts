import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import { instrumentKey } from './instrument-draft.ts';
import { Key } from './instrument-values.ts';

test('a name becomes a key of an instrument, whatever letters it has', () => {
  for (const [name, key] of [
    ['Müde & wach', 'mude-wach'],
    ['Größe', 'grosse'],
    ['3. Angst (Woche)', 'angst-woche'],
    ['Škola', 'skola'],
    ['日本', 'questionnaire'],
    ['', 'questionnaire'],
    [`${'a'.repeat(39)} b`, 'a'.repeat(39)],
  ] as const) {
    assert.equal(instrumentKey(name), key);
    assert.equal(v.is(Key, key), true, key);
  }
  assert.equal(instrumentKey('1', 'scale'), 'scale');
});
