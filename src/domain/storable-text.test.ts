import assert from 'node:assert/strict';
import test from 'node:test';
import * as fc from 'fast-check';
import { isStorableText } from './storable-text.ts';

test('a text is storable exactly if it has no U+0000 and survives UTF-8', () => {
  const sign = fc.constantFrom(
    'a',
    'ä',
    '\n',
    '\0',
    '😀',
    '\u{10FFFF}',
    '\uE000',
    '\uFFFD',
    '\uD800',
    '\uDBFF',
    '\uDC00',
    '\uDFFF',
  );
  fc.assert(
    fc.property(fc.string({ unit: sign, maxLength: 12 }), (text) => {
      const survives = Buffer.from(text, 'utf8').toString('utf8') === text;
      assert.equal(isStorableText(text), survives && !text.includes('\0'));
    }),
    { numRuns: 2000 },
  );
});

test('half a sign is found at the beginning, in the middle and at the end', () => {
  for (const text of ['\uD83D', '\uDE00', 'a\uD83D', '\uDE00a', '\uDE00\uD83D', '😀\uDE00', '\uD83D😀'])
    assert.equal(isStorableText(text), false, JSON.stringify(text));
});
