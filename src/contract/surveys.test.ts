import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import { answers } from './answers.ts';

const labelOf = (label: unknown) => v.parse(answers, [{ id: 'i', value: 1, label }])[0]?.label;

test('a numeric label of an answer becomes text, alone and in a list', () => {
  assert.deepEqual([labelOf(3), labelOf('oft'), labelOf(undefined)], ['3', 'oft', '']);
  assert.deepEqual(labelOf([0, 1.5, 'oft']), ['0', '1.5', 'oft']);
});

test('a label of an answer is refused if it is neither text nor a finite number', () => {
  for (const label of [null, true, {}, [[1]], Number.POSITIVE_INFINITY, [Number.NaN]])
    assert.throws(() => labelOf(label), v.ValiError, JSON.stringify(label));
});
