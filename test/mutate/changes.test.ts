import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changed, changesOf } from './changes.ts';

function variants(source: string): string[] {
  return changesOf('example.ts', source).map((change) => changed(source, change));
}

test('the mutation tool tries a comparison at its boundary and as its opposite', () => {
  assert.deepEqual(variants('a < b;'), ['a <= b;', 'a >= b;']);
});

test('the mutation tool makes a condition always and never true', () => {
  assert.deepEqual(variants('if (a) b();'), ['if (true) b();', 'if (false) b();', 'if (a) ;']);
});

test('the mutation tool changes numbers, booleans and codes, but neither sentences nor types nor keys', () => {
  assert.deepEqual(variants("x = [0, 1, 7, true, 'code', 'A whole sentence.'];"), [
    "x = [1, 1, 7, true, 'code', 'A whole sentence.'];",
    "x = [0, 0, 7, true, 'code', 'A whole sentence.'];",
    "x = [0, 1, 8, true, 'code', 'A whole sentence.'];",
    "x = [0, 1, 7, false, 'code', 'A whole sentence.'];",
    "x = [0, 1, 7, true, '', 'A whole sentence.'];",
  ]);
  assert.deepEqual(variants("type A = 'a' | -1; const b = { 'c-d': e as 'f' };"), []);
  assert.deepEqual(variants("import { a } from './b.ts';"), []);
});

test('the mutation tool leaves out a call, a filter and the anchors of a pattern', () => {
  assert.deepEqual(variants('save();'), [';']);
  assert.deepEqual(variants('x = list.filter(isGood);'), ['x = list;']);
  assert.deepEqual(variants('x = list.toString();'), []);
  assert.deepEqual(variants('x = /^a$/;'), ['x = /a$/;', 'x = /^a/;']);
});
