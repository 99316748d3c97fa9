import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OptionValue } from '../../../domain/answer-types.ts';
import { isNumberedScale } from './scale.ts';

const optionsOf = (...values: OptionValue[]) =>
  values.map((value) => ({ id: `o${value}`, label: 'oft', value }));

test('five to seven numbers that only rise or only fall are a scale', () => {
  assert.ok(isNumberedScale(optionsOf(0, 1, 2, 3, 4)));
  assert.ok(isNumberedScale(optionsOf(6, 5, 4, 3, 2, 1)));
  assert.ok(isNumberedScale(optionsOf(1, 2, 3, 4, 5, 6, 7)));
});

test('two answers, eight answers, words and numbers without an order are no scale', () => {
  assert.equal(isNumberedScale(optionsOf(0, 1)), false);
  assert.equal(isNumberedScale(optionsOf(1, 2, 3, 4, 5, 6, 7, 8)), false);
  assert.equal(isNumberedScale(optionsOf('1', '2', '3', '4', '5')), false);
  assert.equal(isNumberedScale(optionsOf(1, 2, 4, 3, 5)), false);
});
